// A function inlined inside of itself, by way of its argument: each has loop variables of its own.
model M
  function f
    input Real x[3];
    output Real y;
  algorithm
    y := sum(x[i]*i for i in 1:3);
  end f;
  function g
    input Real x[3];
    output Real y;
  algorithm
    y := f({x[i] + i for i in 1:3});
  end g;
  Real z = f({f({time*j*k for j in 1:3}) for k in 1:3});
  Real w = g({g({time*j*k for j in 1:3}) for k in 1:3});
  annotation(experiment(StopTime = 1));
end M;
// run: simulate $FILE --method cvode --json
// json: final.z ~ 196 1e-12
// json: final.w ~ 294 1e-12
