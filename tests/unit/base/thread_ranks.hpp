// Ranks that are threads of one process: what goes between ranks, without MPI.
#pragma once

#include <deque>
#include <mutex>
#include <thread>
#include <vector>

#include "base/ranks.hpp"

namespace sunder {

class ThreadRanks {
 public:
  explicit ThreadRanks(int size) : boxes_(static_cast<std::size_t>(size)) {}

  class One final : public Ranks {
   public:
    One(ThreadRanks& all, int rank) : all_(all), rank_(rank) {}
    [[nodiscard]] int rank() const override { return rank_; }
    [[nodiscard]] int size() const override { return static_cast<int>(all_.boxes_.size()); }
    [[nodiscard]] std::string host(int rank) const override { return "node" + std::to_string(rank); }
    void send(int to, RankWord word, std::string_view bytes) override {
      const std::lock_guard lock(all_.mutex_);
      all_.boxes_[static_cast<std::size_t>(to)].push_back({rank_, word, std::string(bytes)});
    }
    std::optional<Message> receive(std::optional<int> from) override {
      const std::lock_guard lock(all_.mutex_);
      auto& box = all_.boxes_[static_cast<std::size_t>(rank_)];
      for (auto at = box.begin(); at != box.end(); ++at) {
        if (from && at->from != *from) continue;
        Message found = std::move(*at);
        box.erase(at);
        return found;
      }
      return std::nullopt;
    }
    void abandon() override { abandoned = true; }
    bool abandoned = false;

   private:
    ThreadRanks& all_;
    int rank_;
  };

  /// Calls `work` on every rank, each a thread, and waits for all of them.
  template <class Work>
  void run(const Work& work) {
    std::vector<std::thread> threads;
    for (int r = 1; r < static_cast<int>(boxes_.size()); ++r)
      threads.emplace_back([this, r, &work] {
        One one(*this, r);
        work(one);
      });
    One first(*this, 0);
    work(first);
    for (std::thread& thread : threads) thread.join();
  }

 private:
  std::mutex mutex_;
  std::vector<std::deque<Ranks::Message>> boxes_;
};

}  // namespace sunder
