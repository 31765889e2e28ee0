// Currents of a star add up to zero, and their mean is the state of an inductor: so the mean is zero, its derivative
// too, and with it the voltage of the inductor. The structure of the equations alone does not show it.
model Star
  parameter Integer m = 5;
  parameter Real R = 2.5, L0 = 0.1;
  parameter Real c[m] = {cos(6.283185307179586*(k - 1)/m) for k in 1:m};
  parameter Real d[m] = {sin(6.283185307179586*(k - 1)/m) for k in 1:m};
  Real i[m], u0, us, i0(start = 0);
  Real p1(start = 0, fixed = true), p2(start = 0, fixed = true);
equation
  sum(i) = 0;
  m*i0 = sum(i);
  u0 = L0*der(i0);
  for k in 1:m loop
    sin(time)*c[k] - cos(time)*d[k] = R*i[k] + c[k]*der(p1) + d[k]*der(p2) + u0 + us;
  end for;
  p1 = sum({c[k]*i[k] for k in 1:m});
  p2 = sum({d[k]*i[k] for k in 1:m});
end Star;
// run: simulate $FILE --method cvode --tolerance 1e-9 --stop 3 --json
// json: final.p1 ~ 0.5904498 1e-5
// json: final.u0 ~ 0 1e-9
