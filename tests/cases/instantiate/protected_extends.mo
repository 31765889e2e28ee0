// Names in an extends clause, in the class itself and further out; what is extended as protected is hidden.
package P
  model Base
    parameter Real k = 1;
    Real x = k;
  end Base;
  model Hidden
  protected
    extends Base(k = 2);
  public
    Real y = 2*x;
  end Hidden;
  model Inner
    model Local
      extends Base(k = 7);
    end Local;
    extends Local;
  end Inner;
  model M
    Hidden a;
    Inner b;
    Real c = b.x;
    annotation(experiment(StopTime = 1));
  end M;
  model Wrong
    Hidden a;
    Real own = 1;
    extends Base(own = 2);
    Real z = a.x;
  end Wrong;
end P;
// run: simulate $FILE --method cvode --json --model P.M
// json: final[a.y] == 4.0
// json: final.c == 7.0
// run: check $FILE --model P.Wrong
// status: 1
//err| $FILE:28:18: error[E0206]: 'P.Base' has no element 'own' to modify
//err|         extends Base(own = 2);
//err|                      ^~~
//err| $FILE:29:16: error[E0201]: 'a.x' is protected: it cannot be used from outside
//err|         Real z = a.x;
//err|                    ^
//err|   note: $FILE:5:10: declared here
//err|         Real x = k;
//err|              ^
