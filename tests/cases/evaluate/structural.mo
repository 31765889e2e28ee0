model M
  parameter Integer n = 2*size(A, 1) - 1;
  parameter Real A[:, :] = {{1, 2}, {3, 4}};
  parameter Integer k = integer(2.7) + div(7, 2) + mod(-1, 3);
  Real x[n, k] = {{i + 10*j for j in 1:k} for i in 1:n};
  Real s = sum(x);
end M;
// run: check $FILE --dump=flat
//out| model M
//out|   parameter Integer n = 2 * 2 - 1;
//out|   parameter Real A[2, 2] = {{1, 2}, {3, 4}};
//out|   parameter Integer k = integer(2.7) + div(7, 2) + mod(-1, 3);
//out|   Real x[3, 7] = {{i + 10 * j for j in 1:k} for i in 1:n};
//out|   Real s = sum(x);
//out| end M;
// run: simulate $FILE --method cvode --json
// json: final.s ~ 882 1e-12
