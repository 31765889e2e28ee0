// Two points on two rods in Cartesian coordinates, twice differentiated constraints; the numbers are those of the
// equations in angles, solved by extrapolation in 80-bit numbers.
model DoublePendulum
  constant Real g = 9.81;
  Real x1(start = 1, fixed = true), y1(start = 0), x2(start = 2, fixed = true), y2(start = 0);
  Real vx1, vy1(fixed = true), vx2, vy2(fixed = true), f1, f2;
equation
  der(x1) = vx1;
  der(y1) = vy1;
  der(x2) = vx2;
  der(y2) = vy2;
  der(vx1) = -f1*x1 + f2*(x2 - x1);
  der(vy1) = -f1*y1 + f2*(y2 - y1) - g;
  der(vx2) = -f2*(x2 - x1);
  der(vy2) = -f2*(y2 - y1) - g;
  x1^2 + y1^2 = 1;
  (x2 - x1)^2 + (y2 - y1)^2 = 1;
end DoublePendulum;
// run: simulate $FILE --method cvode --json --tolerance 1e-10 --stop 2
// json: final.x1 ~ -0.4644128687 2e-7
// json: final.y1 ~ -0.885618816075 2e-7
// json: final.x2 ~ -1.434124817464 2e-7
// json: final.y2 ~ -1.129870195647 2e-7
