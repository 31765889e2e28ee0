model Literal
  Integer i = 2147483648;
end Literal;

model Product
  parameter Integer n = 65536;
  parameter Integer m = n*n;
  Real x[m - n];
end Product;

model Parameter
  parameter Integer n = 2147483647;
  parameter Integer m = n + 1;
  Real x = m;
end Parameter;

model Ends
  parameter Integer largest = 2147483647;
  parameter Integer smallest = -largest - 1;
  Real x = largest + 1.0, y = smallest - 1.0;
end Ends;
// run: check $FILE --model Literal
// status: 1
//err| $FILE:2:15: warning[W0227]: the number '2147483648' is too large for an Integer, which ends at 2147483647: it is a Real
//err|       Integer i = 2147483648;
//err|                   ^~~~~~~~~~
//err|   help: write '2147483648.0'
//err| $FILE:2:15: error[E0204]: 'i' must be Integer, not Real
//err|       Integer i = 2147483648;
//err|                   ^~~~~~~~~~
// run: check $FILE --model Product
// status: 1
//err| $FILE:8:10: error[E0208]: the size of 'x' must be known at compile time: 4294967296 is outside the range of Integer, from -2147483648 to 2147483647
//err|       Real x[m - n];
//err|              ^~~~~
//err|   note: $FILE:7:25: because of this
//err|       parameter Integer m = n*n;
//err|                             ^~~
// run: check $FILE --model Parameter
// status: 1
//err| $FILE:13:25: error[E0208]: the value of 'm' cannot be computed: 2147483648 is outside the range of Integer, from -2147483648 to 2147483647
//err|       parameter Integer m = n + 1;
//err|                             ^~~~~
// run: simulate $FILE --method cvode --model Ends --stop 1 --json
// json: final.x == 2147483648.0
// json: final.y == -2147483649.0
