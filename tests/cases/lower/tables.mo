// Tables as the Standard Library declares them: external objects and functions with our own implementations.
package Tables
  class TimeTable
    extends ExternalObject;
    function constructor
      input String tableName;
      input String fileName;
      input Real table[:, :];
      input Real startTime;
      input Integer columns[:];
      input Integer smoothness;
      input Integer extrapolation;
      input Real shiftTime = 0;
      input Integer timeEvents = 1;
      input Boolean verbose = false;
      input String delimiter = ",";
      input Integer nHeaderLines = 0;
      output TimeTable object;
      external "C" object = ModelicaStandardTables_CombiTimeTable_init3(fileName, tableName, table, size(table, 1),
        size(table, 2), startTime, columns, size(columns, 1), smoothness, extrapolation, shiftTime, timeEvents, verbose,
        delimiter, nHeaderLines);
    end constructor;
    function destructor
      input TimeTable object;
      external "C" ModelicaStandardTables_CombiTimeTable_close(object);
    end destructor;
  end TimeTable;

  class Table1
    extends ExternalObject;
    function constructor
      input String tableName;
      input String fileName;
      input Real table[:, :];
      input Integer columns[:];
      input Integer smoothness;
      input Integer extrapolation = 2;
      input Boolean verbose = false;
      input String delimiter = ",";
      input Integer nHeaderLines = 0;
      output Table1 object;
      external "C" object = ModelicaStandardTables_CombiTable1D_init3(fileName, tableName, table, size(table, 1),
        size(table, 2), columns, size(columns, 1), smoothness, extrapolation, verbose, delimiter, nHeaderLines);
    end constructor;
    function destructor
      input Table1 object;
      external "C" ModelicaStandardTables_CombiTable1D_close(object);
    end destructor;
  end Table1;

  class Table2
    extends ExternalObject;
    function constructor
      input String tableName;
      input String fileName;
      input Real table[:, :];
      input Integer smoothness;
      input Integer extrapolation = 2;
      output Table2 object;
      external "C" object = ModelicaStandardTables_CombiTable2D_init3(fileName, tableName, table, size(table, 1),
        size(table, 2), smoothness, extrapolation, false, ",", 0);
    end constructor;
    function destructor
      input Table2 object;
      external "C" ModelicaStandardTables_CombiTable2D_close(object);
    end destructor;
  end Table2;

  function at_time
    input TimeTable object;
    input Integer column;
    input Real t;
    input Real next;
    input Real before;
    output Real y;
    external "C" y = ModelicaStandardTables_CombiTimeTable_getValue(object, column, t, next, before);
  end at_time;
  function next_event
    input TimeTable object;
    input Real t;
    output Real next;
    external "C" next = ModelicaStandardTables_CombiTimeTable_nextTimeEvent(object, t);
  end next_event;
  function at
    input Table1 object;
    input Integer column;
    input Real u;
    output Real y;
    external "C" y = ModelicaStandardTables_CombiTable1D_getValue(object, column, u);
  end at;
  function largest
    input Table1 object;
    output Real u;
    external "C" u = ModelicaStandardTables_CombiTable1D_maximumAbscissa(object);
  end largest;
  function at2
    input Table2 object;
    input Real u1;
    input Real u2;
    output Real y;
    external "C" y = ModelicaStandardTables_CombiTable2D_getValue(object, u1, u2);
  end at2;
end Tables;

model Curves "squares at 0, 1, 2, 3, 4, and their cubes"
  parameter Real table[5, 3] = [0, 0, 0; 1, 1, 1; 2, 4, 8; 3, 9, 27; 4, 16, 64];
  parameter Tables.Table1 linear = Tables.Table1("NoName", "NoName", table, {2, 3}, 1, 2);
  parameter Tables.Table1 akima = Tables.Table1("NoName", "NoName", table, {2}, 2, 1);
  parameter Tables.Table1 steps = Tables.Table1("NoName", "NoName", table, {2}, 3);
  parameter Tables.Table1 monotone = Tables.Table1("NoName", "NoName", table, {2}, 4, 3);
  parameter Tables.Table1 steffen = Tables.Table1("NoName", "NoName", table, {2}, 5);
  parameter Tables.Table1 modified = Tables.Table1("NoName", "NoName", table, {2}, 6);
  parameter Real last = Tables.largest(linear);
  Real u = time;
  Real y[2];
  Real s, c, m, t, o;
  Real x(start = 0, fixed = true);
equation
  for i in 1:2 loop
    y[i] = Tables.at(linear, i, u);
  end for;
  s = Tables.at(akima, 1, u);
  c = Tables.at(steps, 1, u);
  m = Tables.at(monotone, 1, u);
  t = Tables.at(steffen, 1, u);
  o = Tables.at(modified, 1, u);
  der(x) = Tables.at(akima, 1, x) + 1 "the tangent of time";
  annotation(experiment(StopTime = 1.25));
end Curves;

model Surface "u1*u2, which splines and planes give exactly"
  parameter Real table[4, 4] = [0, 0, 1, 3; 0, 0, 0, 0; 1, 0, 1, 3; 4, 0, 4, 12];
  parameter Tables.Table2 plane = Tables.Table2("NoName", "NoName", table, 1);
  parameter Tables.Table2 spline = Tables.Table2("NoName", "NoName", table, 2);
  Real a = Tables.at2(plane, time, 2*time);
  Real b = Tables.at2(spline, time, 2*time);
  annotation(experiment(StopTime = 2.5));
end Surface;

model OverTime "starts at 0.5, jumps at 1 + 0.25, repeats itself"
  parameter Tables.TimeTable object = Tables.TimeTable("NoName", "NoName", [0, 1; 1, 2; 1, 5; 2, 5], 0.5, {2}, 1, 3, 0.25);
  discrete Real next(start = 0, fixed = true);
  Real y = Tables.at_time(object, 1, time, next, pre(next));
  Real x(start = 0, fixed = true);
equation
  when {time >= pre(next), initial()} then
    next = Tables.next_event(object, time);
  end when;
  der(x) = y;
  annotation(experiment(StopTime = 2.75));
end OverTime;

model Moved "the same where initialisation finds when it starts and how far it is shifted"
  function first_time
    input Tables.TimeTable object;
    output Real t;
    external "C" t = ModelicaStandardTables_CombiTimeTable_minimumTime(object);
  end first_time;
  parameter Real starts(fixed = false), shift(fixed = false);
  parameter Tables.TimeTable object = Tables.TimeTable("NoName", "NoName", [0, 1; 1, 2; 1, 5; 2, 5], starts, {2}, 1, 3, shift);
  parameter Real first = first_time(object);
  discrete Real next(start = 0, fixed = true);
  Real y = Tables.at_time(object, 1, time, next, pre(next));
  Real x(start = first, fixed = true);
initial equation
  starts = 2*shift;
  shift = 0.25 + time;
equation
  when {time >= pre(next), initial()} then
    next = Tables.next_event(object, time);
  end when;
  der(x) = y;
  annotation(experiment(StopTime = 2.75));
end Moved;

model NoExtrapolation
  parameter Tables.Table1 object = Tables.Table1("NoName", "NoName", [0, 0; 1, 1], {2}, 1, 4);
  Real y = Tables.at(object, 1, time);
end NoExtrapolation;

model NoColumn
  parameter Tables.Table1 object = Tables.Table1("NoName", "NoName", [0, 0; 1, 1], {3}, 1);
  Real y = Tables.at(object, 1, time);
end NoColumn;

model Descending
  parameter Tables.Table1 object = Tables.Table1("NoName", "NoName", [0, 0; -1, 1], {2}, 1);
  Real y = Tables.at(object, 1, time);
end Descending;

model NoFile
  parameter Tables.Table1 object = Tables.Table1("a", "missing.txt", zeros(0, 2), {2}, 1);
  Real y = Tables.at(object, 1, time);
end NoFile;

model Several
  parameter Tables.Table2 objects[2] = Tables.Table2({"a", "b"}, {"NoName", "NoName"}, {[0, 1; 1, 2], [0, 1; 1, 3]}, {1, 1});
  Real y = Tables.at2(objects[2], time, 1);
end Several;
// run: simulate $FILE --model Curves --method rosenbrock --tolerance 1e-9 --json
// json: final[y[1]] ~ 1.75 1e-12
// json: final[y[2]] ~ 2.75 1e-12
// json: final.s ~ 1.5625 1e-12
// json: final.c == 1
// json: final.x ~ 3.009569673862831 1e-7
// run: simulate $FILE --model Surface --method rosenbrock --json
// json: final.a ~ 12.5 1e-12
// json: final.b ~ 12.5 1e-12
// run: simulate $FILE --model OverTime --method rosenbrock --tolerance 1e-9 --json
// json: final.y ~ 1.5 1e-12
// json: final.x ~ 6.84375 1e-9
// run: simulate $FILE --model Moved --method rosenbrock --tolerance 1e-9 --json
// json: final.y ~ 1.5 1e-12
// json: final.x ~ 6.84375 1e-9
// run: simulate $FILE --model NoExtrapolation --method rosenbrock --stop 2
// status: 3
//err| $FILE:178:12: error[E0501]: the table is not defined at 1.004 (extrapolation is switched off) in the equation 'y = table[1](time)' at time 1.004
//err|       Real y = Tables.at(object, 1, time);
//err|                ^~~~~~~~~~~~~~~~~~~~~~~~~~
//err|   note: in the equation y = table[1](time)
// run: check $FILE --model NoColumn
// status: 1
//err| $FILE:183:22: error[E0208]: the external object cannot be made: the table has 2 columns: there is no column 3
//err|       Real y = Tables.at(object, 1, time);
//err|                          ^~~~~~
// run: check $FILE --model Descending
// status: 1
//err| $FILE:188:22: error[E0208]: the external object cannot be made: the first column of the table does not ascend: 0 in row 1, -1 in row 2
//err|       Real y = Tables.at(object, 1, time);
//err|                          ^~~~~~
// run: check $FILE --model NoFile
// status: 1
//err| $FILE:193:22: error[E0208]: the external object cannot be made: cannot read 'missing.txt'
//err|       Real y = Tables.at(object, 1, time);
//err|                          ^~~~~~
// run: check $FILE --model Several
// status: 1
//err| $FILE:198:12: error[E0301]: an element of an array of tables is not supported yet
//err|       Real y = Tables.at2(objects[2], time, 1);
//err|                ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
