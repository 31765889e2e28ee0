within Sunder.Blocks;
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

  block LimIntegrator "The integral of its input, which does not leave its limits"
    extends SISO(y(start=y_start, fixed=true));
    parameter Real k = 1 "gain";
    parameter Real outMax = 1 "upper limit";
    parameter Real outMin = -outMax "lower limit";
    parameter Real y_start = 0 "value at the start, between the limits";
  equation
    der(y) = if y > outMax and k*u > 0 or y < outMin and k*u < 0 then 0 else k*u;
  end LimIntegrator;

  block Der "The rate of its input, which must be one that can be differentiated"
    extends SISO;
  equation
    y = der(u);
  end Der;

  block PID "A controller: proportional, integral, and differential through a lag"
    extends SISO;
    parameter Real k = 1 "gain";
    parameter Real Ti(unit="s") = 0.5 "integration time";
    parameter Real Td(unit="s", min=0) = 0.1 "differentiation time";
    parameter Real Nd = 10 "the differentiation has a lag of Td/Nd";
    parameter Real xi_start = 0 "integral at the start";
    parameter Real xd_start = 0 "input behind the lag at the start";
    Real I(start=xi_start, fixed=true) "integral part";
    Real x(start=xd_start, fixed=true) "the input behind the lag";
  protected
    parameter Real T_lag(unit="s") = if Td > 0 then Td/Nd else 1;
  equation
    Ti*der(I) = u;
    T_lag*der(x) = u - x;
    y = k*(u + I + Td*(u - x)/T_lag);
  end PID;

  block SlewRateLimiter "Follows its input as fast as it may, with a lag"
    extends SISO(y(start=y_start, fixed=true));
    parameter Real rising(min=0) = 1 "fastest rise";
    parameter Real falling(max=0) = -rising "fastest fall, below zero";
    parameter Real Td(unit="s") = 0.001 "the lag: above zero";
    parameter Real y_start = 0 "value at the start";
  protected
    Real rate "of the lag, without a limit";
  equation
    rate = (u - y)/Td;
    der(y) = if rate > rising then rising else if rate < falling then falling else rate;
  end SlewRateLimiter;

  block FixedDelay "Its input as it was a while ago"
    extends SISO;
    parameter Real delayTime(unit="s") = 1 "how long ago";
  equation
    y = delay(u, delayTime);
  end FixedDelay;
end Continuous;
