// Several processes that work on one task, as mpirun starts them. Rank 0 leads: it reads, decides, writes and talks;
// the others do what it asks for. Who has the processes talk to each other (MPI) is a module that is loaded only where
// the program was started so (tools/mpi).
#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/cancel.hpp"

namespace sunder {

/// What a message is about: its first byte.
enum class RankWord : char {
  ready = 'r',    ///< to rank 0: whatever was to be read is read
  goodbye = 'g',  ///< to rank 0: this rank gives up, and says why
  task = 't',     ///< do number … of the tasks (rank_tasks)
  done = 'd',     ///< and its result
  share = 's',    ///< the parts that this rank hosts (cosimulate/remote_parts)
  calls = 'c',    ///< what parts are to do
  replies = 'a',  ///< and what came out
  end = 'e',      ///< from rank 0: nothing more to do
};

class Ranks {
 public:
  struct Message {
    int from = 0;
    RankWord word{};
    std::string bytes;
  };

  Ranks() = default;
  virtual ~Ranks() = default;
  Ranks(const Ranks&) = delete;
  Ranks& operator=(const Ranks&) = delete;

  [[nodiscard]] virtual int rank() const = 0;
  [[nodiscard]] virtual int size() const = 0;
  [[nodiscard]] bool leads() const { return rank() == 0; }
  /// The name of the machine on which a rank runs.
  [[nodiscard]] virtual std::string host(int rank) const = 0;

  /// Does not wait until it arrives. Messages from one rank to another keep their order.
  virtual void send(int to, RankWord word, std::string_view bytes) = 0;
  /// A message that has arrived, from anybody or from one rank; nothing: there is none yet.
  virtual std::optional<Message> receive(std::optional<int> from = std::nullopt) = 0;
  /// Ends without the goodbyes for which a rank that is lost would be waited for.
  virtual void abandon() = 0;
};

/// "rank 2 (on node17)".
std::string name_of(const Ranks& ranks, int rank);

/// How to wait for something that may come at once or much later: busy at first, then asleep for longer and longer.
class Patience {
 public:
  void pause();
  void reset() { *this = {}; }

 private:
  std::optional<std::chrono::steady_clock::time_point> begin_;
  unsigned turns_ = 0;  ///< microseconds of the sleep before
};

/// How long others are waited for once the work is to be stopped: when a rank dies, mpirun of Open MPI tells the others
/// to end after a second, and ends them 0.4 seconds later.
constexpr std::chrono::milliseconds grace{250};

/// Counts the time of grace from the moment the work is to be stopped.
class Deadline {
 public:
  explicit Deadline(CancelToken cancel, std::chrono::milliseconds time = grace)
      : cancel_(std::move(cancel)), time_(time) {}
  [[nodiscard]] bool passed();

 private:
  CancelToken cancel_;
  std::chrono::milliseconds time_;
  std::optional<std::chrono::steady_clock::time_point> asked_;
};

/// The next message of a rank; nothing: the work was to be stopped, and none came within the time of grace (which
/// counts from the beginning, since a rank that is waited for may be the one that died).
std::optional<Ranks::Message> wait_for(Ranks& ranks, int from, const CancelToken& cancel);

/// What an MPI module exports: null, and why, where the ranks cannot be joined.
using MakeRanks = Ranks* (*)(std::string* why);
constexpr const char* make_ranks_symbol = "sunder_make_ranks";

}  // namespace sunder
