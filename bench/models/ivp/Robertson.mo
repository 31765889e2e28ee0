// Equations: H. H. Robertson, 1966; as in Hairer & Wanner II, section IV.10, and in the Test Set for IVP Solvers.
model Robertson "an autocatalytic reaction that is followed over thirteen decades of time"
  parameter Real slow = 0.04, fast = 1e4, fastest = 3e7;
  Real a(start=1, fixed=true);
  Real b(start=0, fixed=true, nominal=1e-5);
  Real c(start=0, fixed=true);
  Real decay, back, pairing;
equation
  decay = slow*a;
  back = fast*b*c;
  pairing = fastest*b^2;
  der(a) = back - decay;
  der(b) = decay - back - pairing;
  der(c) = pairing;
  annotation(experiment(StopTime=1e11, Tolerance=1e-6));
end Robertson;
