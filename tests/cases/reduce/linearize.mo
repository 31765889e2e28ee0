// A nonlinear model with an input and an output: matrices are exact at every point.
model Tank
  input Real u(start = 2);
  output Real y;
  Real h(start = 1, fixed = true), w(start = 3, fixed = true);
equation
  der(h) = u - h^2;
  der(w) = h*u - 5*w;
  y = w + 3*u + h;
end Tank;
// run: linearize $FILE --json
// json: states == ["h", "w"]
// json: inputs == ["u"]
// json: outputs == ["y"]
// json: a == [[-2.0, 0.0], [2.0, -5.0]]
// json: b == [[1.0], [1.0]]
// json: c == [[1.0, 1.0]]
// json: d == [[3.0]]
// json: point.kind == "initial"
// run: linearize $FILE --at steady --json
// json: a[0][0] ~ -2.8284271247461903 1e-9
// json: b[1][0] ~ 1.4142135623730951 1e-9
// json: point.kind == "steady"
// run: linearize $FILE --at steady --output $TMP/tank.mo --json
// file: $TMP/tank.mo starts model TankLinear
// run: reduce $FILE --at steady --json
// json: order == 2
// json: states == 2
// json: unstable_states == 0
// json: scenario == null
// run: reduce $FILE --at steady --order 1 --output $TMP/small.mo --json
// json: order == 1
// file: $TMP/small.mo starts model TankReduced
// run: check $TMP/small.mo --json
// json: states == ["reduced_state[1]"]
// run: linearize $FILE --at 0.5 --json
// json: point.kind == "time"
// json: point.time == 0.5
// json: a[0][0] ~ -2.60191539 1e-5
//err| $FILE:3:14: warning[W0405]: 1 input of the model without a source keeps its start value: u
//err|       input Real u(start = 2);
//err|                  ^
//err|   help: --input FILE.csv drives inputs by the columns of their names, --input NAME=EXPRESSION by a function of time
// run: linearize $FILE --at steady --output $TMP/tank.mat --json
// json: result has "tank.mat"
// run: reduce $FILE --at steady --order 1 --output $TMP/one.mo
//out| Tank: 2 states reduced to 1 by singular-perturbation
//out|
//out|   largest error of any gain  at most 0.00668535
//out|     computed                 0.00668535
//out|
//out|   order  singular value       psi      bound
//out|       1         0.38557  0.008595  0.0066853
//out|       2       0.0033427         0          0
// run: simulate $TMP/one.mo --method cvode --json
// json: status.ok == true
//err| $TMP/one.mo:2:14: warning[W0405]: 1 input of the model without a source keeps its start value: u
//err|       input Real u(start = 2);
//err|                  ^
//err|   help: --input FILE.csv drives inputs by the columns of their names, --input NAME=EXPRESSION by a function of time
// run: reduce $FILE --at steady --order 1 --figure $TMP/values.svg --report $TMP/tank.html --json
// json: error ~ 0.0066853475584 1e-6
// file: $TMP/values.svg starts <svg
// file: $TMP/tank.html starts <!doctype html>
// run: reduce $FILE --report /nonexistent/x.html
// status: 1
//err| error[E0003]: cannot write '/nonexistent/x.html': No such file or directory
// run: reduce $FILE --series $TMP/weather.csv
// status: 2
//err| error[E0006]: --series is for systems with modes: --switched, or a .toml file
// run: reduce $FILE --threads 2
// status: 2
//err| error[E0006]: --threads is for systems with modes: --switched, or a .toml file
// run: linearize $FILE --dump flat
//out| model Tank
//out|   input Real u(start = 2);
//out|   output Real y;
//out|   Real h(start = 1, fixed = true);
//out|   Real w(start = 3, fixed = true);
//out| equation
//out|   der(h) = u - h^2;
//out|   der(w) = h * u - 5 * w;
//out|   y = w + 3 * u + h;
//out| end Tank;
// run: reduce $FILE --dump flat
//out| model Tank
//out|   input Real u(start = 2);
//out|   output Real y;
//out|   Real h(start = 1, fixed = true);
//out|   Real w(start = 3, fixed = true);
//out| equation
//out|   der(h) = u - h^2;
//out|   der(w) = h * u - 5 * w;
//out|   y = w + 3 * u + h;
//out| end Tank;
// run: reduce $FILE --switched --dump plan --json
// json: stage == "plan"
