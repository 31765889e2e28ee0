// Branches with equally many scalar equations, written as arrays in one and one by one in the other.
model M
  Real z[2], A[2, 2];
  Real x(start = 0, fixed = true);
equation
  der(x) = z[1] + A[2, 1];
  if time < 0.5 then
    z = {1, 2};
    A = {{1, 2}, {3, 4}};
  else
    A[1, :] = {5, 6};
    z[2] = 4;
    z[1] = 3;
    A[2, 1] = 7;
    A[2, 2] = 8;
  end if;
end M;
// x = 0.5*(1 + 3) + 0.5*(3 + 7)
// run: simulate $FILE --json
// json: final.x ~ 7 1e-6
// json: final.[z[2]] == 4
// json: final.[A[1,2]] == 6
// json: final.[A[2,2]] == 8
