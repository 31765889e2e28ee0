model M
  parameter Real p = -1;
equation
  assert(p > 0, "p must be " + "positive");
end M;
// run: check $FILE
// status: 1
//err| $FILE:4:3: error[E0303]: assertion violated: p must be positive
//err|       assert(p > 0, "p must be " + "positive");
//err|       ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
// run: check $FILE --set p=1 --json
// json: equations == 0
