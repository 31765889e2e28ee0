// Messages give the beginning of a long equation; its place in the source says the rest.
model Long
  Real x(start = 1);
equation
  x^2 + sum(sin(i*x)/i for i in 1:60) = -1000;
end Long;
// run: simulate $FILE --stop 1
// status: 3
//out| Long: no values to start with at t = 0
//err| $FILE:5:3: error[E0502]: no solution found for simultaneous equations at time 0: after 5 iterations the equation 'x^2 = -sin(x) - sin(2*x)/2 - sin(3*x)/3 - sin(4*x)/4 - sin(5*x)/5 - sin(6*x)/6 - sin(7*x)/7 - sin(8*x)/8 - sin(9*x)/9 - sin(10*x)/10 - sin(11*x)/11 - sin(12*x)/12 - sin(13*x)/13 - sin(14*x)/14 - sin(15*x)/15 - sin(16*x)/16 - sin(17*x)/17 -  …' still has the residual 998; the unknown that moves most is 'x'
//err|       x^2 + sum(sin(i*x)/i for i in 1:60) = -1000;
//err|       ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
//err|   note: in the equation x^2 = -sin(x) - sin(2*x)/2 - sin(3*x)/3 - sin(4*x)/4 - sin(5*x)/5 - sin(6*x)/6 - sin(7*x)/7 - sin(8*x)/8 - sin(9*x)/9 - sin(10*x)/10 - sin(11*x)/11 - sin(12*x)/12 - sin(13*x)/13 - sin(14*x)/14 - sin(15*x)/15 - sin(16*x)/16 - sin(17*x)/17 -  …
//err|   note: largest residual in each iteration: 1.35e+03, 1.46e+03, 159, 3.19e+03, 168, 1.71e+03
//err|   note: following the solution from the starting values came 0 % of the way
//err|   note: 1 equation for 'x'
//err|   note: $FILE:5:3: among them: x^2 = -sin(x) - sin(2*x)/2 - sin(3*x)/3 - sin(4*x)/4 - sin(5*x)/5 - sin(6*x)/6 - sin(7*x)/7 - sin(8*x)/8 - sin(9*x)/9 - sin(10*x)/10 - sin(11*x)/11 - sin(12*x)/12 - sin(13*x)/13 - sin(14*x)/14 - sin(15*x)/15 - sin(16*x)/16 - sin(17*x)/17 -  …
//err|       x^2 + sum(sin(i*x)/i for i in 1:60) = -1000;
//err|       ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
