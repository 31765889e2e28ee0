// What a message cannot hold, because texts would have to be taken apart in the run, is left out of it: a function that
// asserts is carried out all the same.
package TextsInMessages
  function length
    input String text;
    output Integer n;
    external "C" n = ModelicaStrings_length(text);
  end length;
  function padded
    input Real x;
    output String text;
  protected
    String short = String(x);
  algorithm
    text := short + (if length(short) < 4 then "!" else "");
  end padded;
  function check
    input Real x[:];
    input String name;
  algorithm
    for i in 1:size(x, 1) loop
      assert(x[i] > 0, "area of " + name + " is " + padded(x[i]) + ", not positive");
    end for;
  end check;
  model Fine
    parameter Real areas[2] = {1, 2};
    Real y = time;
  initial algorithm
    check(areas, "wall");
  end Fine;
  model Wrong
    extends Fine(areas = {1, -2});
  end Wrong;
end TextsInMessages;
// run: simulate $FILE --model TextsInMessages.Fine --method cvode --stop 1 --json
// json: final.y == 1
// run: simulate $FILE --model TextsInMessages.Wrong --method cvode --stop 1
// status: 3
//err| $FILE:29:5: error[E0617]: assertion violated at time 0: area of wall is …, not positive
//err|         check(areas, "wall");
//err|         ^~~~~~~~~~~~~~~~~~~~
