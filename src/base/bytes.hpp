// Values as bytes, from one process of this program to another of the same: no versions, no byte orders.
#pragma once

#include <cstdint>
#include <cstring>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace sunder {

class ByteWriter {
 public:
  void whole(std::uint64_t value) { raw(&value, sizeof value); }
  void number(double value) { raw(&value, sizeof value); }
  void flag(bool value) { bytes_ += value ? '\1' : '\0'; }
  void text(std::string_view value) {
    whole(value.size());
    bytes_ += value;
  }
  void numbers(std::span<const double> values) {
    whole(values.size());
    raw(values.data(), values.size() * sizeof(double));
  }
  void texts(std::span<const std::string> values) {
    whole(values.size());
    for (const std::string& one : values) text(one);
  }
  [[nodiscard]] std::string take() { return std::move(bytes_); }

 private:
  void raw(const void* data, std::size_t size) { bytes_.append(static_cast<const char*>(data), size); }
  std::string bytes_;
};

/// Reads what a writer wrote, in its order. Throws where there is less than that: a mistake of ours.
class ByteReader {
 public:
  explicit ByteReader(std::string_view bytes) : rest_(bytes) {}

  std::uint64_t whole() { return plain<std::uint64_t>(); }
  double number() { return plain<double>(); }
  bool flag() { return take(1)[0] != '\0'; }
  std::string text() { return std::string(take(whole())); }
  std::vector<double> numbers() {
    std::vector<double> values(count_of(sizeof(double)));
    const std::string_view bytes = take(values.size() * sizeof(double));
    if (!values.empty()) std::memcpy(values.data(), bytes.data(), bytes.size());
    return values;
  }
  std::vector<std::string> texts() {
    std::vector<std::string> values(count_of(1));
    for (std::string& one : values) one = text();
    return values;
  }
  [[nodiscard]] bool empty() const { return rest_.empty(); }

 private:
  template <class T>
  T plain() {
    T value;
    std::memcpy(&value, take(sizeof value).data(), sizeof value);
    return value;
  }
  /// A number of things that take at least so many bytes each.
  std::size_t count_of(std::size_t size) {
    const std::uint64_t count = whole();
    if (count > rest_.size() / size) throw std::runtime_error("a message of another process is cut off");
    return static_cast<std::size_t>(count);
  }
  std::string_view take(std::size_t size) {
    if (size > rest_.size()) throw std::runtime_error("a message of another process is cut off");
    const std::string_view taken = rest_.substr(0, size);
    rest_.remove_prefix(size);
    return taken;
  }

  std::string_view rest_;
};

}  // namespace sunder
