// Rules of the language that a model can break without being ambiguous.
package MoreRestrictions
  model Different "a loop over arrays of different sizes"
    Real x[3], y[4];
  equation
    for i loop
      x[i] = y[i];
    end for;
    y[4] = time;
  end Different;
  model Holder
    function twice
      input Real x;
      output Real y = 2*x;
    algorithm
    end twice;
    Real h = twice(time);
  end Holder;
  model One "by way of a component: this is right"
    Holder a;
    Real x = a.twice(time);
  end One;
  model Many
    Holder a[3];
    Real x = a.twice(time);
    Real y = a[2].twice(time);
  end Many;
  model Perhaps
    parameter Boolean there = true;
    Holder a if there;
    Real x = a.twice(time);
  end Perhaps;
  model Mixed "a constant and a parameter"
    connector A
      constant Real k = 1;
      Real e;
      flow Real f;
    end A;
    connector B
      parameter Real k = 1;
      Real e;
      flow Real f;
    end B;
    model Part
      A a;
      B b;
    end Part;
    Part part;
  equation
    connect(part.a, part.b);
    part.a.e = 1;
    part.a.f = 2;
  end Mixed;
  encapsulated package Numbers
    operator record Pair
      Real a, b;
      encapsulated operator 'constructor'
        import MoreRestrictions.Numbers.Pair;
        function same
          input Real x;
          output Pair p(a = x, b = x);
        algorithm
        end same;
        function other
          input Real x;
          output Pair p(a = x, b = 0);
        algorithm
        end other;
      end 'constructor';
      encapsulated operator '-'
        import MoreRestrictions.Numbers.Pair;
        constant Real one = 1;
        function negative
          input Pair p;
          output Pair n(a = -one*p.a, b = -p.b);
        algorithm
        end negative;
      end '-';
    end Pair;
    operator record Twice
      Real a;
      encapsulated operator 'constructor'
        import MoreRestrictions.Numbers.Twice;
        function both
          input Real x;
          output Twice p(a = x), q(a = x);
        algorithm
        end both;
      end 'constructor';
    end Twice;
  end Numbers;
  model Ambiguous
    Numbers.Pair p = Numbers.Pair(time);
  end Ambiguous;
  model TwoOutputs
    Numbers.Twice p = Numbers.Twice(time);
  end TwoOutputs;
  model NotOnlyFunctions
    Numbers.Pair p(a = 1, b = 2);
    Numbers.Pair n = -p;
  end NotOnlyFunctions;
  model NoSum "a flow that cannot be added up"
    connector C
      Numbers.Pair e;
      flow Numbers.Pair f;
    end C;
    model Part
      C c, d;
    end Part;
    Part part;
  equation
    connect(part.c, part.d);
  end NoSum;
  model Outer "the inner one has another size"
    model Inside
      outer Real p[6];
      Real x = p[5];
    end Inside;
    inner Real p[10] = 1:10;
    Inside inside;
  end Outer;
  package Reserved
    model Real
      parameter Integer p = 1;
    end Real;
  end Reserved;
  model Named
    Reserved.Real r;
  end Named;
end MoreRestrictions;
// run: check $FILE --model MoreRestrictions.One --json
// json: diagnostics == []
// run: check $FILE --model MoreRestrictions.Different
// status: 1
//err| $FILE:6:9: error[E0205]: 'i' runs over arrays of 3 and 4 elements
//err|         for i loop
//err|             ^
//err|   note: $FILE:7:14: this one has 4
//err|           x[i] = y[i];
//err|                  ^~~~
// run: check $FILE --model MoreRestrictions.Many
// status: 1
//err| $FILE:25:14: error[E0204]: a function cannot be called by way of 'a', which is an array of components
//err|         Real x = a.twice(time);
//err|                  ^~~~~~~~~~~~~
//err| $FILE:26:14: error[E0204]: a function cannot be called by way of 'a', which is an array of components
//err|         Real y = a[2].twice(time);
//err|                  ^~~~~~~~~~~~~~~~
// run: check $FILE --model MoreRestrictions.Perhaps
// status: 1
//err| $FILE:31:14: error[E0204]: a function cannot be called by way of 'a', which is a conditional component
//err|         Real x = a.twice(time);
//err|                  ^~~~~~~~~~~~~
// run: check $FILE --model MoreRestrictions.Mixed
// status: 1
//err| $FILE:50:5: error[E0218]: 'part.a.k' and 'part.b.k' cannot be connected: one of them is a constant, the other a parameter
//err|         connect(part.a, part.b);
//err|         ^~~~~~~~~~~~~~~~~~~~~~~
//err|   note: $FILE:35:21: 'part.a.k' is declared here
//err|           constant Real k = 1;
//err|                         ^
// run: check $FILE --model MoreRestrictions.Ambiguous
// status: 1
//err| $FILE:93:22: error[E0209]: two constructors of 'MoreRestrictions.Numbers.Pair' take these arguments
//err|         Numbers.Pair p = Numbers.Pair(time);
//err|                          ^~~~~~~~~~~~~~~~~~
//err|   note: $FILE:59:18: one of them
//err|             function same
//err|                      ^~~~
//err|   note: $FILE:64:18: the other one
//err|             function other
//err|                      ^~~~~
// run: check $FILE --model MoreRestrictions.TwoOutputs
// status: 1
//err| $FILE:84:18: error[E0221]: a constructor has one output, the record: 'MoreRestrictions.Numbers.Twice.'constructor'.both' has 2
//err|             function both
//err|                      ^~~~
// run: check $FILE --model MoreRestrictions.NotOnlyFunctions
// status: 1
//err| $FILE:72:9: error[E0221]: an operator holds functions only
//err|             constant Real one = 1;
//err|             ^~~~~~~~~~~~~~~~~~~~~
// run: check $FILE --model MoreRestrictions.NoSum
// status: 1
//err| $FILE:105:7: error[E0221]: 'MoreRestrictions.Numbers.Pair' cannot be a flow: it has no operator '+'
//err|           flow Numbers.Pair f;
//err|           ^~~~~~~~~~~~~~~~~~~
// run: check $FILE --model MoreRestrictions.Outer
// status: 1
//err| $FILE:116:18: error[E0222]: 'p' does not fit the inner one: their sizes differ
//err|           outer Real p[6];
//err|                      ^
//err|   note: $FILE:119:16: the inner one
//err|         inner Real p[10] = 1:10;
//err|                    ^
// run: check $FILE --model MoreRestrictions.Named
// status: 1
//err| $FILE:123:11: error[E0207]: 'Real' is predefined: it cannot be declared again
//err|         model Real
//err|               ^~~~
