model Pendulum
  Real x(start = 1), y(start = 0), vx, vy, f;
equation
  der(x) = vx;
  der(y) = vy;
  der(vx) = f*x;
  der(vy) = f*y - 9.81;
  x^2 + y^2 = 1;
end Pendulum;
// run: check $FILE
// status: 1
