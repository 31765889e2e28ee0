// The library says that it can take the place of the version that is asked for.
model M
  Real y = Shelf.one;
  annotation(uses(Shelf(version = "0.9")));
end M;
// run: check $FILE --library library/shelves --until flat
//out| M: the model is sound as far as the stage 'flat', with 1 equation and as many unknowns
