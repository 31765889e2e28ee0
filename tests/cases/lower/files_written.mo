// What a model does to files: told at instants, carried out when the run has ended, below a directory that is allowed.
package Written
  function print
    input String string;
    input String fileName = "";
    external "C" ModelicaInternal_print(string, fileName);
  end print;
  impure function writeRealMatrix
    input String fileName;
    input String matrixName;
    input Real matrix[:, :];
    input Boolean append = false;
    input String format = "4";
    output Boolean success;
    external "C" success = ModelicaIO_writeRealMatrix(fileName, matrixName, matrix, size(matrix, 1), size(matrix, 2), append, format);
  end writeRealMatrix;
  impure function readRealMatrix
    input String fileName;
    input String matrixName;
    input Integer nrow;
    input Integer ncol;
    input Boolean verboseRead = true;
    output Real matrix[nrow, ncol];
    external "C" ModelicaIO_readRealMatrix(fileName, matrixName, matrix, size(matrix, 1), size(matrix, 2), verboseRead);
  end readRealMatrix;
  impure function mkdir
    input String directoryName;
    external "C" ModelicaInternal_mkdir(directoryName);
  end mkdir;
  impure function rename
    input String oldName;
    input String newName;
    external "C" ModelicaInternal_rename(oldName, newName);
  end rename;
  impure function removeFile
    input String fileName;
    external "C" ModelicaInternal_removeFile(fileName);
  end removeFile;
  impure function copyFile
    input String fromName;
    input String toName;
    external "C" ModelicaInternal_copyFile(fromName, toName);
  end copyFile;
  function keep "Rows far apart, in a loop as long as the matrix"
    input String file;
    input Real values[:];
    output Boolean success;
  protected
    Real rows[2*size(values, 1), 2];
  algorithm
    for i in 1:size(values, 1) loop
      rows[2*i - 1:2*i, :] := [i, values[i]; i, -values[i]];
    end for;
    success := writeRealMatrix(file, "rows", rows);
    if success then
      print("kept");
    end if;
  end keep;
  model Writes
    parameter String dir;
    Real x(start = 1, fixed = true);
    Boolean fine(start = false, fixed = true);
  equation
    der(x) = -x;
    when initial() then
      mkdir(dir + "/sub");
    end when;
    when sample(0.25, 0.25) then
      print("x = " + String(x, significantDigits = 3) + " at " + String(time), dir + "/log.csv");
    end when;
  algorithm
    when time > 0.5 then
      fine := keep(dir + "/sub/kept.mat", {x, time, 0.1});
      fine := writeRealMatrix(dir + "/both.mat", "one", [1, 2; 3, 4], format = "7");
      fine := writeRealMatrix(dir + "/both.mat", "two", [time, 5], append = true, format = "7");
      fine := writeRealMatrix(dir + "/both.mat", "one", [1.5; 2.5], append = true, format = "7");
    end when;
    when time > 0.75 then
      copyFile(dir + "/both.mat", dir + "/copy.mat");
      rename(dir + "/both.mat", dir + "/sub/other.mat");
      removeFile(dir + "/copy.mat");
    end when;
    annotation(experiment(StopTime = 1));
  end Writes;
  model Reads
    parameter String dir;
    parameter Real kept[6, 2] = readRealMatrix(dir + "/sub/kept.mat", "rows", 6, 2);
    parameter Real one[2, 1] = readRealMatrix(dir + "/sub/other.mat", "one", 2, 1);
    parameter Real two[1, 2] = readRealMatrix(dir + "/sub/other.mat", "two", 1, 2);
    Real a = kept[2, 2] + one[2, 1]*time, b = kept[3, 2] + two[1, 2]*time, c = kept[5, 2];
    annotation(experiment(StopTime = 1));
  end Reads;
  model Outside
    parameter String dir;
  equation
    when time > 0.5 then
      print("escaped", dir + "/../outside.txt");
    end when;
    annotation(experiment(StopTime = 1));
  end Outside;
  model AllTheTime
    Real x(start = 1, fixed = true);
    Real y = if keep("x.mat", {x}) then x else 0;
  equation
    der(x) = -x;
  end AllTheTime;
end Written;
// run: simulate $FILE --model Written.Writes --set dir="$TMP" --allow-files $TMP --method cvode --tolerance 1e-9 --json
// json: printed == [{"time": 0.5, "text": "kept"}]
// file: $TMP/log.csv starts x = 0.779 at 0.25
// run: simulate $FILE --model Written.Reads --set dir="$TMP" --method euler --step 1 --json
// json: final.a ~ 1.8934693402873666 1e-6
// json: final.b ~ 5.5 1e-9
// json: final.c ~ 0.1 1e-12
// run: simulate $FILE --model Written.Outside --set dir="$TMP" --allow-files $TMP --method cvode --json
// status: 1
// json: diagnostics[0].code == "E0314"
//err| $FILE:97:7: error[E0314]: at time 0.5 the model wants to change '$TMP/../outside.txt': it does not lie below the directory '$TMP' that --allow-files names
//err|           print("escaped", dir + "/../outside.txt");
//err|           ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
// run: check $FILE --model Written.Writes --set dir="x"
// status: 1
//err| $FILE:54:16: error[E0313]: 'Written.writeRealMatrix' changes files or directories: it is not allowed to
//err|         success := writeRealMatrix(file, "rows", rows);
//err|                    ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
//err|   help: sunder simulate --allow-files DIR allows it, below the directory DIR
//err| $FILE:66:7: error[E0313]: 'Written.mkdir' changes files or directories: it is not allowed to
//err|           mkdir(dir + "/sub");
//err|           ^~~~~~~~~~~~~~~~~~~
//err|   help: sunder simulate --allow-files DIR allows it, below the directory DIR
// run: check $FILE --model Written.AllTheTime --allow-files .
// status: 1
//err| $FILE:103:17: error[E0313]: files would be written here all the time, not at an instant
//err|         Real y = if keep("x.mat", {x}) then x else 0;
//err|                     ^~~~~~~~~~~~~~~~~~
//err|   help: call the function in a when-equation or when-statement, such as when sample(0, 0.1)
// run: check $FILE --model Written.Writes --set dir="x" --allow-files no/such/directory
// status: 1
//err| error[E0006]: --allow-files needs a directory that is there, not 'no/such/directory'
