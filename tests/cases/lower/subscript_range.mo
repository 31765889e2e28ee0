model M
  Real x[4];
equation
  for i in 1:4 loop
    der(x[i]) = x[i + 1];
  end for;
end M;
// run: check $FILE
// status: 1
//err| $FILE:5:17: error[E0302]: subscript 5 is outside 1:4 of 'x'
//err|         der(x[i]) = x[i + 1];
//err|                     ^~~~~~~~
