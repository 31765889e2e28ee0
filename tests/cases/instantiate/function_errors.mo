package P
  function f
    input Real x;
    output Real y = x;
  end f;
  function loop
    input Real x;
    output Real y = loop(x);
  end loop;
  model M
    Real a = f();
    Real b = f(1, 2);
    Real c = f(z = 1);
    Real d = f("s");
    Real e = sine(1);
    Real g = sin(1, 2);
    Real h = loop(1);
    annotation(experiment(StopTime = 1));
  end M;
end P;
// run: check $FILE
// status: 1
