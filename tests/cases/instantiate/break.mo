// = break takes a value away that a declaration or a modifier further inside gives; break of elements is refused.
package P
  model A
    parameter Real p = 3;
    parameter Real q(start = 7) = 4;
    Real x = p + q;
  end A;
  model B
    extends A(p = 5);
  end B;
  model Removed
    B b(p = break, q = break);
  end Removed;
  model Given
    B b(p = 6, q = break);
  end Given;
  model Deselected
    extends A(break x);
  end Deselected;
end P;
// run: check $FILE --model P.Removed --dump=flat
//out| model P.Removed
//out|   parameter Real b.p;
//out|   parameter Real b.q(start = 7);
//out|   Real b.x = b.p + b.q;
//out| end P.Removed;
//err| $FILE:4:20: warning[W0201]: parameter 'b.p' has no value; its start value 0 is used
//err|         parameter Real p = 3;
//err|                        ^
//err| $FILE:5:20: warning[W0201]: parameter 'b.q' has no value; its start value 7 is used
//err|         parameter Real q(start = 7) = 4;
//err|                        ^
// run: simulate $FILE --model P.Given --json
// json: final.[b.x] == 13
//err| $FILE:5:20: warning[W0201]: parameter 'b.q' has no value; its start value 7 is used
//err|         parameter Real q(start = 7) = 4;
//err|                        ^
// run: check $FILE --model P.Deselected
// status: 1
//err| $FILE:18:5: error[E0203]: deselecting with break is not supported yet
//err|         extends A(break x);
//err|         ^~~~~~~~~~~~~~~~~~
