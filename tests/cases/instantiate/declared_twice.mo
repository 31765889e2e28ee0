model M
  Real x = 1;
  parameter Integer x = 2;
end M;
// run: check $FILE
// status: 1
//err| $FILE:3:21: error[E0207]: 'x' is declared twice
//err|       parameter Integer x = 2;
//err|                         ^
//err|   note: $FILE:2:8: first declared here
//err|       Real x = 1;
//err|            ^
