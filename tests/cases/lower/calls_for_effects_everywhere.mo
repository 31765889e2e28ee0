// Calls for effects inside of for, if and elsewhen: they assert where they stand, when they are taken.
package Everywhere
  function check
    input Real x;
  algorithm
    assert(x < 2, "too much: " + String(x, 3));
  end check;
  model Loop
    Real x[2] = {time, 2*time};
  equation
    for i in 1:2 loop
      check(x[i]);
    end for;
    annotation(experiment(StopTime = 1.5));
  end Loop;
  model Elsewhen
    Real x = time;
  equation
    when x > 0.5 then
      check(x);
    elsewhen x > 0.7 then
      check(3*x);
    end when;
    annotation(experiment(StopTime = 1.5));
  end Elsewhen;
  model If
    Real x = time, y;
  equation
    if time > 0.5 then
      y = x;
      check(3*x);
    else
      y = -x;
      check(x);
    end if;
    annotation(experiment(StopTime = 1.5));
  end If;
end Everywhere;
// run: simulate $FILE --model Everywhere.Loop --method rk4 --step 0.01
// status: 3
//err| $FILE:12:7: error[E0617]: assertion violated at time 1: too much: 2
//err|           check(x[i]);
//err|           ^~~~~~~~~~~
// run: simulate $FILE --model Everywhere.Loop --method rk4 --step 0.01 --stop 0.9 --json
// json: final[x[2]] ~ 1.8 1e-12
// run: simulate $FILE --model Everywhere.Elsewhen --method rk4 --step 0.01
// status: 3
//err| $FILE:22:7: error[E0617]: assertion violated at time 0.7: too much: 2.1
//err|           check(3*x);
//err|           ^~~~~~~~~~
// run: simulate $FILE --model Everywhere.Elsewhen --method rk4 --step 0.01 --stop 0.65 --json
// json: final.x ~ 0.65 1e-12
// run: simulate $FILE --model Everywhere.If --method rk4 --step 0.01
// status: 3
//err| $FILE:31:7: error[E0617]: assertion violated at time 0.666667: too much: 2
//err|           check(3*x);
//err|           ^~~~~~~~~~
// run: simulate $FILE --model Everywhere.If --method rk4 --step 0.01 --stop 0.6 --json
// json: final.y ~ 0.6 1e-12
