// Every step ends at an event, so that no tolerance makes those of rosenbrock smaller, and CVODE begins with small ones again and again. What
// is forecast of their errors, before anything runs to the error asked for, is what they make: 1.5e-7 and 3.4e-5 of the range.
model Buck "switched by a saw tooth"
  parameter Real T = 20e-6;
  Real i(start = 0, fixed = true), v(start = 0, fixed = true);
  Real tooth = mod(time, T)/T, duty = 0.5 + 0.2*sin(2*3.14159265358979*200*time);
  Boolean on = duty > tooth;
equation
  der(i) = ((if on then 24 else 0) - v - 0.05*i)/100e-6;
  der(v) = (i - v/3)/47e-6;
  annotation(experiment(StopTime = 0.02));
end Buck;
// run: choose $FILE --json
// json: plan.candidates[0].method == "rosenbrock"
// json: plan.candidates[1].states == "all"
// json: plan.candidates[1].tolerance == 0.0001
// json: plan.candidates[1].error ~ 1.7e-7 0.9
// json: plan.candidates[2].method == "cvode"
// json: plan.candidates[2].error ~ 6e-5 0.5
// run: simulate $FILE --method rosenbrock --tolerance 1e-4 --json
// json: final.v ~ 11.5915668097 1e-7
// run: simulate $FILE --method cvode --tolerance 2.3e-6 --json
// json: final.v ~ 11.5915668097 6e-5
