model M
  Real speed(start = 1);
  parameter Real gain = 2;
equation
  der(speed) = -gian*sped + foo.bar;
end M;
// run: check $FILE
// status: 1
//err| $FILE:5:17: error[E0201]: unknown name 'gian'
//err|       der(speed) = -gian*sped + foo.bar;
//err|                     ^~~~
//err|   help: did you mean 'gain'?
//err| $FILE:5:22: error[E0201]: unknown name 'sped'
//err|       der(speed) = -gian*sped + foo.bar;
//err|                          ^~~~
//err|   help: did you mean 'speed'?
//err| $FILE:5:29: error[E0201]: unknown name 'foo'
//err|       der(speed) = -gian*sped + foo.bar;
//err|                                 ^~~~~~~
