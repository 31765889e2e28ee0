// A modifier of an array of components has a value for each of its elements, no fewer and no more.
model TooMany
  model Room
    parameter Real c = 1;
    Real t(start = 20, fixed = true);
  equation
    c*der(t) = -t;
  end Room;
  Room room[2](c = {1, 2, 3});
end TooMany;
// run: check $FILE
// status: 1
//err| $FILE:9:20: error[E0205]: the modifier has more values than there are elements: Integer[3] for 2
//err|       Room room[2](c = {1, 2, 3});
//err|                        ^~~~~~~~~
