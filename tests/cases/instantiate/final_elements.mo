// What is final or protected cannot be modified from outside; nothing is modified twice in one list.
package P
  model Leaf
    parameter Real k = 1;
    Real x(final start = 1, fixed = true);
  protected
    parameter Real hidden = 2;
  equation
    der(x) = -k*x;
  end Leaf;
  model Middle
    Leaf leaf(final k = 2);
  end Middle;
  model M
    Middle a(leaf.k = 3);
    Leaf b(x.start = 2);
    Leaf c(k = 1, k = 2);
    Leaf d(hidden = 3);
    Real y(start = 1, start = 2) = 1;
    annotation(experiment(StopTime = 1));
  end M;
end P;
// run: check $FILE
// status: 1
//err| $FILE:15:14: error[E0212]: 'k' is final and cannot be modified
//err|         Middle a(leaf.k = 3);
//err|                  ^~~~~~~~~~
//err|   note: $FILE:12:15: made final here
//err|         Leaf leaf(final k = 2);
//err|                   ^~~~~~~~~~~
//err| $FILE:16:12: error[E0212]: 'start' is final and cannot be modified
//err|         Leaf b(x.start = 2);
//err|                ^~~~~~~~~~~
//err|   note: $FILE:5:12: made final here
//err|         Real x(final start = 1, fixed = true);
//err|                ^~~~~~~~~~~~~~~
//err| $FILE:17:19: error[E0214]: 'k' is modified twice
//err|         Leaf c(k = 1, k = 2);
//err|                       ^~~~~
//err|   note: $FILE:17:12: first here
//err|         Leaf c(k = 1, k = 2);
//err|                ^~~~~
//err| $FILE:18:12: error[E0212]: 'd.hidden' is protected and cannot be modified from outside
//err|         Leaf d(hidden = 3);
//err|                ^~~~~~~~~~
//err|   note: $FILE:7:20: declared here
//err|         parameter Real hidden = 2;
//err|                        ^~~~~~
//err| $FILE:19:23: error[E0214]: 'start' is modified twice
//err|         Real y(start = 1, start = 2) = 1;
//err|                           ^~~~~~~~~
//err|   note: $FILE:19:12: first here
//err|         Real y(start = 1, start = 2) = 1;
//err|                ^~~~~~~~~
