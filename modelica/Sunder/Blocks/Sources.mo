within Sunder.Blocks;
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
    y = offset + (if time < startTime then 0 else amplitude*sin(2*pi*f*(time - startTime) + phase));
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

  block Cosine "A swing that begins at its height"
    extends Source;
    parameter Real amplitude = 1 "amplitude";
    parameter Real f(unit="Hz") "frequency";
    parameter Real phase(unit="rad") = 0 "phase";
  protected
    constant Real pi = 3.14159265358979323846;
  equation
    y = offset + (if time < startTime then 0 else amplitude*cos(2*pi*f*(time - startTime) + phase));
  end Cosine;

  block ExpSine "A swing that dies out"
    extends Source;
    parameter Real amplitude = 1 "amplitude at its beginning";
    parameter Real f(unit="Hz") "frequency";
    parameter Real phase(unit="rad") = 0 "phase";
    parameter Real damping(unit="1/s") "by which its height falls";
  protected
    constant Real pi = 3.14159265358979323846;
  equation
    y = offset
      + (if time < startTime then 0
        else amplitude*exp(-damping*(time - startTime))*sin(2*pi*f*(time - startTime) + phase));
  end ExpSine;

  block SawTooth "Rises and falls back at once"
    extends Source;
    parameter Real amplitude = 1 "height";
    parameter Real period(unit="s") "period";
  protected
    discrete Real begun(start=startTime, fixed=true, unit="s") "when the last period began";
  equation
    when sample(startTime, period) then
      begun = time;
    end when;
    y = offset + (if time < startTime then 0 else amplitude*(time - begun)/period);
  end SawTooth;

  block Trapezoid "Rises, stays up, falls, stays down"
    extends Source;
    parameter Real amplitude = 1 "height";
    parameter Real rising(unit="s", min=0) = 0 "how long it rises; 0: a jump";
    parameter Real width(unit="s", min=0) = 0.5 "how long it stays up";
    parameter Real falling(unit="s", min=0) = 0 "how long it falls; 0: a jump";
    parameter Real period(unit="s") "period: not shorter than the three together";
  protected
    discrete Real begun(start=startTime, fixed=true, unit="s") "when the last period began";
    parameter Real T_rising(unit="s") = if rising > 0 then rising else 1;
    parameter Real T_falling(unit="s") = if falling > 0 then falling else 1;
  equation
    when sample(startTime, period) then
      begun = time;
    end when;
    y = offset
      + (if time < startTime then 0
        else if time < begun + rising then amplitude*(time - begun)/T_rising
          else if time < begun + rising + width then amplitude
            else if time < begun + rising + width + falling then amplitude
              *(begun + rising + width + falling - time)/T_falling
              else 0);
  end Trapezoid;

  block BooleanConstant "A logical value that never changes"
    BooleanOutput y;
    parameter Boolean k = true "value";
  equation
    y = k;
  end BooleanConstant;

  block BooleanTable "Changes at given times"
    BooleanOutput y;
    parameter Real table[:](each unit="s") "times, which rise";
    parameter Boolean startValue = false "before the first";
  protected
    Integer passed "of these times";
  equation
    passed = sum(if time >= table[k] then 1 else 0 for k in 1:size(table, 1));
    y = if mod(passed, 2) == 0 then startValue else not startValue;
  end BooleanTable;
end Sources;
