// Initial algorithms give start values; a variable that only some branch assigns keeps its start value there.
model InitialAlgorithm
  parameter Integer n = 3;
  Real x, y;
  Real v(start = 2);
initial algorithm
  x := 0;
  for i in 1:n loop
    x := x + i;
  end for;
  if n > 5 then
    x := -x;
  end if;
  y := 2*x;
equation
  der(x) = -x;
  der(y) = 0;
algorithm
  if x < 1 then
    v := x;
  end if;
  annotation(experiment(StopTime = 2));
end InitialAlgorithm;
// run: simulate $FILE --method rosenbrock --intervals 2 --tolerance 1e-9 --json
// json: final.y == 12
// json: final.x ~ 0.8120116994 1e-6
// json: final.v ~ 0.8120116994 1e-6
