// Without inputs there is nothing to reduce for.
model Alone
  output Real y;
  Real x(start = 1, fixed = true);
equation
  der(x) = -x;
  y = x;
end Alone;
// run: reduce $FILE
// status: 1
//err| error[E1109]: the model has 0 open inputs and 1 output: there is nothing to keep
//err|   help: declare what drives the model as 'input Real NAME(start = ...);', in place of the equation that gives its value
// run: reduce $FILE --switched
// status: 1
//err| error[E1109]: the model needs open inputs and outputs of its own
// run: linearize $FILE --json
// json: a == [[-1.0]]
// json: c == [[1.0]]
