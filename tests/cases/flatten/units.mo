// Dimension analysis: sums, sides of equations, relations, arguments of functions, powers and derivatives.
package Units
  model Fits
    parameter Real m(unit = "kg") = 2, g(unit = "m/s2") = 9.81, k(unit = "N/m") = 3, d(unit = "N.s/m") = 0.5;
    parameter Real R(unit = "Ohm") = 10, L(unit = "mH") = 1, T(unit = "K") = 300, P(unit = "kW") = 1;
    Real x(unit = "m", start = 1, fixed = true), v(unit = "m/s", start = 0, fixed = true);
    Real energy(unit = "J"), frequency(unit = "Hz"), phi(unit = "rad");
    Real i(unit = "A", start = 0, fixed = true), u(unit = "V");
    Real scaled, w(unit = "W") = R*i^2;
  equation
    der(x) = v;
    m*der(v) = -k*x - d*v + m*g;
    energy = 0.5*m*v^2 + k*x^2/2;
    frequency = sqrt(k/m)/(2*3.141592653589793);
    phi = atan2(x, v/frequency);
    u = R*i + L*der(i);
    u = 5*sin(phi);
    scaled = 1.23456*x;
  end Fits;

  model Wrong
    parameter Real m(unit = "kg") = 2, g(unit = "m/s2") = 9.81, t0(unit = "s") = 1;
    parameter Real area(unit = "m2") = m;
    Real x(unit = "m", start = 1, fixed = true), v(unit = "m/s");
    Real y(unit = "m") = if x > t0 then x else v;
    Real z = exp(x);
    Real q(unit = "Pa") = max(m*g, x);
    Real p = 2^x;
  equation
    der(x) = x;
    v = x/t0 + g;
  end Wrong;
end Units;
// run: check $FILE --model Units.Fits --until flat
// run: check $FILE --model Units.Wrong --until flat
