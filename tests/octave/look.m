% look(FOLDER): reads every MAT file back and tells its Gramians, matrices as rows of one line each.
function look(folder)
  for entry = glob(fullfile(folder, "*.mat"))'
    data = load(entry{1});
    if isfield(data, "Ts")
      system = ss(data.A, data.B, data.C, data.D, data.Ts);
    else
      system = ss(data.A, data.B, data.C, data.D);
    end
    [~, name] = fileparts(entry{1});
    tell(name, "a", data.A); tell(name, "b", data.B); tell(name, "c", data.C); tell(name, "d", data.D);
    tell(name, "controllability", gram(system, "c")); tell(name, "observability", gram(system, "o"));
  end
end

function tell(name, what, matrix)
  printf("%s %s %d %d", name, what, rows(matrix), columns(matrix));
  printf(" %.17g", matrix');
  printf("\n");
end
