model M
  Real x(start = 0, fixed = true), y, z;
  Boolean b;
  Integer n, k;
equation
  der(x) = 1;
  y = pre(x);
  b = noEvent(x > 1);
  when noEvent(x > 1) then
    n = 1;
  end when;
  when x > 1 then
    reinit(y, 1);
  end when;
  when x > 2 then
    z = 1;
    k = 1;
  elsewhen x > 3 then
    z = 2;
  end when;
  when sample(0, x) then
    reinit(x, 0);
  end when;
  when x > 4 then
    reinit(x, 0);
  end when;
end M;
model N
  Real x(start = 0, fixed = true);
equation
  der(x) = 1;
  when x > 1 then
    x = 0;
  end when;
end N;
model K
  Real x(start = 0, fixed = true);
  Boolean a, b;
equation
  der(x) = 1;
  a = x > 1 or not b;
  b = not a;
end K;
// run: check $FILE --model M
// status: 1
//err| $FILE:7:11: error[E0306]: pre() needs a variable that changes at events only; 'x' is continuous
//err|       y = pre(x);
//err|               ^
//err| $FILE:8:7: error[E0306]: a variable that changes at events only cannot follow something continuous
//err|       b = noEvent(x > 1);
//err|           ^~~~~~~~~~~~~~
//err| $FILE:9:8: error[E0306]: the condition of a when-equation must change at events only: noEvent hides them
//err|       when noEvent(x > 1) then
//err|            ^~~~~~~~~~~~~~
//err| $FILE:13:12: error[E0306]: reinit needs a state: 'y' has no derivative
//err|         reinit(y, 1);
//err|                ^
//err| $FILE:17:5: error[E0304]: 'k' must be given a value once in every branch of the when-equation
//err|         k = 1;
//err|         ^~~~~
//err| $FILE:21:18: error[E0208]: start and interval of sample() can depend on parameters only
//err|       when sample(0, x) then
//err|                      ^
// run: check $FILE --model N
// status: 1
//err| $FILE:29:8: error[E0306]: 'x' is given values in a when-equation and has a derivative
//err|       Real x(start = 0, fixed = true);
//err|            ^
//err|   help: a state takes another value with reinit(x, ...)
// run: check $FILE --model K
// status: 1
//err| $FILE:38:11: error[E0410]: 'a' depends on itself within one instant, and it is no real number
//err|       Boolean a, b;
//err|               ^
//err|   note: $FILE:41:3: by way of a = ((x > 1) or not b)
//err|       a = x > 1 or not b;
//err|       ^~~~~~~~~~~~~~~~~~
//err|   note: $FILE:42:3: by way of b = (not a)
//err|       b = not a;
//err|       ^~~~~~~~~
//err|   help: pre() breaks the circle: it reads the value before the event
