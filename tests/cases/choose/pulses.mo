// What the clock drives for a short time only while everything else rests: runs that step over it agree with each
// other, and would prove nothing. A dose of 10 ms in a run of 100 s; ten of half a minute in ten days.
package Pulses
  model Dose
    parameter Real s = 0.005;
    Real x(start = 0, fixed = true), y(start = 1, fixed = true);
  equation
    der(x) = exp(-((time - 50.37)/s)^2)/(s*1.7724538509055159);
    der(y) = -0.1*y;
    annotation(experiment(StopTime = 100));
  end Dose;

  model Boluses "one a day, at events of the clock"
    Real dose(start = 0, fixed = true), level(start = 0, fixed = true);
    Real rate = exp(-((mod(time, 86400) - 30000)/15)^2);
  equation
    der(dose) = rate/(15*1.7724538509055159);
    der(level) = rate - level/20000;
    annotation(experiment(StopTime = 864000));
  end Boluses;
end Pulses;
// run: simulate $FILE --model Pulses.Dose --max-error 1e-4 --json
// json: audit.verdict == "kept"
// json: final.x ~ 1 1e-4
// json: final.y ~ 4.5399929762e-05 1e-3
// run: simulate $FILE --model Pulses.Boluses --max-error 1e-4 --json
// json: audit.verdict == "kept"
// json: final.dose ~ 10 1e-4
