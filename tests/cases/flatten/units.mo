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
//out| Units.Fits: the model is sound as far as the stage 'flat', with 9 equations and as many unknowns
// run: check $FILE --model Units.Wrong --until flat
//out| Units.Wrong: the model is sound as far as the stage 'flat', with 6 equations and as many unknowns
//err| $FILE:23:40: warning[W0310]: units do not fit: 'area' and its value have the units m2 and kg
//err|         parameter Real area(unit = "m2") = m;
//err|                                            ^
//err| $FILE:25:29: warning[W0310]: units do not fit: the sides of the relation have the units m and s
//err|         Real y(unit = "m") = if x > t0 then x else v;
//err|                                 ^~~~~~
//err| $FILE:25:48: warning[W0310]: units do not fit: the values of the if-expression have the units m and m/s
//err|         Real y(unit = "m") = if x > t0 then x else v;
//err|                                                    ^
//err| $FILE:26:18: warning[W0310]: units do not fit: the argument of 'exp' has the unit m
//err|         Real z = exp(x);
//err|                      ^
//err| $FILE:27:27: warning[W0310]: units do not fit: 'q' and its value have the units kg/(m.s2) and kg.m/s2
//err|         Real q(unit = "Pa") = max(m*g, x);
//err|                               ^~~~~~~~~~~
//err| $FILE:27:36: warning[W0310]: units do not fit: the arguments of 'max' have the units kg.m/s2 and m
//err|         Real q(unit = "Pa") = max(m*g, x);
//err|                                        ^
//err| $FILE:28:16: warning[W0310]: units do not fit: an exponent has the unit m
//err|         Real p = 2^x;
//err|                    ^
//err| $FILE:30:5: warning[W0310]: units do not fit: the sides of the equation have the units m/s and m
//err|         der(x) = x;
//err|         ^~~~~~~~~~
//err| $FILE:31:16: warning[W0310]: units do not fit: the terms of the sum have the units m/s and m/s2
//err|         v = x/t0 + g;
//err|                    ^
