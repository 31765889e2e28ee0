model M
  Real x(start = 0, fixed = true);
  discrete Real d(start = 0, fixed = true);
equation
  der(x) = 1;
  if x < 1 then
    when x > 0.5 then
      d = 1;
    end when;
  end if;
end M;
// run: check $FILE
// status: 1
//err| $FILE:7:5: error[E0301]: a when-equation cannot stand inside an if-equation whose condition changes during the run: write the condition into the when-equation
//err|         when x > 0.5 then
//err|         ^~~~~~~~~~~~~~~~~
