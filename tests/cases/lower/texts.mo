// Variables of type String: texts that are known at compile time, chosen in the run.
package Texts
  function name_of
    input Integer n;
    output String s;
  algorithm
    s := "number " + String(n);
  end name_of;
  model Chooses
    parameter String unit = "m";
    String state(start = "off");
    String constant_ = "x in " + unit, computed = name_of(3);
    String list[2] = {"a", "b"};
    Boolean is_on = state == "on", same = list[2] <> "b";
    Integer switched(start = 0);
  equation
    when time > 0.5 then
      state = if pre(state) == "off" then "on" else "off";
      switched = pre(switched) + 1;
    end when;
    assert(time < 0.8, "it is " + state + ", " + constant_ + ", " + computed + " at " + String(time, 2));
    annotation(experiment(StopTime = 1));
  end Chooses;
  model InAlgorithm
    String s;
    Boolean b;
  algorithm
    s := "low";
    if time > 0.5 then
      s := "high";
    end if;
    b := s == "high";
    annotation(experiment(StopTime = 1));
  end InAlgorithm;
  model Made
    String s = "t = " + String(time);
  end Made;
  model Ordered
    String s = if time > 0.5 then "a" else "c";
    Boolean b = s < "b";
  end Ordered;
end Texts;
// run: simulate $FILE --model Texts.Chooses --method cvode
// status: 3
//err| $FILE:21:5: error[E0617]: assertion violated at time 0.8: it is on, x in m, number 3 at 0.8
//err|         assert(time < 0.8, "it is " + state + ", " + constant_ + ", " + computed
//err|         ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
// run: simulate $FILE --model Texts.InAlgorithm --method cvode --json
// json: final.b == 1
// run: check $FILE --model Texts.Made
// status: 1
//err| $FILE:36:16: error[E0306]: a variable that changes at events only cannot follow something continuous
//err|         String s = "t = " + String(time);
//err|                    ^~~~~~~~~~~~~~~~~~~~~
// run: simulate $FILE --model Texts.Ordered --method cvode --json
// json: final.s == "a"
// json: final.b == 1
