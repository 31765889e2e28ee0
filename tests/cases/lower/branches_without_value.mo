// What only a branch asks for need not have a value where the branch is not taken.
package P
  function f
    input Real p;
    input Real u;
    output Real y;
  algorithm
    if u > 5 then
      y := sqrt(p - 3)*u;
    else
      y := p*u;
    end if;
  end f;
  model Number
    Real y = f(2, time);
  end Number;
  model Parameter
    parameter Real p = 2;
    Real y = f(p, time);
  end Parameter;
  model Loop
    Real y[2];
  equation
    for i in 1:2 loop
      y[i] = if noEvent(time > 5) then time*log(i - 2) else i*time;
    end for;
  end Loop;
  model Always
    Real y = time*sqrt(2 - 3);
  end Always;
end P;
// run: simulate $FILE --model P.Number --stop 4 --json
// json: final.y == 8
// run: simulate $FILE --model P.Parameter --stop 4 --json
// json: final.y == 8
// run: simulate $FILE --model P.Loop --stop 4 --method euler --step 1 --json
// json: status.ok == true
// run: simulate $FILE --model P.Number --stop 6 --intervals 6 --method euler --step 1 --json
// status: 3
//err| $FILE:15:10: error[E0501]: 'y' is nan at time 6
//err|         Real y = f(2, time);
//err|              ^
// run: check $FILE --model P.Always
// status: 1
//err| $FILE:29:14: error[E0208]: a constant part of this has no finite value (division by zero?)
//err|         Real y = time*sqrt(2 - 3);
//err|                  ^~~~~~~~~~~~~~~~
