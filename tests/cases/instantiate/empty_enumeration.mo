// An enumeration without values is no size.
model EmptyEnumeration
  type E = enumeration();
  Integer x[E];
end EmptyEnumeration;
// run: check $FILE
// status: 1
//err| $FILE:4:13: error[E0205]: 'EmptyEnumeration.E' has no values: it is no size, and no range
//err|       Integer x[E];
//err|                 ^
