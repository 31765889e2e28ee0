model M
  parameter Real A[2, 2] = {{-1, 2}, {0.5, -3}};
  Real x[2](start = {1, 2}, each fixed = true);
  Real u[3] = cross({1, 0, 0}, {0, 1, 0});
  Real B[2, 2] = transpose(A)*A .+ 1;
  Real s = max(x) + min({3, 1, 2}) + product({2, 3, 4});
  Real d = x*x;
  Real v[4] = cat_free;
  Real cat_free[4] = linspace(0, 3, 4);
equation
  der(x) = A*x;
end M;
// run: check $FILE --dump=dae
//out| dae M: 29 variables, 19 equations, 0 initial equations, 14 shapes
//out| variables
//out|   parameter Real A[2,2]
//out|   Real x[2](start = …, fixed = true)
//out|   Real u[3]
//out|   Real B[2,2]
//out|   Real s
//out|   Real d
//out|   Real v[4]
//out|   Real cat_free[4]
//out|   Real der(x)[2]
//out|   parameter Real $derived[4]
//out| parameters
//out|   A[1,1] := -1
//out|   A[1,2] := 2
//out|   A[2,1] := 0.5
//out|   A[2,2] := -3
//out|   $derived[1] := A[1,1]*A[1,1] + A[2,1]*A[2,1] + 1
//out|   $derived[2] := A[1,1]*A[1,2] + A[2,1]*A[2,2] + 1
//out|   $derived[3] := A[1,2]*A[1,1] + A[2,2]*A[2,1] + 1
//out|   $derived[4] := A[1,2]*A[1,2] + A[2,2]*A[2,2] + 1
//out| equations
//out|   u[1] = 0
//out|   u[2] = 0
//out|   u[3] = 1
//out|   B[1,1] = (A[1,1]*A[1,1] + A[2,1]*A[2,1] + 1)
//out|   B[1,2] = (A[1,1]*A[1,2] + A[2,1]*A[2,2] + 1)
//out|   B[2,1] = (A[1,2]*A[1,1] + A[2,2]*A[2,1] + 1)
//out|   … (1 more rows of this shape)
//out|   s = max(x[1], x[2]) + 25
//out|   d = x[1]*x[1] + x[2]*x[2]
//out|   … (4 more rows of these shapes)
//out|   cat_free[1] = 0
//out|   … (3 more rows of these shapes)
//out|   der(x[1]) = A[1,1]*x[1] + A[1,2]*x[2]
//out|   der(x[2]) = A[2,1]*x[1] + A[2,2]*x[2]
// run: simulate $FILE --method cvode --stop 1 --tolerance 1e-10 --json
// json: final[u[3]] == 1.0
// json: final[B[1,1]] == 2.25
// json: final[B[1,2]] == -2.5
// json: final[v[3]] ~ 2 1e-12
