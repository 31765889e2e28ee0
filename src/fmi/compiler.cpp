#include "fmi/compiler.hpp"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <filesystem>
#include <thread>

#include "base/codes.hpp"
#include "base/program.hpp"
#include "base/text.hpp"

namespace sunder::fmi {

bool compile_library(const CompileJob& job, Diagnostics& diagnostics) {
  const std::string compiler = c_compiler();
  const auto command = [&](const std::vector<std::string>& more) {
    std::vector<std::string> words{compiler, "-fPIC"};
    words.insert(words.end(), job.arguments.begin(), job.arguments.end());
    words.insert(words.end(), more.begin(), more.end());
    return words;
  };
  const std::string output = std::filesystem::absolute(job.output).string();
  // every file by itself, as many at a time as there are processors
  std::vector<std::string> objects;
  for (std::size_t i = 0; i < job.files.size(); ++i) objects.push_back(output + "." + std::to_string(i) + ".o");
  std::vector<EndedProgram> ends(job.files.size());
  std::atomic<std::size_t> next{0};
  const auto work = [&] {
    for (std::size_t i = next++; i < job.files.size(); i = next++)
      ends[i] = run_program(job.folder, command({"-I", ".", "-c", "-o", objects[i], job.files[i]}));
  };
  std::vector<std::thread> others;
  for (unsigned k = 1; k < std::min<std::size_t>(std::thread::hardware_concurrency(), job.files.size()); ++k)
    others.emplace_back(work);
  work();
  for (std::thread& other : others) other.join();
  bool fine = !job.files.empty();
  const auto accept = [&](const EndedProgram& ended) {
    if (ended.error != 0) {
      diagnostics
          .error(Code::E1214, {},
                 job.name + ": the C compiler '" + printable(compiler) + "' cannot be started (" +
                     std::strerror(ended.error) + ")")
          .help =
          "install a C compiler, or name one by the environment variable CC; sunder export --sources-only needs none";
      return false;
    }
    if (ended.fine()) return true;
    diagnostics.error(Code::E1214, {}, job.name + ": the C compiler refused the sources: " + printable(ended.said));
    return false;
  };
  if (!fine) diagnostics.error(Code::E1214, {}, job.name + ": there are no sources to compile");
  for (std::size_t i = 0; fine && i < ends.size(); ++i) fine = accept(ends[i]);
  if (fine) {
    std::vector<std::string> last{"-shared", "-o", output};
    last.insert(last.end(), objects.begin(), objects.end());
    last.emplace_back("-lm");
    fine = accept(run_program(job.folder, command(last)));
  }
  std::error_code ignored;  // nobody could do anything about it
  for (const std::string& object : objects) std::filesystem::remove(object, ignored);
  return fine;
}

}  // namespace sunder::fmi
