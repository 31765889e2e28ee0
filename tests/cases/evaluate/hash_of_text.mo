model Hash "seeds of random numbers are made of names: every tool must find the same"
  function hash
    input String text;
    output Integer value;
  external "C" value = ModelicaStrings_hashString(text);
  end hash;
  Real x = if hash("") == -1431655766 and hash("a") == -357913953 then 1 else 0;
  Real y = if hash("ab") == 1241454678 and hash("Engine.noise") == -456738158 then 1 else 0;
end Hash;
// run: check $FILE --dump=plan
//out| plan Hash: 0 states, 0 algebraic variables, 0 parameters, 2 aliases, index 0
//out| aliases
//out|   x = 1
//out|   y = 1
//out| initial: 0 steps, 0 loops
//out| continuous: 0 steps, 0 loops
