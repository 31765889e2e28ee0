package P
  function square
    input Real x;
    output Real y = x*x;
  end square;
  function scaled
    input Real x;
    input Real k = 2;
    output Real y;
  protected
    Real t = square(x);
  algorithm
    y := k*t;
    y := y + 1;
  end scaled;
  function length2
    input Real v[3];
    output Real s = v[1]^2 + v[2]^2 + v[3]^2;
  end length2;
  model M
    Real a = scaled(3);
    Real b = scaled(3, k = 5);
    Real c = length2({1, 2, time});
    annotation(experiment(StopTime = 2));
  end M;
end P;
// run: simulate $FILE --method cvode --json
// json: final.a == 19.0
// json: final.b == 46.0
// json: final.c == 9.0
