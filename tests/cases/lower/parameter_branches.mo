// Parameters that give each other values, depending on a switch: only the branch that is taken counts.
model ParameterBranches
  parameter Boolean by_first = true;
  parameter Real first = if by_first then 3 else second/2;
  parameter Real second = if by_first then 2*first else 10;
  Real x = first + second;
end ParameterBranches;

model Circle
  parameter Real first = second/2;
  parameter Real second = 2*first;
  Real x = first + second;
end Circle;
// run: simulate $FILE --model ParameterBranches --stop 1 --method rosenbrock --json
// json: final.x == 9
// run: simulate $FILE --model ParameterBranches --stop 1 --method rosenbrock --set by_first=false --json
// json: final.x == 15
// run: check $FILE --model Circle
// status: 1
//err| $FILE:11:18: error[E0210]: the value of 'second' depends on itself
//err|       parameter Real second = 2*first;
//err|                      ^~~~~~
//err|   note: $FILE:10:18: by way of this one
//err|       parameter Real first = second/2;
//err|                      ^~~~~
