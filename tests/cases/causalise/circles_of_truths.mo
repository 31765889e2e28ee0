// What is no real number cannot be found by Newton's method: a circle of Booleans within one instant is refused.
model Circle
  Boolean a, b;
  Real x(start = 0, fixed = true);
equation
  a = b or x > 0.5;
  b = a and x < 0.8;
  der(x) = if b then 1 else 2;
end Circle;
model Broken
  Boolean a, b;
  Real x(start = 0, fixed = true);
equation
  a = b or x > 0.5;
  b = pre(a) and x < 0.8;
  der(x) = if b then 1 else 2;
end Broken;
// run: check $FILE --model Circle
// status: 1
//err| $FILE:3:11: error[E0410]: 'a' depends on itself within one instant, and it is no real number
//err|       Boolean a, b;
//err|               ^
//err|   note: $FILE:6:3: by way of a = (b or (x > 0.5))
//err|       a = b or x > 0.5;
//err|       ^~~~~~~~~~~~~~~~
//err|   note: $FILE:7:3: by way of b = (a and (x < 0.8))
//err|       b = a and x < 0.8;
//err|       ^~~~~~~~~~~~~~~~~
//err|   help: pre() breaks the circle: it reads the value before the event
// run: simulate $FILE --model Broken --method cvode --stop 0.5 --json
// json: final.x ~ 0.75 1e-6
