model M
  parameter Real p(start = 3);
  parameter Boolean b;
  parameter String s;
  constant Integer n;
  Real x = p*time;
end M;
// run: check $FILE
// status: 1
//err| $FILE:2:18: warning[W0201]: parameter 'p' has no value; its start value 3 is used
//err|       parameter Real p(start = 3);
//err|                      ^
//err| $FILE:3:21: warning[W0201]: parameter 'b' has no value; its start value false is used
//err|       parameter Boolean b;
//err|                         ^
//err| $FILE:4:20: error[E0211]: 's' has no value
//err|       parameter String s;
//err|                        ^
//err| $FILE:5:20: error[E0211]: 'n' has no value
//err|       constant Integer n;
//err|                        ^
