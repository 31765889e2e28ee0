// Functions that are derivatives of others.
package Partial
  function gibbs
    input Real p;
    input Real T;
    input Real k = 2;
    output Real g;
  algorithm
    g := k*p^2*T + T^3;
  end gibbs;
  function gibbs_T = der(gibbs, T);
  function gibbs_pT = der(gibbs, p, T);

  // in equations, in functions, of constants
  function enthalpy
    input Real p;
    input Real T;
    output Real h;
  algorithm
    h := gibbs(p, T) - T*gibbs_T(p, T);
  end enthalpy;
  model All
    Real a = gibbs_T(2, time);
    Real b = gibbs_pT(time, 3, 5);
    Real h = enthalpy(time, 2);
    Real da = der(a);
    parameter Real c = gibbs_T(1, 2);
    annotation(experiment(StopTime = 2));
  end All;

  // of a loop that values decide on, and of arrays
  function power
    input Real x;
    input Real n;
    output Real y[2];
  protected
    Real k;
  algorithm
    y := {1, 0};
    k := 0;
    while k < n loop
      y[1] := y[1]*x;
      k := k + 1;
    end while;
    y[2] := 3*x;
  end power;
  function power_x = der(power, x);
  model Loop
    Real y[2] = power_x(1 + time, 3 + floor(time));
    annotation(experiment(StopTime = 1));
  end Loop;
end Partial;
// run: simulate $FILE --model Partial.All --method cvode --json
// json: final.a ~ 20 1e-12
// json: final.b ~ 20 1e-12
// json: final.h ~ -16 1e-12
// json: final.da ~ 12 1e-12
// json: final.c ~ 14 1e-12
// run: simulate $FILE --model Partial.Loop --method cvode --json
// json: final[y[1]] ~ 32 1e-12
// json: final[y[2]] ~ 3 1e-12
