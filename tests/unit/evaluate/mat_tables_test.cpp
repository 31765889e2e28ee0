// Matrices in MAT files of several versions, written here byte by byte.
#include "evaluate/mat_tables.hpp"

#include <doctest/doctest.h>
#include <zlib.h>

#include <cstring>
#include <sstream>

using sunder::evaluate::FileMatrix;

namespace {

template <class T>
void add(std::string& to, T value) {
  char bytes[sizeof(T)];
  std::memcpy(bytes, &value, sizeof(T));
  to.append(bytes, sizeof(T));
}

std::string version_four(const std::string& name, int rows, int columns, const std::vector<double>& by_columns,
                         bool single) {
  std::string out;
  for (const std::int32_t word : {single ? 10 : 0, rows, columns, 0, static_cast<int>(name.size()) + 1}) add(out, word);
  out += name + '\0';
  for (const double value : by_columns) single ? add(out, static_cast<float>(value)) : add(out, value);
  return out;
}

void element(std::string& to, std::uint32_t type, const std::string& data) {
  if (data.size() <= 4 && !data.empty()) {
    add(to, static_cast<std::uint32_t>(data.size() << 16U | type));
    to += data + std::string(4 - data.size(), '\0');
    return;
  }
  add(to, type);
  add(to, static_cast<std::uint32_t>(data.size()));
  to += data;
  while (to.size() % 8 != 0) to += '\0';
}

std::string array(const std::string& name, int rows, int columns, const std::vector<double>& by_columns) {
  std::string flags, sizes, numbers, out;
  add(flags, std::uint32_t{6});
  add(flags, std::uint32_t{0});
  add(sizes, std::int32_t{rows});
  add(sizes, std::int32_t{columns});
  for (const double value : by_columns) add(numbers, value);
  element(out, 6, flags);
  element(out, 5, sizes);
  element(out, 1, name);
  element(out, 9, numbers);
  return out;
}

std::string version_five(const std::vector<std::string>& arrays, bool compressed) {
  std::string out = "MATLAB 5.0 MAT-file, written by a test";
  out.resize(124, ' ');
  out += std::string("\x00\x01IM", 4);
  for (const std::string& one : arrays) {
    std::string whole;
    add(whole, std::uint32_t{14});
    add(whole, static_cast<std::uint32_t>(one.size()));
    whole += one;
    if (!compressed) {
      out += whole;
      continue;
    }
    uLongf size = compressBound(whole.size());
    std::string packed(size, '\0');
    REQUIRE(compress(reinterpret_cast<Bytef*>(packed.data()), &size, reinterpret_cast<const Bytef*>(whole.data()),
                     whole.size()) == Z_OK);
    add(out, std::uint32_t{15});
    add(out, static_cast<std::uint32_t>(size));
    out.append(packed, 0, size);
  }
  return out;
}

bool read(const std::string& content, const std::string& name, FileMatrix& matrix, std::string& message) {
  std::istringstream in(content);
  matrix = {};
  return sunder::evaluate::read_mat(in, name, matrix, message);
}

}  // namespace

TEST_CASE("a matrix by name from MAT files of version 4, 6 and 7") {
  const std::vector<double> first{1, 2, 3, 4}, second{1, 2, 3, 10.5, 20, -30};
  const std::string files[] = {
      version_four("a", 2, 2, first, true) + version_four("second", 3, 2, second, false),
      version_five({array("a", 2, 2, first), array("second", 3, 2, second)}, false),
      version_five({array("a", 2, 2, first), array("second", 3, 2, second)}, true),
  };
  for (const std::string& file : files) {
    FileMatrix matrix;
    std::string message;
    REQUIRE(read(file, "second", matrix, message));
    CHECK(matrix.rows == 3);
    CHECK(matrix.columns == 2);
    CHECK(matrix.numbers == std::vector<double>{1, 10.5, 2, 20, 3, -30});
    REQUIRE(read(file, "a", matrix, message));
    CHECK(matrix.numbers == std::vector<double>{1, 3, 2, 4});
    CHECK_FALSE(read(file, "b", matrix, message));
    CHECK(message == "it holds no matrix 'b'");
  }
}

TEST_CASE("files that are cut off or damaged are refused, and nothing else happens") {
  const std::vector<double> numbers{1, 2, 3, 10.5, 20, -30};
  for (const std::string& file :
       {version_four("m", 3, 2, numbers, false), version_five({array("m", 3, 2, numbers)}, false),
        version_five({array("m", 3, 2, numbers)}, true)}) {
    FileMatrix matrix;
    std::string message;
    for (std::size_t length = 0; length < file.size(); ++length)
      CHECK_FALSE(read(file.substr(0, length), "m", matrix, message));
    for (std::size_t at = 0; at < file.size(); ++at)
      for (const int change : {1, 0x80, 0xFF}) {
        std::string damaged = file;
        damaged[at] = static_cast<char>(damaged[at] ^ change);
        if (read(damaged, "m", matrix, message)) CHECK(matrix.numbers.size() == matrix.rows * matrix.columns);
      }
  }
  FileMatrix matrix;
  std::string message;
  CHECK_FALSE(read("MATLAB 7.3 MAT-file" + std::string(600, ' '), "m", matrix, message));
  CHECK(message.find("7.3") != std::string::npos);
}
