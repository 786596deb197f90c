#include "verify/lexicon.hpp"

#include <algorithm>
#include <charconv>
#include <stdexcept>

#include "verify/tokenize.hpp"

namespace verify {
namespace {

constexpr std::string_view kSectionNames[] = {"number",     "han",         "scale",     "unit_after", "unit_before", "phrase_before",
                                              "phrase_after", "month",     "weekday",   "label",      "han_word",    "date_part",
                                              "day_part",   "year_cue",    "joiner",    "guard",      "per"};
static_assert(sizeof(kSectionNames) / sizeof(kSectionNames[0]) == static_cast<std::size_t>(Section::kCount));

unsigned char lower(unsigned char byte) { return byte >= 'A' && byte <= 'Z' ? byte + 32 : byte; }

bool ascii_letter(unsigned char byte) { return lower(byte) >= 'a' && lower(byte) <= 'z'; }

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  std::size_t start = 0;
  for (;;) {
    const std::size_t end = text.find(separator, start);
    if (end == std::string_view::npos) {
      parts.push_back(text.substr(start));
      return parts;
    }
    parts.push_back(text.substr(start, end - start));
    start = end + 1;
  }
}

template <class Number>
Number parse_number(std::string_view text, int base = 10) {
  Number value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, base);
  if (error != std::errc() || end != text.data() + text.size()) throw std::invalid_argument("not a number");
  return value;
}

}  // namespace

Trie::Trie() { std::fill(std::begin(root_), std::end(root_), -1); }

std::int32_t Trie::child_of(std::int32_t node, unsigned char byte) const {
  for (std::int32_t at = nodes_[static_cast<std::size_t>(node)].child; at >= 0;
       at = nodes_[static_cast<std::size_t>(at)].sibling) {
    if (nodes_[static_cast<std::size_t>(at)].byte == byte) return at;
  }
  return -1;
}

void Trie::add(std::string_view text, std::int32_t value) {
  std::int32_t node = -1;
  for (const char character : text) {
    const auto byte = static_cast<unsigned char>(character);
    std::int32_t next = node < 0 ? root_[byte] : child_of(node, byte);
    if (next < 0) {
      next = static_cast<std::int32_t>(nodes_.size());
      Node fresh;
      fresh.byte = byte;
      if (node >= 0) fresh.sibling = nodes_[static_cast<std::size_t>(node)].child;
      nodes_.push_back(fresh);
      (node < 0 ? root_[byte] : nodes_[static_cast<std::size_t>(node)].child) = next;
    }
    node = next;
  }
  nodes_[static_cast<std::size_t>(node)].value = value;
  const auto last = static_cast<unsigned char>(text.back());
  nodes_[static_cast<std::size_t>(node)].latin = ascii_letter(last) || (last >= '0' && last <= '9');
}

std::int32_t Trie::longest(std::string_view text, std::size_t position, bool fold_case, std::size_t& end) const {
  std::int32_t best = -1;
  std::int32_t node = -1;
  for (std::size_t at = position; at < text.size(); ++at) {
    auto byte = static_cast<unsigned char>(text[at]);
    if (fold_case) byte = lower(byte);
    node = node < 0 ? root_[byte] : child_of(node, byte);
    if (node < 0) break;
    const Node& here = nodes_[static_cast<std::size_t>(node)];
    if (here.value < 0) continue;
    if (here.latin && at + 1 < text.size()) {
      const auto next = static_cast<unsigned char>(text[at + 1]);
      // U+00C0..U+024F: Latin letters beyond ASCII begin with the bytes C3..C9, all but × (C3 97) and ÷ (C3 B7).
      const bool wide = next >= 0xC3 && next <= 0xC9 &&
                        !(next == 0xC3 && at + 2 < text.size() &&
                          (static_cast<unsigned char>(text[at + 2]) == 0x97 || static_cast<unsigned char>(text[at + 2]) == 0xB7));
      if (ascii_letter(next) || wide) continue;
    }
    best = here.value;
    end = at + 1;
  }
  return best;
}

bool Lexicon::contains(const std::vector<std::uint64_t>& sorted, std::uint64_t key) {
  return std::binary_search(sorted.begin(), sorted.end(), key);
}

bool Lexicon::stop_word(std::uint64_t key) const { return contains(stop_keys_, key); }

bool Lexicon::abbreviation(std::string_view folded) const {
  return std::binary_search(abbreviations_.begin(), abbreviations_.end(), folded, std::less<>());
}

std::int32_t Lexicon::find_unit(std::string_view code) const {
  for (std::size_t at = 0; at < codes_.size(); ++at) {
    if (codes_[at] == code) return static_cast<std::int32_t>(at);
  }
  return -1;
}

int Lexicon::digit_value(char32_t point) const {
  if (point < 0x80) return point >= '0' && point <= '9' ? static_cast<int>(point - '0') : -1;
  const auto above = std::upper_bound(digit_zeros_.begin(), digit_zeros_.end(), point);
  if (above == digit_zeros_.begin()) return -1;
  const char32_t distance = point - *(above - 1);
  return distance < 10 ? static_cast<int>(distance) : -1;
}

Match Lexicon::longest(Section section, std::string_view text, std::size_t position) const {
  const Tries& tries = tries_[static_cast<std::size_t>(section)];
  Match match;
  if (position >= text.size()) return match;
  std::size_t exact_end = 0;
  std::size_t folded_end = 0;
  const std::int32_t exact = tries.exact.longest(text, position, false, exact_end);
  const std::int32_t folded = tries.folded.longest(text, position, true, folded_end);
  if (exact >= 0 && (folded < 0 || exact_end >= folded_end)) {
    match.entry = &entries_[static_cast<std::size_t>(exact)];
    match.end = exact_end;
  } else if (folded >= 0) {
    match.entry = &entries_[static_cast<std::size_t>(folded)];
    match.end = folded_end;
  }
  return match;
}

// unit<TAB>code<TAB>kind<TAB>dimension<TAB>numerator<TAB>denominator<TAB>exponent<TAB>currency bits (hex)
void Lexicon::read_unit(const std::vector<std::string_view>& fields) {
  if (fields.size() != 8) throw std::invalid_argument("a unit has 8 fields");
  UnitRow row{};
  row.dimension = parse_number<std::int32_t>(fields[3]);
  row.factor_numerator = parse_number<std::int64_t>(fields[4]);
  row.factor_denominator = parse_number<std::int64_t>(fields[5]);
  row.factor_exponent = parse_number<std::int32_t>(fields[6]);
  row.currency_set = parse_number<std::uint64_t>(fields[7], 16);
  const int kind = parse_number<int>(fields[2]);
  if (row.factor_denominator < 1 || kind < 0 || kind > 5) throw std::invalid_argument("a unit's factor or kind is wrong");
  units_.push_back(row);
  codes_.emplace_back(fields[1]);
  kinds_.push_back(static_cast<UnitKind>(kind));
}

// section<TAB>text<TAB>case(0|1)<TAB>kind<TAB>number<TAB>exponent<TAB>second<TAB>flags
void Lexicon::read_entry(Section section, const std::vector<std::string_view>& fields) {
  if (fields.size() != 8 || fields[1].empty()) throw std::invalid_argument("an entry has 8 fields and a text");
  Entry entry;
  entry.kind = static_cast<std::uint8_t>(parse_number<int>(fields[3]));
  entry.number = parse_number<std::int64_t>(fields[4]);
  entry.exponent = parse_number<std::int32_t>(fields[5]);
  entry.second = parse_number<std::int32_t>(fields[6]);
  entry.flags = parse_number<std::uint16_t>(fields[7]);
  const bool unit = section == Section::kUnitAfter || section == Section::kUnitBefore;
  const auto count = static_cast<std::int64_t>(units_.size());
  if (unit && (entry.number < 0 || entry.number >= count || entry.second >= count)) {
    throw std::invalid_argument("a unit's name stands before its unit");
  }
  Tries& tries = tries_[static_cast<std::size_t>(section)];
  const bool exact = fields[2] == "1";
  (exact ? tries.exact : tries.folded).add(fields[1], static_cast<std::int32_t>(entries_.size()));
  entries_.push_back(entry);
}

void Lexicon::read_line(std::string_view line) {
  const std::vector<std::string_view> fields = split(line, '\t');
  if (fields.size() < 2) throw std::invalid_argument("a line has a section and an entry");
  const std::string_view section = fields[0];
  if (section == "unit") return read_unit(fields);
  if (section == "stop") {
    stop_keys_.push_back(word_key(fold(fields[1])));
  } else if (section == "trigger") {
    number_keys_.push_back(word_key(fold(fields[1])));
  } else if (section == "abbreviation") {
    abbreviations_.push_back(fold(fields[1]));
  } else if (section == "digit_zero") {
    digit_zeros_.push_back(parse_number<std::uint32_t>(fields[1], 16));
  } else {
    const auto* const found = std::find(std::begin(kSectionNames), std::end(kSectionNames), section);
    if (found == std::end(kSectionNames)) throw std::invalid_argument("unknown section");
    read_entry(static_cast<Section>(found - std::begin(kSectionNames)), fields);
  }
}

Lexicon Lexicon::parse(std::string_view blob) {
  Lexicon lexicon;
  lexicon.tries_.resize(static_cast<std::size_t>(Section::kCount));
  std::size_t number = 0;
  for (const std::string_view line : split(blob, '\n')) {
    ++number;
    if (line.empty()) continue;
    try {
      lexicon.read_line(line);
    } catch (const std::invalid_argument& error) {
      throw std::invalid_argument("language tables, line " + std::to_string(number) + ": " + error.what());
    }
  }
  std::sort(lexicon.stop_keys_.begin(), lexicon.stop_keys_.end());
  std::sort(lexicon.number_keys_.begin(), lexicon.number_keys_.end());
  std::sort(lexicon.abbreviations_.begin(), lexicon.abbreviations_.end());
  std::sort(lexicon.digit_zeros_.begin(), lexicon.digit_zeros_.end());
  for (const std::uint64_t key : lexicon.number_keys_) {
    lexicon.filter_[(key & 0xFFFu) >> 6] |= std::uint64_t{1} << (key & 63u);
  }
  lexicon.percent_unit_ = lexicon.find_unit("%");
  lexicon.per_mille_unit_ = lexicon.find_unit("‰");
  lexicon.minute_unit_ = lexicon.find_unit("min");
  return lexicon;
}

}  // namespace verify
