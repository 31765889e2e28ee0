#include "syntax/flat_names.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <string>

namespace sunder::syntax {

namespace {

using Kind = TokenKind;

class Joiner {
 public:
  Joiner(std::string_view text, TokenStream& stream) : text_(text), stream_(stream), tokens_(stream.tokens) {}

  void run() {
    if (!look() || names_.empty()) return;
    std::vector<Token> joined;
    std::vector<std::uint32_t> place_of(tokens_.size() + 1, 0);
    for (std::size_t i = 0; i < tokens_.size();) {
      const bool begins = kind(i) == Kind::identifier && (joined.empty() || joined.back().kind != Kind::dot);
      const std::size_t end = begins ? end_of_name(i) : i + 1;
      for (std::size_t k = i; k < end; ++k) place_of[k] = static_cast<std::uint32_t>(joined.size());
      joined.push_back({tokens_[i].kind, tokens_[i].begin, tokens_[end - 1].end});
      i = end;
    }
    place_of[tokens_.size()] = static_cast<std::uint32_t>(joined.size());
    for (SourceComment& comment : stream_.comments) comment.next_token = place_of[comment.next_token];
    stream_.tokens = std::move(joined);
  }

 private:
  [[nodiscard]] Kind kind(std::size_t i) const { return i < tokens_.size() ? tokens_[i].kind : Kind::end_of_file; }
  [[nodiscard]] std::string_view word(std::size_t i) const {
    return text_.substr(tokens_[i].begin, tokens_[i].end - tokens_[i].begin);
  }
  [[nodiscard]] std::string_view words(std::size_t begin, std::size_t end) const {
    return text_.substr(tokens_[begin].begin, tokens_[end - 1].end - tokens_[begin].begin);
  }

  /// Behind subscripts that are numbers; `i` where there are none.
  [[nodiscard]] std::size_t after_numbers(std::size_t i) const {
    std::size_t at = i;
    if (kind(at) != Kind::left_bracket) return i;
    do {
      if (kind(at + 1) != Kind::integer) return i;
      at += 2;
    } while (kind(at) == Kind::comma);
    return kind(at) == Kind::right_bracket ? at + 1 : i;
  }

  /// Where a name that begins here can end: a, a[1], a[1].b, …
  [[nodiscard]] std::vector<std::size_t> ends_of_name(std::size_t i) const {
    std::vector<std::size_t> ends{i + 1};
    for (std::size_t at = i + 1;;) {
      if (kind(at) == Kind::dot && kind(at + 1) == Kind::identifier)
        at += 2;
      else if (const std::size_t behind = after_numbers(at); behind != at)
        at = behind;
      else
        return ends;
      ends.push_back(at);
    }
  }

  [[nodiscard]] std::size_t end_of_name(std::size_t i) const {
    const std::vector<std::size_t> ends = ends_of_name(i);
    for (auto end = ends.rbegin(); end != ends.rend(); ++end)
      if (names_.contains(words(i, *end))) return *end;
    return i + 1;
  }

  /// Without subscripts.
  [[nodiscard]] std::size_t after_dotted(std::size_t i) const {
    ++i;
    while (kind(i) == Kind::dot && kind(i + 1) == Kind::identifier) i += 2;
    return i;
  }

  static bool opens_class(Kind kind) {
    return kind == Kind::class_ || kind == Kind::model_ || kind == Kind::function_ || kind == Kind::record_ ||
           kind == Kind::block_ || kind == Kind::type_ || kind == Kind::connector_ || kind == Kind::operator_;
  }
  static bool is_prefix(Kind kind) {
    static constexpr Kind prefixes[] = {Kind::final_,  Kind::inner_,    Kind::outer_,     Kind::flow_,
                                        Kind::stream_, Kind::discrete_, Kind::parameter_, Kind::constant_,
                                        Kind::input_,  Kind::output_,   Kind::each_};
    return std::ranges::find(prefixes, kind) != std::end(prefixes);
  }

  /// Collects the names. False: this is no sequence of flat classes.
  bool look() {
    for (std::size_t i = 0; kind(i) != Kind::end_of_file;) {
      while (kind(i) == Kind::encapsulated_ || kind(i) == Kind::partial_ || kind(i) == Kind::pure_ ||
             kind(i) == Kind::impure_ || kind(i) == Kind::final_)
        ++i;
      if (!opens_class(kind(i))) return false;
      const bool has_components = kind(i) == Kind::class_;  // as models are called there
      while (opens_class(kind(i))) ++i;
      if (kind(i) != Kind::identifier) return false;
      const std::size_t behind = after_dotted(i);
      const std::string_view name = words(i, behind);
      if (behind > i + 1) names_.insert(name);
      elements_.clear();
      i = look_at_body(behind, name, has_components);
      if (i == 0) return false;
      for (const auto& [base, elements] : elements_)
        if (elements.size() > 1)
          names_.insert(elements.begin(), elements.end());
        else if (base.find('.') != std::string_view::npos)
          names_.insert(base);  // an array of one element
    }
    return true;
  }

  /// Flat classes hold no others.
  static bool is_no_component(Kind kind) {
    return opens_class(kind) || kind == Kind::package_ || kind == Kind::extends_ || kind == Kind::import_ ||
           kind == Kind::redeclare_ || kind == Kind::replaceable_ || kind == Kind::partial_ ||
           kind == Kind::encapsulated_;
  }

  /// Returns where the next class begins; 0: the class does not end, or is not flat.
  std::size_t look_at_body(std::size_t i, std::string_view name, bool has_components) {
    bool declares = has_components;
    if (kind(i) == Kind::equals) {  // type A = …;
      while (kind(i) != Kind::semicolon && kind(i) != Kind::end_of_file) ++i;
      return kind(i) == Kind::semicolon ? i + 1 : 0;
    }
    if (kind(i) == Kind::string) ++i;
    bool begins = true;  // an element, or an equation
    for (int depth = 0; kind(i) != Kind::end_of_file; ++i) {
      if (begins && kind(i) == Kind::end_ && kind(i + 1) == Kind::identifier) {
        const std::size_t behind = after_dotted(i + 1);
        if (words(i + 1, behind) == name) return kind(behind) == Kind::semicolon ? behind + 1 : behind;
      }
      if (kind(i) == Kind::equation_ || kind(i) == Kind::algorithm_ || kind(i) == Kind::initial_) declares = false;
      if (kind(i) == Kind::protected_ || kind(i) == Kind::public_) {
        declares = has_components;
        begins = true;
        continue;
      }
      if (begins && declares && is_no_component(kind(i))) return 0;
      if (const std::size_t last = begins && declares ? look_at_component(i) : i; last != i) {
        i = last;
        begins = false;
        continue;
      }
      if (kind(i) == Kind::left_parenthesis || kind(i) == Kind::left_brace || kind(i) == Kind::left_bracket) ++depth;
      if (kind(i) == Kind::right_parenthesis || kind(i) == Kind::right_brace || kind(i) == Kind::right_bracket) --depth;
      begins = depth == 0 && (kind(i) == Kind::semicolon || kind(i) == Kind::equation_ || kind(i) == Kind::algorithm_ ||
                              kind(i) == Kind::initial_);
    }
    return 0;
  }

  /// Returns the last token that was looked at.
  std::size_t look_at_component(std::size_t i) {
    std::size_t at = i;
    while (is_prefix(kind(at))) ++at;
    if (kind(at) != Kind::identifier) return i;
    at = after_dotted(at);
    if (kind(at) == Kind::left_bracket) {  // sizes belong to the type
      while (kind(at) != Kind::right_bracket && kind(at) != Kind::semicolon && kind(at) != Kind::end_of_file) ++at;
      if (kind(at) != Kind::right_bracket) return i;
      ++at;
    }
    if (kind(at) != Kind::identifier) return i;
    const std::vector<std::size_t> ends = ends_of_name(at);
    const std::size_t end = ends.back();
    if (kind(end - 1) == Kind::right_bracket) {
      const std::string_view base = words(at, ends[ends.size() - 2]);
      elements_[base].insert(words(at, end));
    } else if (end > at + 1) {
      names_.insert(words(at, end));
    }
    return end - 1;
  }

  std::string_view text_;
  TokenStream& stream_;
  const std::vector<Token>& tokens_;
  std::set<std::string_view> names_;                                 // as they stand in the text
  std::map<std::string_view, std::set<std::string_view>> elements_;  // of arrays that are declared one by one
};

}  // namespace

void join_flat_names(std::string_view text, TokenStream& stream) { Joiner(text, stream).run(); }

}  // namespace sunder::syntax
