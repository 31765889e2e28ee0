// Conditions on loop variables, on parameters, and on what changes at run time, in expressions and equations.
model M
  parameter Integer n = 5;
  parameter Real k[n] = {1, -1, 1, -1, 1};
  parameter Integer one = 1;
  Real x[n];
  Real y[n], z[n], w[n];
  Real single[one] = {time};
  Real safe = if one > 1 then single[2] else -1 "the other branch does not exist";
  Real s = if noEvent(sum(x[j] for j in 1:n) > 0) then 1 else 2;
equation
  for i in 1:n loop
    x[i] = if i == 1 then 100 elseif i == n and n > 1 then x[i - 1] + 1000 elseif not mod(i, 2) <> 0 then x[i - 1] else -x[i - 1];
    y[i] = if noEvent(x[i] > 0) then x[i] else 0;
    z[i] = if k[i] > 0 then i else -i;
    if noEvent(time*i > 2.5) then
      w[i] = i;
    elseif noEvent(time*i > 1.5) then
      w[i] = 0;
    else
      w[i] = -i;
    end if;
  end for;
end M;
// run: simulate $FILE --method cvode --stop 1 --json
// json: final[x[2]] == 100.0
// json: final[x[3]] == -100.0
// json: final[x[5]] == 900.0
// json: final[y[3]] == 0.0
// json: final[y[5]] == 900.0
// json: final[z[2]] == -2.0
// json: final[z[3]] == 3.0
// json: final[w[1]] == -1.0
// json: final[w[2]] == 0.0
// json: final[w[3]] == 3.0
// json: final.safe == -1.0
// json: final.s == 1.0
