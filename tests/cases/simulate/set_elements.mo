model Elements "single elements of arrays can be set, also where they decide sizes"
  parameter Integer n[2] = {2, 3};
  parameter Real k[2] = {1, 3};
  parameter Real twice[2] = 2*k;
  final parameter Real fixed[2] = {1, 1};
  Real x[n[1]](each start = 0, each fixed = true);
equation
  for i in 1:n[1] loop
    der(x[i]) = twice[i];
  end for;
end Elements;
// run: simulate $FILE --method cvode --set k[2]=5 --json
// json: final[x[1]] ~ 2 1e-9
// json: final[x[2]] ~ 10 1e-9
// run: simulate $FILE --method cvode --set twice[1]=7 --set k[1]=100 --json
// json: final[x[1]] ~ 7 1e-9
// run: simulate $FILE --method cvode --set k[2]=2*n[2] --set n[1]=1+1 --json
// json: final[x[2]] ~ 12 1e-9
// run: check $FILE --set n[1]=1 --json
// json: states == ["x[1]"]
// run: check $FILE --set k[1]=4 --set k[1]=2*2.5 --dump=flat
//out| model Elements
//out|   parameter Integer n[2] = {2, 3};
//out|   parameter Real k[2] = {1, 3} /* element 1: 4 */ /* element 1: 2 * 2.5 */;
//out|   parameter Real twice[2] = 2 * k;
//out|   parameter Real fixed[2] = {1, 1};
//out|   Real x[2](start = 0, fixed = true);
//out| equation
//out|   for i in 1:n[1] loop
//out|     der(x[i]) = twice[i];
//out|   end for;
//out| end Elements;
// run: simulate $FILE --method cvode --set k[3]=5
// status: 1
//err| --set k[3]:1:1: error[E0005]: the model has no parameter 'k[3]'
//err|     5
//err|     ^
//err|   note: $FILE:3:18: 'k' is Real[2]
//err|       parameter Real k[2] = {1, 3};
//err|                      ^
// run: simulate $FILE --method cvode --set k[1,1]=5
// status: 1
//err| --set k[1,1]:1:1: error[E0005]: the model has no parameter 'k[1,1]'
//err|     5
//err|     ^
//err|   note: $FILE:3:18: 'k' is Real[2]
//err|       parameter Real k[2] = {1, 3};
//err|                      ^
// run: simulate $FILE --method cvode --set k[1.5]=5
// status: 1
//err| --set k[1.5]:1:1: error[E0005]: the model has no parameter 'k[1.5]'
//err|     5
//err|     ^
//err|   note: $FILE:3:18: 'k' is Real[2]
//err|       parameter Real k[2] = {1, 3};
//err|                      ^
// run: simulate $FILE --method cvode --set q[1]=5
// status: 1
//err| --set q[1]:1:1: error[E0005]: the model has no parameter 'q[1]'
//err|     5
//err|     ^
// run: simulate $FILE --method cvode --set k[1]=a
// status: 1
//err| --set k[1]:1:1: error[E0201]: unknown name 'a'
//err|     a
//err|     ^
// run: simulate $FILE --method cvode --set k[1]=true
// status: 1
//err| --set k[1]:1:1: error[E0204]: 'k[1]' must be Real, not Boolean
//err|     true
//err|     ^~~~
// run: simulate $FILE --method cvode --set k[1]={1,2}
// status: 1
//err| --set k[1]:1:1: error[E0205]: 'k[1]' is Real, its value Integer[2]
//err|     {1,2}
//err|     ^~~~~
// run: simulate $FILE --method cvode --set n[1]=1.5
// status: 1
//err| --set n[1]:1:1: error[E0204]: 'n[1]' must be Integer, not Real
//err|     1.5
//err|     ^~~
// run: simulate $FILE --method cvode --set k[1]=2*k[2]
// status: 1
//err| $FILE:3:18: error[E0210]: the value of 'k' depends on itself
//err|       parameter Real k[2] = {1, 3};
//err|                      ^
//err|   note: $FILE:3:18: by way of this one
//err|       parameter Real k[2] = {1, 3};
//err|                      ^
// run: simulate $FILE --method cvode --set n[1]=n[2]
// status: 1
//err| $FILE:6:10: error[E0208]: the size of 'x' must be known at compile time: the value of 'n' depends on itself
//err|       Real x[n[1]](each start = 0, each fixed = true);
//err|              ^~~~
//err|   note: --set n[1]:1:1: because of this
//err|     n[2]
//err|     ^~~~
// run: simulate $FILE --method cvode --set k[1]=time
// status: 1
//err| --set k[1]:1:1: error[E0208]: 'k' is a parameter: its value cannot depend on time
//err|     time
//err|     ^~~~
// run: simulate $FILE --method cvode --set x[1]=3
// status: 1
//err| --set x[1]:1:1: error[E0005]: 'x[1]' is not a parameter
//err|     3
//err|     ^
//err|   note: $FILE:6:8: declared here
//err|       Real x[n[1]](each start = 0, each fixed = true);
//err|            ^
// run: simulate $FILE --method cvode --set fixed[1]=3
// status: 1
//err| --set fixed[1]:1:1: error[E0212]: 'fixed' is final and cannot be modified
//err|     3
//err|     ^
//err|   note: $FILE:5:24: declared here
//err|       final parameter Real fixed[2] = {1, 1};
//err|                            ^~~~~
// run: simulate $FILE --method cvode --sweep k[1]=1,2 --sweep twice[2]=4,5 --json
// json: runs[3].final[x[2]] ~ 5 1e-9
