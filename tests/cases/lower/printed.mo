// What functions and sections print, and their warnings: each once, where the run has come to.
package Printed
  function print
    input String string = "";
    input String fileName = "";
    external "C" ModelicaInternal_print(string, fileName);
  end print;
  function told
    input Real x;
    output Real y = 2*x;
  algorithm
    print("told " + String(x, 3));
  end told;
  function warned
    input Real x;
    output Real y = x;
  algorithm
    assert(x < 0.5, "x is " + String(x, 2) + ", more than a half", AssertionLevel.warning);
  end warned;
  // as long as values of the run say; calls one that speaks
  function counted
    input Real x;
    output Integer n = 0;
  protected
    Real rest = x;
  algorithm
    while rest > 1 loop
      rest := rest/2;
      n := n + 1;
      told(rest);
    end while;
  end counted;
  model When
    Real x(start = 0, fixed = true);
    discrete Real n(start = 0, fixed = true);
  equation
    der(x) = 1;
    when sample(0.25, 0.25) then
      n = pre(n) + 1;
      print("n = " + String(n) + ", x = " + String(x, 3));
    elsewhen x > 0.6 then
      n = pre(n);
      print("crossed at " + String(time, 3), "log.txt");
    end when;
    annotation(experiment(StopTime = 1));
  end When;
  model Section
    discrete Real seen(start = 0, fixed = true);
  algorithm
    when {time > 0.3, time > 0.7} then
      seen := told(time);
      if seen > 1 then
        print("seen " + String(seen, 3));
      end if;
    end when;
    annotation(experiment(StopTime = 1));
  end Section;
  // continuous: at the start and at the end of every step
  model Steps
    Real x(start = 1, fixed = true);
    Real y = told(x);
  equation
    der(x) = -x;
    annotation(experiment(StopTime = 0.5));
  end Steps;
  // depends on nothing that changes: once; on discrete variables: at events
  model Seldom
    parameter Real p = 3;
    Real y = told(p);
    discrete Real z(start = 0, fixed = true);
    Real u = told(if z > 0 then 10 else 20);
  equation
    when time > 0.5 then
      z = 1;
    end when;
    annotation(experiment(StopTime = 1));
  end Seldom;
  model Loops
    Real x(start = 0, fixed = true);
    Integer n(start = 0, fixed = true);
  equation
    der(x) = 1;
    when time > 0.5 then
      n = counted(6*time);
    end when;
    for i in 1:2 loop
      when time > i/4 then
        print("loop " + String(i));
      end when;
    end for;
    annotation(experiment(StopTime = 1));
  end Loops;
  model Chosen
    Real x(start = 0, fixed = true);
    Real y = if x > 0.5 then warned(x) else 0;
  equation
    der(x) = 1;
    annotation(experiment(StopTime = 1));
  end Chosen;
  model AtStart
    Real x;
  initial equation
    x = told(4);
  equation
    der(x) = 0;
    annotation(experiment(StopTime = 1));
  end AtStart;
end Printed;
// run: simulate $FILE --model Printed.When --method cvode --json
// json: printed[0].text == "n = 1, x = 0.25"
// json: printed[0].time == 0.25
// json: printed[2].text == "log.txt: crossed at 0.6"
// json: printed[4].text == "n = 4, x = 1"
// run: simulate $FILE --model Printed.Section --method cvode --json
// json: printed[0].text == "told 0.3"
// json: printed[1].text == "told 0.7"
// json: printed[2].text == "seen 1.4"
// json: final.seen ~ 1.4 1e-9
// run: simulate $FILE --model Printed.Steps --method euler --step 0.25 --json
// json: printed[0].text == "told 1"
// json: printed[1].text == "told 0.75"
// json: printed[2].text == "told 0.562"
// run: simulate $FILE --model Printed.Seldom --method cvode --json
// json: printed[0].text == "told 3"
// json: printed[1].text == "told 20"
// json: printed[2].text == "told 10"
// json: printed[2].time == 0.5
// run: simulate $FILE --model Printed.Loops --method cvode --json
// json: printed[0].text == "loop 1"
// json: printed[1].text == "told 1.5"
// json: printed[2].text == "told 0.75"
// json: printed[3].text == "loop 2"
// json: final.n == 2
// run: simulate $FILE --model Printed.Chosen --method euler --step 0.25 --json
// json: final.y ~ 1 1e-12
// json: diagnostics[0].message == "assertion violated: x is 0.5, more than a half"
//err| $FILE:18:5: warning[W0618]: assertion violated: x is 0.5, more than a half
//err|         assert(x < 0.5, "x is " + String(x, 2) + ", more than a half", Assertion
//err|         ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
// run: simulate $FILE --model Printed.AtStart --method cvode --json
// json: printed[0].text == "told 4"
