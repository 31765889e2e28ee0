// At the start the root has no slope: the Jacobian of the method has a difference there instead, and the run goes on.
model Root
  Real h(start = 0, fixed = true);
equation
  der(h) = sqrt(h) + 1;
end Root;
// run: simulate $FILE --method rosenbrock --tolerance 1e-8 --stop 1 --json
// json: final.h ~ 1.8432859509767983 1e-5
// run: simulate $FILE --method multirate --tolerance 1e-8 --stop 1 --json
// json: final.h ~ 1.8432859509767983 1e-5
//err| warning[W0817]: the Jacobian was not finite at the start, t = 0: the start is left out
