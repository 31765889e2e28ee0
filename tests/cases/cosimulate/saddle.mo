model Saddle "unstable as one: no communication step can make it stable, and none is refused for it"
  Real x(start = 1, fixed = true), y(start = -0.2, fixed = true), z(start = 0, fixed = true);
equation
  der(x) = 0.3*x + 0.5*y;
  der(y) = 0.4*x - 0.2*y;
  der(z) = 20*(x - z);
  annotation(experiment(StopTime = 10));
end Saddle;
// run: split $FILE --by x --max-error 0.01 --json
// json: stability.verdict == "grows by itself"
// json: error.measured ~ 0.00757 5e-2
