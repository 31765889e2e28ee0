// Parameters that an initial algorithm finds, step by step, from others and from start values.
model InitialParameters
  parameter Real q = 2;
  parameter Real p(fixed = false);
  parameter Real c[3](each fixed = false);
  Real x(start = 1, fixed = true);
initial algorithm
  p := 0;
  for i in 1:3 loop
    c[i] := q^i;
    p := p + c[i];
  end for;
  if p > 10 then
    p := p/2;
  end if;
equation
  der(x) = p*c[2]/28 - x;
  annotation(experiment(StopTime = 50));
end InitialParameters;
// run: simulate $FILE --method rosenbrock --tolerance 1e-9 --json
// json: final.x ~ 1 1e-7
// run: simulate $FILE --method rosenbrock --tolerance 1e-9 --set q=1 --json
// json: final.x ~ 0.10714285714 1e-7
