package Parts
  model control "gives back what it gets, and a constant"
    parameter Integer n = 1;
    input Real u[n, 2];
    output Real y[n, 2] = u;
    output Real one = 1;
  end control;
  model Plant
    input Real u[2, 2];
    output Real slope;
    output Real x(start=1, fixed=true);
    output Real twin = x;
  equation
    der(x) = u[1, 1] - 2*x + 0*u[1, 2] + 0*u[2, 1];
    slope = der(x);
  end Plant;
  model Switch
    input Real u;
    input Boolean on;
    output Integer level;
    Real x(start=0, fixed=true);
  equation
    der(x) = if on then u else -x;
    level = if x > 1 then 1 else 0;
  end Switch;
end Parts;
