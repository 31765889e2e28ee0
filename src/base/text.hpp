// Small text helpers that several rooms need.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace sunder {

/// The shortest decimal text that reads back as exactly this number ("inf", "-inf", "nan" for the others).
std::string shortest(double value);
/// Rounded to `digits` significant digits, as %g would write it.
std::string rounded(double value, int digits = 6);
/// The candidates closest to what was written, best first, only plausible ones: for "did you mean …".
std::vector<std::string> closest(std::string_view written, const std::vector<std::string>& candidates,
                                 std::size_t at_most = 3);
/// "1 equation", "3 equations".
std::string counted(std::size_t n, std::string_view singular, std::string_view plural = {});
/// "a, b and c".
std::string enumerated(const std::vector<std::string>& items);
bool valid_utf8(std::string_view text);

}  // namespace sunder
