model M "one shape for all cells of a row, another for its first one; what changes at events only is held"
  parameter Integer n = 4;
  parameter Real k = 2;
  parameter Real k2 = k^2;
  Real x[n](each start = 1, each fixed = true);
  Boolean low;
equation
  der(x[1]) = -k2*x[1];
  for i in 2:n loop
    der(x[i]) = k*(x[i - 1] - x[i]);
  end for;
  low = x[1] < 0.5;
end M;
// run: check $FILE --dump=dae
// run: check $FILE --dump=dae --set n=5 --json
// json: stage == "dae"
