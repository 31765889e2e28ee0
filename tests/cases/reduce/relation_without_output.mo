// What decides about modes must be seen at the outputs.
model Blind
  input Real u(start = 0);
  output Real y;
  Real x(start = 1, fixed = true), z(start = 0, fixed = true);
equation
  der(x) = -x + (if z > 0.5 then 1 else 0);
  der(z) = -z + u;
  y = x;
end Blind;
// run: reduce $FILE --switched
// status: 1
//err| $FILE:7:21: error[E1112]: the relation 'z > 0.5' reads states that are no outputs
//err|       der(x) = -x + (if z > 0.5 then 1 else 0);
//err|                         ^~~~~~~
//err|   help: declare what it compares an output of the model
