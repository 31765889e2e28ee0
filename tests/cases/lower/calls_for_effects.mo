// Functions that are called for what they assert.
package Effects
  function check
    input Real x;
    input Real limit = 2;
  algorithm
    assert(x < limit, "too much");
  end check;
  function twice
    input Real x;
  algorithm
    check(x);
    check(2*x, 3);
  end twice;
  function checked
    input Real x;
    output Real y;
  algorithm
    if x > 0 then
      check(x);
    end if;
    y := x^2;
  end checked;
  model Equation
    parameter Real rate = 1;
    Real x(start = 0, fixed = true);
  equation
    der(x) = rate;
    check(x);
    annotation(experiment(StopTime = 1));
  end Equation;
  model Algorithm
    parameter Real rate = 1;
    Real x(start = 0, fixed = true);
    Real y;
  equation
    der(x) = rate;
  algorithm
    y := x;
    if y > 0.5 then
      twice(y);
    end if;
    annotation(experiment(StopTime = 1));
  end Algorithm;
  model Inside
    parameter Real rate = 1;
    Real x(start = 0, fixed = true);
    Real y = checked(x);
  equation
    der(x) = rate;
    annotation(experiment(StopTime = 1));
  end Inside;
  model When
    parameter Real rate = 1;
    Real x(start = 0, fixed = true);
  equation
    der(x) = rate;
    when time >= 0.5 then
      check(x, 1);
    end when;
    annotation(experiment(StopTime = 1));
  end When;
end Effects;
// run: simulate $FILE --model Effects.Equation --method cvode --json
// json: final.x ~ 1 1e-6
// run: simulate $FILE --model Effects.Equation --method cvode --set rate=4
// status: 3
// run: simulate $FILE --model Effects.Algorithm --method cvode --json
// json: final.y ~ 1 1e-6
// run: simulate $FILE --model Effects.Algorithm --method cvode --set rate=1.8
// status: 3
// run: simulate $FILE --model Effects.Inside --method cvode --json
// json: final.y ~ 1 1e-6
// run: simulate $FILE --model Effects.Inside --method cvode --set rate=4
// status: 3
// run: simulate $FILE --model Effects.When --method cvode --json
// json: final.x ~ 1 1e-6
// run: simulate $FILE --model Effects.When --method cvode --set rate=4
// status: 3
