package P
  model A
  protected
    replaceable model B
      Real x = 2;
    end B;
    B b;
  end A;
  model C
    Real x = 3;
  end C;
  model Modified
    A a(B(x = 4));
  end Modified;
  model Redeclared
    A a(redeclare model B = C);
  end Redeclared;
  model Derived "what inherits it may"
    extends A(redeclare model B = C);
  end Derived;
  package One
    constant Real x = 1;
    constant Real y = 2;
  end One;
  package Two
    constant Real x = 3;
  end Two;
  model Twice
    import P.One.*;
    import P.Two.*;
    Real z = x;
  end Twice;
  model Once
    import P.One.*;
    import P.Two.*;
    Real z = y;
  end Once;
  model Root
    Real x = 1;
  equation
    Connections.root(x);
  end Root;
  model Fixed
    model M
      Real x = 1;
    end M;
  end Fixed;
  model Extended
    extends Fixed;
    model extends M
      Real y = 2;
    end M;
    M m;
  end Extended;
end P;
// run: check $FILE --model P.Modified
// status: 1
//err| $FILE:13:9: error[E0201]: 'B' is protected: it cannot be modified from outside
//err|         A a(B(x = 4));
//err|             ^
//err|   note: $FILE:4:5: declared here
//err|         replaceable model B
//err|         ^~~~~~~~~~~~~~~~~~~
// run: check $FILE --model P.Redeclared
// status: 1
//err| $FILE:16:9: error[E0201]: 'B' is protected: it cannot be modified from outside
//err|         A a(redeclare model B = C);
//err|             ^~~~~~~~~~~~~~~~~~~~~
//err|   note: $FILE:4:5: declared here
//err|         replaceable model B
//err|         ^~~~~~~~~~~~~~~~~~~
// run: check $FILE --model P.Derived --until flat
//out| P.Derived: the model is sound as far as the stage 'flat', with 1 equation and as many unknowns
// run: check $FILE --model P.Twice
// status: 1
//err| $FILE:30:5: error[E0207]: 'x' is imported twice: from 'P.One' and from 'P.Two'
//err|         import P.Two.*;
//err|         ^~~~~~~~~~~~~~
//err|   help: import it by its own name from one of them
// run: check $FILE --model P.Once --until flat
//out| P.Once: the model is sound as far as the stage 'flat', with 1 equation and as many unknowns
// run: check $FILE --model P.Root
// status: 1
//err| $FILE:41:22: error[E0218]: 'x' is no part of a connector: Connections.root does not know it
//err|         Connections.root(x);
//err|                          ^
// run: check $FILE --model P.Extended
// status: 1
//err| $FILE:50:5: error[E0219]: 'M' is not replaceable: it cannot be redeclared
//err|         model extends M
//err|         ^~~~~~~~~~~~~~~
//err|   note: $FILE:44:5: declared here
//err|         model M
//err|         ^~~~~~~
