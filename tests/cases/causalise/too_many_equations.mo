model M
  Real x;
equation
  der(x) = 1;
  x = time;
end M;
// run: check $FILE
// status: 1
//err| $FILE:5:3: error[E0401]: the model has 2 equations for 1 unknown
//err|       x = time;
//err|       ^~~~~~~~
//err|   note: $FILE:5:3: over-determined: x = time
//err|       x = time;
//err|       ^~~~~~~~
//err|   note: $FILE:4:3: over-determined: der(x) = 1
//err|       der(x) = 1;
//err|       ^~~~~~~~~~
//err|   help: remove 1 equation
