#include "algebra/lapack.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <utility>

// Every argument of a Fortran subroutine is an address, and the lengths of characters follow behind the last one: one
// way of calling serves them all. The names are ours, so that no declaration of another file can contradict.
#define SUNDER_LAPACK(name) extern "C" void sunder_lapack_##name() __asm__(#name "_");
// The layout that clang-format gives this list differs from run to run.
// clang-format off
#define SUNDER_LAPACK_ALL(X) \
  X(dgbsv) X(dgecon) X(dgees) X(dgeev) X(dgeevx) X(dgehrd) X(dgels) X(dgelsy) X(dgeqp3) X(dgeqrf) \
  X(dgesdd) X(dgesv) X(dgesvd) X(dgesvx) X(dgetrf) X(dgetri) X(dgetrs) X(dggev) X(dggevx) X(dgglse) \
  X(dgtsv) X(dhgeqz) X(dhseqr) X(dlange) X(dorghr) X(dorgqr) X(dormhr) X(dormqr) X(dpotrf) X(dsyev) \
  X(dtrevc) X(dtrsen) X(dtrsm) X(dtrsyl)
// clang-format on
SUNDER_LAPACK_ALL(SUNDER_LAPACK)

// What the library calls when an argument is wrong: ours says nothing, as the subroutine tells it in its `info`, and
// standard output is not the library's.
extern "C" void xerbla_(const char*, const std::int32_t*, std::size_t) {}  // NOLINT: its name

namespace sunder::algebra {

namespace {

using Address = void (*)();

/// The kinds of the arguments: c character, i Integer, w Integer: the length of the array in front of it, I Integers,
/// d Real, D Reals, L logicals, s a function that is not called. The result is a number where it begins with '='.
struct Subroutine {
  Address address;
  std::string_view arguments;
};

const std::map<std::string_view, Subroutine>& subroutines() {
  static const std::map<std::string_view, Subroutine> all = {
      {"dgbsv", {sunder_lapack_dgbsv, "iiiiDiIDii"}},
      {"dgecon", {sunder_lapack_dgecon, "ciDiddDIi"}},
      {"dgees", {sunder_lapack_dgees, "ccsiDiiDDDiDwLi"}},
      {"dgeev", {sunder_lapack_dgeev, "cciDiDDDiDiDwi"}},
      {"dgeevx", {sunder_lapack_dgeevx, "cccciDiDDDiDiiiDdDDDwIi"}},
      {"dgehrd", {sunder_lapack_dgehrd, "iiiDiDDwi"}},
      {"dgels", {sunder_lapack_dgels, "ciiiDiDiDwi"}},
      {"dgelsy", {sunder_lapack_dgelsy, "iiiDiDiIdiDwi"}},
      {"dgeqp3", {sunder_lapack_dgeqp3, "iiDiIDDwi"}},
      {"dgeqrf", {sunder_lapack_dgeqrf, "iiDiDDwi"}},
      {"dgesdd", {sunder_lapack_dgesdd, "ciiDiDDiDiDwIi"}},
      {"dgesv", {sunder_lapack_dgesv, "iiDiIDii"}},
      {"dgesvd", {sunder_lapack_dgesvd, "cciiDiDDiDiDwi"}},
      {"dgesvx", {sunder_lapack_dgesvx, "cciiDiDiIcDDDiDidDDDIi"}},
      {"dgetrf", {sunder_lapack_dgetrf, "iiDiIi"}},
      {"dgetri", {sunder_lapack_dgetri, "iDiIDwi"}},
      {"dgetrs", {sunder_lapack_dgetrs, "ciiDiIDii"}},
      {"dggev", {sunder_lapack_dggev, "cciDiDiDDDDiDiDwi"}},
      {"dggevx", {sunder_lapack_dggevx, "cccciDiDiDDDDiDiiiDDddDDDwILi"}},
      {"dgglse", {sunder_lapack_dgglse, "iiiDiDiDDDDwi"}},
      {"dgtsv", {sunder_lapack_dgtsv, "iiDDDDii"}},
      {"dhgeqz", {sunder_lapack_dhgeqz, "ccciiiDiDiDDDDiDiDwi"}},
      {"dhseqr", {sunder_lapack_dhseqr, "cciiiDiDDDiDwi"}},
      {"dlange", {sunder_lapack_dlange, "=ciiDiD"}},
      {"dorghr", {sunder_lapack_dorghr, "iiiDiDDwi"}},
      {"dorgqr", {sunder_lapack_dorgqr, "iiiDiDDwi"}},
      {"dormhr", {sunder_lapack_dormhr, "cciiiiDiDDiDwi"}},
      {"dormqr", {sunder_lapack_dormqr, "cciiiDiDDiDwi"}},
      {"dpotrf", {sunder_lapack_dpotrf, "ciDii"}},
      {"dsyev", {sunder_lapack_dsyev, "cciDiDDwi"}},
      {"dtrevc", {sunder_lapack_dtrevc, "ccLiDiDiDiiiDi"}},
      {"dtrsen", {sunder_lapack_dtrsen, "ccLiDiDiDDiddDwIwi"}},
      {"dtrsm", {sunder_lapack_dtrsm, "cccciidDiDi"}},
      {"dtrsyl", {sunder_lapack_dtrsyl, "cciiiDiDiDidi"}},
  };
  return all;
}

template <std::size_t>
using Any = void*;

template <class Result, std::size_t... K>
Result invoke(Address address, void* const* arguments, std::index_sequence<K...>) {
  using Lengths = std::size_t;
  const auto function = reinterpret_cast<Result (*)(Any<K>..., Lengths, Lengths, Lengths, Lengths)>(address);
  return function(arguments[K]..., 1, 1, 1, 1);
}

constexpr std::size_t most_arguments = 30;

template <std::size_t... N>
constexpr auto callers(std::index_sequence<N...>) {
  using Caller = void (*)(Address, void* const*);
  return std::array<Caller, sizeof...(N)>{[](Address address, void* const* arguments) {
    invoke<void>(address, arguments, std::make_index_sequence<N>());
  }...};
}

/// Integers of 32 bits, as the library has them; logicals are of the same size.
struct Buffers {
  std::vector<double> reals;
  std::vector<std::int32_t> integers;
  char letter = ' ';
};

/// No array of these subroutines is longer than its leading dimension times a number of columns, or a few times a
/// dimension, or as its length says: nothing is read or written outside, whatever sizes a library has declared.
std::size_t length_needed(std::span<const LapackArgument> arguments, std::string_view kinds, std::size_t at) {
  double largest = 1;
  for (std::size_t i = 0; i < arguments.size(); ++i)
    if (kinds[i] == 'i' && !arguments[i].numbers.empty()) largest = std::max(largest, arguments[i].numbers[0]);
  double needed = largest * largest + 16 * largest + 64;
  if (at + 1 < arguments.size() && kinds[at + 1] == 'w' && !arguments[at + 1].numbers.empty())
    needed = std::max(needed, arguments[at + 1].numbers[0]);
  return static_cast<std::size_t>(std::min(needed, 1e9));
}

/// Calls visit(position row by row, position column by column).
template <class Visit>
void each_position(const LapackArgument& argument, const Visit& visit) {
  for (std::size_t r = 0; r < argument.rows; ++r)
    for (std::size_t c = 0; c < argument.columns; ++c) visit(r * argument.columns + c, c * argument.rows + r);
}

}  // namespace

bool is_lapack(std::string_view name) { return subroutines().contains(name); }

bool call_lapack(std::string_view name, std::span<LapackArgument> arguments, double& result, std::string& message) {
  const auto found = subroutines().find(name);
  std::string_view kinds = found != subroutines().end() ? found->second.arguments : std::string_view();
  const bool is_function = kinds.starts_with('=');
  if (is_function) kinds.remove_prefix(1);
  if (kinds.empty() || kinds.size() != arguments.size()) {
    message = kinds.empty() ? "there is no subroutine '" + std::string(name) + "' among those of LAPACK that are known"
                            : "'" + std::string(name) + "' takes " + std::to_string(kinds.size()) + " arguments";
    return false;
  }
  std::vector<Buffers> buffers(arguments.size());
  std::array<void*, most_arguments> addresses{};
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    LapackArgument& argument = arguments[i];
    Buffers& own = buffers[i];
    const char kind = kinds[i];
    const bool is_array = kind == 'I' || kind == 'D' || kind == 'L' || kind == 's';
    const bool is_scalar = kind != 'c' && !is_array;
    if ((kind == 'c') != argument.is_letter || (is_scalar && argument.numbers.size() != 1) ||
        argument.numbers.size() != (argument.is_letter ? 0 : argument.rows * argument.columns)) {
      message = "argument " + std::to_string(i + 1) + " of '" + std::string(name) + "' is of another type";
      return false;
    }
    if (is_array && length_needed(arguments, kinds, i) > 100'000'000) {
      message = "'" + std::string(name) + "': matrices of this size are not supported";
      return false;
    }
    const std::size_t length =
        is_array ? std::max(argument.numbers.size(), length_needed(arguments, kinds, i)) : std::size_t{1};
    if (kind == 'c') {
      own.letter = argument.letter;
      addresses[i] = &own.letter;
    } else if (kind == 'd' || kind == 'D') {
      own.reals.assign(length, 0.0);
      each_position(argument, [&](std::size_t from, std::size_t to) { own.reals[to] = argument.numbers[from]; });
      addresses[i] = own.reals.data();
    } else {
      own.integers.assign(length, 0);
      each_position(argument, [&](std::size_t from, std::size_t to) {
        own.integers[to] = static_cast<std::int32_t>(std::clamp(argument.numbers[from], -2147483648.0, 2147483647.0));
      });
      addresses[i] = own.integers.data();
    }
  }
  if (is_function) {
    result = invoke<double>(found->second.address, addresses.data(), std::make_index_sequence<6>());
  } else {
    static constexpr auto all = callers(std::make_index_sequence<most_arguments>());
    all[arguments.size()](found->second.address, addresses.data());
  }
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    LapackArgument& argument = arguments[i];
    const Buffers& own = buffers[i];
    if (argument.is_letter) {
      argument.letter = own.letter;
      continue;
    }
    each_position(argument, [&](std::size_t to, std::size_t from) {
      argument.numbers[to] = own.reals.empty() ? static_cast<double>(own.integers[from]) : own.reals[from];
    });
  }
  return true;
}

}  // namespace sunder::algebra
