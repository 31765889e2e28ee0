model Pendulum
  Real x(start = 1), y(start = 0), vx, vy, f;
equation
  der(x) = vx;
  der(y) = vy;
  der(vx) = f*x;
  der(vy) = f*y - 9.81;
  x^2 + y^2 = 1;
end Pendulum;
// run: check $FILE
// status: 1
//err| $FILE:8:3: error[E0402]: the model is structurally singular: of its 5 equations for as many unknowns, 1 cannot determine an unknown
//err|       x^2 + y^2 = 1;
//err|       ^~~~~~~~~~~~~
//err|   note: $FILE:8:3: over-determined: x^2 = -y^2 + 1
//err|       x^2 + y^2 = 1;
//err|       ^~~~~~~~~~~~~
//err|   note: $FILE:2:44: undetermined: f
//err|       Real x(start = 1), y(start = 0), vx, vy, f;
//err|                                                ^
//err|   note: $FILE:2:36: undetermined: der(vx)
//err|       Real x(start = 1), y(start = 0), vx, vy, f;
//err|                                        ^~
//err|   note: $FILE:2:40: undetermined: der(vy)
//err|       Real x(start = 1), y(start = 0), vx, vy, f;
//err|                                            ^~
//err|   help: an equation constrains states (a high-index problem): index reduction is not available yet; replace the constraint by its derivative, or remove one of the states
