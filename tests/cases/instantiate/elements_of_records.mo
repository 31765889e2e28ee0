// Operators of records: `.*` is that of the elements, never the product of two vectors; an operator may be one function.
package ElementsOfRecords
  operator record Z
    Real re;
    Real im;
    operator function 'constructor'
      input Real re;
      input Real im = 0;
      output Z r(re = re, im = im);
    algorithm
    end 'constructor';
    operator '*'
      function elements
        input Z a;
        input Z b;
        output Z c;
      algorithm
        c := Z(a.re*b.re - a.im*b.im, a.re*b.im + a.im*b.re);
      end elements;
      function vectors
        input Z a[:];
        input Z b[size(a, 1)];
        output Z c;
      algorithm
        c := Z(0);
        for i in 1:size(a, 1) loop
          c := Z(c.re + a[i].re*b[i].re - a[i].im*b[i].im, c.im + a[i].re*b[i].im + a[i].im*b[i].re);
        end for;
      end vectors;
    end '*';
  end Z;
  model M
    Z u[2] = {Z(1, 2), Z(3, time)}, v[2] = {Z(0, 1), Z(2, time)};
    Z w[2] = u.*v;
    Z p = u*v;
    Z q = u[1].*v[1];
    Z r[2] = 2.*v;
  end M;
end ElementsOfRecords;
// run: simulate $FILE --model ElementsOfRecords.M --stop 1 --method cvode --json
// json: final[w[1].re] == -2
// json: final[w[2].re] == 5
// json: final[w[2].im] == 5
// json: final[p.re] == 3
// json: final[p.im] == 6
// json: final[q.re] == -2
// json: final[r[2].im] == 2
