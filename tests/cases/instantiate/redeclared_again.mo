// What was redeclared for good is redeclared once more from outside: the outer one counts, with a warning.
package RedeclaredAgain
  package One
    constant Real k = 1;
  end One;
  package Two
    extends One(k = 2);
  end Two;
  package Three
    extends One(k = 3);
  end Three;
  model Holds
    replaceable package Q = One;
    Real y = Q.k;
  end Holds;
  model Fixes
    Holds h(redeclare package Q = Two);
  end Fixes;
  model Again
    extends Fixes(h(redeclare package Q = Three));
  end Again;
  model Allowed
    Holds h(redeclare replaceable package Q = Two);
  end Allowed;
  model AgainAllowed
    extends Allowed(h(redeclare package Q = Three));
  end AgainAllowed;
end RedeclaredAgain;
// run: check $FILE --model RedeclaredAgain.Again --dump=flat
// status: 0
//out| model RedeclaredAgain.Again
//out|   Real h.y = 3;
//out| end RedeclaredAgain.Again;
//err| $FILE:20:21: warning[W0228]: this was redeclared before and is not replaceable any more: the redeclaration here counts
//err|         extends Fixes(h(redeclare package Q = Three));
//err|                         ^~~~~~~~~~~~~~~~~~~~~~~~~~~
//err|   note: $FILE:17:13: redeclared here, without 'replaceable'
//err|         Holds h(redeclare package Q = Two);
//err|                 ^~~~~~~~~~~~~~~~~~~~~~~~~
// run: check $FILE --model RedeclaredAgain.AgainAllowed --dump=flat
//out| model RedeclaredAgain.AgainAllowed
//out|   Real h.y = 3;
//out| end RedeclaredAgain.AgainAllowed;
