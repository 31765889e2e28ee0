model Hash "seeds of random numbers are made of names: every tool must find the same"
  function hash
    input String text;
    output Integer value;
  external "C" value = ModelicaStrings_hashString(text);
  end hash;
  constant Integer h[4] = {hash(""), hash("a"), hash("ab"), hash("Engine.noise")};
  Real x = h[1];
  Real a = h[2];
  Real ab = h[3];
  Real name = h[4];
end Hash;
// run: check $FILE --dump=flat
//out| x
