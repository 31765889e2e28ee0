// More fixed start values than the reduced system has states: they agree, or they do not.
model Agree
  Real a(start = 1, fixed = true), b(start = 2, fixed = true), f;
equation
  der(a) = -a + f;
  der(b) = -b - f;
  b = 2*a;
end Agree;
model Differ
  extends Agree(b(start = 3));
end Differ;
// run: simulate $FILE --model Agree --method cvode --json --stop 1
// run: simulate $FILE --model Differ --method cvode --stop 1
// status: 3
