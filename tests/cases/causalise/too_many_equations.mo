model M
  Real x;
equation
  der(x) = 1;
  x = time;
end M;
// run: check $FILE
// status: 1
