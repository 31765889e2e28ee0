#include "results/matrix_file.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <optional>

namespace sunder::results {

static_assert(std::endian::native == std::endian::little, "MAT files are written in the byte order of the machine");

namespace {

constexpr std::string_view signature = "MATLAB 5.0 MAT-file";
constexpr std::size_t header_five = 128;  // bytes, with the signature, the version and the byte order

void put(std::string& out, const void* data, std::size_t size) { out.append(static_cast<const char*>(data), size); }

/// Columns first, as both versions have it.
void put_values(std::string& out, const NamedMatrix& matrix) {
  for (std::size_t c = 0; c < matrix.columns; ++c)
    for (std::size_t r = 0; r < matrix.rows; ++r) put(out, &matrix.values[r * matrix.columns + c], sizeof(double));
}

// ---------------------------------------------------------------- version 4

/// Type, rows, columns, whether complex, length of the name.
using HeaderFour = std::array<std::int32_t, 5>;

void put_four(std::string& out, const NamedMatrix& matrix) {
  const HeaderFour header{0, static_cast<std::int32_t>(matrix.rows), static_cast<std::int32_t>(matrix.columns), 0,
                          static_cast<std::int32_t>(matrix.name.size() + 1)};
  put(out, header.data(), sizeof header);
  put(out, matrix.name.c_str(), matrix.name.size() + 1);
  put_values(out, matrix);
}

struct Record {
  std::size_t size;
  std::string name;
};

/// The record that begins there; nothing: it is none.
std::optional<Record> record_four(std::string_view file) {
  HeaderFour header{};
  if (file.size() < sizeof header) return std::nullopt;
  std::memcpy(header.data(), file.data(), sizeof header);
  constexpr std::array<std::size_t, 6> bytes{8, 4, 4, 2, 2, 1};  // of an element, by its precision
  const auto [type, rows, columns, is_complex, name_length] = header;
  const std::int32_t precision = type / 10 % 10;
  if (type < 0 || type > 1000 || precision > 5 || rows < 0 || columns < 0 || name_length < 1) return std::nullopt;
  const std::size_t values = static_cast<std::size_t>(rows) * static_cast<std::size_t>(columns);
  Record record;
  record.size = sizeof header + static_cast<std::size_t>(name_length) +
                values * bytes[static_cast<std::size_t>(precision)] * (is_complex != 0 ? 2 : 1);
  if (record.size > file.size()) return std::nullopt;
  record.name = file.substr(sizeof header, static_cast<std::size_t>(name_length) - 1);
  return record;
}

// ---------------------------------------------------------------- version 5

enum ElementType : std::uint32_t { int8 = 1, int32 = 5, uint32 = 6, float64 = 9, whole_matrix = 14 };

/// Padded to eight bytes.
void put_element(std::string& out, std::uint32_t type, std::string_view data) {
  const std::uint32_t tag[2] = {type, static_cast<std::uint32_t>(data.size())};
  put(out, tag, sizeof tag);
  out += data;
  out.append((8 - data.size() % 8) % 8, '\0');
}

std::string bytes_of(const auto&... numbers) {
  std::string out;
  (put(out, &numbers, sizeof numbers), ...);
  return out;
}

void put_five(std::string& out, const NamedMatrix& matrix) {
  constexpr std::uint32_t class_double = 6;
  std::string inner, values;
  put_element(inner, uint32, bytes_of(class_double, std::uint32_t{0}));
  put_element(inner, int32,
              bytes_of(static_cast<std::int32_t>(matrix.rows), static_cast<std::int32_t>(matrix.columns)));
  put_element(inner, int8, matrix.name);
  put_values(values, matrix);
  put_element(inner, float64, values);
  put_element(out, whole_matrix, inner);
}

std::optional<Record> record_five(std::string_view file) {
  std::uint32_t tag[2], inner[2];
  if (file.size() < sizeof tag) return std::nullopt;
  std::memcpy(tag, file.data(), sizeof tag);
  Record record{sizeof tag + tag[1], {}};
  if (record.size > file.size()) return std::nullopt;
  if (tag[0] != whole_matrix) return record;  // compressed, for example: its name stays unknown
  const std::string_view content = file.substr(sizeof tag, tag[1]);
  std::size_t at = 0;
  for (int part = 0; part < 3 && at + sizeof inner <= content.size(); ++part) {
    std::memcpy(inner, content.data() + at, sizeof inner);
    const bool is_small = inner[0] >> 16U != 0;  // type and size in one word, the data behind it
    const std::size_t size = is_small ? inner[0] >> 16U : inner[1];
    if (part == 2) record.name = content.substr(std::min(at + (is_small ? 4 : 8), content.size()), size);
    at += is_small ? 8 : 8 + (size + 7) / 8 * 8;
  }
  return record;
}

std::string header_of_five() {
  std::string out(signature);
  out += ", written by Sunder";
  out.resize(116, ' ');
  out.append(8, '\0');  // no data of subsystems
  return out + bytes_of(std::uint16_t{0x0100}, std::uint16_t{0x4D49});
}

}  // namespace

std::string with_matrix(std::string before, MatVersion version, const NamedMatrix& matrix, std::string& message) {
  const bool is_five = version == MatVersion::five;
  if (before.empty() && is_five) before = header_of_five();
  const std::size_t begin = is_five ? header_five : 0;
  const bool fits = before.starts_with(signature) == is_five && before.size() >= begin;
  if (!fits) {
    message = "it is no MAT file of the same version";
    return {};
  }
  std::string out = before.substr(0, begin);
  for (std::string_view rest = std::string_view(before).substr(begin); !rest.empty();) {
    const auto record = is_five ? record_five(rest) : record_four(rest);
    if (!record) {
      message = "it is no MAT file, or it is not complete";
      return {};
    }
    if (record->name != matrix.name) out += rest.substr(0, record->size);
    rest.remove_prefix(record->size);
  }
  is_five ? put_five(out, matrix) : put_four(out, matrix);
  return out;
}

}  // namespace sunder::results
