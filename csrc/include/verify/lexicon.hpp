// The language tables in the form that the core reads: built once from one blob, then only read, from any thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "verify/rows.hpp"

namespace verify {

// The kinds of entry that are looked up by their text. The names in the blob stand beside each.
enum class Section : std::uint8_t {
  kNumberWord,    // number: twenty-five, half, dozen
  kHanNumeral,    // han: 三 拾 万 半 几
  kScale,         // scale: k M bn million 万
  kUnitAfter,     // after: kg % 元 percent
  kUnitBefore,    // before: $ EUR 人民币
  kPhraseBefore,  // phrase_before: at least, 约
  kPhraseAfter,   // phrase_after: or more, 左右
  kMonth,         // month: January
  kWeekday,       // weekday: Monday 周一
  kLabelWord,     // label: Figure, Section, 图
  kHanWord,       // han_word: 统一 两会
  kDatePart,      // date_part: fiscal, FY, quarter, 季度, 民国
  kDayPart,       // day_part: am, pm, 下午
  kYearCue,       // year_cue: in, since, by
  kJoiner,        // joiner: to, 至, -
  kGuard,         // guard: words beside "one" that make it a pronoun
  kPer,           // per: per, a, 每
  kCount
};

// Number word classes (field `kind` of entries in kNumberWord).
enum class WordKind : std::uint8_t {
  kUnit, kTeen, kTen, kHundred, kScale, kOrdinal, kOrdinalScale, kFraction, kHalf, kQuarter, kPoint, kAnd, kArticle,
  kDozen, kTimes, kMinus, kOh, kPlural, kIn, kOver
};

// Han numeral classes (field `kind` of entries in kHanNumeral).
enum class HanKind : std::uint8_t { kDigit, kSmall, kLarge, kHalf, kSome, kMore, kPoint, kPartsOf, kAnd, kMinus };

// Phrase roles (field `kind` of kPhraseBefore and kPhraseAfter).
enum class PhraseKind : std::uint8_t { kHedge, kAtLeast, kAtMost, kMoreThan, kLessThan };

// Date parts (field `kind` of kDatePart).
enum class DatePartKind : std::uint8_t { kFiscal, kQuarter, kYear, kRepublic, kCentury };

// What a unit measures, which decides the kind of the quantity.
enum class UnitKind : std::uint8_t { kMeasure, kDuration, kMoney, kPercent, kCounter, kRatio };

enum EntryFlag : std::uint16_t {
  kEntryGlued = 1u << 0,   // stands right behind the digits only (k, M, B)
  kEntryMoney = 1u << 1,   // beside a currency only (m, b, t as scales)
  kEntryEnd = 1u << 2,     // as a unit it must end its phrase: "14 in" but not "61,300 in Europe"
  kEntryGuardBefore = 1u << 3,  // guards: the word before "one"
  kEntryGuardAfter = 1u << 4,   // guards: the word behind "one"
  kEntryDigits = 1u << 5,  // behind digits alone, never behind spelled numbers
  kEntryBelowTen = 1u << 6,  // the power of ten counts for values below ten only (九折 is 90 %, 八五折 85 %)
  kEntryMinute = 1u << 7,    // behind hours it is the minute, behind 元 and 角 the hundredth (m, 分)
};

// One entry. `number` and `exponent` mean what the section says: a value, a month, a unit row, a power of ten.
struct Entry {
  std::int64_t number = 0;
  std::int32_t exponent = 0;
  std::int32_t second = -1;  // unit names: the unit below the stroke
  std::uint16_t flags = 0;
  std::uint8_t kind = 0;
};

// A longest match: `entry` is null where nothing matched.
struct Match {
  const Entry* entry = nullptr;
  std::size_t end = 0;
  explicit operator bool() const { return entry != nullptr; }
};

// Byte tries with first-child and next-sibling links; the root has a table of 256.
class Trie {
 public:
  Trie();
  // Adds `text`, or overwrites the value of an equal text.
  void add(std::string_view text, std::int32_t value);
  // The longest entry that starts at `position`. Entries that end in a Latin letter or an ASCII digit must be
  // followed by something else than a letter. `fold_case` lower-cases ASCII on the way.
  std::int32_t longest(std::string_view text, std::size_t position, bool fold_case, std::size_t& end) const;

 private:
  struct Node {
    std::int32_t child = -1;
    std::int32_t sibling = -1;
    std::int32_t value = -1;
    unsigned char byte = 0;
    bool latin = false;
  };
  std::int32_t child_of(std::int32_t node, unsigned char byte) const;
  std::vector<Node> nodes_;
  std::int32_t root_[256];
};

// The parsed tables.
class Lexicon {
 public:
  // Reads a blob of lines `section<TAB>entry<TAB>fields...`; docs/quantities.md lists the sections. Throws
  // std::invalid_argument naming the line that is wrong.
  static Lexicon parse(std::string_view blob);

  // Whether a folded word, given by its key, is a stop word of any language.
  bool stop_word(std::uint64_t key) const;
  // Whether a folded word without its dot is an abbreviation that a dot does not end a sentence behind.
  bool abbreviation(std::string_view folded) const;
  // Whether a quantity or date may start at this word.
  bool number_word(std::uint64_t key) const {
    return (filter_[(key & 0xFFFu) >> 6] >> (key & 63u) & 1u) != 0 && contains(number_keys_, key);
  }

  // The unit table; rows are what QuantityRow::unit and per_unit count.
  const std::vector<UnitRow>& units() const { return units_; }
  // ISO 4217 code, UCUM code, %, pp, bp, or the counter as it is written. `unit` must be a row.
  std::string_view unit_code(std::int32_t unit) const { return codes_[static_cast<std::size_t>(unit)]; }
  UnitKind unit_kind(std::int32_t unit) const { return kinds_[static_cast<std::size_t>(unit)]; }
  // The row of a code, or -1. Walks the table: for start-up and tests.
  std::int32_t find_unit(std::string_view code) const;
  // The rows of %, ‰ and the minute, -1 where the tables lack them.
  std::int32_t percent_unit() const { return percent_unit_; }
  std::int32_t per_mille_unit() const { return per_mille_unit_; }
  std::int32_t minute_unit() const { return minute_unit_; }

  // The value 0..9 of a decimal digit of any script, else -1.
  int digit_value(char32_t point) const;
  // The longest entry of a section that starts at `position` (< text.size()).
  Match longest(Section section, std::string_view text, std::size_t position) const;

 private:
  static bool contains(const std::vector<std::uint64_t>& sorted, std::uint64_t key);
  void read_line(std::string_view line);
  void read_unit(const std::vector<std::string_view>& fields);
  void read_entry(Section section, const std::vector<std::string_view>& fields);

  struct Tries {
    Trie exact;
    Trie folded;
  };
  std::vector<Tries> tries_;
  std::vector<Entry> entries_;
  std::vector<UnitRow> units_;
  std::vector<std::string> codes_;
  std::vector<UnitKind> kinds_;
  std::vector<char32_t> digit_zeros_;
  std::vector<std::uint64_t> stop_keys_;
  std::vector<std::uint64_t> number_keys_;
  std::vector<std::string> abbreviations_;
  std::uint64_t filter_[64] = {};
  std::int32_t percent_unit_ = -1;
  std::int32_t per_mille_unit_ = -1;
  std::int32_t minute_unit_ = -1;
};

}  // namespace verify
