// Relaxed loops in which a pivot of the fixed order vanishes.
model Regular "the first of two pivots is zero, and the equations have a solution"
  Real s(start = 2, fixed = true), x, y1, y2;
equation
  der(s) = y2 - 1;
  x = 2*Sunder.relax(y1) + Sunder.relax(y2);
  x - s*y1 + Sunder.residue(y1) = 1;
  x + y1 - 0.5*y2 + Sunder.residue(y2) = 2;
  assert(abs(y1 - 0.5) < 1e-15 and abs(y2 - 1) < 1e-15, "the solution is wrong");
end Regular;
// run: check $FILE --model Regular --dump=blocks
//out| 2 blocks: 1 single equation solved symbolically, 1 loop (1 of 3)
//out| 1. linear loop of 3 equations
//out|    relaxed: 2 blocks with 2 patterns, 5 multiplications, 8 additions, 2 divisions; last block of 0
//out|    x from x = 2*relax(y1) + relax(y2)
//out|    y1 from x = s*y1 - residue(y1) + 1
//out|    y2 from x = -y1 + 0.5*y2 - residue(y2) + 2
//out|    |ooo|
//out|    |oo.|
//out|    |ooo|
//out| 2. der(s) from der(s) = y2 - 1
// run: simulate $FILE --model Regular --method cvode --stop 1 --json
// json: status.ok == true
//err| warning[W1217]: the marks of the loop of 'x' give an order in which a pivot vanished: 514 times it was solved with pivots instead
model Singular "nothing determines y1"
  Real s(start = 2, fixed = true), x, y1, y2;
equation
  der(s) = y1;
  x = 2*Sunder.relax(y1) + Sunder.relax(y2);
  x - s*y1 + Sunder.residue(y1) = 1;
  x - s*y1 - 0.5*y2 + Sunder.residue(y2) = 2;
end Singular;
// run: simulate $FILE --model Singular --method cvode --stop 1
// differs: passes because the unknown has another name
// status: 3
//err| $FILE:31:3: error[E0503]: simultaneous equations do not determine 'der(s)' at time 0 (their matrix is singular)
//err|       x - s*y1 - 0.5*y2 + Sunder.residue(y2) = 2;
//err|       ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
//err|   note: in the equation x = s*der(s) + 0.5*y2 - residue(y2) + 2
//err|   note: 3 equations for 'x', 'der(s)' and 'y2'
//err|   note: $FILE:29:3: among them: x = 2*relax(der(s)) + relax(y2)
//err|       x = 2*Sunder.relax(y1) + Sunder.relax(y2);
//err|       ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
//err|   note: $FILE:30:3: among them: x = s*der(s) - residue(der(s)) + 1
//err|       x - s*y1 + Sunder.residue(y1) = 1;
//err|       ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
//err|   note: $FILE:31:3: among them: x = s*der(s) + 0.5*y2 - residue(y2) + 2
//err|       x - s*y1 - 0.5*y2 + Sunder.residue(y2) = 2;
//err|       ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
