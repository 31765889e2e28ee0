model M
  input Real u;
  Real x, f;
equation
  der(x) = f;
  x = 2*u;
end M;
// run: check $FILE
// status: 1
//err| $FILE:6:3: error[E0411]: the derivative of the input 'u' is needed and not known
//err|       x = 2*u;
//err|       ^~~~~~~
//err|   note: $FILE:2:14: the input is declared here
//err|       input Real u;
//err|                  ^
//err|   help: an equation makes states follow the input: filter the input, or make its derivative an input too
