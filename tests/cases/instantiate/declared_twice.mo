model M
  Real x = 1;
  parameter Integer x = 2;
end M;
// run: check $FILE
// status: 1
