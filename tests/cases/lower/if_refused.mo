model M
  Real x(start = 0, fixed = true), y[2];
  discrete Real d(start = 0, fixed = true);
equation
  der(x) = 1;
  if x < 1 then
    when x > 0.5 then
      d = 1;
    end when;
  end if;
  if x < 2 then
    for i in 1:2 loop
      y[i] = 1;
    end for;
  else
    y = {2, 3};
  end if;
end M;
// run: check $FILE
// status: 1
//err| $FILE:7:5: error[E0301]: a when-equation cannot stand inside an if-equation whose condition changes during the run: write the condition into the when-equation
//err|         when x > 0.5 then
//err|         ^~~~~~~~~~~~~~~~~
//err| $FILE:12:5: error[E0301]: loops are not supported inside an if-equation whose condition changes during the run: write the if-equation inside the loop
//err|         for i in 1:2 loop
//err|         ^~~~~~~~~~~~~~~~~
