model M "a loop over equal equations, and a linear loop"
  parameter Integer n = 3;
  parameter Real k = 2;
  Real x[n](each start = 1, each fixed = true);
  Real a, b;
equation
  for i in 1:n loop
    der(x[i]) = -k*x[i] + a;
  end for;
  a + b = x[1];
  a - b = 2*x[n];
end M;
// run: check $FILE --dump=kernels
// run: check $FILE --dump=kernels --json
// json: stage == "kernels"
// run: check $FILE --dump=tape
// status: 2
