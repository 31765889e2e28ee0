// An input of a component that nothing is connected to is named first.
model Unconnected
  connector RealInput = input Real;
  connector RealOutput = output Real;
  block Gain
    RealInput u;
    RealOutput y;
  equation
    y = 2*u;
  end Gain;
  block Lag
    RealInput u;
    RealOutput y(start = 0, fixed = true);
  equation
    der(y) = u - y;
  end Lag;
  Gain gain;
  Lag lag;
  Real shown = lag.y + gain.y;
equation
  connect(gain.y, lag.u);
end Unconnected;
// run: check $FILE
// differs: passes because without aliases what is connected is told apart
// status: 1
//err| $FILE:6:15: error[E0401]: the model has 4 equations for 5 unknowns
//err|         RealInput u;
//err|                   ^
//err|   note: $FILE:6:15: undetermined: gain.u, an input: nothing seems to be connected to it
//err|         RealInput u;
//err|                   ^
//err|   note: $FILE:7:16: undetermined: gain.y
//err|         RealOutput y;
//err|                    ^
//err|   note: $FILE:19:8: undetermined: shown
//err|       Real shown = lag.y + gain.y;
//err|            ^~~~~
//err|   note: $FILE:13:16: undetermined: der(lag.y)
//err|         RealOutput y(start = 0, fixed = true);
//err|                    ^
//err|   help: every unknown needs an equation: add 1 equation, or declare what does not change as a parameter
