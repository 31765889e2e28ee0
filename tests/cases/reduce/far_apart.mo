// What is wrong with a linearised system as a whole: where its largest entry comes from.
model Tank
  input Real u(start = -1e30);
  output Real y;
  Real h(start = 1, fixed = true), w(start = 3, fixed = true);
equation
  der(h) = u - h^2;
  der(w) = h*u - 5*w;
  y = w + 3*u + h;
end Tank;
// run: reduce $FILE --order 1
// status: 1
//err| error[E1107]: the unstable part cannot be balanced
//err|   note: $FILE:5:36: the largest entry of the matrices is -1e+30, what the derivative of 'w' changes by 'h'
//err|       Real h(start = 1, fixed = true), w(start = 3, fixed = true);
//err|                                        ^
