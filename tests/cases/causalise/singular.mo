model M
  Real x, y, z;
equation
  x + y = time;
  x - y = 1;
  x + 2*y = 3;
end M;
// run: check $FILE
// status: 1
//err| $FILE:6:3: error[E0402]: the model is structurally singular: of its 3 equations for as many unknowns, 1 cannot determine an unknown
//err|       x + 2*y = 3;
//err|       ^~~~~~~~~~~
//err|   note: $FILE:6:3: over-determined: x = -2*y + 3
//err|       x + 2*y = 3;
//err|       ^~~~~~~~~~~
//err|   note: $FILE:4:3: over-determined: x = -y + time
//err|       x + y = time;
//err|       ^~~~~~~~~~~~
//err|   note: $FILE:5:3: over-determined: x = y + 1
//err|       x - y = 1;
//err|       ^~~~~~~~~
//err|   note: $FILE:2:14: undetermined: z
//err|       Real x, y, z;
//err|                  ^
//err|   help: some equations say the same thing twice while other unknowns have none of their own
