// Values in messages are those of the moment.
package Messages
  type Mode = enumeration(low, high);
  model Fails
    Real x(start = 1, fixed = true);
    parameter Real limit = 2;
    Mode mode = if x > 1.5 then Mode.high else Mode.low;
  equation
    der(x) = x;
    assert(x < limit, "x is " + String(x, 4) + ", more than " + String(limit) + ", in mode " + String(mode));
    annotation(experiment(StopTime = 1));
  end Fails;
  model Warns
    Real x[2](start = {1, 2}, each fixed = true);
  equation
    der(x) = x;
    for i in 1:2 loop
      assert(x[i] < 2.5, "x[" + String(i) + "] >" + String(x[i], significantDigits = 3, minimumLength = 6, leftJustified = false)
        + "<", AssertionLevel.warning);
    end for;
    when x[1] > 1.8 then
      terminate("enough: " + String(time > 0) + " at " + String(time, 3));
    end when;
    annotation(experiment(StopTime = 1));
  end Warns;
end Messages;
// run: simulate $FILE --model Messages.Fails --method cvode
// status: 3
//err| $FILE:10:5: error[E0617]: assertion violated at time 0.693129: x is 2, more than 2, in mode high
//err|         assert(x < limit, "x is " + String(x, 4) + ", more than " + String(limit
//err|         ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
// run: simulate $FILE --model Messages.Warns --method cvode --json
// json: status.reason == "terminated by the model: enough: true at 0.588"
//err| $FILE:18:7: warning[W0618]: assertion violated: x[2] >   2.5<
//err|           assert(x[i] < 2.5, "x[" + String(i) + "] >" + String(x[i], significant
//err|           ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
