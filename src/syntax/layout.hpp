// Breaks a stream of words, possible line breaks and groups into lines of limited width, in linear time.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace sunder::syntax {

/// A group that fits on the rest of the line is written on it; otherwise an `all` group breaks at each of its line
/// breaks, a `fill` group only where the next piece does not fit. A text that contains a newline fits nowhere.
class Layout {
 public:
  enum class Group : std::uint8_t { all, fill };

  explicit Layout(std::size_t width) : width_(width) {}

  /// The text must stay valid until `take`; all groups must be closed then.
  void text(std::string_view text);
  /// A text that ends its line and does not count: nothing is broken to make room for it.
  void remark(std::string_view text);
  void space();
  void soft_line(bool space_when_flat);
  void hard_line(bool blank_before = false);
  void open(Group kind);
  void close();
  // where the lines go that are started until the matching `outdent`
  void indent() { add(Kind::indent); }  ///< one step right of the block
  void hang() { add(Kind::hang); }      ///< one step right of the line that is being written
  void anchor() { add(Kind::anchor); }  ///< below the line that is being written
  void outdent() { add(Kind::outdent); }

  std::string take();

 private:
  enum class Kind : std::uint8_t {
    text,
    space,
    line,
    hard_line,
    blank_line,
    open_all,
    open_fill,
    close,
    indent,
    hang,
    anchor,
    outdent
  };
  struct Piece {
    Kind kind = Kind::text;
    bool flat_space = false;
    std::string_view text;
    std::uint32_t width = 0;  // text: characters; groups and lines: what has to fit for it not to be broken
  };
  struct OpenGroup {
    bool fill;
    bool flat;
  };

  Piece& add(Kind kind) {
    pieces_.emplace_back().kind = kind;
    return pieces_.back();
  }
  void measure();
  void render();
  void write_line(const Piece& piece);
  void new_line(bool blank);

  static constexpr std::uint32_t unbounded = 1U << 30;
  static constexpr std::size_t step = 2;
  std::size_t width_;
  std::vector<Piece> pieces_;
  std::vector<OpenGroup> groups_;
  std::string out_;
  std::size_t column_ = 0;
  std::vector<std::size_t> indents_{0};
  std::size_t line_indent_ = 0;  // of the line that is being written
  std::size_t depth_ = 0;        // groups open while the pieces are collected
  bool space_pending_ = false;
};

}  // namespace sunder::syntax
