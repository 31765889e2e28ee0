// Branches of an if-expression are alike, also the one that is known not to be taken; sizes may differ then.
model M
  parameter Boolean vector = true;
  parameter Integer n = if vector then 3 else 1;
  Real x[n] = if vector then {1, 2, 3} else {7};
  Real y = if vector then 1 else "no";
  Real z = if true then 1 elseif false then {1, 2} else 3;
end M;
// run: check $FILE
// status: 1
//err| $FILE:6:34: error[E0204]: the branches differ: Integer and String
//err|       Real y = if vector then 1 else "no";
//err|                                      ^~~~
//err| $FILE:7:45: error[E0205]: the branches differ: Integer and Integer[2]
//err|       Real z = if true then 1 elseif false then {1, 2} else 3;
//err|                                                 ^~~~~~
