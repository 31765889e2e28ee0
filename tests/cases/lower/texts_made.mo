// Texts that are made of numbers of the run, and what results files hold of them.
package MadeTexts
  type Mode = enumeration(idle, busy);
  function label
    input String name;
    input Integer n;
    output String s;
  algorithm
    s := name;
    for i in 1:n loop
      s := s + "." + String(i);
    end for;
  end label;
  function as_long_as
    input Real x;
    output String s = "";
  protected
    Real rest = x;
  algorithm
    while rest > 1 loop
      rest := rest/2;
      s := s + "/" + String(rest, 3);
    end while;
  end as_long_as;
  model Events
    Real x(start = 0, fixed = true);
    Integer n(start = 0, fixed = true);
    Mode mode(start = Mode.idle, fixed = true);
    String s(start = "none"), t(start = "");
    String both = s + " (" + String(mode) + ")";
    Boolean later = both > "m";
  equation
    der(x) = 2;
    when sample(0.4, 0.4) then
      n = pre(n) + 1;
      mode = if n > 1 then Mode.busy else Mode.idle;
      s = "n = " + String(n, minimumLength = 3) + ", x = " + String(x, format = ".2f");
      t = pre(s) + "|" + s;
    end when;
    annotation(experiment(StopTime = 1));
  end Events;
  model InAlgorithm
    String s(start = "");
    String l(start = "");
    String w(start = "");
  algorithm
    when time > 0.25 then
      s := "at " + String(time, 3);
      l := label(s, 3);
      w := as_long_as(16*time);
    elsewhen time > 0.5 then
      s := s + ", then " + String(time, 2);
    end when;
    assert(time < 0.75 or time > 2, "too late: " + s);
    annotation(experiment(StopTime = 0.7));
  end InAlgorithm;
  model Continuous
    Real x = time;
    String s = "x = " + String(x);
  end Continuous;
end MadeTexts;
// run: simulate $FILE --model MadeTexts.Events --method cvode --intervals 2 --json --output $TMP/r.csv
// json: final.s == "n = 2  , x = 1.60"
// json: final.t == "n = 1  , x = 0.80|n = 2  , x = 1.60"
// json: final.both == "n = 2  , x = 1.60 (busy)"
// json: final.later == 1
// json: final.mode == 2
// file: $TMP/r.csv starts time,"x","n","mode","later","der(x)","s","t","both"
// run: simulate $FILE --model MadeTexts.Events --method cvode --initial-from $TMP/r.csv --stop 2
// status: 3
//err| $FILE:29:12: error[E0519]: a run in which 's' remembers a text cannot be continued: which text it was is not among the numbers of a file
//err|         String s(start = "none"), t(start = "");
//err|                ^
// run: simulate $FILE --model MadeTexts.Events --method cvode --intervals 2 --output $TMP/r.mat --json
// json: final.s == "n = 2  , x = 1.60"
//err| $FILE:29:12: warning[W0707]: '$TMP/r.mat' cannot hold texts: 's' and 2 others will not be in it
//err|         String s(start = "none"), t(start = "");
//err|                ^
//err|   help: write a file that ends in .csv
// run: simulate $FILE --model MadeTexts.InAlgorithm --method cvode --json
// json: final.s == "at 0.25, then 0.5"
// json: final.l == "at 0.25.1.2.3"
// json: final.w == "/2/1"
// run: simulate $FILE --model MadeTexts.InAlgorithm --method cvode --stop 1
// status: 3
//err| $FILE:54:5: error[E0617]: assertion violated at time 0.75: too late: at 0.25, then 0.5
//err|         assert(time < 0.75 or time > 2, "too late: " + s);
//err|         ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
// run: check $FILE --model MadeTexts.Continuous
// status: 1
//err| $FILE:59:16: error[E0306]: a variable that changes at events only cannot follow something continuous
//err|         String s = "x = " + String(x);
//err|                    ^~~~~~~~~~~~~~~~~~
