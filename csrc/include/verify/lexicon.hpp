// The language tables in the form that the core reads: built once from one blob, then only read, from any thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "verify/rows.hpp"
#include "verify/sieve.hpp"

namespace verify {

// The kinds of entry that are looked up by their text. The names in the blob stand beside each.
enum class Section : std::uint8_t {
  kNumberWord,       // number: twenty-five, half, dozen
  kHanNumeral,       // han: 三 拾 万 半 几
  kScale,            // scale: k M bn million 万
  kUnitAfter,        // after: kg % 元 percent
  kUnitBefore,       // before: $ EUR 人民币
  kPhraseBefore,     // phrase_before: at least, 约
  kPhraseAfter,      // phrase_after: or more, 左右
  kMonth,            // month: January
  kWeekday,          // weekday: Monday 周一
  kLabelWord,        // label: Figure, Section, 图
  kHanWord,          // han_word: 统一 两会
  kDatePart,         // date_part: fiscal, FY, quarter, 季度, 民国
  kDayPart,          // day_part: am, pm, 下午
  kYearCue,          // year_cue: in, since, by
  kJoiner,           // joiner: to, 至, -
  kGuard,            // guard: words beside "one" that make it a pronoun
  kPer,              // per: per, a, 每
  kLoneCue,          // lone_cue: what makes one Han numeral a number; 0: where no Han character follows (是五),
                     // 1: always, and what follows counts time (前三, 近三月), 2: what follows counts time (过去20日),
                     // 3: behind it, where another number follows (十乘三十)
  kScaleNote,        // scale_note: thousands, '000, 百万: what a table's header says its figures count in
  kScaleCue,         // scale_cue: in (thousands): what stands before such a word in a text
  kScaleExempt,      // scale_exempt: per share, 每股: rows that the header's scale is not meant for
  kCitation,         // citation: words of citations by CitationWord
  kCue,              // cue: a title that follows is cited: according to, 根据
  kSpeech,           // speech: 0: a pronoun that speaks (他), 1: a verb of speech (说): what follows a quotation's end
  kOperation,        // operation: average, percent change, 合计: what is to be computed
  kRelativeDate,     // relative_date: last year, 昨天
  kOtherTime,        // other_time: a year earlier, 上年同期: a time that is not named by its date
  kOtherTimeBefore,  // other_time_before: than in, compared with, 较: the date or value behind it is only compared with
  kOtherTimeBehind,  // other_time_behind: annual report, 年报: the date before it names a document
  kCount
};

// Number word classes (field `kind` of entries in kNumberWord).
enum class WordKind : std::uint8_t {
  kUnit,
  kTeen,
  kTen,
  kHundred,
  kScale,
  kOrdinal,
  kOrdinalScale,
  kFraction,
  kHalf,
  kQuarter,
  kPoint,
  kAnd,
  kArticle,
  kDozen,
  kTimes,
  kMinus,
  kOh,
  kPlural,
  kIn,
  kOver,
  kMinusBehind
};

// Han numeral classes (field `kind` of entries in kHanNumeral).
enum class HanKind : std::uint8_t { kDigit, kSmall, kLarge, kHalf, kSome, kMore, kPoint, kPartsOf, kAnd, kMinus };

// Phrase roles (field `kind` of kPhraseBefore and kPhraseAfter).
enum class PhraseKind : std::uint8_t { kHedge, kAtLeast, kAtMost, kMoreThan, kLessThan };

// Date parts (field `kind` of kDatePart).
enum class DatePartKind : std::uint8_t { kFiscal, kQuarter, kYear, kRepublic, kCentury };

// Words of citations (field `kind` of kCitation).
enum class CitationWord : std::uint8_t {
  kPrefix,       // what follows names a source: doc, chunk, 资料
  kPlaceholder,  // the same; alone in brackets it is a citation that names nothing: [source]
  kSee,          // may stand before a prefix: see, 参见
  kPage,         // what follows is a page: p., 第
  kPart,         // what follows is a part of a source: chunk, lines, section
  kBehind,       // behind a number: it is a part and no page: 条
  kInterval,     // the numbers in brackets that follow are the ends of an interval
  kFile,         // endings of files
  kSquare,       // a prefix in square brackets alone: [ID:0] beside "(ID: 4821)"
};
// What a relative date names; its entry's exponent says how many of them from today.
enum class RelativeUnit : std::uint8_t { kDay, kMonth, kQuarter, kYear };

// What a unit measures, which decides the kind of the quantity.
enum class UnitKind : std::uint8_t { kMeasure, kDuration, kMoney, kPercent, kCounter, kRatio };

enum EntryFlag : std::uint16_t {
  kEntryGlued = 1u << 0,        // stands right behind the digits only (k, M, B)
  kEntryMoney = 1u << 1,        // beside a currency only (m, b, t as scales)
  kEntryEnd = 1u << 2,          // as a unit it must end its phrase: "14 in" but not "61,300 in Europe"
  kEntryGuardBefore = 1u << 3,  // guards: the word before "one"
  kEntryGuardAfter = 1u << 4,   // guards: the word behind "one"
  kEntryDigits = 1u << 5,       // behind digits alone, never behind spelled numbers
  kEntryBelowTen = 1u << 6,     // the power of ten counts for values below ten only (九折 is 90 %, 八五折 85 %)
  kEntryQuote = 1u << 8,        // a quotation mark that is a unit (5") only where it closes no quotation
  kEntryElliptic = 1u << 9,     // a digit right behind it counts tenths: 三块五, 一米八, 七成六
  kEntryMinute = 1u << 7,       // behind hours it is the minute, behind 元 and 角 the hundredth (m, 分)
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

// A set of word keys: open addressing, at most a quarter full, behind a filter that nearly all other keys stop at.
class KeySet {
 public:
  void assign(const std::vector<std::uint64_t>& keys);
  bool contains(std::uint64_t key) const {
    if ((filter_[filter_bit(key) / 64] >> (filter_bit(key) % 64) & 1u) == 0) return false;
    const std::size_t mask = slots_.size() - 1;
    for (std::size_t at = key & mask; slots_[at] != 0; at = (at + 1) & mask) {
      if (slots_[at] == key) return true;
    }
    return false;
  }

 private:
  static constexpr std::size_t kFilterBits = 1u << 16;
  static std::size_t filter_bit(std::uint64_t key) { return key >> 40 & (kFilterBits - 1); }

  std::vector<std::uint64_t> filter_ = std::vector<std::uint64_t>(kFilterBits / 64);
  std::vector<std::uint64_t> slots_;  // 0: empty; a key of 0 is stored as 1, as it is looked up
};

// A trie over bytes. The children of a node lie side by side, in the order of their bytes.
class Trie {
 public:
  // Adds `text`, or overwrites the value of an equal text. Before freeze() only.
  void add(std::string_view text, std::int32_t value);
  // Lays the nodes out for reading; nothing can be found before.
  void freeze();
  // Forwards: the longest entry that starts at `position`. An entry that ends in a Latin letter or an ASCII digit
  // must not be followed by a letter. Backwards (reversed texts): the longest that ends at `position`; one that starts
  // with a letter must not have a letter or digit before it. `fold_case` lower-cases ASCII on the way.
  // Without `whole_words` letters may follow an entry.
  std::int32_t longest(std::string_view text, std::size_t position, bool fold_case, std::size_t& end,
                       bool whole_words = true) const;
  std::int32_t longest_back(std::string_view text, std::size_t position, bool fold_case, std::size_t& start) const;

 private:
  struct Node {
    std::uint64_t continuations = 0;  // a bit for each child where all are bytes 80..BF: inside a character; else 0
    std::int32_t first_child = 0;
    std::int32_t value = -1;
    std::uint16_t child_count = 0;
    unsigned char byte = 0;
    bool latin = false;
  };
  struct Pending {
    std::string text;
    std::int32_t value;
  };
  std::int32_t child_of(std::int32_t node, unsigned char byte) const;
  std::int32_t step(std::int32_t node, unsigned char byte) const {
    return node < 0 ? root_[byte] : child_of(node, byte);
  }
  std::vector<Pending> pending_;
  std::vector<Node> nodes_;
  std::int32_t root_[256] = {};
};

// The parsed tables.
class Lexicon {
 public:
  // Reads a blob of lines `section<TAB>entry<TAB>fields...`; docs/quantities.md lists the sections. Throws
  // std::invalid_argument naming the line that is wrong.
  static Lexicon parse(std::string_view blob);

  // Whether a folded word, given by its key, is a stop word of any language.
  bool stop_word(std::uint64_t key) const { return stop_words_.contains(key); }
  // Whether a folded word without its dot is an abbreviation that a dot does not end a sentence behind.
  bool abbreviation(std::string_view folded) const;
  // Whether a quantity or date may start at this word.
  bool number_word(std::uint64_t key) const { return number_words_.contains(key); }
  // Whether number words are written as one (zweihundertdreißig), and the longest of them that starts a longer word.
  bool glues_numbers() const { return glues_numbers_; }
  Match number_part(std::string_view text, std::size_t position) const;

  // The unit table; rows are what QuantityRow::unit and per_unit count.
  const std::vector<UnitRow>& units() const { return units_; }
  // ISO 4217 code, UCUM code, %, pp, bp, or the counter as it is written. `unit` must be a row.
  std::string_view unit_code(std::int32_t unit) const { return codes_[static_cast<std::size_t>(unit)]; }
  UnitKind unit_kind(std::int32_t unit) const { return kinds_[static_cast<std::size_t>(unit)]; }
  // The row of a code, or -1. Walks the table: for start-up and tests.
  std::int32_t find_unit(std::string_view code) const;
  // The rows of %, ‰, the minute and the scales of temperature, -1 where the tables lack them.
  std::int32_t percent_unit() const { return percent_unit_; }
  std::int32_t per_mille_unit() const { return per_mille_unit_; }
  std::int32_t minute_unit() const { return minute_unit_; }
  std::int32_t celsius_unit() const { return celsius_unit_; }
  std::int32_t fahrenheit_unit() const { return fahrenheit_unit_; }
  std::int32_t kelvin_unit() const { return kelvin_unit_; }

  // The value 0..9 of a decimal digit of any script, else -1.
  int digit_value(char32_t point) const {
    if (point < 0x80) return point >= '0' && point <= '9' ? static_cast<int>(point - '0') : -1;
    const std::size_t block = point / kDigitBlock;
    return (digit_blocks_[block / 64] >> (block % 64) & 1u) != 0 ? find_digit(point) : -1;
  }
  // The longest entry of a section that starts at `position` (< text.size()).
  Match longest(Section section, std::string_view text, std::size_t position) const {
    if (position >= text.size()) return Match{};
    const Tries& tries = tries_[static_cast<std::size_t>(section)];
    return tries.front.may_start(text, position) ? find(tries, text, position) : Match{};
  }
  // The longest entry of a section that ends at `position` (exclusive); Match::end is where it starts.
  Match longest_back(Section section, std::string_view text, std::size_t position) const {
    if (position == 0) return Match{};
    const Tries& tries = tries_[static_cast<std::size_t>(section)];
    return tries.back.may_end(text, position) ? find_back(tries, text, position) : Match{};
  }
  // Whether any word or sign ends at `position` (> 0) that may make more of digits behind it than a plain number: a
  // currency, a bound, a label, a sign. Years have cues of their own.
  bool cue_before(std::string_view text, std::size_t position) const {
    std::size_t start = 0;
    return cues_before_sieve_.may_end(text, position) && cues_before_.longest_back(text, position, true, start) >= 0;
  }
  // Whether any starts at `position` (< text.size()) that may make more of digits before it: a unit, a scale, a bound.
  bool cue_behind(std::string_view text, std::size_t position) const {
    std::size_t end = 0;
    return cues_behind_sieve_.may_start(text, position) && cues_behind_.longest(text, position, true, end) >= 0;
  }

 private:
  void read_line(std::string_view line);
  void read_unit(const std::vector<std::string_view>& fields);
  void read_entry(Section section, const std::vector<std::string_view>& fields);
  void add_cue(Section section, const Entry& entry, std::string_view text);

  struct Tries {
    Sieve front;
    Sieve back;
    Trie exact;
    Trie folded;
    Trie exact_back;
    Trie folded_back;
  };
  Match find(const Tries& tries, std::string_view text, std::size_t position) const;
  Match find_back(const Tries& tries, std::string_view text, std::size_t position) const;
  std::vector<Tries> tries_;
  Sieve cues_before_sieve_;
  Sieve cues_behind_sieve_;
  Trie cues_before_;
  Trie cues_behind_;
  std::vector<Entry> entries_;
  std::vector<UnitRow> units_;
  std::vector<std::string> codes_;
  std::vector<UnitKind> kinds_;
  // Blocks of 128 code points that hold digits: most signs stand in none of them.
  static constexpr char32_t kDigitBlock = 128;
  int find_digit(char32_t point) const;
  std::uint64_t digit_blocks_[(0x110000 / kDigitBlock + 63) / 64] = {};
  std::vector<char32_t> digit_zeros_;
  std::vector<std::uint64_t> stop_keys_;
  std::vector<std::uint64_t> number_keys_;
  KeySet stop_words_;
  KeySet number_words_;
  std::vector<std::string> abbreviations_;
  KeySet abbreviation_keys_;
  bool glues_numbers_ = false;
  std::int32_t percent_unit_ = -1;
  std::int32_t per_mille_unit_ = -1;
  std::int32_t minute_unit_ = -1;
  std::int32_t celsius_unit_ = -1;
  std::int32_t fahrenheit_unit_ = -1;
  std::int32_t kelvin_unit_ = -1;
};

}  // namespace verify
