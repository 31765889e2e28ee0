package P
  partial model Load
    parameter Real k = 1;
    Real y;
  end Load;
  model Linear
    extends Load;
  equation
    y = k*time;
  end Linear;
  model Square
    extends Load;
    parameter Real c = 0;
  equation
    y = k*time^2 + c;
  end Square;
  model System
    replaceable Linear load(k = 3) constrainedby Load(k = 4);
    replaceable model Kind = Linear constrainedby Load;
    Kind other(k = 2);
  end System;
  model M
    System plain;
    System changed(redeclare Square load(c = 1), redeclare model Kind = Square(c = 5));
    annotation(experiment(StopTime = 2));
  end M;
  model Wrong
    System bad(redeclare Real load, redeclare model Missing = Linear);
    Fixed fixed(redeclare Square load);
  end Wrong;
  model Fixed
    Linear load;
  end Fixed;
end P;
// run: simulate $FILE --model P.M --method cvode --json
// json: final[plain.load.y] == 6
// json: final[plain.other.y] == 4
// json: final[changed.load.y] == 17
// json: final[changed.other.y] == 13
// run: check $FILE --model P.Wrong
// status: 1
//err| $FILE:28:26: error[E0219]: 'load' does not fit its constraining type 'P.Load': only one of them is a simple type
//err|         System bad(redeclare Real load, redeclare model Missing = Linear);
//err|                              ^~~~
//err|   note: $FILE:18:5: declared here
//err|         replaceable Linear load(k = 3) constrainedby Load(k = 4);
//err|         ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
//err| $FILE:28:37: error[E0206]: 'bad' has no element 'Missing' to modify
//err|         System bad(redeclare Real load, redeclare model Missing = Linear);
//err|                                         ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
//err| $FILE:29:17: error[E0219]: 'load' is not replaceable: it cannot be redeclared
//err|         Fixed fixed(redeclare Square load);
//err|                     ^~~~~~~~~~~~~~~~~~~~~
//err|   note: $FILE:32:5: declared here
//err|         Linear load;
//err|         ^~~~~~~~~~~
