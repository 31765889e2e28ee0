model Elements "single elements of arrays can be set; structural ones not by themselves"
  parameter Integer n[2] = {2, 3};
  parameter Real k[2] = {1, 3};
  parameter Real twice[2] = 2*k;
  Real x[n[1]](each start = 0, each fixed = true);
equation
  for i in 1:n[1] loop
    der(x[i]) = twice[i];
  end for;
end Elements;
// run: simulate $FILE --set k[2]=5 --json
// json: final[x[1]] ~ 2 1e-9
// json: final[x[2]] ~ 10 1e-9
// run: simulate $FILE --set twice[1]=7 --set k[1]=100 --json
// json: final[x[1]] ~ 7 1e-9
// run: simulate $FILE --set k[3]=5
// status: 1
//err| --set k[3]:1:1: error[E0005]: the model has no parameter 'k[3]'
//err|     5
//err|     ^
// run: simulate $FILE --set n[1]=1
// status: 1
//err| --set n[1]:1:1: error[E0005]: 'n[1]' cannot be set: its value decides what the model consists of, and was read when it was compiled
//err|     1
//err|     ^
//err|   help: give all of the array at once
// run: simulate $FILE --set k[1]=a
// status: 1
//err| --set k[1]:1:1: error[E0005]: an element of an array takes a number, not 'a'
//err|     a
//err|     ^
// run: simulate $FILE --set x[1]=3
// status: 1
//err| --set x[1]:1:1: error[E0005]: 'x[1]' cannot be set: it is no parameter
//err|     3
//err|     ^
// run: simulate $FILE --sweep k[1]=1,2 --sweep twice[2]=4,5 --json
// json: runs[3].final[x[2]] ~ 5 1e-9
