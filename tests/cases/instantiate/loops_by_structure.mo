// Loops over components of different structure, inside of loops whose variables say how far they go.
package LoopsByStructure
  model Layer
    parameter Integer n = 1;
    Real T[n];
  equation
    for k in 1:n loop
      T[k] = k*time;
    end for;
  end Layer;
  model Wall
    parameter Integer n[3] = {1, 3, 2};
    Layer layers[3](n = n);
    Real T[sum(n)], last[3], first[3];
  equation
    for i in 1:3 loop
      for j in 1:n[i] loop
        T[sum(n[k] for k in 1:i - 1) + j] = layers[i].T[j] + i;
      end for;
      first[i] = layers[i].T[1];
      for j in layers[i].n:layers[i].n loop
        last[i] = j + layers[i].T[j];
      end for;
    end for;
  end Wall;
  model Own "the range has a loop of its own, and none around it"
    Layer layers[2](n = {1, 3});
    Real ends[2];
  equation
    for i in 1:sum(k - 1 for k in 1:2) + 1 loop
      ends[i] = layers[i].T[layers[i].n];
    end for;
  end Own;
end LoopsByStructure;
// run: simulate $FILE --model LoopsByStructure.Wall --method cvode --stop 1 --json
// json: final[T[1]] == 2
// json: final[T[2]] == 3
// json: final[T[4]] == 5
// json: final[T[6]] == 5
// json: final[last[2]] == 6
// json: final[first[3]] == 1
// run: simulate $FILE --model LoopsByStructure.Own --method cvode --stop 1 --json
// json: final[ends[2]] == 3
