model M
  Real x[4];
equation
  for i in 1:4 loop
    der(x[i]) = x[i + 1];
  end for;
end M;
// run: check $FILE
// status: 1
