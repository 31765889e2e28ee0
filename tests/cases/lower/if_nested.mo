// Inside an if-equation that chooses at run time: further ones, and assertions that hold while their branch is taken.
model M
  parameter Real most = 2;
  parameter Boolean strict = false;
  Real x(start = 0, fixed = true), y;
equation
  der(x) = 1;
  if x < 1 then
    if x < 0.5 then
      y = 1;
    else
      y = 2;
    end if;
    assert(x < 1.1, "x is below one here");
  elseif x < 2 then
    if strict then
      y = 30;
    else
      y = 3;
    end if;
    assert(x >= 1 and x < 2.1, "x is between one and two here");
  else
    y = 4;
    assert(x < most, "x is beyond most");
  end if;
  if x > 2.5 then
    assert(not strict, "nothing to choose, so no else");
  end if;
end M;
// run: simulate $FILE --method cvode --stop 0.75 --json
// json: final.y == 2.0
// run: simulate $FILE --method cvode --stop 1.5 --json
// json: final.y == 3.0
// run: simulate $FILE --method cvode --stop 1.5 --json --set strict=true
// json: final.y == 30.0
// run: simulate $FILE --method cvode --stop 3 --json --set most=4
// json: final.y == 4.0
// run: simulate $FILE --method cvode --stop 3 --json --set most=2.25
// status: 3
// json: status.time ~ 2.25 1e-6
//err| $FILE:24:5: error[E0617]: assertion violated at time 2.25: x is beyond most
//err|         assert(x < most, "x is beyond most");
//err|         ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
// run: simulate $FILE --method cvode --stop 3 --json --set most=4 --set strict=true
// status: 3
// json: status.time ~ 2.5 1e-6
//err| $FILE:27:5: error[E0617]: assertion violated at time 2.5: nothing to choose, so no else
//err|         assert(not strict, "nothing to choose, so no else");
//err|         ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
