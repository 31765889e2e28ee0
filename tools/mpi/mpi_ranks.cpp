// Ranks over MPI: a module of its own, so that the program needs no MPI where it runs alone. Called from one thread.
#include <mpi.h>

#include <climits>
#include <cstdlib>
#include <list>
#include <stdexcept>
#include <vector>

#include "base/ranks.hpp"

namespace sunder {
namespace {

constexpr int tag = 0;

class MpiRanks final : public Ranks {
 public:
  MpiRanks() {
    MPI_Comm_dup(MPI_COMM_WORLD, &all_);
    MPI_Comm_rank(all_, &rank_);
    MPI_Comm_size(all_, &size_);
    std::string own(MPI_MAX_PROCESSOR_NAME, '\0');
    int length = 0;
    MPI_Get_processor_name(own.data(), &length);
    std::string names(own.size() * static_cast<std::size_t>(size_), '\0');
    MPI_Allgather(own.data(), MPI_MAX_PROCESSOR_NAME, MPI_CHAR, names.data(), MPI_MAX_PROCESSOR_NAME, MPI_CHAR, all_);
    for (std::size_t r = 0; r < static_cast<std::size_t>(size_); ++r)
      hosts_.emplace_back(names.c_str() + r * MPI_MAX_PROCESSOR_NAME);
  }
  ~MpiRanks() override {
    // what nobody takes any more is not waited for
    const auto begin = std::chrono::steady_clock::now();
    while (!abandoned_ && !sent_.empty()) {
      drop_arrived();
      abandoned_ = std::chrono::steady_clock::now() - begin > grace;
    }
    if (abandoned_) return;
    MPI_Comm_free(&all_);
    MPI_Finalize();
  }
  MpiRanks(const MpiRanks&) = delete;
  MpiRanks& operator=(const MpiRanks&) = delete;

  [[nodiscard]] int rank() const override { return rank_; }
  [[nodiscard]] int size() const override { return size_; }
  [[nodiscard]] std::string host(int rank) const override { return hosts_.at(static_cast<std::size_t>(rank)); }

  void send(int to, RankWord word, std::string_view bytes) override {
    drop_arrived();
    Sent& one = sent_.emplace_back();
    one.bytes.reserve(bytes.size() + 1);
    one.bytes += static_cast<char>(word);
    one.bytes += bytes;
    if (one.bytes.size() > INT_MAX) throw std::runtime_error("a message to another rank has more than two gigabytes");
    MPI_Isend(one.bytes.data(), static_cast<int>(one.bytes.size()), MPI_BYTE, to, tag, all_, &one.request);
  }

  std::optional<Message> receive(std::optional<int> from) override {
    drop_arrived();
    int there = 0;
    MPI_Message handle = MPI_MESSAGE_NULL;
    MPI_Status status;
    MPI_Improbe(from.value_or(MPI_ANY_SOURCE), tag, all_, &there, &handle, &status);
    if (there == 0) return std::nullopt;
    int count = 0;
    MPI_Get_count(&status, MPI_BYTE, &count);
    Message message;
    message.from = status.MPI_SOURCE;
    message.bytes.resize(static_cast<std::size_t>(count));
    MPI_Mrecv(message.bytes.data(), count, MPI_BYTE, &handle, &status);
    message.word = static_cast<RankWord>(message.bytes.at(0));
    message.bytes.erase(0, 1);
    return message;
  }

  void abandon() override { abandoned_ = true; }

 private:
  /// Bytes must stay where they are until MPI has sent them.
  struct Sent {
    std::string bytes;
    MPI_Request request = MPI_REQUEST_NULL;
  };
  void drop_arrived() {
    while (!sent_.empty()) {
      int done = 0;
      MPI_Test(&sent_.front().request, &done, MPI_STATUS_IGNORE);
      if (done == 0) return;
      sent_.pop_front();
    }
  }

  MPI_Comm all_ = MPI_COMM_NULL;
  int rank_ = 0, size_ = 1;
  std::vector<std::string> hosts_;
  std::list<Sent> sent_;
  bool abandoned_ = false;
};

}  // namespace
}  // namespace sunder

extern "C" __attribute__((visibility("default"))) sunder::Ranks* sunder_make_ranks(std::string* why) {
  // where ranks share cores, Open MPI would give up the rest of its time slice at every look for a message; we sleep
  setenv("OMPI_MCA_mpi_yield_when_idle", "0", 0);
  int provided = 0;
  if (MPI_Init_thread(nullptr, nullptr, MPI_THREAD_FUNNELED, &provided) != MPI_SUCCESS) {
    *why = "MPI cannot be started";
    return nullptr;
  }
  if (provided < MPI_THREAD_FUNNELED) {
    *why = "this MPI does not go together with threads";
    MPI_Finalize();
    return nullptr;
  }
  return std::make_unique<sunder::MpiRanks>().release();
}
