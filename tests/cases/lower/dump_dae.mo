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
//out| dae M: 13 variables, 5 equations, 0 initial equations, 7 shapes
//out| variables
//out|   parameter Integer n
//out|   parameter Real k
//out|   parameter Real k2
//out|   Real x[4](start = 1, fixed = true)
//out|   discrete Boolean low
//out|   Real der(x)[4]
//out| parameters
//out|   n := 4
//out|   k := 2
//out|   k2 := k^2
//out| equations
//out|   der(x[1]) = -k2*x[1]
//out|   der(x[2]) = k*(x[1] - x[2])
//out|   der(x[3]) = k*(x[2] - x[3])
//out|   der(x[4]) = k*(x[3] - x[4])
//out|   low = (x[1] < 0.5)
//out| held between events
//out|   x[1] < 0.5
// run: check $FILE --dump=dae --set n=5 --json
// json: stage == "dae"
