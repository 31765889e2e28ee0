model M
  Real a = 1 + "text";
  Boolean b = 3;
  Real c = if 1 then 2 else 3;
  Real d = not 2;
  Integer i = 1.5;
  Real e = if true then 1 else {1, 2};
  parameter Real p(start = "x") = 1;
equation
  a = b;
end M;
// run: check $FILE
// status: 1
//err| $FILE:2:16: error[E0204]: this operand must be a number, not String
//err|       Real a = 1 + "text";
//err|                    ^~~~~~
//err| $FILE:3:15: error[E0204]: 'b' must be Boolean, not Integer
//err|       Boolean b = 3;
//err|                   ^
//err| $FILE:4:15: error[E0204]: the condition must be Boolean, not Integer
//err|       Real c = if 1 then 2 else 3;
//err|                   ^
//err| $FILE:5:16: error[E0204]: 'not' needs a Boolean, not Integer
//err|       Real d = not 2;
//err|                    ^
//err| $FILE:6:15: error[E0204]: 'i' must be Integer, not Real
//err|       Integer i = 1.5;
//err|                   ^~~
//err| $FILE:7:32: error[E0205]: the branches differ: Integer and Integer[2]
//err|       Real e = if true then 1 else {1, 2};
//err|                                    ^~~~~~
//err| $FILE:8:28: error[E0204]: start of 'p' must be Real, not String
//err|       parameter Real p(start = "x") = 1;
//err|                                ^~~
//err| $FILE:10:3: error[E0204]: the sides of the equation differ in type: Real and Boolean
//err|       a = b;
//err|       ^~~~~
