// Another version of a library than the one that is asked for.
package P
  model Same
    Real y = Shelf.one;
  end Same;
  annotation(uses(Shelf(version = "3.1")));
end P;
// run: check $FILE --library library/shelves --model P.Same --until flat
//out| P.Same: the model is sound as far as the stage 'flat', with 1 equation and as many unknowns
//err| $FILE:6:35: warning[W0226]: version 3.1 of 'Shelf' is asked for, version 1.0 is there
//err|       annotation(uses(Shelf(version = "3.1")));
//err|                                       ^~~~~
//err|   help: --library DIR names the directory of another one
