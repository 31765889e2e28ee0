// Relaxed loops in which a pivot of the fixed order vanishes.
model Regular "the first of two pivots is zero, and the equations have a solution"
  Real s(start = 2, fixed = true), x, y1, y2;
equation
  der(s) = 0;
  x = 2*Sunder.relax(y1) + Sunder.relax(y2);
  x - s*y1 + Sunder.residue(y1) = 1;
  x + y1 - 0.5*y2 + Sunder.residue(y2) = 2;
  assert(abs(y1 - 0.5) < 1e-15 and abs(y2 - 1) < 1e-15, "the solution is wrong");
end Regular;
// run: check $FILE --model Regular --dump=blocks
// run: simulate $FILE --model Regular --method cvode --stop 1 --json
// json: status.ok == true
model Singular "nothing determines y1"
  Real s(start = 2, fixed = true), x, y1, y2;
equation
  der(s) = y1;
  x = 2*Sunder.relax(y1) + Sunder.relax(y2);
  x - s*y1 + Sunder.residue(y1) = 1;
  x - s*y1 - 0.5*y2 + Sunder.residue(y2) = 2;
end Singular;
// run: simulate $FILE --model Singular --method cvode --stop 1
// status: 1
