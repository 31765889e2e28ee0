package P
  model Part
    parameter Real k = 1;
    Real x(start = 1, fixed = true);
  equation
    der(x) = 0;
  end Part;
  model M
    parameter Integer n = 2;
    parameter Boolean on = false;
    parameter Real v[n] = ones(n);
    final parameter Real fixed_gain = 4;
    Part part;
    Real y = if on then sum(v) else -part.k;
    annotation(experiment(StopTime = 1));
  end M;
end P;
// run: simulate $FILE --method cvode --json --set n=3 --set on=true --set v={1,2,3}
// json: final.y == 6.0
// run: simulate $FILE --method cvode --json --set part.k=9 --set part.x.start=4 --set v=5
// json: final.y == -9.0
// json: final[part.x] == 4.0
// json: final[v[2]] == 5.0
// run: check $FILE --set y=3
// status: 1
//err| --set y:1:1: error[E0005]: 'y' is not a parameter
//err|     3
//err|     ^
//err|   note: $FILE:14:10: declared here
//err|         Real y = if on then sum(v) else -part.k;
//err|              ^
// run: check $FILE --set part.q=3
// status: 1
//err| --set part.q:1:1: error[E0206]: 'part' has no element 'q' to modify
//err|     3
//err|     ^
// run: check $FILE --set part=3
// status: 1
//err| --set part:1:1: error[E0005]: 'part' is a component: only parameters have a value to set
//err|     3
//err|     ^
// run: check $FILE --set on=1
// status: 1
//err| --set on:1:1: error[E0204]: 'on' must be Boolean, not Integer
//err|     1
//err|     ^
// run: check $FILE --set v={1,2,3}
// status: 1
//err| --set v:1:1: error[E0205]: 'v' is Real[2], its value Integer[3]
//err|     {1,2,3}
//err|     ^~~~~~~
// run: check $FILE --set fixed_gain=1
// status: 1
//err| --set fixed_gain:1:1: error[E0212]: 'fixed_gain' is final and cannot be modified
//err|     1
//err|     ^
//err|   note: $FILE:12:5: declared final here
//err|         final parameter Real fixed_gain = 4;
//err|         ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
// run: check $FILE --set n=k
// status: 1
//err| --set n:1:1: error[E0201]: unknown name 'k'
//err|     k
//err|     ^
