// What repeats by the clock is found in the text, wherever the frequency comes from.
model Periods
  parameter Real f = 10;
  parameter Real w = 2*3.14159265358979*f;
  parameter Boolean sweep = false "a frequency that grows is no period";
  Real u = if sweep then sin(time^2) else cos(0.5 - w*time);
  Real x(start = 0, fixed = true);
equation
  der(x) = u - x;
  annotation(experiment(StopTime = 1));
end Periods;
// run: simulate $FILE --method rk4 --step 0.1 --json
// json: status.ok == true
//err| $FILE:6:12: warning[W0630]: the step 0.1 is 1 times the period 0.1 of a sine of time: every step meets it in the same phase, and slow states do not see its mean
//err|       Real u = if sweep then sin(time^2) else cos(0.5 - w*time);
//err|                ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
//err|   help: the method averaging sees it; a step of 0.161803 would meet all phases in turn
// run: simulate $FILE --method rk4 --step 0.06 --json
// json: status.ok == true
//err| $FILE:6:12: warning[W0630]: the step 0.06 is 0.6 times the period 0.1 of a sine of time: the steps do not resolve it, and slow states do not see its mean
//err|       Real u = if sweep then sin(time^2) else cos(0.5 - w*time);
//err|                ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
//err|   help: the method averaging sees it; a step of 0.0381966 resolves it
// run: simulate $FILE --method rk4 --step 0.01 --json
// json: status.ok == true
// run: simulate $FILE --method rk4 --step 0.1 --set f=1 --json
// json: status.ok == true
