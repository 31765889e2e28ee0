// Modes that are not affine are named with their equations.
model Pendulum
  input Real u(start = 0);
  output Real phi(start = 1, fixed = true);
  Real w(start = 0, fixed = true);
  Real push = if phi > 0.5 then 1 else 0;
equation
  der(phi) = w;
  der(w) = -sin(phi) + u + push;
end Pendulum;
// run: reduce $FILE --switched
// status: 1
//err| $FILE:9:3: error[E1112]: the model is not affine in its modes: 'phi' does not enter linearly here
//err|       der(w) = -sin(phi) + u + push;
//err|       ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~
//err|   note: in der(w) = -sin(phi) + u + push
