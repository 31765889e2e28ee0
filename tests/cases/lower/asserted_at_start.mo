// Assertions of initial algorithms, and of functions that are called there or among initial equations, are looked at
// when the start has been found, and not later.
package AssertedAtStart
  function check
    input Real x[:];
    input String name;
  algorithm
    for i in 1:size(x, 1) loop
      assert(x[i] > 0, "area " + String(i) + " of the " + name + " is not positive");
    end for;
  end check;
  partial model Room
    parameter Real areas[2] = {1, 2};
    Real y = time;
  end Room;
  model Called
    extends Room;
  initial algorithm
    check(areas, "wall");
  end Called;
  model CalledAmongEquations
    extends Room;
  initial equation
    check(areas, "floor");
  end CalledAmongEquations;
  model Said
    parameter Real p = 1;
    parameter Real found(fixed = false);
    Real y = time;
  initial algorithm
    found := p + time;
    if p > 0 then
      assert(time < 0.5, "it is too late");
    end if;
    assert(found < 3, "p is too large");
    assert(found < 2, "p is large", AssertionLevel.warning);
  end Said;
end AssertedAtStart;
// run: simulate $FILE --model AssertedAtStart.Called --method cvode --stop 1 --json
// json: final.y == 1
// run: simulate $FILE --model AssertedAtStart.Called --method cvode --stop 1 --set areas={1,-1}
// status: 3
//err| $FILE:19:5: error[E0617]: assertion violated at time 0: area 2 of the wall is not positive
//err|         check(areas, "wall");
//err|         ^~~~~~~~~~~~~~~~~~~~
// run: simulate $FILE --model AssertedAtStart.CalledAmongEquations --method cvode --stop 1 --set areas={0,1}
// status: 3
//err| $FILE:24:5: error[E0617]: assertion violated at time 0: area 1 of the floor is not positive
//err|         check(areas, "floor");
//err|         ^~~~~~~~~~~~~~~~~~~~~
// run: simulate $FILE --model AssertedAtStart.Said --method cvode --stop 1 --json
// json: final.y == 1
// run: simulate $FILE --model AssertedAtStart.Said --method cvode --stop 1 --set p=4
// status: 3
//err| $FILE:35:5: error[E0617]: assertion violated at time 0: p is too large
//err|         assert(found < 3, "p is too large");
//err|         ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
// run: simulate $FILE --model AssertedAtStart.Said --method cvode --start 1 --stop 2
// status: 3
//err| $FILE:33:7: error[E0617]: assertion violated at time 1: it is too late
//err|           assert(time < 0.5, "it is too late");
//err|           ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
// run: simulate $FILE --model AssertedAtStart.Said --method cvode --stop 1 --set p=2.5 --json
// json: final.y == 1
//err| $FILE:36:5: warning[W0618]: assertion violated: p is large
//err|         assert(found < 2, "p is large", AssertionLevel.warning);
//err|         ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
