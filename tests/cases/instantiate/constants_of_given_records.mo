// A record that is given instead of one of the declared type brings its own constants.
package ConstantsOfGivenRecords
  record Material
    parameter Real k = 1;
    constant Boolean melts = false;
    constant Integer kind = 0;
  end Material;
  record Melting
    extends Material(final melts = true, kind = 3);
  end Melting;
  model Layer
    parameter Material material;
    parameter Integer n = if material.melts then 2 else 1;
    Real T[n] = fill(material.k*time + material.kind, n);
  end Layer;
  record Stack
    parameter Integer n = 2;
    parameter Material materials[n];
  end Stack;
  model Wall
    parameter Stack stack;
    Layer layers[2](material = {stack.materials[i] for i in 1:2});
  end Wall;
  model Layers
    parameter Melting ice(k = 2);
    parameter Material stone(k = 4);
    Layer a(material = ice), b(material = Melting(k = 3)), c(material = stone), d[2](each material = ice);
    Layer e[2](material = {stone, ice});
    Wall wall(stack(materials = {ice, stone}));
    Real sizes[7] = {size(a.T, 1), size(b.T, 1), size(c.T, 1), size(d[2].T, 1), size(e[1].T, 1), size(e[2].T, 1), size(wall.layers[1].T, 1)};
    Real y = a.T[1] + b.T[1] + c.T[1] + time;
  end Layers;
end ConstantsOfGivenRecords;
// run: simulate $FILE --model ConstantsOfGivenRecords.Layers --method cvode --stop 1 --json
// json: final[sizes[1]] == 2
// json: final[sizes[2]] == 2
// json: final[sizes[3]] == 1
// json: final[sizes[4]] == 2
// json: final[sizes[5]] == 1
// json: final[sizes[6]] == 2
// json: final[sizes[7]] == 2
// json: final.y == 16
