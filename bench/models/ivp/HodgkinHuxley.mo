// Equations: A. L. Hodgkin & A. F. Huxley, 1952, with the voltage in the sign and from the rest that are usual today (rest at -65 mV).
model HodgkinHuxley
  "the membrane of a nerve that fires under a constant current; time in ms, voltages in mV"
  parameter Real C = 1, gNa = 120, gK = 36, gL = 0.3, ENa = 50, EK = -77, EL = -54.387,
    current = 10;
  Real V(start=-65, fixed=true);
  Real m(start=0.05, fixed=true), h(start=0.6, fixed=true), n(start=0.32, fixed=true) "gates";
  Real am, bm, ah, bh, an, bn;
equation
  am = 0.1*(V + 40)/(1 - exp(-(V + 40)/10));
  bm = 4*exp(-(V + 65)/18);
  ah = 0.07*exp(-(V + 65)/20);
  bh = 1/(1 + exp(-(V + 35)/10));
  an = 0.01*(V + 55)/(1 - exp(-(V + 55)/10));
  bn = 0.125*exp(-(V + 65)/80);
  der(m) = am*(1 - m) - bm*m;
  der(h) = ah*(1 - h) - bh*h;
  der(n) = an*(1 - n) - bn*n;
  C*der(V) = current - gNa*m^3*h*(V - ENa) - gK*n^4*(V - EK) - gL*(V - EL);
  annotation(experiment(StopTime=50, Tolerance=1e-6));
end HodgkinHuxley;
