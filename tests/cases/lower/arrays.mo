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
// run: simulate $FILE --stop 1 --tolerance 1e-10 --json
// json: final[u[3]] == 1.0
// json: final[B[1,1]] == 2.25
// json: final[B[1,2]] == -2.5
// json: final[v[3]] ~ 2 1e-12
