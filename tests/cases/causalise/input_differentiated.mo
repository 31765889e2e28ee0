model M
  input Real u;
  Real x, f;
equation
  der(x) = f;
  x = 2*u;
end M;
// run: check $FILE
// status: 1
