// A sieve before a dictionary: tells at once that no entry can start (or end) at a place, which nearly always is so.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace verify {

// Knows the first two bytes of each entry (three where the first is the lead of a longer character), ASCII letters in
// small, folded to 4,096 bits. Entries of one byte are kept apart: one that is a letter or a digit is followed by no
// letter. Says yes too often, never no where there is an entry.
class Sieve {
 public:
  void add(std::string_view entry);
  bool may_start(std::string_view text, std::size_t position) const {
    const std::size_t left = text.size() - position;
    const auto* const bytes = reinterpret_cast<const unsigned char*>(text.data()) + position;
    const unsigned first = small(bytes[0]);
    const unsigned second = left > 1 ? small(bytes[1]) : 0;
    if (get(single_, first) && !(word(first) && letter(second))) return true;
    return left > 1 && get(pairs_, slot(first, second, first >= kLongLead && left > 2 ? bytes[2] : 0));
  }
  // The same where letters may follow an entry.
  bool may_start_part(std::string_view text, std::size_t position) const {
    return get(single_, small(static_cast<unsigned char>(text[position]))) || may_start(text, position);
  }
  // For the entries as they are read backwards; see add_reversed. `position` is behind their last byte.
  bool may_end(std::string_view text, std::size_t position) const {
    const auto* const bytes = reinterpret_cast<const unsigned char*>(text.data()) + position;
    const unsigned last = small(bytes[-1]);
    if (get(single_, last)) return true;
    return position > 1 && get(pairs_, slot(last, small(bytes[-2]), 0));
  }
  void add_reversed(std::string_view entry);

 private:
  static constexpr unsigned kLongLead = 0xE0;
  static unsigned small(unsigned char byte) { return byte >= 'A' && byte <= 'Z' ? byte | 0x20u : byte; }
  static bool letter(unsigned byte) { return byte >= 'a' && byte <= 'z'; }
  static bool word(unsigned byte) { return letter(byte) || (byte >= '0' && byte <= '9'); }
  static unsigned slot(unsigned first, unsigned second, unsigned third) {
    return static_cast<std::uint32_t>((first | second << 8 | third << 16) * 0x9E3779B1u) >> 20;
  }
  static bool get(const std::uint64_t* bits, unsigned at) { return (bits[at / 64] >> (at % 64) & 1u) != 0; }
  static void set(std::uint64_t* bits, unsigned at) { bits[at / 64] |= std::uint64_t{1} << (at % 64); }

  std::uint64_t single_[4] = {};
  std::uint64_t pairs_[64] = {};
};

}  // namespace verify
