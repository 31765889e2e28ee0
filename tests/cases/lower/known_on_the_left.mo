// What a when-equation gives a value may stand on either side of an equation for something else.
model M
  Real x(start = 1, fixed = true), a, b[2];
  discrete Real d(start = 0, fixed = true), e[2](each start = 0, each fixed = true);
equation
  der(x) = 1;
  when time > 0.5 then
    d = x;
    e = {x, 2*x};
  end when;
  d = a;
  e = b;
  annotation(experiment(StopTime = 1));
end M;
// run: simulate $FILE --method cvode --json
// json: final.a ~ 1.5 1e-9
// json: final[b[2]] ~ 3 1e-9
