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
