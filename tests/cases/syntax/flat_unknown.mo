// A name that a flat model does not declare is told at its place; text that is no flat model is read as ever.
class Flat
  Real a.b(start = 1.0, fixed = true);
  Real a.c;
equation
  der(a.b) = -a.c;
  a.c = a.d;
end Flat;
// run: check $FILE
// status: 1
//err| $FILE:7:9: error[E0201]: unknown name 'a'
//err|       a.c = a.d;
//err|             ^~~
