model M
  Rael x;
  Motor m;
equation
  x = 1;
end M;
// run: check $FILE
// status: 1
