// A nanoampere is less than what the tolerance of a millionth of an ampere resolves; followed, the help resolves it: i ends at 8.635e-10,
// j at 1.8454e-10. What follows a large value by little is hidden by the relative tolerance. What rests, but for rounding, is not told.
model Sensor
  Real i(start = 0, fixed = true) "current";
  Real j(start = 0, fixed = true) "its mean";
  Real p(start = 1e5, fixed = true) "pressure";
  Real rest(start = 0.1, fixed = true);
equation
  der(i) = (1e-9*sin(10*time) - i)/0.01;
  der(j) = (i - j)/0.1;
  der(p) = 0.1*cos(time);
  der(rest) = 1e-18*cos(time);
end Sensor;
// run: simulate $FILE --stop 2 --method cvode --json
//err| $FILE:5:8: warning[W0637]: errors about as large as the whole movement are allowed in 'j' (moves by 8.2e-10, errors up to 1e-06), 'i' (moves by 9.4e-10, errors up to 1e-06) and 'p' (moves by 0.021, errors up to 0.1): values may be wrong
//err|       Real j(start = 0, fixed = true) "its mean";
//err|            ^
//err|   help: if they matter: --tolerance 1e-11 --absolute-tolerance 1e-14, or the attribute nominal of such variables
// run: simulate $FILE --stop 2 --method cvode --tolerance 1e-11 --absolute-tolerance 1e-14 --json
// json: final.i ~ 8.63502e-10 1e-4
// json: final.j ~ 1.84535e-10 1e-3
// run: simulate $FILE --stop 2 --method dopri5 --tolerance 1e-11 --absolute-tolerance 1e-11 --json
// json: final.i ~ 8.63502e-10 1e-2
// run: simulate $FILE --stop 2 --method rosenbrock --json
// json: final.i ~ 8.63502e-10 1e-5
// run: simulate $FILE --stop 2 --method rosenbrock --absolute-tolerance 1e-12
// status: 1
//err| error[E0610]: the method rosenbrock has no use for an absolute tolerance
//err|   help: it measures errors by the range that each state covers: --tolerance is a part of that
