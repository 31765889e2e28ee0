package P
  model Resistor
    parameter Real R = 1;
    final parameter Real k = 2;
    Real v(unit = "V");
  equation
    v = R*time;
  end Resistor;
  model M
    Resistor a(r = 3, v(strat = 1));
    Resistor b(k = 5);
    Resistor c(redeclare Real v);
    annotation(experiment(StopTime = 1));
  end M;
end P;
// run: check $FILE
// status: 1
