#include "verify/lexicon.hpp"

#include <algorithm>
#include <charconv>
#include <stdexcept>

#include "verify/tokenize.hpp"

namespace verify {
namespace {

constexpr std::string_view kSectionNames[] = {"number",
                                              "han",
                                              "scale",
                                              "unit_after",
                                              "unit_before",
                                              "phrase_before",
                                              "phrase_after",
                                              "month",
                                              "weekday",
                                              "label",
                                              "han_word",
                                              "date_part",
                                              "day_part",
                                              "year_cue",
                                              "joiner",
                                              "guard",
                                              "per",
                                              "lone_cue",
                                              "scale_note",
                                              "scale_cue",
                                              "scale_exempt",
                                              "citation",
                                              "cue",
                                              "speech",
                                              "operation",
                                              "relative_date",
                                              "other_time",
                                              "other_time_before",
                                              "other_time_behind"};
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

void KeySet::assign(const std::vector<std::uint64_t>& keys) {
  std::size_t size = 16;
  while (size < keys.size() * 4) size *= 2;
  slots_.assign(size, 0);
  filter_.assign(kFilterBits / 64, 0);
  for (const std::uint64_t key : keys) {
    filter_[filter_bit(key) / 64] |= std::uint64_t{1} << (filter_bit(key) % 64);
    std::size_t at = key & (size - 1);
    while (slots_[at] != 0 && slots_[at] != key) at = (at + 1) & (size - 1);
    slots_[at] = key;
  }
}

void Sieve::add(std::string_view entry) {
  const auto byte = [&](std::size_t at) { return small(static_cast<unsigned char>(entry[at])); };
  if (entry.size() == 1) return set(single_, byte(0));
  // A long character that is cut off could be any: tables hold none, and what is no UTF-8 is never found.
  set(pairs_, slot(byte(0), byte(1), byte(0) >= kLongLead && entry.size() > 2 ? byte(2) : 0));
}

void Sieve::add_reversed(std::string_view entry) {
  const auto byte = [&](std::size_t back) { return small(static_cast<unsigned char>(entry[entry.size() - back])); };
  if (entry.size() == 1) return set(single_, byte(1));
  set(pairs_, slot(byte(1), byte(2), 0));
}

void Trie::add(std::string_view text, std::int32_t value) { pending_.push_back({std::string(text), value}); }

// Breadth first over the sorted texts, so that each node's children come out side by side.
void Trie::freeze() {
  std::fill(std::begin(root_), std::end(root_), -1);
  std::stable_sort(pending_.begin(), pending_.end(),
                   [](const Pending& a, const Pending& b) { return a.text < b.text; });
  struct Range {
    std::size_t first, last, depth;
    std::int32_t node;  // -1: the root
  };
  std::vector<Range> queue{{0, pending_.size(), 0, -1}};
  for (std::size_t at = 0; at < queue.size(); ++at) {
    const Range range = queue[at];
    std::size_t first = range.first;
    while (first < range.last && pending_[first].text.size() == range.depth) ++first;
    const auto begin = static_cast<std::int32_t>(nodes_.size());
    while (first < range.last) {
      const auto byte = static_cast<unsigned char>(pending_[first].text[range.depth]);
      std::size_t last = first;
      Node node;
      node.byte = byte;
      for (; last < range.last && static_cast<unsigned char>(pending_[last].text[range.depth]) == byte; ++last) {
        if (pending_[last].text.size() == range.depth + 1) node.value = pending_[last].value;  // the last one counts
      }
      node.latin = ascii_letter(byte) || (byte >= '0' && byte <= '9');
      const auto index = static_cast<std::int32_t>(nodes_.size());
      if (range.node < 0) root_[byte] = index;
      nodes_.push_back(node);
      queue.push_back({first, last, range.depth + 1, index});
      first = last;
    }
    if (range.node >= 0) {
      nodes_[static_cast<std::size_t>(range.node)].first_child = begin;
      nodes_[static_cast<std::size_t>(range.node)].child_count =
          static_cast<std::uint16_t>(nodes_.size() - static_cast<std::size_t>(begin));
      std::uint64_t continuations = 0;
      bool all = true;
      for (auto child = static_cast<std::size_t>(begin); child < nodes_.size(); ++child) {
        all = all && (nodes_[child].byte & 0xC0u) == 0x80;
        continuations |= std::uint64_t{1} << (nodes_[child].byte & 0x3Fu);
      }
      if (all) nodes_[static_cast<std::size_t>(range.node)].continuations = continuations;
    }
  }
  pending_.clear();
  pending_.shrink_to_fit();
}

std::int32_t Trie::child_of(std::int32_t node, unsigned char byte) const {
  const Node& parent = nodes_[static_cast<std::size_t>(node)];
  if (parent.continuations != 0) {
    const std::uint64_t bit = std::uint64_t{1} << (byte & 0x3Fu);
    if ((byte & 0xC0u) != 0x80 || (parent.continuations & bit) == 0) return -1;
    return parent.first_child + __builtin_popcountll(parent.continuations & (bit - 1));
  }
  const Node* const first = nodes_.data() + parent.first_child;
  for (int at = 0; at < parent.child_count; ++at) {
    if (first[at].byte >= byte) return first[at].byte == byte ? parent.first_child + at : -1;
  }
  return -1;
}

namespace {

// Whether a Latin letter starts at `at`: ASCII, or U+00C0..U+024F (bytes C3..C9) without × and ÷.
bool latin_at(std::string_view text, std::size_t at) {
  if (at >= text.size()) return false;
  const auto byte = static_cast<unsigned char>(text[at]);
  if (ascii_letter(byte)) return true;
  if (byte < 0xC3 || byte > 0xC9 || at + 1 >= text.size()) return false;
  const auto next = static_cast<unsigned char>(text[at + 1]);
  return !(byte == 0xC3 && (next == 0x97 || next == 0xB7));
}

// Whether a Latin letter or an ASCII digit ends at `end`.
bool word_before(std::string_view text, std::size_t end) {
  if (end == 0) return false;
  const auto byte = static_cast<unsigned char>(text[end - 1]);
  if (byte < 0x80) return ascii_letter(byte) || (byte >= '0' && byte <= '9');
  return end >= 2 && latin_at(text, end - 2) && static_cast<unsigned char>(text[end - 2]) >= 0xC3;
}

}  // namespace

std::int32_t Trie::longest(std::string_view text, std::size_t position, bool fold_case, std::size_t& end,
                           bool whole_words) const {
  std::int32_t best = -1;
  std::int32_t node = -1;
  for (std::size_t at = position; at < text.size(); ++at) {
    auto byte = static_cast<unsigned char>(text[at]);
    if (fold_case) byte = lower(byte);
    node = step(node, byte);
    if (node < 0) break;
    const Node& here = nodes_[static_cast<std::size_t>(node)];
    if (here.value < 0 || (whole_words && here.latin && latin_at(text, at + 1))) continue;
    best = here.value;
    end = at + 1;
  }
  return best;
}

std::int32_t Trie::longest_back(std::string_view text, std::size_t position, bool fold_case, std::size_t& start) const {
  std::int32_t best = -1;
  std::int32_t node = -1;
  for (std::size_t at = position; at > 0; --at) {
    auto byte = static_cast<unsigned char>(text[at - 1]);
    if (fold_case) byte = lower(byte);
    node = step(node, byte);
    if (node < 0) break;
    const Node& here = nodes_[static_cast<std::size_t>(node)];
    if (here.value < 0 || (ascii_letter(byte) && word_before(text, at - 1))) continue;
    best = here.value;
    start = at - 1;
  }
  return best;
}

bool Lexicon::abbreviation(std::string_view folded) const {
  return abbreviation_keys_.contains(word_key(folded)) &&
         std::binary_search(abbreviations_.begin(), abbreviations_.end(), folded, std::less<>());
}

std::int32_t Lexicon::find_unit(std::string_view code) const {
  for (std::size_t at = 0; at < codes_.size(); ++at) {
    if (codes_[at] == code) return static_cast<std::int32_t>(at);
  }
  return -1;
}

int Lexicon::find_digit(char32_t point) const {
  const auto above = std::upper_bound(digit_zeros_.begin(), digit_zeros_.end(), point);
  if (above == digit_zeros_.begin()) return -1;
  const char32_t distance = point - *(above - 1);
  return distance < 10 ? static_cast<int>(distance) : -1;
}

Match Lexicon::find(const Tries& tries, std::string_view text, std::size_t position) const {
  Match match;
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

Match Lexicon::number_part(std::string_view text, std::size_t position) const {
  Match match;
  const Tries& tries = tries_[static_cast<std::size_t>(Section::kNumberWord)];
  if (!tries.front.may_start_part(text, position)) return match;
  const std::int32_t entry = tries.folded.longest(text, position, true, match.end, false);
  if (entry >= 0) match.entry = &entries_[static_cast<std::size_t>(entry)];
  return match;
}

Match Lexicon::find_back(const Tries& tries, std::string_view text, std::size_t position) const {
  Match match;
  std::size_t exact_start = 0;
  std::size_t folded_start = 0;
  const std::int32_t exact = tries.exact_back.longest_back(text, position, false, exact_start);
  const std::int32_t folded = tries.folded_back.longest_back(text, position, true, folded_start);
  if (exact >= 0 && (folded < 0 || exact_start <= folded_start)) {
    match.entry = &entries_[static_cast<std::size_t>(exact)];
    match.end = exact_start;
  } else if (folded >= 0) {
    match.entry = &entries_[static_cast<std::size_t>(folded)];
    match.end = folded_start;
  }
  return match;
}

// unit<TAB>code<TAB>kind<TAB>dimension<TAB>numerator<TAB>denominator<TAB>exponent<TAB>bits of what it may mean (hex)
void Lexicon::read_unit(const std::vector<std::string_view>& fields) {
  if (fields.size() != 8) throw std::invalid_argument("a unit has 8 fields");
  UnitRow row{};
  row.dimension = parse_number<std::int32_t>(fields[3]);
  row.factor_numerator = parse_number<std::int64_t>(fields[4]);
  row.factor_denominator = parse_number<std::int64_t>(fields[5]);
  row.factor_exponent = parse_number<std::int32_t>(fields[6]);
  row.meaning_set = parse_number<std::uint64_t>(fields[7], 16);
  const int kind = parse_number<int>(fields[2]);
  if (row.factor_denominator < 1 || kind < 0 || kind > 5)
    throw std::invalid_argument("a unit's factor or kind is wrong");
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
  const auto number = static_cast<std::int32_t>(entries_.size());
  tries.front.add(fields[1]);
  tries.back.add_reversed(fields[1]);
  (exact ? tries.exact : tries.folded).add(fields[1], number);
  (exact ? tries.exact_back : tries.folded_back).add(std::string(fields[1].rbegin(), fields[1].rend()), number);
  entries_.push_back(entry);
  add_cue(section, entry, fields[1]);
}

// Which words beside digits make more of them than a plain number; see quantities/plain.cpp.
void Lexicon::add_cue(Section section, const Entry& entry, std::string_view text) {
  const auto word = static_cast<WordKind>(entry.kind);
  bool before = false;
  bool behind = false;
  switch (section) {
    case Section::kUnitBefore:
    case Section::kPhraseBefore:
    case Section::kLabelWord:
      before = true;
      break;
    case Section::kUnitAfter:
    case Section::kScale:
    case Section::kPhraseAfter:
    case Section::kMonth:
    case Section::kJoiner:
      behind = true;
      break;
    case Section::kDatePart:
    case Section::kDayPart:
      before = behind = true;
      break;
    case Section::kNumberWord:
      before = word == WordKind::kMinus;
      behind = word == WordKind::kDozen || word == WordKind::kIn || word == WordKind::kOver ||
               word == WordKind::kPoint || word == WordKind::kMinusBehind;
      break;
    default:
      break;
  }
  std::string folded(text);
  for (char& c : folded) c = static_cast<char>(lower(static_cast<unsigned char>(c)));
  if (before) {
    cues_before_sieve_.add_reversed(folded);
    cues_before_.add(std::string(folded.rbegin(), folded.rend()), 0);
  }
  if (behind) {
    cues_behind_sieve_.add(folded);
    cues_behind_.add(folded, 0);
  }
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
  } else if (section == "glue") {
    glues_numbers_ = true;
  } else if (section == "abbreviation") {
    abbreviations_.push_back(fold(fields[1]));
  } else if (section == "digit_zero") {
    const auto zero = parse_number<std::uint32_t>(fields[1], 16);
    if (zero > 0x10FFFF - 9) throw std::invalid_argument("no code point of a digit");
    digit_zeros_.push_back(zero);
    for (const char32_t digit : {zero, zero + 9}) {
      const std::size_t block = digit / kDigitBlock;
      digit_blocks_[block / 64] |= std::uint64_t{1} << (block % 64);
    }
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
  for (Tries& tries : lexicon.tries_) {
    for (Trie* trie : {&tries.exact, &tries.folded, &tries.exact_back, &tries.folded_back}) trie->freeze();
  }
  lexicon.cues_before_.freeze();
  lexicon.cues_behind_.freeze();
  lexicon.stop_words_.assign(lexicon.stop_keys_);
  lexicon.number_words_.assign(lexicon.number_keys_);
  std::sort(lexicon.abbreviations_.begin(), lexicon.abbreviations_.end());
  std::vector<std::uint64_t> abbreviation_keys;
  for (const std::string& folded : lexicon.abbreviations_) abbreviation_keys.push_back(word_key(folded));
  lexicon.abbreviation_keys_.assign(abbreviation_keys);
  std::sort(lexicon.digit_zeros_.begin(), lexicon.digit_zeros_.end());
  lexicon.percent_unit_ = lexicon.find_unit("%");
  lexicon.per_mille_unit_ = lexicon.find_unit("‰");
  lexicon.minute_unit_ = lexicon.find_unit("min");
  lexicon.celsius_unit_ = lexicon.find_unit("Cel");
  lexicon.fahrenheit_unit_ = lexicon.find_unit("[degF]");
  lexicon.kelvin_unit_ = lexicon.find_unit("K");
  return lexicon;
}

}  // namespace verify
