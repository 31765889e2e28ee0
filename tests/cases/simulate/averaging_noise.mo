// The ends of its periods differ by errors of integration only, a little more than counts as settled.
model Wandering
  parameter Real T = 0.00242, inertia = 0.223, feedback = 0.528, offset = 0.161, rate1 = 0.5227, rate2 = 1.2401;
  Real x0(start = 0, fixed = true), x1(start = 0, fixed = true), x2(start = 0, fixed = true);
  Real source = offset + sin(2*3.14159265358979*time/T);
equation
  der(x0) = (source - (1 + feedback*(x1 + x2))*x0)/(inertia*T);
  der(x1) = rate1*(x0*x0 - x1);
  der(x2) = rate2*(source*x0 - x2);
end Wandering;
// run: simulate $FILE --method averaging --tolerance 1e-5 --fast x0 --stop 0.6 --json
// json: status.ok == true
