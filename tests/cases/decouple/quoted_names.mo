// Names in quotes may have commas and brackets in lists of names, too.
model Quoted
  Real 'x:y'(start = 1, fixed = true), 'a,[b'(start = 1, fixed = true), z(start = 0, fixed = true);
equation
  der('x:y') = -100*'x:y';
  der('a,[b') = -90*'a,[b';
  der(z) = 'x:y' + 'a,[b' - z;
end Quoted;
// run: simulate $FILE --method mixed-euler --step 0.1 --fast 'x:y','a,[b' --json
// json: partition.fast == ["'x:y'", "'a,[b'"]
// run: simulate $FILE --only 'a,[b',z --json
// json: status.ok == true
