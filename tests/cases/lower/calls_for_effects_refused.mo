// Calls for effects that are not carried out are refused.
package Refused
  function check
    input Real x;
  algorithm
    assert(x < 2, "too much");
  end check;
  function print
    input String text;
    input String file = "";
    external "C" ModelicaInternal_print(text, file);
  end print;
  model Prints
    Real x = time;
  equation
    when x > 0.5 then
      print("half");
    end when;
  end Prints;
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
// run: check $FILE --model Refused.Prints
// status: 1
// run: check $FILE --model Refused.Loop
// status: 1
// run: check $FILE --model Refused.Elsewhen
// status: 1
