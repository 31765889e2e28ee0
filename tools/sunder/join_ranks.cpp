#include "join_ranks.hpp"

#include <dlfcn.h>

#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <sstream>

#include "base/codes.hpp"
#include "command.hpp"
#include "guarded_main.hpp"

namespace sunder::cli {
namespace {

/// Beside the program, or where libraries are installed.
std::string find_module() {
  constexpr const char* name = "libsunder_mpi.so";
  std::error_code failed;
  const std::filesystem::path here = std::filesystem::read_symlink("/proc/self/exe", failed).parent_path();
  for (const std::filesystem::path& place : {here / name, here / ".." / SUNDER_LIBRARY_DIRECTORY / name})
    if (std::filesystem::exists(place, failed)) return place.string();
  return {};
}

/// What would be said several times goes into a buffer.
class Silence {
 public:
  Silence() : out_(std::cout.rdbuf(said_.rdbuf())), error_(std::cerr.rdbuf(complained_.rdbuf())) {}
  ~Silence() {
    std::cout.rdbuf(out_);
    std::cerr.rdbuf(error_);
  }
  Silence(const Silence&) = delete;
  Silence& operator=(const Silence&) = delete;
  [[nodiscard]] std::string complaint() const { return complained_.str(); }

 private:
  std::ostringstream said_, complained_;
  std::streambuf* out_;
  std::streambuf* error_;
};

int follow(const std::vector<std::string>& words, Ranks& ranks) {
  std::string complaint;
  int status = 0;
  {
    const Silence silence;
    status = guarded_main(words, &ranks);
    complaint = silence.complaint();
  }
  if (status == static_cast<int>(ExitStatus::internal_error)) {
    std::cerr << name_of(ranks, ranks.rank()) << ": " << complaint;
    return status;
  }
  // what is wrong with the words or the model rank 0 says as well; what is wrong here only it is told
  complaint = complaint.substr(0, complaint.find('\n'));
  if (!complaint.empty()) ranks.send(0, RankWord::goodbye, complaint);
  return 0;
}

int lead(const std::vector<std::string>& words, Ranks& ranks) {
  const int status = guarded_main(words, &ranks);
  for (int r = 1; r < ranks.size(); ++r) ranks.send(r, RankWord::end, {});
  return status;
}

}  // namespace

bool started_as_ranks() {
  const auto more_than_one = [](const char* variable) {
    const char* size = std::getenv(variable);
    return size != nullptr && std::atoi(size) > 1;
  };
  // Open MPI's mpirun; others that follow the process management interface
  return more_than_one("OMPI_COMM_WORLD_SIZE") || more_than_one("PMI_SIZE") ||
         (std::getenv("PMIX_RANK") != nullptr && more_than_one("SLURM_NTASKS"));
}

std::unique_ptr<Ranks> join_ranks(std::string& why) {
  const std::string path = find_module();
  if (path.empty()) {
    why = "the module for MPI is not there: install libopenmpi-dev and openmpi-bin, and build again";
    return nullptr;
  }
  // the parts of MPI that it loads itself look for its symbols
  void* module = dlopen(path.c_str(), RTLD_NOW | RTLD_GLOBAL);
  if (module == nullptr) {
    why = std::string("the module for MPI cannot be loaded: ") + dlerror();
    return nullptr;
  }
  void* symbol = dlsym(module, make_ranks_symbol);
  if (symbol == nullptr) {
    why = "the module for MPI is of another version";
    return nullptr;
  }
  return std::unique_ptr<Ranks>(reinterpret_cast<MakeRanks>(symbol)(&why));
}

int ranked_main(const std::vector<std::string>& words) {
  std::string why;
  const std::unique_ptr<Ranks> ranks = join_ranks(why);
  if (ranks == nullptr) {
    std::cerr << "error[" << code_id(Code::E0009) << "]: started as one of several ranks, but " << why << "\n";
    return static_cast<int>(ExitStatus::wrong_input);
  }
  return ranks->leads() ? lead(words, *ranks) : follow(words, *ranks);
}

}  // namespace sunder::cli
