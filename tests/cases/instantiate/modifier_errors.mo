package P
  model Resistor
    parameter Real R = 1;
    final parameter Real k = 2;
    Real v(unit = "V");
  equation
    v = R*time;
  end Resistor;
  model M
    Resistor a(r = 3, v(strat = 1));
    Resistor b(k = 5);
    Resistor c(redeclare Real v);
    annotation(experiment(StopTime = 1));
  end M;
end P;
// run: check $FILE
// status: 1
//err| $FILE:10:16: error[E0206]: 'a' has no element 'r' to modify
//err|         Resistor a(r = 3, v(strat = 1));
//err|                    ^
//err|   help: did you mean 'R'?
//err| $FILE:10:25: error[E0206]: Real variables have no attribute 'strat'
//err|         Resistor a(r = 3, v(strat = 1));
//err|                             ^~~~~
//err|   help: did you mean 'start'?
//err| $FILE:11:16: error[E0212]: 'b.k' is final and cannot be modified
//err|         Resistor b(k = 5);
//err|                    ^~~~~
//err|   note: $FILE:4:5: declared final here
//err|         final parameter Real k = 2;
//err|         ^~~~~~~~~~~~~~~~~~~~~~~~~~
//err| $FILE:12:16: error[E0219]: 'v' is not replaceable: it cannot be redeclared
//err|         Resistor c(redeclare Real v);
//err|                    ^~~~~~~~~~~~~~~~
//err|   note: $FILE:5:5: declared here
//err|         Real v(unit = "V");
//err|         ^~~~~~~~~~~~~~~~~~
