model M
  Rael x;
  Motor m;
equation
  x = 1;
end M;
// run: check $FILE
// status: 1
//err| $FILE:2:3: error[E0202]: unknown type 'Rael'
//err|       Rael x;
//err|       ^~~~
//err|   help: did you mean 'Real'?
//err| $FILE:3:3: error[E0202]: unknown type 'Motor'
//err|       Motor m;
//err|       ^~~~~
