// Calls for effects that are not carried out are refused.
package Refused
  function check
    input Real x;
  algorithm
    assert(x < 2, "too much");
  end check;
  model Loop
    Real x[2] = {time, 2*time};
  equation
    for i in 1:2 loop
      check(x[i]);
    end for;
  end Loop;
  model Elsewhen
    Real x = time;
  equation
    when x > 0.5 then
      check(x);
    elsewhen x > 0.7 then
      check(2*x);
    end when;
  end Elsewhen;
end Refused;
// run: check $FILE --model Refused.Loop
// status: 1
//err| $FILE:12:7: error[E0301]: calls of functions for their effects are not supported here
//err|           check(x[i]);
//err|           ^~~~~~~~~~~
//err|   help: functions that assert something can be called by equations outside of for, if and elsewhen, and in algorithms
// run: check $FILE --model Refused.Elsewhen
// status: 1
//err| $FILE:21:7: error[E0301]: calls of functions for their effects are not supported here
//err|           check(2*x);
//err|           ^~~~~~~~~~
//err|   help: functions that assert something can be called by equations outside of for, if and elsewhen, and in algorithms
