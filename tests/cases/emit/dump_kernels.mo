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
//out| kernel 0: 3 rows, 1 segment, 3 operations a row: dx[0 + 1 i] from dx[0] p[1] x[0 + 1 i] w[0]
//out| kernel 1: 1 row, 1 segment, 2 operations a row: r[0] m[0] m[2] from w[0] w[1] x[0]
//out| kernel 2: 1 row, 1 segment, 3 operations a row: r[1] m[1] m[3] from w[0] w[1] x[2]
//out| part 0: 1 run, 9 operations
//out| part 1: 2 runs, 5 operations
// run: check $FILE --dump=kernels --json
// json: stage == "kernels"
// run: check $FILE --dump=tape
// status: 2
//err| sunder: 'tape' is not a value of --dump of sunder check
//err|   use one of ast, instance, flat, dae, blocks, plan and kernels
