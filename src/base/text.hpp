// Small text helpers that several rooms need.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sunder {

/// The shortest decimal text that reads back as exactly this number ("inf", "-inf", "nan" for the others).
std::string shortest(double value);
/// Rounded to `digits` significant digits, as %g would write it.
std::string rounded(double value, int digits = 6);
/// The number that `rounded` writes: 0.28 and not 0.28000000000000003. Where rounding leaves the range of numbers, and
/// for what is not finite, the value itself.
double rounded_number(double value, int digits);
/// The finite number that the whole text spells ("1e-310", "+2"); nothing: it does not, or lies outside the range.
std::optional<double> number_in(std::string_view text);
/// The candidates closest to what was written, best first, only plausible ones: for "did you mean …".
std::vector<std::string> closest(std::string_view written, const std::vector<std::string>& candidates,
                                 std::size_t at_most = 3);
/// "1 equation", "3 equations".
std::string counted(std::size_t n, std::string_view singular, std::string_view plural = {});
/// "a, b and c".
std::string enumerated(const std::vector<std::string>& items);
bool valid_utf8(std::string_view text);
/// How many bytes the character at `at` has; 0: what stands there is not part of any character.
std::size_t utf8_length(std::string_view text, std::size_t at);
/// Bytes that are not text, and control characters but for line ends, as \xE9: nothing a file holds commands a
/// terminal.
std::string printable(std::string_view text);

}  // namespace sunder
