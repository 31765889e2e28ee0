// Inputs: those of components are given values in algorithms, too; a type and a component may both say input.
package GivenInputs
  connector RealInput = input Real;
  connector RealOutput = output Real;
  block Twice
    input RealInput u;
    output RealOutput y = 2*u;
  end Twice;
  model Gives
    Twice twice;
    Real h;
  algorithm
    h := time;
    twice.u := 3*h;
  end Gives;
  model OwnInput
    input Real u;
  algorithm
    u := 1;
  end OwnInput;
  model OwnConnector
    connector C
      input Real u;
      output Real y;
    end C;
    C c;
  algorithm
    c.u := 1;
    c.y := 2;
  end OwnConnector;
  model Both
    output RealInput u;
  end Both;
end GivenInputs;
// run: simulate $FILE --model GivenInputs.Gives --stop 1 --method cvode --json
// json: final[twice.y] == 6
// run: check $FILE --model GivenInputs.OwnInput
// status: 1
//err| $FILE:19:5: error[E0204]: 'u' is an input: it cannot be assigned
//err|         u := 1;
//err|         ^
// run: check $FILE --model GivenInputs.OwnConnector
// status: 1
//err| $FILE:28:5: error[E0204]: 'c.u' is an input: it cannot be assigned
//err|         c.u := 1;
//err|         ^~~
// run: check $FILE --model GivenInputs.Both
// status: 1
//err| $FILE:32:5: error[E0221]: 'u' is an output, its type an input
//err|         output RealInput u;
//err|         ^~~~~~~~~~~~~~~~~~
