// Of relaxing, tearing and factors with pivots, the least work is chosen; what residue() alone asks for is done, and
// check says what it costs.
model Row "resistors in a row, each node with a conductance that changes all the time"
  parameter Integer n = 60;
  Real v[n + 1], i[n], j[n];
equation
  v[1] = 1;
  j[1] = 0;
  for k in 1:n loop
    i[k] = v[k] - v[k + 1];
  end for;
  for k in 2:n loop
    j[k] = (1 + 0.1*sin(time + k))*v[k];
    i[k - 1] - i[k] = j[k] + Sunder.residue(v[k]);
  end for;
  i[n] = 2*v[n + 1];
end Row;
// run: check $FILE --model Row --json
// json: blocks.linear == 1
// json: torn_with_marks.loops == 1
// json: torn_with_marks.iterated == 60
// json: torn_with_marks.operations == 210700
// json: torn_with_marks.factor_operations == 6188
// run: check $FILE --model Row
// differs: passes because aliases are equations of the loop
//out| Row: the model is complete and can be simulated
//out|
//out|   equations     181 for 181 unknowns, 2 of them aliases
//out|   states        0
//out|   parameters    1
//out|   shapes        5 (kinds of equations)
//out|   blocks        1 block; solved together: 1 linear, 0 nonlinear, the largest of 179
//out|   torn          1 loop of 179 equations with marks: 60 iterated, 210700 operations (factors with pivots: 6188, less work)
model Unsure "marks of relaxing that cannot be followed: every coefficient that is left could vanish; tearing as residue() says would take 129"
  parameter Integer n = 130;
  Real v[n + 1], i[n], j[n], s;
equation
  j[1] = 0;
  s = if sin(time) > 0 then 0 else 1;
  v[1] = 1;
  for k in 1:n loop
    s*i[k] = Sunder.relax(v[k]) - Sunder.relax(v[k + 1]);
  end for;
  for k in 2:n loop
    j[k] = s*v[k];
    i[k - 1] - i[k] = j[k] + Sunder.residue(v[k]);
  end for;
  i[n] = 2*v[n + 1];
end Unsure;
// run: check $FILE --model Unsure --json
// differs: passes because aliases are equations of the loop
// json: relaxed.loops == 0
// json: torn_with_marks.iterated == 1
// json: torn_with_marks.operations == 7254
// json: torn_with_marks.factor_operations == 13468
// json: blocks.linear == 1
//err| $FILE:42:5: warning[W0417]: a mark is not followed: relax() in s*i[1] = 1 - relax(v[2]): no order of its loop has pivots that cannot vanish
//err|         s*i[k] = Sunder.relax(v[k]) - Sunder.relax(v[k + 1]);
//err|         ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
