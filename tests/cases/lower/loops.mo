model M
  parameter Integer n = 5;
  parameter Real dx = 1/n;
  Real x[n](each start = 0, each fixed = true);
  Real w[n, n];
  Real tri;
equation
  for i in 1:n loop
    der(x[i]) = (if i == 1 then 1 else x[i - 1]) - (if i == n then 2*x[i] else x[i]) + dx*(i - 0.5);
  end for;
  for i in 1:n, j in 1:n loop
    if i <= j then
      w[i, j] = i*10 + j;
    else
      w[i, j] = -w[j, i];
    end if;
  end for;
  tri = sum(sum(w[i, j] for j in 1:i) for i in 1:n);
end M;
// run: check $FILE --dump=dae
//out| dae M: 43 variables, 31 equations, 0 initial equations, 11 shapes
//out| variables
//out|   parameter Integer n
//out|   parameter Real dx
//out|   Real x[5](start = 0, fixed = true)
//out|   Real w[5,5]
//out|   Real tri
//out|   Real der(x)[5]
//out|   parameter Real $derived[5]
//out| parameters
//out|   n := 5
//out|   dx := 1/n
//out|   $derived[1] := dx*(1 - 0.5)
//out|   $derived[2] := dx*(2 - 0.5)
//out|   $derived[3] := dx*(3 - 0.5)
//out|   … (2 more rows of this shape)
//out| equations
//out|   der(x[1]) = 1 - x[1] + (dx*(1 - 0.5))
//out|   der(x[2]) = x[1] - x[2] + (dx*(2 - 0.5))
//out|   der(x[3]) = x[2] - x[3] + (dx*(3 - 0.5))
//out|   der(x[4]) = x[3] - x[4] + (dx*(4 - 0.5))
//out|   der(x[5]) = x[4] - 2*x[5] + (dx*(5 - 0.5))
//out|   w[1,1] = 11
//out|   w[1,2] = 12
//out|   w[1,3] = 13
//out|   … (12 more rows of this shape)
//out|   w[2,1] = -w[1,2]
//out|   w[3,1] = -w[1,3]
//out|   w[3,2] = -w[2,3]
//out|   … (7 more rows of this shape)
//out|   tri = w[1,1] + w[2,1] + w[2,2] + w[3,1] + w[3,2] + w[3,3] + w[4,1] + w[4,2] + w[4,3] + w[4,4] + w[5,1] + w[5,2] + w[5,3] + w[5,4] + w[5,5]
// run: simulate $FILE --method cvode --stop 1 --json
// json: final[w[2,4]] == 24.0
// json: final[w[4,2]] == -24.0
// json: final.tri == -75.0
