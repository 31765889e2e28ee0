package P
  model Lag "its input and output are connected inside M"
    input Real u;
    output Real y(start = 0, fixed = true);
  equation
    der(y) = u - y;
  end Lag;
  model M
    input Real command = 2;
    output Real answer = lag.y;
    Lag lag(u = command);
  end M;
end P;
// run: check $FILE --model P.M --json
// differs: passes because connected inputs and outputs are computed (index 1), where they are otherwise aliases (index 0)
// json: inputs == ["command"]
// json: outputs == ["answer"]
