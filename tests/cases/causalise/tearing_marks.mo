// What is iterated where equations form a loop: by residue(x), which is zero, and by an annotation.
model Residue
  Real x(start = 1), y, z;
equation
  y = 2 - x + residue(z);
  z = y^3 + x;
  x = 0.25*z;
end Residue;
// run: check $FILE --model Residue --dump=blocks
//out| x
// run: simulate $FILE --model Residue --method cvode --stop 1 --json
// json: status.ok == true
model Selected
  Real x, y annotation(__OpenModelica_tearingSelect = TearingSelect.prefer), z;
equation
  y = 2 - x;
  z = y^3 + x;
  x = 0.25*z;
end Selected;
// run: check $FILE --model Selected --dump=blocks
//out| x
model Never
  Real x(start = 1), y annotation(__OpenModelica_tearingSelect = TearingSelect.never), z;
equation
  y = 2 - x;
  z = y^3 + x;
  x = 0.25*z;
end Never;
// run: check $FILE --model Never --dump=blocks
//out| x
model Linear "not worth it, but wished"
  Real x, y, z annotation(__OpenModelica_tearingSelect = TearingSelect.always);
equation
  x + y = time;
  y - 2*z = 1;
  z + 3*x = 4;
end Linear;
// run: check $FILE --model Linear --dump=blocks
//out| x
model Unneeded "marks that change nothing are named"
  Real x, y, z(start = 1) annotation(__OpenModelica_tearingSelect = TearingSelect.never);
equation
  x = time + residue(y);
  y = 2*x;
  z^3 + z = x;
end Unneeded;
// run: check $FILE --model Unneeded
//err| x
model Elements "of arrays"
  Real x[3](each start = 1), y[3] annotation(tearingSelect = TearingSelect.always);
equation
  for i in 1:3 loop
    x[i] = i - y[i];
    y[i] = x[i]^3;
  end for;
end Elements;
// run: check $FILE --model Elements --dump=blocks
//out| x
model Hidden
  function residue "what users define hides the operator"
    input Real u;
    output Real y = 2*u;
  end residue;
  Real x = residue(time);
end Hidden;
// run: check $FILE --model Hidden --dump=blocks
//out| x
model Wrong
  Real x;
equation
  x = 1 + residue(2*x);
end Wrong;
// run: check $FILE --model Wrong
// status: 1
//err| x
