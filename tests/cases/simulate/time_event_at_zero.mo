// A pulse whose width ends at time zero, computed as -0.5 + 0.5: the moment after the start is lost in the rounding of
// the difference, and the run must get past it.
model Pulse
  parameter Real first = 0.5;
  parameter Real width = 0.5;
  Real x(start = 0, fixed = true);
  discrete Real begin(start = -0.5, fixed = true);
  Real y;
equation
  when time >= first then
    begin = time;
  end when;
  y = if time < begin + width then 2 else 0;
  der(x) = y;
end Pulse;
// run: simulate $FILE --model Pulse --method cvode --stop 2 --json
// json: status.ok == true
// json: final.x ~ 1 1e-9
model AtMost
  Real x(start = 0, fixed = true);
  parameter Real a = 0.5, b = -0.5;
equation
  der(x) = if time <= a + b then 1e30 else 1;
end AtMost;
// run: simulate $FILE --model AtMost --method cvode --stop 1 --json
// json: status.ok == true
// json: final.x ~ 1 1e-9
