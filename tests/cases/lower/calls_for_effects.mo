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
  function stop
    input String text;
    external "C" ModelicaError(text);
  end stop;
  function limited
    input Real x;
    output Real y = x;
  algorithm
    if x > 2 then
      stop("beyond 2");
    end if;
  end limited;
  function print
    input String text;
    input String file = "";
    external "C" ModelicaInternal_print(text, file);
  end print;
  // called in a loop that is as long as values of the run say, with a text made of them
  function complain
    input String text;
  algorithm
    assert(false, text);
  end complain;
  function halvings
    input Real x;
    output Integer n = 0;
  protected
    Real rest = x;
  algorithm
    while rest > 1 loop
      rest := rest/2;
      n := n + 1;
      if n > 3 then
        complain("more than 3, from " + String(x));
      end if;
    end while;
  end halvings;
  model Loop
    parameter Real rate = 1;
    Real x(start = 1, fixed = true);
    Real n = halvings(x);
  equation
    der(x) = rate;
    annotation(experiment(StopTime = 6));
  end Loop;
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
  // what is printed is not shown, and changes nothing
  model Stops
    parameter Real rate = 1;
    Real x(start = 0, fixed = true);
    Real y = limited(x);
  equation
    der(x) = rate;
    when x > 0.5 then
      print("half");
    end when;
  algorithm
    if x > 3 then
      stop("beyond 3");
    end if;
    annotation(experiment(StopTime = 1));
  end Stops;
end Effects;
// run: simulate $FILE --model Effects.Equation --method cvode --json
// json: final.x ~ 1 1e-6
// run: simulate $FILE --model Effects.Equation --method cvode --set rate=4
// status: 3
//err| $FILE:74:5: error[E0617]: assertion violated at time 0.5: too much
//err|         check(x);
//err|         ^~~~~~~~
// run: simulate $FILE --model Effects.Algorithm --method cvode --json
// json: final.y ~ 1 1e-6
// run: simulate $FILE --model Effects.Algorithm --method cvode --set rate=1.8
// status: 3
//err| $FILE:86:7: error[E0617]: assertion violated at time 0.833333: too much
//err|           twice(y);
//err|           ^~~~~~~~
// run: simulate $FILE --model Effects.Inside --method cvode --json
// json: final.y ~ 1 1e-6
// run: simulate $FILE --model Effects.Inside --method cvode --set rate=4
// status: 3
//err| $FILE:93:14: error[E0501]: assertion violated: too much in the equation 'y = (if not x > 0 or x < 2 then x^2 else fail())' at time 0.5
//err|         Real y = checked(x);
//err|                  ^~~~~~~~~~
//err|   note: in the equation y = (if not x > 0 or x < 2 then x^2 else fail())
// run: simulate $FILE --model Effects.When --method cvode --json
// json: final.x ~ 1 1e-6
// run: simulate $FILE --model Effects.When --method cvode --set rate=4
// status: 3
//err| $FILE:104:7: error[E0617]: assertion violated at time 0.5: too much
//err|           check(x, 1);
//err|           ^~~~~~~~~~~
// run: simulate $FILE --model Effects.Stops --method cvode --json
// json: final.y ~ 1 1e-6
// run: simulate $FILE --model Effects.Stops --method rk4 --step 0.01 --set rate=4
// status: 3
//err| half
//err| $FILE:112:14: error[E0501]: beyond 2 in the equation 'y = (if not x > 2 then x else fail())' at time 0.5
//err|         Real y = limited(x);
//err|                  ^~~~~~~~~~
//err|   note: in the equation y = (if not x > 2 then x else fail())
// run: simulate $FILE --model Effects.Loop --method rk4 --step 0.01 --json
// json: final.n ~ 3 1e-9
// run: simulate $FILE --model Effects.Loop --method rk4 --step 0.01 --set rate=3
// status: 3
//err| $FILE:64:14: error[E0501]: assertion violated: more than 3, from 8.02 in the equation 'n = Effects.halvings(x)' at time 2.34
//err|         Real n = halvings(x);
//err|                  ^~~~~~~~~~~
//err|   note: in the equation n = Effects.halvings(x)
