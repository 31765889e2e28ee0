model M
  Real x, y;
  Real z[3];
equation
  der(x) = y;
  z[1] = x;
end M;
// run: check $FILE
// status: 1
// differs: passes because y is undetermined by itself, where it is otherwise an alias of der(x)
//err| $FILE:3:8: error[E0401]: the model has 2 equations for 5 unknowns
//err|       Real z[3];
//err|            ^
//err|   note: $FILE:3:8: undetermined: z[2]
//err|       Real z[3];
//err|            ^
//err|   note: $FILE:3:8: undetermined: z[3]
//err|       Real z[3];
//err|            ^
//err|   note: $FILE:2:8: undetermined: der(x)
//err|       Real x, y;
//err|            ^
//err|   help: every unknown needs an equation: add 3 equations, or declare what does not change as a parameter
