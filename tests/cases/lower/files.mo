// Functions of the Standard Library that look at files and into texts: carried out when the model is compiled.
package Files
  function kind
    input String name;
    output Integer k;
    external "C" k = ModelicaInternal_stat(name);
  end kind;
  function lines
    input String name;
    output Integer n;
    external "C" n = ModelicaInternal_countLines(name);
  end lines;
  function line
    input String name;
    input Integer number;
    output String text;
    output Boolean over;
    external "C" text = ModelicaInternal_readLine(name, number, over);
  end line;
  function whole
    input String name;
    output String text[lines(name)];
    external "C" ModelicaInternal_readFile(name, text, size(text, 1));
  end whole;
  function find_real
    input String text;
    input Integer start = 1;
    input Boolean is_unsigned = false;
    output Integer next;
    output Real number;
    external "C" ModelicaStrings_scanReal(text, start, is_unsigned, next, number);
  end find_real;
  function find_integer
    input String text;
    input Integer start = 1;
    input Boolean is_unsigned = false;
    output Integer next;
    output Integer number;
    external "C" ModelicaStrings_scanInteger(text, start, is_unsigned, next, number);
  end find_integer;
  function find_text
    input String text;
    input Integer start = 1;
    output Integer next;
    output String found;
    external "C" ModelicaStrings_scanString(text, start, next, found);
  end find_text;
  function find_name
    input String text;
    input Integer start = 1;
    output Integer next;
    output String found;
    external "C" ModelicaStrings_scanIdentifier(text, start, next, found);
  end find_name;
  function number_of
    input String text;
    output Real number;
  protected
    Integer next;
  algorithm
    (next, number) := find_real(text);
  end number_of;
  function first_name
    input String text;
    output String name;
  protected
    Integer next;
  algorithm
    (next, name) := find_name(text);
  end first_name;
  function first_text
    input String text;
    output String found;
  protected
    Integer next;
  algorithm
    (next, found) := find_text(text);
  end first_text;
  model Read
    parameter String own "this file";
    constant Integer none = kind("there/is/no/such/file");
    constant Integer place = kind(".");
    final parameter Integer regular = kind(own);
    final parameter String second = line(own, 2);
    final parameter String all[:] = whole(own);
    final parameter Boolean right = second == "package Files" and all[2] == second;
    final parameter Integer after = find_real("  -2.5e1;");
    constant Real x = number_of("  -2.5e1;");
    constant Integer after_integer = find_integer("12ab");
    constant Integer a_real = find_integer("12.5");
    constant Integer nothing = find_integer("-3", 1, true);
    constant Boolean named = first_name(" _a1 b") == "_a1" and first_text("\"a\\\"b\" c") == "a\\\"b";
  end Read;
  model Missing
    parameter Integer n = lines("there/is/no/such/file");
    Real x[n] = fill(time, n);
  end Missing;
end Files;
// run: simulate $FILE --model Files.Read --set own="$FILE" --stop 1 --method euler --step 1 --json
// json: diagnostics == []
// json: final.none == 1
// json: final.place == 3
// json: final.regular == 2
// json: final.right == 1
// json: final.after == 9
// json: final.x == -25
// json: final.after_integer == 3
// json: final.a_real == 1
// json: final.nothing == 1
// json: final.named == 1
// run: check $FILE --model Files.Missing
// status: 1
//err| $FILE:96:12: error[E0208]: the size of 'x' must be known at compile time: there is no file 'there/is/no/such/file'
//err|         Real x[n] = fill(time, n);
//err|                ^
//err|   note: $FILE:95:27: because of this
//err|         parameter Integer n = lines("there/is/no/such/file");
//err|                               ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
