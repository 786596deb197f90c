#include "name_runs.hpp"

namespace verify {
namespace {

constexpr std::size_t kMostSigns = 8;  // signs looked at beside a run

bool one_of(char c, std::string_view signs) { return signs.find(c) != std::string_view::npos; }

}  // namespace

std::string_view NameRuns::between(const TokenRow& left, const TokenRow& right) const {
  if (right.start_byte <= left.end_byte) return {};
  return text_.substr(static_cast<std::size_t>(left.end_byte),
                      static_cast<std::size_t>(right.start_byte - left.end_byte));
}

// Whether what stands between two words leaves them one name: a blank, a hyphen, an ampersand, the dot of an initial
// or of a title.
bool NameRuns::joins(std::string_view gap, const TokenRow& left) const {
  if (gap == " " || gap == "-" || gap == " & " || gap == "&" || gap == "'" || gap == "\u2019") return true;
  return (gap == ". " || gap == ".") && (left.end_byte - left.start_byte == 1 || title(left));
}

std::size_t NameRuns::next(std::size_t at) const {
  ++at;
  while (at < count_ && (tokens_[at].flags & kTokenJoined) != 0) ++at;
  return at;
}

std::size_t NameRuns::last_of(std::size_t first, std::int32_t& count) const {
  count = title(tokens_[first]) ? 0 : 1;
  std::size_t last = first;
  for (;;) {
    std::size_t at = next(last);
    if (at >= count_ || tokens_[at].segment != tokens_[first].segment) return last;
    if (!joins(between(tokens_[last], tokens_[at]), tokens_[last])) return last;
    if (!name_word(tokens_[at])) {
      if (phrases_ == nullptr || !phrases_->joins_names(tokens_[at].key)) return last;
      const std::size_t behind = next(at);
      if (behind >= count_ || !name_word(tokens_[behind])) return last;
      if (between(tokens_[at], tokens_[behind]) != " " || tokens_[behind].segment != tokens_[first].segment)
        return last;
      at = behind;
    }
    last = at;
    if (!title(tokens_[last])) ++count;
  }
}

bool NameRuns::opens_sentence(const TokenRow& token, std::int32_t begin) const {
  auto at = static_cast<std::size_t>(token.start_byte);
  const auto first = static_cast<std::size_t>(begin);
  for (std::size_t signs = 0; signs < kMostSigns && at > first; ++signs) {
    const char before = text_[at - 1];
    if (one_of(before, ".!?:;\n|")) return true;
    if (one_of(before, "\"'")) return true;
    if (one_of(before, " \t*_#([-")) {
      --at;
    } else if (at >= first + 3 && text_.compare(at - 3, 2, "\xE2\x80") == 0) {
      return true;  // an opening quotation mark, a dash, a bullet
    } else {
      return false;
    }
  }
  return at <= first;
}

bool NameRuns::colon_follows(const TokenRow& token) const {
  auto at = static_cast<std::size_t>(token.end_byte);
  for (std::size_t signs = 0; signs < kMostSigns && at < text_.size(); ++signs, ++at) {
    if (text_[at] == ':') return true;
    if (!one_of(text_[at], " *_\"")) return false;
  }
  return false;
}

}  // namespace verify
