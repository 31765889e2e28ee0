#include "syntax/layout.hpp"

#include <algorithm>

namespace sunder::syntax {

namespace {

std::uint32_t characters(std::string_view text) {
  std::uint32_t count = 0;
  for (const char c : text) count += (static_cast<unsigned char>(c) & 0xC0U) != 0x80U;
  return count;
}

}  // namespace

void Layout::text(std::string_view text) {
  Piece& piece = add(Kind::text);
  piece.text = text;
  piece.width = text.find('\n') == std::string_view::npos ? characters(text) : unbounded;
}

void Layout::remark(std::string_view text) { add(Kind::text).text = text; }

void Layout::space() { add(Kind::space); }

void Layout::soft_line(bool space_when_flat) { add(Kind::line).flat_space = space_when_flat; }

void Layout::hard_line(bool blank_before) {
  add(blank_before ? Kind::blank_line : Kind::hard_line);
  // nothing before a hard line outside of all groups depends on what follows: keep the list short
  constexpr std::size_t many = 4096;
  if (depth_ > 0 || pieces_.size() < many) return;
  measure();
  render();
  pieces_.clear();
}

void Layout::open(Group kind) {
  add(kind == Group::all ? Kind::open_all : Kind::open_fill);
  ++depth_;
}

void Layout::close() {
  add(Kind::close);
  --depth_;
}

std::string Layout::take() {
  measure();
  render();
  return std::move(out_);
}

/// From the back, for each group and each line: how much has to fit for it not to be broken, which includes what
/// follows it up to the next place where a break is possible.
void Layout::measure() {
  struct Frame {
    std::uint32_t tail = 0;     // what follows the group up to the next possible break
    std::uint32_t width = 0;    // of the group so far
    std::uint32_t segment = 0;  // up to the next line of the group, or beyond its end up to the next possible break
  };
  const auto sum = [](std::uint32_t a, std::uint32_t b) { return std::min(a + b, unbounded); };
  std::vector<Frame> frames(1);
  std::uint32_t tail = 0;
  for (std::size_t i = pieces_.size(); i-- > 0;) {
    Piece& piece = pieces_[i];
    Frame& frame = frames.back();
    switch (piece.kind) {
      case Kind::text:
        tail =
            piece.width < unbounded ? sum(tail, piece.width) : characters(piece.text.substr(0, piece.text.find('\n')));
        frame.width = sum(frame.width, piece.width);
        frame.segment = sum(frame.segment, piece.width);
        break;
      case Kind::space:
        tail = sum(tail, 1);
        frame.width = sum(frame.width, 1);
        frame.segment = sum(frame.segment, 1);
        break;
      case Kind::line:
        tail = 0;
        piece.width = sum(frame.segment, piece.flat_space ? 1 : 0);
        frame.width = sum(frame.width, piece.flat_space ? 1 : 0);
        frame.segment = 0;
        break;
      case Kind::hard_line:
      case Kind::blank_line:
        tail = 0;
        frame.width = frame.segment = unbounded;
        break;
      case Kind::close: frames.push_back({tail, 0, tail}); break;
      case Kind::open_all:
      case Kind::open_fill: {
        const std::uint32_t width = frame.width;
        piece.width = sum(width, frame.tail);
        frames.pop_back();
        frames.back().width = sum(frames.back().width, width);
        frames.back().segment = sum(frames.back().segment, width);
        break;
      }
      case Kind::indent:
      case Kind::hang:
      case Kind::anchor:
      case Kind::outdent: break;
    }
  }
}

void Layout::new_line(bool blank) {
  if (column_ > 0) out_ += '\n';  // a line that has nothing on it yet is used as it is
  if (blank) out_ += '\n';
  column_ = 0;
  line_indent_ = indents_.back();
  space_pending_ = false;
}

void Layout::render() {
  groups_.assign(1, {false, false});
  for (const Piece& piece : pieces_) {
    switch (piece.kind) {
      case Kind::text: {
        if (column_ == 0) {
          out_.append(line_indent_, ' ');
          column_ = line_indent_;
        } else if (space_pending_) {
          out_ += ' ';
          ++column_;
        }
        space_pending_ = false;
        out_ += piece.text;
        const std::size_t newline = piece.text.rfind('\n');
        if (newline == std::string_view::npos)
          column_ += piece.width;
        else
          column_ = std::max<std::size_t>(1, characters(piece.text.substr(newline + 1)));
        break;
      }
      case Kind::space: space_pending_ = true; break;
      case Kind::line: write_line(piece); break;
      case Kind::hard_line: new_line(false); break;
      case Kind::blank_line: new_line(true); break;
      case Kind::open_all:
      case Kind::open_fill: {
        const std::size_t from = column_ == 0 ? line_indent_ : column_ + (space_pending_ ? 1 : 0);
        const bool flat = groups_.back().flat || (piece.width < unbounded && from + piece.width <= width_);
        groups_.push_back({piece.kind == Kind::open_fill, flat});
        break;
      }
      case Kind::close: groups_.pop_back(); break;
      case Kind::indent: indents_.push_back(indents_.back() + step); break;
      case Kind::hang: indents_.push_back(line_indent_ + step); break;
      case Kind::anchor: indents_.push_back(line_indent_); break;
      case Kind::outdent: indents_.pop_back(); break;
    }
  }
}

void Layout::write_line(const Piece& piece) {
  const OpenGroup& group = groups_.back();
  bool flat = group.flat;
  if (!flat && group.fill) flat = column_ + piece.width <= width_;
  if (!flat) return new_line(false);
  if (piece.flat_space) space_pending_ = true;
}

}  // namespace sunder::syntax
