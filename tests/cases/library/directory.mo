// A package as a directory: found on the library path, read file by file.
model Uses
  import Shelf.Gain;
  import S = Shelf.Inner;
  Gain g(k = 2*S.factor);
  Real z = Shelf.one;
  annotation(experiment(StopTime = 1));
end Uses;
// run: simulate $FILE --library library/shelves --method cvode --json
// json: final[g.y] == 6
// json: final.z == 1
// run: simulate --library library/shelves/Shelf --model Shelf.Gain --method cvode --json
// json: final.y == 6
// run: list --library library/shelves
//out| package Shelf
//out| model Shelf.Gain
//out| package Shelf.Inner
// run: list --library library/shelves --experiments
//out| model Shelf.Gain
// run: check --library library/broken --model Crooked.Wrong
// status: 1
//err| library/broken/Crooked/Wrong.mo:1:8: error[E0220]: this file belongs to 'Crooked', as its place says, not to 'Elsewhere'
//err|     within Elsewhere;
//err|            ^~~~~~~~~
// run: check --library library/broken --model Crooked.Other
// status: 1
//err| library/broken/Crooked/Other.mo:2:7: error[E0220]: this file must hold the class 'Other', as its name says
//err|     model Different
//err|           ^~~~~~~~~
//err| error[E0202]: there is no class 'Crooked.Other'
// run: check --library library/shelves --model Shelf.Gian
// status: 1
//err| error[E0202]: there is no class 'Shelf.Gian'
//err|   help: did you mean 'Gain'?
// run: check --model Nowhere.M
// status: 1
//err| error[E0202]: there is no class 'Nowhere.M'
//err|   help: 'Nowhere' is in none of the files and not on the library path: give the directory that holds it with --library DIR, or in the environment variable MODELICAPATH
// run: check $FILE --library nowhere
// status: 1
//err| error[E0001]: cannot read 'nowhere': No such file or directory
// run: list --library library/broken
// status: 1
//out| package Crooked
//out| model Crooked.Wrong
//err| library/broken/Crooked/Other.mo:2:7: error[E0220]: this file must hold the class 'Other', as its name says
//err|     model Different
//err|           ^~~~~~~~~
//err| library/broken/Crooked/Wrong.mo:1:8: error[E0220]: this file belongs to 'Crooked', as its place says, not to 'Elsewhere'
//err|     within Elsewhere;
//err|            ^~~~~~~~~
