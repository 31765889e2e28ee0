// One value for a whole array: an error as a binding, a warning as an attribute, fine with `each` or in a type.
package P
  type Temperature = Real(start = 300);
  model M
    Real a[3] = 1;
    Real b[3](start = 1, each fixed = true);
    Temperature t[2](each fixed = true);
  equation
    der(b) = -b;
    der(t) = zeros(2);
    annotation(experiment(StopTime = 1));
  end M;
end P;
// run: check $FILE
// status: 1
//err| $FILE:5:17: error[E0205]: 'a' is Real[3], its value Integer
//err|         Real a[3] = 1;
//err|                     ^
//err|   help: fill(...) gives all elements one value; in a modifier, 'each' does
//err| $FILE:6:15: warning[W0202]: one value of start for the whole array 'b'
//err|         Real b[3](start = 1, each fixed = true);
//err|                   ^~~~~~~~~
//err|   help: write 'each start' if it is meant for every element
