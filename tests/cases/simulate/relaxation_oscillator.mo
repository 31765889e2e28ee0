// An amplifier with limits and positive feedback charges a capacitor: at the end of each half period the simultaneous
// equations lose the solution that the run follows, again and again, without events of the model. By hand: the capacitor
// goes from 0.1 towards -15, turns at -7.499, where V0*vin leaves the limit, then between -7.499 and 7.499; 22.499/7.501
// is the ratio of a half period.
model Oscillator
  parameter Real V0 = 15000, Vs = 15, RC = 0.01;
  Real vc(start = 0.1, fixed = true), vout(start = -15), vin;
  parameter Real first = RC*log(15.1/7.501), half = RC*log(22.499/7.501);
  // after five turns the output is positive
  Real error = vc - (15 - 22.499*exp(-(time - first - 4*half)/RC));
equation
  vin = vout/2 - vc;
  vout = smooth(0, noEvent(if V0*vin > Vs then Vs else if V0*vin < -Vs then -Vs else V0*vin));
  RC*der(vc) = vout - vc;
  annotation(experiment(StopTime = 0.055));
end Oscillator;
// the same beside an event
model WithEvents
  extends Oscillator;
  Boolean late = time > 0.0004;
  annotation(experiment(StopTime = 0.055));
end WithEvents;
// The equations lose their solution for good.
model Fold
  parameter Real a = 1;
  Real x(start = 0, fixed = true), y(start = 1);
equation
  der(x) = 1;
  y^2 = a - x;
end Fold;
// run: simulate $FILE --model Oscillator --method rosenbrock --tolerance 1e-8 --json
// json: final.vout ~ 15 1e-9
// json: final.error ~ 0 2e-4
//err| $FILE:13:3: warning[W0508]: the solution of simultaneous equations that the run follows ends at time 0.00699659399: it goes on from another one, with 'vout' at 15 instead of -15
//err|       vout = smooth(0, noEvent(if V0*vin > Vs then Vs else if V0*vin < -Vs then
//err|       ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
// run: simulate $FILE --model Oscillator --method cvode --tolerance 1e-8 --json
// json: final.vout ~ 15 1e-9
// json: final.error ~ 0 2e-4
//err| $FILE:7:39: warning[W0508]: the solution of simultaneous equations that the run follows ends at time 0.00699659386: it goes on from another one, with 'vout' at 15 instead of -15
//err|       Real vc(start = 0.1, fixed = true), vout(start = -15), vin;
//err|                                           ^~~~
// run: simulate $FILE --model WithEvents --method rosenbrock --tolerance 1e-8 --json
// json: final.error ~ 0 2e-4
//err| $FILE:13:3: warning[W0508]: the solution of simultaneous equations that the run follows ends at time 0.00699659399: it goes on from another one, with 'vout' at 15 instead of -15
//err|       vout = smooth(0, noEvent(if V0*vin > Vs then Vs else if V0*vin < -Vs then
//err|       ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
// run: simulate $FILE --model WithEvents --method cvode --tolerance 1e-8 --json
// json: final.error ~ 0 2e-4
// run: simulate $FILE --model Fold --method cvode --stop 2
// status: 3
//err| $FILE:29:3: error[E0502]: no solution found for simultaneous equations at time 1.004: after 0 iterations the equation 'y^2 = a - x' still has the residual 0.004; the unknown that moves most is 'y'
//err|       y^2 = a - x;
//err|       ^~~~~~~~~~~
//err|   note: in the equation y^2 = a - x
//err|   note: largest residual in each iteration: 1.63e+06
//err|   note: following the solution from the starting values came 0 % of the way
//err|   note: 1 equation for 'y'
//err|   note: $FILE:29:3: among them: y^2 = a - x
//err|       y^2 = a - x;
//err|       ^~~~~~~~~~~
