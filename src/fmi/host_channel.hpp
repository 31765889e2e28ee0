// Memory that this process and the host process of an FMU share: one request at a time, one answer to each.
#pragma once

#include <semaphore.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>

#include "fmi/calls.hpp"

namespace sunder::fmi {

enum class HostRequest : std::uint32_t {
  initialise,
  evaluate,
  define_colours,
  jacobian,
  record,
  texts,
  handle_event,
  completed_step,
  advance,
  save,
  restore,
  forget,
};

/// Waits for the other side. Most answers, and most further requests, come within microseconds, and going to sleep and
/// being woken takes longer than that: so it looks for a while first. Where looking does not help (calls that take
/// long, machines with other things to do) it becomes shorter, down to a single look.
class Patience {
 public:
  /// True: it has come. False: sleep.
  bool look_for(sem_t& semaphore) {
    if (++calls_ % 64 == 0) looks_ = longest;
    const auto until = std::chrono::steady_clock::now() + looks_;
    do {  // reading the clock takes long enough: a loop of pause instructions makes virtual machines give up the core
      if (sem_trywait(&semaphore) == 0) {
        looks_ = std::min(2 * looks_, longest);
        return true;
      }
    } while (std::chrono::steady_clock::now() < until);
    looks_ = std::max(looks_ / 2, shortest);
    return false;
  }

 private:
  static constexpr std::chrono::nanoseconds shortest{500}, longest{50'000};
  std::chrono::nanoseconds looks_ = longest;
  unsigned calls_ = 0;
};

/// At the beginning of the shared memory; the rest is a message.
struct HostHeader {
  sem_t request, answer;
  char call[Calls::trace_size];  ///< the function of the FMU that is being called
  HostRequest kind;
  std::uint64_t size;  ///< of the memory
};

/// Writes and reads plain values one after the other.
class HostMessage {
 public:
  explicit HostMessage(HostHeader* header)
      : begin_(reinterpret_cast<unsigned char*>(header) + sizeof(HostHeader)),
        capacity_(header->size - sizeof(HostHeader)) {}

  void rewind() { at_ = 0; }
  template <class T>
  void put(const T& value) {
    static_assert(std::is_trivially_copyable_v<T>);
    std::memcpy(take(sizeof(T)), &value, sizeof(T));
  }
  template <class T>
  [[nodiscard]] T get() {
    T value;
    std::memcpy(&value, take(sizeof(T)), sizeof(T));
    return value;
  }
  template <class T>
  void put_all(std::span<const T> values) {
    put(static_cast<std::uint64_t>(values.size()));
    if (!values.empty()) std::memcpy(take(values.size_bytes()), values.data(), values.size_bytes());
  }
  void put_all(std::span<double> values) { put_all(std::span<const double>(values)); }
  /// As many as there are places for: both sides know the sizes.
  template <class T>
  void get_all(std::span<T> values) {
    const auto count = get<std::uint64_t>();
    if (count != values.size()) throw std::runtime_error("a message of another size than expected");
    if (count > 0) std::memcpy(values.data(), take(values.size_bytes()), values.size_bytes());
  }
  template <class T>
  std::vector<T> get_vector() {
    const auto count = get<std::uint64_t>();
    if (count > capacity_ / sizeof(T)) throw std::runtime_error("a message that does not end");
    std::vector<T> values(count);
    if (count > 0) std::memcpy(values.data(), take(count * sizeof(T)), count * sizeof(T));
    return values;
  }
  void put_text(const std::string& text) { put_all(std::span<const char>(text.data(), text.size())); }
  std::string get_text() {
    const std::vector<char> text = get_vector<char>();
    return {text.begin(), text.end()};
  }
  void put_log(const std::vector<LogMessage>& log) {
    put(static_cast<std::uint64_t>(log.size()));
    for (const LogMessage& one : log) {
      put(one.level);
      put_text(one.category);
      put_text(one.text);
    }
  }
  void get_log(std::vector<LogMessage>& log) {
    for (auto left = get<std::uint64_t>(); left > 0; --left) {
      LogMessage& one = log.emplace_back();
      one.level = get<LogMessage::Level>();
      one.category = get_text();
      one.text = get_text();
    }
  }

 private:
  unsigned char* take(std::size_t bytes) {
    if (bytes > capacity_ - at_) throw std::runtime_error("a message too large for the shared memory");
    unsigned char* place = begin_ + at_;
    at_ += bytes;
    return place;
  }

  unsigned char* begin_;
  std::size_t capacity_;
  std::size_t at_ = 0;
};

}  // namespace sunder::fmi
