// The spectrum of a sampled signal, at an event.
function spectrum
  input Real u[:];
  output Integer info;
  output Real amplitudes[div(size(u, 1), 2) + 1];
  output Real phases[div(size(u, 1), 2) + 1];
protected
  Real work[3*size(u, 1) + 2*(div(size(u, 1), 2) + 1)];
  external "C" info = ModelicaFFT_kiss_fftr(u, size(u, 1), work, size(work, 1), amplitudes, phases);
end spectrum;
model Spectrum
  constant Integer n = 16;
  Real buffer[n](each start = 0, each fixed = true);
  Integer at(start = 0, fixed = true), info(start = -1, fixed = true);
  Real a[9](each start = 0, each fixed = true), phi[9](each start = 0, each fixed = true);
algorithm
  when sample(0, 0.0625) then
    at := pre(at) + 1;
    if at <= n then
      buffer[at] := 3*cos(2*3.141592653589793*2*time + 0.5) + 1.5;
    end if;
  end when;
  when at >= 16 then
    (info, a, phi) := spectrum(buffer);
  end when;
  annotation(experiment(StopTime = 1));
end Spectrum;
// amplitudes are scaled by 1/9 instead of 1/8, as the Standard Library does
// run: simulate $FILE --model Spectrum --method cvode --json
// json: final.info == 0
// json: final[a[3]] ~ 2.6666666666666665 1e-9
// json: final[phi[3]] ~ 0.5 1e-9
// json: final[a[1]] ~ 2.6666666666666665 1e-9
