// A function that is told its rates (a vector of a value and its derivative) is differentiated as it says in time; where
// an equation is solved for the value, its statements count. The voltage of a capacitor that is seen through such a
// function: i = C der(v) on one side, p = v and its rate on the other.
package Adaptors
  function value
    input Real u[2] "value and rate";
    input Real moment;
    output Real s;
  algorithm
    s := u[1];
    annotation(derivative(noDerivative=u)=rate, InlineAfterIndexReduction=true);
  end value;
  function rate
    input Real u[2];
    input Real moment;
    input Real moment_der;
    output Real s_der;
  algorithm
    s_der := u[2];
    annotation(InlineAfterIndexReduction=true);
  end rate;
  model Charged
    Real v(start = 0, fixed = true) "of the capacitor";
    Real p "the same, seen from outside";
    Real p_der;
    Real u;
    Real error = v - (1 - exp(-time));
  equation
    der(v) = 1 - p;
    u = value({p, p_der}, time);
    u = v;
    p_der = der(p);
    annotation(experiment(StopTime = 2));
  end Charged;
end Adaptors;
// run: simulate $FILE --model Adaptors.Charged --method cvode --tolerance 1e-9 --json
// differs: passes because without aliases u has a derivative of its own
// json: final.error ~ 0 1e-7
// json: final.p ~ 0.8646647167633873 1e-7
