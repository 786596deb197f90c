#include "verify/hidden.hpp"

namespace verify {
namespace {

bool ascii_word(char c) { return (c >= '0' && c <= '9') || ((c | 0x20) >= 'a' && (c | 0x20) <= 'z'); }

// Hebrew to N'Ko, the letters that need turning signs: their lead bytes are D6..DF.
bool right_to_left(std::string_view text) {
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte >= 0xD6 && byte <= 0xDF) return true;
  }
  return false;
}

// Tags follow a black flag in the flags of regions; elsewhere they only carry text out of sight.
bool flagged(std::string_view text) { return text.find("\xF0\x9F\x8F\xB4") != std::string_view::npos; }

class Finder {
 public:
  Finder(std::string_view text, bool zero_width) : text_(text), zero_width_(zero_width) {}

  HiddenPlace run() const {
    HiddenPlace best{text_.size(), text_.size()};
    for (const char lead : {'\xE2', '\xEF', '\xF3'}) {
      if (lead == '\xEF' && !zero_width_) continue;
      const std::size_t size = lead == '\xF3' ? 4 : 3;
      bool useless = true;  // until it is known that turning signs, or tags, have a use here
      for (std::size_t at = text_.find(lead); at != std::string_view::npos; at = text_.find(lead, at + size)) {
        if (at >= best.start) break;
        if (!between(at)) {
          if (!useless || !(lead == '\xF3' ? tag(at) : turns(at))) continue;
          useless = !(lead == '\xF3' ? flagged(text_) : right_to_left(text_));
          if (!useless) continue;
        }
        best = {at, at + size};
        break;
      }
    }
    return best;
  }

 private:
  unsigned byte(std::size_t at) const { return static_cast<unsigned char>(text_[at]); }

  bool turns(std::size_t at) const {
    const unsigned last = byte(at + 2);
    if (byte(at) != 0xE2) return false;
    return (byte(at + 1) == 0x80 && last >= 0xAA && last <= 0xAE) ||
           (byte(at + 1) == 0x81 && last >= 0xA6 && last <= 0xA9);
  }

  // U+200B..200D, U+2060, U+FEFF inside a word.
  bool between(std::size_t at) const {
    if (byte(at) == 0xF3 || !zero_width_ || at == 0 || at + 3 >= text_.size() || !ascii_word(text_[at - 1]) ||
        !ascii_word(text_[at + 3]))
      return false;
    const unsigned last = byte(at + 2);
    if (byte(at) == 0xEF) return byte(at + 1) == 0xBB && last == 0xBF;
    return (byte(at + 1) == 0x80 && last >= 0x8B && last <= 0x8D) || (byte(at + 1) == 0x81 && last == 0xA0);
  }

  bool tag(std::size_t at) const { return byte(at + 1) == 0xA0 && (byte(at + 2) == 0x80 || byte(at + 2) == 0x81); }

  std::string_view text_;
  bool zero_width_;
};

}  // namespace

HiddenPlace find_hidden(std::string_view text, bool zero_width) { return Finder(text, zero_width).run(); }

}  // namespace verify
