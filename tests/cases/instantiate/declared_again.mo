// What is inherited and declared again must be the same; a type may have two names.
package DeclaredAgain
  type Voltage = Real(unit = "V");
  model Base
    parameter DeclaredAgain.Voltage u(min = 0) = 1 "one";
    Real x[2] = {u, 2*u};
  end Base;
  model Same
    extends Base;
    parameter Voltage u(min = 0) = 1 "another description";
    Real y = x[2] + u;
  end Same;
  model OtherValue
    extends Base;
    parameter Voltage u(min = 0) = 2;
  end OtherValue;
  model OtherAttribute "as libraries have it; the first one says the attributes"
    extends Base;
    parameter Voltage u(min = -1) = 1;
  end OtherAttribute;
  model OtherPrefix
    extends Base;
    Voltage u(min = 0) = 1;
  end OtherPrefix;
  model OtherType
    extends Base;
    parameter Real u(min = 0) = 1;
  end OtherType;
  model OtherSize
    extends Base;
    Real x[3] = {u, 2*u, 3*u};
  end OtherSize;
end DeclaredAgain;
// run: simulate $FILE --model DeclaredAgain.Same --stop 1 --method cvode --json
// json: final.y == 3
// run: check $FILE --model DeclaredAgain.OtherValue
// status: 1
//err| $FILE:15:23: error[E0207]: 'u' is declared twice, with other values or modifications
//err|         parameter Voltage u(min = 0) = 2;
//err|                           ^
//err|   note: $FILE:5:37: first declared here
//err|         parameter DeclaredAgain.Voltage u(min = 0) = 1 "one";
//err|                                         ^
// run: simulate $FILE --model DeclaredAgain.OtherAttribute --stop 1 --method cvode --json
// json: final[x[2]] == 2
// run: check $FILE --model DeclaredAgain.OtherPrefix
// status: 1
//err| $FILE:23:13: error[E0207]: 'u' is declared twice, with other prefixes
//err|         Voltage u(min = 0) = 1;
//err|                 ^
//err|   note: $FILE:5:37: first declared here
//err|         parameter DeclaredAgain.Voltage u(min = 0) = 1 "one";
//err|                                         ^
// run: check $FILE --model DeclaredAgain.OtherType
// status: 1
//err| $FILE:27:20: error[E0207]: 'u' is declared twice, with another type
//err|         parameter Real u(min = 0) = 1;
//err|                        ^
//err|   note: $FILE:5:37: first declared here
//err|         parameter DeclaredAgain.Voltage u(min = 0) = 1 "one";
//err|                                         ^
// run: check $FILE --model DeclaredAgain.OtherSize
// status: 1
//err| $FILE:31:10: error[E0207]: 'x' is declared twice, with other sizes
//err|         Real x[3] = {u, 2*u, 3*u};
//err|              ^
//err|   note: $FILE:6:10: first declared here
//err|         Real x[2] = {u, 2*u};
//err|              ^
