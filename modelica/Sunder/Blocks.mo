within Sunder;
package Blocks "Signals: what has inputs and outputs"
  connector RealInput = input Real "A real signal that comes in";
  connector RealOutput = output Real "A real signal that goes out";
  connector BooleanInput = input Boolean "A logical signal that comes in";
  connector BooleanOutput = output Boolean "A logical signal that goes out";
  connector IntegerInput = input Integer "A whole number that comes in";
  connector IntegerOutput = output Integer "A whole number that goes out";

  partial block SISO "One input, one output"
    RealInput u;
    RealOutput y;
  end SISO;

  partial block SI2SO "Two inputs, one output"
    RealInput u1;
    RealInput u2;
    RealOutput y;
  end SI2SO;

  partial block Source "A signal that depends on time only"
    RealOutput y;
    parameter Real offset = 0 "added to the signal";
    parameter Real startTime(unit="s") = 0 "until then the offset alone";
  end Source;

  package Continuous "Blocks with states"
    block Integrator "The integral of its input"
      extends SISO(y(start=y_start, fixed=true));
      parameter Real k = 1 "gain";
      parameter Real y_start = 0 "value at the start";
    equation
      der(y) = k*u;
    end Integrator;

    block FirstOrder "A lag of first order"
      extends SISO(y(start=y_start, fixed=true));
      parameter Real k = 1 "gain";
      parameter Real T(unit="s", min=0) "time constant";
      parameter Real y_start = 0 "value at the start";
    equation
      T*der(y) = k*u - y;
    end FirstOrder;

    block SecondOrder "A lag of second order"
      extends SISO(y(start=y_start, fixed=true));
      parameter Real k = 1 "gain";
      parameter Real w(unit="rad/s") "angular frequency";
      parameter Real D "damping: below 1 it swings";
      parameter Real y_start = 0 "value at the start";
      Real yd(start=0, fixed=true) "rate of y";
    equation
      der(y) = yd;
      der(yd) = w*(w*(k*u - y) - 2*D*yd);
    end SecondOrder;

    block Derivative "The rate of its input, through a lag"
      extends SISO;
      parameter Real k = 1 "gain";
      parameter Real T(unit="s") = 0.01 "time constant of the lag: above zero";
      Real x(start=x_start, fixed=true) "the input behind the lag";
      parameter Real x_start = 0 "its value at the start";
    equation
      T*der(x) = u - x;
      y = k*(u - x)/T;
    end Derivative;

    block PI "A controller: proportional and integral"
      extends SISO;
      parameter Real k = 1 "gain";
      parameter Real T(unit="s") "integration time";
      parameter Real x_start = 0 "integral at the start";
      Real x(start=x_start, fixed=true) "integral";
    equation
      T*der(x) = u;
      y = k*(x + u);
    end PI;

    block LimPID "A controller with a limited output, whose integral waits while the limit holds it"
      RealInput u_s "wanted value";
      RealInput u_m "measured value";
      RealOutput y "what the controller does";
      parameter Real k = 1 "gain";
      parameter Real Ti(unit="s") = 1e60 "integration time; as it is: no integral part";
      parameter Real Td(unit="s", min=0) = 0 "differentiation time";
      parameter Real Nd = 10 "the differentiation has a lag of Td/Nd";
      parameter Real yMax = 1e60 "largest output";
      parameter Real yMin = -yMax "smallest output";
      parameter Real Ni = 0.9 "the integral follows the limit with the time constant Ni*Ti";
      parameter Real xi_start = 0 "integral at the start";
      Real e "deviation";
      Real I(start=xi_start, fixed=true) "integral part";
      Real x(start=0, fixed=true) "deviation behind the lag of the differentiation";
      Real v "output without the limit";
    protected
      parameter Real T_lag(unit="s") = if Td > 0 then Td/Nd else 1;
    equation
      e = u_s - u_m;
      T_lag*der(x) = e - x;
      v = k*(e + I + Td*(e - x)/T_lag);
      y = if v > yMax then yMax else if v < yMin then yMin else v;
      der(I) = e/Ti + (y - v)/(k*Ni*Ti);
    end LimPID;

    block TransferFunction "A quotient of polynomials"
      extends SISO;
      parameter Real b[:] = {1} "numerator, the highest power first";
      parameter Real a[:] = {1}
        "denominator, the highest power first; not shorter than the numerator";
      parameter Real x_start[size(a, 1) - 1] = zeros(size(a, 1) - 1) "states at the start";
      Real x[size(a, 1) - 1](start=x_start, each fixed=true) "states";
    protected
      parameter Integer n = size(a, 1) - 1 "order";
      parameter Real bb[n + 1] = cat(1, zeros(n + 1 - size(b, 1)), b)
        "numerator, as long as the denominator";
      parameter Real d = bb[1]/a[1] "what passes through at once";
    equation
      if n == 0 then
        y = d*u;
      else
        a[1]*der(x[1]) = u - a[2:n + 1]*x;
        for k in 2:n loop
          der(x[k]) = x[k - 1];
        end for;
        y = d*u + (bb[2:n + 1] - d*a[2:n + 1])*x;
      end if;
    end TransferFunction;

    block StateSpace "A linear system by its matrices"
      parameter Real A[:, size(A, 1)] "states to their rates";
      parameter Real B[size(A, 1), :] "inputs to rates of states";
      parameter Real C[:, size(A, 1)] "states to outputs";
      parameter Real D[size(C, 1), size(B, 2)] = zeros(size(C, 1), size(B, 2)) "inputs to outputs";
      parameter Real x_start[size(A, 1)] = zeros(size(A, 1)) "states at the start";
      RealInput u[size(B, 2)];
      RealOutput y[size(C, 1)];
      Real x[size(A, 1)](start=x_start, each fixed=true) "states";
    equation
      der(x) = A*x + B*u;
      y = C*x + D*u;
    end StateSpace;
  end Continuous;

  package Discrete "Blocks that act at instants"
    partial block Sampled "One input, one output, at instants"
      extends SISO;
      parameter Real samplePeriod(unit="s") "time from one instant to the next";
      parameter Real startTime(unit="s") = 0 "first instant";
      Boolean sampleTrigger "now";
    equation
      sampleTrigger = sample(startTime, samplePeriod);
    end Sampled;

    block Sampler "Takes the input at instants and holds it"
      extends Sampled;
    protected
      discrete Real held(start=0, fixed=true);
    equation
      when sampleTrigger then
        held = u;
      end when;
      y = held;
    end Sampler;

    block UnitDelay "The input at the instant before"
      extends Sampled;
      parameter Real y_start = 0 "until the second instant";
    protected
      discrete Real held(start=y_start, fixed=true);
      discrete Real out(start=y_start, fixed=true);
    equation
      when sampleTrigger then
        out = pre(held);
        held = u;
      end when;
      y = out;
    end UnitDelay;

    block PI "A controller that acts at instants"
      extends Sampled;
      parameter Real k = 1 "gain";
      parameter Real T(unit="s") "integration time";
    protected
      discrete Real x(start=0, fixed=true) "integral";
      discrete Real out(start=0, fixed=true);
    equation
      when sampleTrigger then
        x = pre(x) + samplePeriod/T*u;
        out = k*(x + u);
      end when;
      y = out;
    end PI;

    block TransferFunction "A quotient of polynomials in z"
      extends Sampled;
      parameter Real b[:] = {1}
        "numerator, the highest power first; not longer than the denominator";
      parameter Real a[:] = {1, 0} "denominator, the highest power first; a[1] is not zero";
    protected
      parameter Integer n = size(a, 1) - 1 "instants it remembers";
      parameter Real numerator[n + 1] = cat(1, zeros(n + 1 - size(b, 1)), b)/a[1];
      discrete Real x[n](each start=0, each fixed=true) "what it remembers, the latest first";
      discrete Real now(start=0, fixed=true) "the latest, at this instant";
      discrete Real out(start=0, fixed=true);
    equation
      when sampleTrigger then
        now = u - (a[2:n + 1]*pre(x))/a[1];
        out = numerator[1]*now + numerator[2:n + 1]*pre(x);
        x = cat(1, {now}, pre(x[1:n - 1]));
      end when;
      y = out;
    end TransferFunction;
  end Discrete;

  package Sources "Signals that depend on time only"
    block Constant "A value that never changes"
      RealOutput y;
      parameter Real k "value";
    equation
      y = k;
    end Constant;

    block Clock "Time"
      extends Source;
    equation
      y = offset + (if time < startTime then 0 else time - startTime);
    end Clock;

    block Step "A jump"
      extends Source;
      parameter Real height = 1 "of the jump";
    equation
      y = offset + (if time < startTime then 0 else height);
    end Step;

    block Ramp "A rise"
      extends Source;
      parameter Real height = 1 "of the rise";
      parameter Real duration(unit="s", min=0) = 2 "of the rise; 0: a jump";
    equation
      y = offset
        + (if time < startTime then 0
          else if time < startTime + duration then (time - startTime)*height
            /(if duration > 0 then duration else 1)
            else height);
    end Ramp;

    block Sine "A swing"
      extends Source;
      parameter Real amplitude = 1 "amplitude";
      parameter Real f(unit="Hz") "frequency";
      parameter Real phase(unit="rad") = 0 "phase";
    protected
      constant Real pi = 3.14159265358979323846;
    equation
      y = offset
        + (if time < startTime then 0 else amplitude*sin(2*pi*f*(time - startTime) + phase));
    end Sine;

    block Pulse "Up and down"
      extends Source;
      parameter Real amplitude = 1 "height";
      parameter Real width(min=0, max=100) = 50 "how long it is up, in per cent of the period";
      parameter Real period(unit="s") "period";
    protected
      discrete Real begun(start=startTime, fixed=true, unit="s") "when the last period began";
    equation
      when sample(startTime, period) then
        begun = time;
      end when;
      y = offset + (if time >= startTime and time < begun + period*width/100 then amplitude else 0);
    end Pulse;

    block Motion
      "From one place to another, with no jump in speed and acceleration; at rest before and after"
      extends Source;
      parameter Real height = 1 "of the way";
      parameter Real duration(unit="s") "of the motion: above zero";
      RealOutput yd "rate of y";
      RealOutput ydd "rate of yd";
    protected
      Real x "part of the time that has passed";
    equation
      x = if time < startTime then 0
        else if time < startTime + duration then (time - startTime)/duration else 1;
      y = offset + height*x^3*(10 - 15*x + 6*x^2);
      yd = height/duration*30*(x*(1 - x))^2;
      ydd = height/duration^2*60*x*(1 - x)*(1 - 2*x);
    end Motion;

    block TimeTable
      "Points with straight lines between them; after the last it goes on as the last line does"
      extends Source;
      parameter Real table[:, 2] = [0, 0; 1, 1] "times, which rise, and values";
    equation
      y = offset + (if time < startTime then 0 else interpolated(table, time - startTime));
    end TimeTable;

    block BooleanStep "True from a time on"
      BooleanOutput y;
      parameter Real startTime(unit="s") = 0 "when it changes";
      parameter Boolean startValue = false "before";
    equation
      y = if time >= startTime then not startValue else startValue;
    end BooleanStep;

    block BooleanPulse "True again and again"
      BooleanOutput y;
      parameter Real width(min=0, max=100) = 50 "how long it is true, in per cent of the period";
      parameter Real period(unit="s") "period";
      parameter Real startTime(unit="s") = 0 "when it begins";
    protected
      discrete Real begun(start=startTime, fixed=true, unit="s") "when the last period began";
    equation
      when sample(startTime, period) then
        begun = time;
      end when;
      y = time >= startTime and time < begun + period*width/100;
    end BooleanPulse;
  end Sources;

  package Logical "Decisions"
    block And "True if both are"
      BooleanInput u1;
      BooleanInput u2;
      BooleanOutput y;
    equation
      y = u1 and u2;
    end And;

    block Or "True if one is"
      BooleanInput u1;
      BooleanInput u2;
      BooleanOutput y;
    equation
      y = u1 or u2;
    end Or;

    block Not "The opposite"
      BooleanInput u;
      BooleanOutput y;
    equation
      y = not u;
    end Not;

    block Greater "True if the first is larger"
      RealInput u1;
      RealInput u2;
      BooleanOutput y;
    equation
      y = u1 > u2;
    end Greater;

    block GreaterThreshold "True above a threshold"
      RealInput u;
      BooleanOutput y;
      parameter Real threshold = 0 "above it";
    equation
      y = u > threshold;
    end GreaterThreshold;

    block Less "True if the first is smaller"
      RealInput u1;
      RealInput u2;
      BooleanOutput y;
    equation
      y = u1 < u2;
    end Less;

    block LessThreshold "True below a threshold"
      RealInput u;
      BooleanOutput y;
      parameter Real threshold = 0 "threshold";
    equation
      y = u < threshold;
    end LessThreshold;

    block Xor "True if one is and the other is not"
      BooleanInput u1;
      BooleanInput u2;
      BooleanOutput y;
    equation
      y = u1 and not u2 or u2 and not u1;
    end Xor;

    block Latch "Becomes true with one input and false with the other, which is the stronger"
      BooleanInput set;
      BooleanInput reset;
      BooleanOutput y(start=false, fixed=true);
    equation
      y = not reset and (set or pre(y));
    end Latch;

    block Hysteresis "True above one threshold, until it falls below another"
      RealInput u;
      BooleanOutput y;
      parameter Real uLow "below it false";
      parameter Real uHigh "above it true";
      parameter Boolean pre_y_start = false "before the start";
    initial equation
      pre(y) = pre_y_start;
    equation
      y = u > uHigh or pre(y) and u >= uLow;
    end Hysteresis;

    block Switch "One signal or the other"
      RealInput u1 "taken when u2 is true";
      BooleanInput u2;
      RealInput u3 "taken when u2 is false";
      RealOutput y;
    equation
      y = if u2 then u1 else u3;
    end Switch;

    block Timer "For how long its input has been true"
      BooleanInput u;
      RealOutput y(unit="s");
    protected
      discrete Real since(start=0, fixed=true, unit="s");
    equation
      when u then
        since = time;
      end when;
      y = if u then time - since else 0;
    end Timer;
  end Logical;

  package Math "Arithmetic"
    block Gain "A multiple"
      extends SISO;
      parameter Real k = 1 "factor";
    equation
      y = k*u;
    end Gain;

    block Add "A sum of two, with factors"
      extends SI2SO;
      parameter Real k1 = 1 "factor of the first";
      parameter Real k2 = 1 "factor of the second";
    equation
      y = k1*u1 + k2*u2;
    end Add;

    block Feedback "A difference"
      extends SI2SO;
    equation
      y = u1 - u2;
    end Feedback;

    block Product "A product of two"
      extends SI2SO;
    equation
      y = u1*u2;
    end Product;

    block Division "A quotient of two"
      extends SI2SO;
    equation
      y = u1/u2;
    end Division;

    block Sum "A sum of many, with factors"
      parameter Integer n(min=0) = 1 "how many";
      parameter Real k[n] = ones(n) "factors";
      RealInput u[n];
      RealOutput y;
    equation
      y = k*u;
    end Sum;

    block Abs "The absolute value"
      extends SISO;
    equation
      y = abs(u);
    end Abs;

    block Max "The larger of two"
      extends SI2SO;
    equation
      y = max(u1, u2);
    end Max;

    block Min "The smaller of two"
      extends SI2SO;
    equation
      y = min(u1, u2);
    end Min;

    block Sin "The sine"
      extends SISO;
    equation
      y = sin(u);
    end Sin;

    block Cos "The cosine"
      extends SISO;
    equation
      y = cos(u);
    end Cos;

    block Sqrt "The square root"
      extends SISO;
    equation
      y = sqrt(u);
    end Sqrt;

    block Exp "The exponential"
      extends SISO;
    equation
      y = exp(u);
    end Exp;

    block Sign "1, 0 or -1"
      extends SISO;
    equation
      y = if u > 0 then 1 else if u < 0 then -1 else 0;
    end Sign;

    block Limiter "The input between limits"
      extends SISO;
      parameter Real uMax = 1 "upper limit";
      parameter Real uMin = -uMax "lower limit";
    equation
      y = if u > uMax then uMax else if u < uMin then uMin else u;
    end Limiter;

    block DeadZone "What the input is beyond a zone"
      extends SISO;
      parameter Real uMax = 1 "upper end of the zone";
      parameter Real uMin = -uMax "lower end of the zone";
    equation
      y = if u > uMax then u - uMax else if u < uMin then u - uMin else 0;
    end DeadZone;

    block Table "Points with straight lines between them; outside the first and the last line go on"
      extends SISO;
      parameter Real table[:, 2] "inputs, which rise, and outputs";
    equation
      y = interpolated(table, u);
    end Table;
  end Math;

  function interpolated
    "On straight lines between points; outside the first and the last line go on"
    input Real table[:, 2] "abscissas, which rise, and ordinates";
    input Real x "where";
    output Real y "the ordinate there";
  protected
    Integer k;
  algorithm
    if size(table, 1) == 1 then
      y := table[1, 2];
    else
      k := 1;
      while k < size(table, 1) - 1 and x >= table[k + 1, 1] loop
        k := k + 1;
      end while;
      y := table[k, 2]
        + (x - table[k, 1])*(table[k + 1, 2] - table[k, 2])/(table[k + 1, 1] - table[k, 1]);
    end if;
  end interpolated;
end Blocks;
