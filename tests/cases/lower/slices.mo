model M
  parameter Integer p[3] = {3, 1, 2};
  Real x[5] = {1, 2, 3, 4, 5}*time;
  Real a[4] = x[2:end];
  Real b[2] = x[{end - 1, 1}];
  Real c[3] = x[5:-2:1];
  Real d[3] = x[p];
  Real e[3];
  Real A[3, 2] = {{10*i + j for j in 1:2} for i in 1:3};
  Real f[2] = A[p[1], :];
  Real g[2, 1] = A[2:3, {2}];
  Real none[0] = x[3:2];
  Real s = sum(none) + product(none);
  Real h[2, 3] = {10*i + j for i in 1:3, j in 1:2} "the last iterator is the first dimension";
equation
  for i in 1:3 loop
    e[p[i]] = i;
  end for;
end M;
// run: simulate $FILE --method cvode --stop 1 --json
// json: final[a[4]] == 5.0
// json: final[b[1]] == 4.0
// json: final[c[2]] == 3.0
// json: final[d[1]] == 3.0
// json: final[e[3]] == 1.0
// json: final[f[2]] == 32.0
// json: final[g[2,1]] == 32.0
// json: final.s == 1.0
// json: final[h[2,3]] == 32.0
// json: final[h[1,3]] == 31.0
