model Filter
  Real aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa(start = 1, fixed = true);
  Real b = 2*aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa;
equation
  der(aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa) = -b;
end Filter;
// run: simulate $FILE --method cvode --filter (a*)*b --output $TMP/b.csv --json
// json: status.ok == true
// file: $TMP/b.csv starts time,"b"
// run: simulate $FILE --method cvode --filter (a*)*c
// status: 1
//err| error[E0645]: the filter '(a*)*c' matches the name of no variable: nothing would be recorded
//err|   help: it must match a whole name, such as 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa'
// run: simulate $FILE --method cvode --filter [
// status: 2
//err| error[E0612]: the filter '[' is not a regular expression: missing ]: [
// run: simulate $FILE --method cvode --filter ( --sweep b=1,2
// status: 2
//err| error[E0612]: the filter '(' is not a regular expression: missing ): (
