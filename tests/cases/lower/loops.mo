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
// run: simulate $FILE --stop 1 --json
// json: final[w[2,4]] == 24.0
// json: final[w[4,2]] == -24.0
// json: final.tri == -175.0
