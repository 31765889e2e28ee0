% generate(FOLDER): random systems as JSON, and what the control package makes of them.
function generate(folder)
  rand("twister", 11); randn("twister", 12);
  file = fopen(fullfile(folder, "expected.json"), "w");
  fprintf(file, "[");
  for k = 1:24
    n = 2 + mod(k, 7); inputs = 1 + mod(k, 3); outputs = 1 + mod(k, 2);
    a = randn(n); b = randn(n, inputs); c = randn(outputs, n); d = randn(outputs, inputs);
    if mod(k, 4) == 3
      sample_time = 0.1;
      a *= (1 - 0.5 * rand()) / max(abs(eig(a)));
      system = ss(a, b, c, d, sample_time);
    else
      sample_time = 0;
      a -= (max(real(eig(a))) + 0.05 + rand()) * eye(n);
      system = ss(a, b, c, d);
    end
    sigma = hsvd(system);
    order = max(1, floor(n / 2));  % where the neighbours differ, or the reduced system is not unique
    while order < n - 1 && sigma(order + 1) > 0.95 * sigma(order), order += 1; end
    frequencies = [0.03, 0.2, 1, 5, 25];
    truncated = btamodred(system, order);
    perturbed = spamodred(system, order);
    model = fopen(fullfile(folder, sprintf("system%d.json", k)), "w");
    fprintf(model, "{\"a\": %s, \"b\": %s, \"c\": %s, \"d\": %s", text(a), text(b), text(c), text(d));
    if sample_time > 0, fprintf(model, ", \"sample_time\": %.17g", sample_time); end
    fprintf(model, "}\n");
    fclose(model);
    if k > 1, fprintf(file, ",\n"); end
    fprintf(file, "{\"name\": \"system%d\", \"order\": %d, \"sample_time\": %.17g, \"hankel\": %s, \"norm\": %.17g, \"frequencies\": %s", ...
            k, order, sample_time, text(sigma(:)'), norm(system, inf), text(frequencies));
    answer(file, "truncation", system, truncated, frequencies);
    answer(file, "singular-perturbation", system, perturbed, frequencies);
    fprintf(file, "}");
  end
  fprintf(file, "]\n");
  fclose(file);
end

function answer(file, name, system, reduced, frequencies)
  gains = freqresp(reduced, frequencies);
  % finer tolerances make norm() miss the peak of some systems
  fprintf(file, ", \"%s\": {\"error\": %.17g, \"real\": %s, \"imaginary\": %s}", name, norm(system - reduced, inf, 1e-4), ...
          text(real(gains(:))'), text(imag(gains(:))'));
end

function out = text(matrix)
  out = "[";
  for i = 1:rows(matrix)
    if i > 1, out = [out, ", "]; end
    out = [out, "[", strjoin(arrayfun(@(x) sprintf("%.17g", x), matrix(i, :), "UniformOutput", false), ", "), "]"];
  end
  out = [out, "]"];
end
