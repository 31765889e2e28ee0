// A loop without a solution: what was tried is told, with the equations and their lines.
model None
  Real x(start = 1), y(start = 2);
equation
  x^2 + y^2 = -1;
  x - y^3 = 2;
end None;
// run: simulate $FILE --method cvode --stop 1
// status: 1
