within Sunder;
package Blocks "Signals: what has inputs and outputs"
  connector RealInput = input Real "A real signal that comes in";
  connector RealOutput = output Real "A real signal that goes out";
  connector BooleanInput = input Boolean "A logical signal that comes in";
  connector BooleanOutput = output Boolean "A logical signal that goes out";
  connector IntegerInput = input Integer "A whole number that comes in";
  connector IntegerOutput = output Integer "A whole number that goes out";

  partial block SISO "One input, one output"
    RealInput u;
    RealOutput y;
  end SISO;

  partial block SI2SO "Two inputs, one output"
    RealInput u1;
    RealInput u2;
    RealOutput y;
  end SI2SO;

  partial block Source "A signal that depends on time only"
    RealOutput y;
    parameter Real offset = 0 "added to the signal";
    parameter Real startTime(unit="s") = 0 "until then the offset alone";
  end Source;

  function interpolated
    "On straight lines between points; outside the first and the last line go on"
    input Real table[:, 2] "abscissas, which rise, and ordinates";
    input Real x "where";
    output Real y "the ordinate there";
  protected
    Integer k;
  algorithm
    if size(table, 1) == 1 then
      y := table[1, 2];
    else
      k := 1;
      while k < size(table, 1) - 1 and x >= table[k + 1, 1] loop
        k := k + 1;
      end while;
      y := table[k, 2]
        + (x - table[k, 1])*(table[k + 1, 2] - table[k, 2])/(table[k + 1, 1] - table[k, 1]);
    end if;
  end interpolated;
end Blocks;
