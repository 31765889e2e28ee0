// What neither grows nor decays by itself is no reason against a step; what grows, however slowly, is.
package Marginal
  model Oscillator "undamped"
    Real x(start = 1, fixed = true);
    Real v(start = 0, fixed = true);
  equation
    der(x) = v;
    der(v) = -x;
  end Oscillator;
  model Chain "integrators in a row, behind a lag"
    Real position(start = 0, fixed = true);
    Real speed(start = 0, fixed = true);
    Real force(start = 1, fixed = true);
  equation
    der(position) = speed;
    der(speed) = force;
    der(force) = -10 * force;
  end Chain;
end Marginal;
// run: analyze $FILE --model Marginal.Oscillator --step 0.0014 --json
// json: partition.certificate.verdict == "unstable"
// json: partition.certificate.stable == false
//err| warning[W0807]: with the step 0.0014 and 0 fast states the linearised model grows from step to step (spectral radius 1.00000098)
// run: analyze $FILE --model Marginal.Chain --json
// json: partition.certificate.verdict == "marginal"
// json: partition.certificate.stable == true
