package DelayedInputParts
  model Ramp
    output Real y(start = 0, fixed = true);
  equation
    der(y) = 2*time;
  end Ramp;

  model Late "what comes in acts half a second later"
    input Real u(start = 0);
    output Real y(start = 0, fixed = true);
  equation
    der(y) = delay(u, 0.5);
  end Late;
end DelayedInputParts;
