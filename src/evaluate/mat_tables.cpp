// Matrices in MAT files: version 4, and version 5 as MATLAB 6 (plain) and 7 (compressed) write it.
#include "evaluate/mat_tables.hpp"

#include <zlib.h>

#include <cstring>
#include <fstream>
#include <iterator>
#include <optional>

namespace sunder::evaluate {

namespace {

constexpr std::size_t most_numbers = 100'000'000;

/// Bytes that are read front to back; what is not there fails.
class Bytes {
 public:
  Bytes(const char* data, std::size_t size) : data_(data), size_(size) {}

  template <class T>
  [[nodiscard]] std::optional<T> at(std::size_t offset) const {
    if (offset > size_ || size_ - offset < sizeof(T)) return std::nullopt;
    T value;
    std::memcpy(&value, data_ + offset, sizeof(T));
    return value;
  }
  [[nodiscard]] std::optional<Bytes> part(std::size_t offset, std::size_t size) const {
    if (offset > size_ || size_ - offset < size) return std::nullopt;
    return Bytes(data_ + offset, size);
  }
  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] const char* data() const { return data_; }
  [[nodiscard]] std::string text() const {
    const std::string all(data_, size_);
    return all.substr(0, all.find('\0'));
  }

 private:
  const char* data_;
  std::size_t size_;
};

enum class Number { int8, uint8, int16, uint16, int32, uint32, single_, double_, int64, uint64 };

std::size_t size_of(Number kind) {
  switch (kind) {
    case Number::int8:
    case Number::uint8: return 1;
    case Number::int16:
    case Number::uint16: return 2;
    case Number::int32:
    case Number::uint32:
    case Number::single_: return 4;
    default: return 8;
  }
}

double number_at(const Bytes& bytes, Number kind, std::size_t k) {
  const auto read = [&]<class T>(T) { return static_cast<double>(*bytes.at<T>(k * sizeof(T))); };
  switch (kind) {
    case Number::int8: return read(std::int8_t{});
    case Number::uint8: return read(std::uint8_t{});
    case Number::int16: return read(std::int16_t{});
    case Number::uint16: return read(std::uint16_t{});
    case Number::int32: return read(std::int32_t{});
    case Number::uint32: return read(std::uint32_t{});
    case Number::single_: return read(float{});
    case Number::double_: return read(double{});
    case Number::int64: return read(std::int64_t{});
    case Number::uint64: return read(std::uint64_t{});
  }
  return 0;
}

bool fill(const Bytes& bytes, Number kind, std::size_t rows, std::size_t columns, FileMatrix& m) {
  if (rows == 0 || columns == 0 || rows > most_numbers / columns || bytes.size() / size_of(kind) < rows * columns)
    return false;
  m.rows = rows;
  m.columns = columns;
  m.numbers.resize(rows * columns);
  for (std::size_t c = 0; c < columns; ++c)
    for (std::size_t r = 0; r < rows; ++r) m.numbers[r * columns + c] = number_at(bytes, kind, c * rows + r);
  return true;
}

class MatFile {
 public:
  MatFile(const std::string& name, FileMatrix& matrix, std::string& message)
      : name_(name), matrix_(matrix), message_(message) {}

  bool read(const std::string& content) {
    const Bytes all(content.data(), content.size());
    if (content.starts_with("MATLAB 7.3") || content.starts_with("\x89HDF"))
      return fail("MAT files of version 7.3 (HDF5) cannot be read, store it as version 4, 6 or 7");
    const bool five = content.size() >= 128 && content.compare(126, 2, "IM") == 0;
    if (content.size() >= 128 && content.compare(126, 2, "MI") == 0) return fail("it is written in big-endian order");
    return five ? version_five(*all.part(128, content.size() - 128)) : version_four(all);
  }

 private:
  bool fail(const std::string& message) {
    message_ = message;
    return false;
  }
  bool damaged() { return fail("it is no MAT file, or damaged"); }
  bool missing() { return fail("it holds no matrix '" + name_ + "'"); }

  bool version_four(const Bytes& all) {
    constexpr Number kinds[] = {Number::double_, Number::single_, Number::int32,
                                Number::int16,   Number::uint16,  Number::uint8};
    for (std::size_t at = 0; at < all.size();) {
      std::int32_t head[5];
      for (std::size_t k = 0; k < 5; ++k) {
        const auto word = all.at<std::int32_t>(at + 4 * k);
        if (!word) return damaged();
        head[k] = *word;
      }
      const auto [type, rows, columns, imaginary, length] = head;
      if (type < 0 || type > 59 || type / 10 > 5 || rows < 0 || columns < 0 || length < 1 || length > 4096)
        return damaged();
      const auto name = all.part(at + 20, static_cast<std::size_t>(length));
      if (!name) return damaged();
      const Number kind = kinds[type / 10];
      const auto m = static_cast<std::size_t>(rows), n = static_cast<std::size_t>(columns);
      if (n > 0 && m > most_numbers / n) return damaged();
      const std::size_t begin = at + 20 + name->size();
      const std::size_t bytes = m * n * size_of(kind) * (imaginary != 0 ? 2 : 1);
      const auto data = all.part(begin, bytes);
      if (!data) return damaged();
      if (name->text() == name_) {
        if (type % 10 != 0 || imaginary != 0) return fail("'" + name_ + "' is no matrix of real numbers");
        return fill(*data, kind, m, n, matrix_) || damaged();
      }
      at = begin + bytes;
    }
    return missing();
  }

  struct Element {
    std::uint32_t type = 0;
    Bytes data;
    std::size_t next = 0;  ///< where the one behind it begins
  };
  /// A tag (8 bytes, or 4 with the data behind it) and what belongs to it.
  static std::optional<Element> element(const Bytes& bytes, std::size_t at, bool padded) {
    const auto type = bytes.at<std::uint32_t>(at);
    if (!type) return std::nullopt;
    if ((*type >> 16U) != 0) {
      const auto data = bytes.part(at + 4, *type >> 16U);
      return data ? std::optional(Element{*type & 0xFFFFU, *data, at + 8}) : std::nullopt;
    }
    const auto size = bytes.at<std::uint32_t>(at + 4);
    const auto data = size ? bytes.part(at + 8, *size) : std::nullopt;
    if (!data) return std::nullopt;
    const std::size_t rest = padded && *size % 8 != 0 ? 8 - *size % 8 : 0;
    return Element{*type, *data, at + 8 + *size + rest};
  }

  bool version_five(const Bytes& all) {
    constexpr std::uint32_t matrix = 14, compressed = 15;
    for (std::size_t at = 0; at < all.size();) {
      const auto one = element(all, at, false);
      if (!one) return damaged();
      bool found = false, good = true;
      if (one->type == matrix) good = array(one->data, found);
      if (one->type == compressed) {
        std::string inflated;
        if (!inflate(one->data, inflated)) return damaged();
        const auto inner = element(Bytes(inflated.data(), inflated.size()), 0, false);
        if (!inner) return damaged();
        if (inner->type == matrix) good = array(inner->data, found);
      }
      if (!good || found) return good;
      at = one->next;
    }
    return missing();
  }

  static bool inflate(const Bytes& data, std::string& out) {
    z_stream stream{};
    if (inflateInit(&stream) != Z_OK) return false;
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(data.data()));  // NOLINT: only read
    stream.avail_in = static_cast<uInt>(data.size());
    int state = Z_OK;
    std::string piece(65536, '\0');
    while (state == Z_OK && out.size() < 8 * most_numbers) {
      stream.next_out = reinterpret_cast<Bytef*>(piece.data());
      stream.avail_out = static_cast<uInt>(piece.size());
      state = ::inflate(&stream, Z_NO_FLUSH);
      out.append(piece, 0, piece.size() - stream.avail_out);
    }
    inflateEnd(&stream);
    return state == Z_STREAM_END;
  }

  /// Flags, dimensions, name, numbers.
  bool array(const Bytes& data, bool& found) {
    const auto flags = element(data, 0, true);
    const auto sizes = flags ? element(data, flags->next, true) : std::nullopt;
    const auto name = sizes ? element(data, sizes->next, true) : std::nullopt;
    if (!name) return damaged();
    if (name->data.text() != name_) return true;
    found = true;
    const auto word = flags->data.at<std::uint32_t>(0);
    const std::uint32_t type = word ? *word & 0xFFU : 0;
    constexpr std::uint32_t first_numeric = 6, last_numeric = 15, complex = 0x800;
    if (type < first_numeric || type > last_numeric || (*word & complex) != 0 || sizes->data.size() != 8)
      return fail("'" + name_ + "' is no matrix of real numbers");
    const auto numbers = element(data, name->next, true);
    if (!numbers) return damaged();
    constexpr std::optional<Number> kinds[] = {
        std::nullopt,    Number::int8, Number::uint8,   Number::int16, Number::uint16, Number::int32, Number::uint32,
        Number::single_, std::nullopt, Number::double_, std::nullopt,  std::nullopt,   Number::int64, Number::uint64};
    if (numbers->type >= std::size(kinds) || !kinds[numbers->type]) return damaged();
    const auto rows = *sizes->data.at<std::int32_t>(0), columns = *sizes->data.at<std::int32_t>(4);
    if (rows < 0 || columns < 0) return damaged();
    return fill(numbers->data, *kinds[numbers->type], static_cast<std::size_t>(rows), static_cast<std::size_t>(columns),
                matrix_) ||
           damaged();
  }

  const std::string& name_;
  FileMatrix& matrix_;
  std::string& message_;
};

}  // namespace

bool read_mat(std::istream& in, const std::string& name, FileMatrix& matrix, std::string& message) {
  const std::string content{std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
  return MatFile(name, matrix, message).read(content);
}

}  // namespace sunder::evaluate
