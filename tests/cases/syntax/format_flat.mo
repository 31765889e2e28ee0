// A flat text, whose names are paths, can be simulated, but is no Modelica: there is nothing to format.
class FlatText
  Real motor.w(start = 1.0, fixed = true);
equation
  der(motor.w) = -motor.w;
end FlatText;
// run: check $FILE
// run: format $FILE
// status: 1
//err| $FILE:3:13: error[E0106]: expected ';' after the declaration, found '.'
//err|       Real motor.w(start = 1.0, fixed = true);
//err|                 ^
//err| error[E0114]: '$FILE' has syntax errors and is left as it is
