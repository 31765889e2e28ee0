// Variables of functions that nothing speaks of.
function mean
  input Real x[:];
  output Real y;
protected
  Integer n = size(x, 1);
  Real weights[size(x, 1)];
  Real sum_;
  Real spare;
algorithm
  sum_ := 0;
  for i in 1:n loop
    sum_ := sum_ + x[i];
  end for;
  y := sum_/n;
end mean;
model M
  Real y = mean({time, 2*time});
end M;
// run: check $FILE --model M --until flat
//out| M: the model is sound as far as the stage 'flat', with 1 equation and as many unknowns
//err| $FILE:7:8: warning[W0204]: 'weights' is never used
//err|       Real weights[size(x, 1)];
//err|            ^~~~~~~
//err| $FILE:9:8: warning[W0204]: 'spare' is never used
//err|       Real spare;
//err|            ^~~~~
