#include "value_words.hpp"

#include <algorithm>

namespace verify {
namespace {

constexpr std::size_t kMostBefore = 6;
constexpr std::size_t kMostBehind = 4;
constexpr std::size_t kMostLookedAt = 24;     // stop words and the like in between
constexpr std::string_view kListSign = "、";  // what stands behind it is of the next value

bool clause_ends(std::string_view between) {
  for (std::size_t at = 0; at < between.size(); ++at) {
    const char c = between[at];
    if (c == ';' || c == '\n' || (c == ',' && at + 1 < between.size())) return true;
    if ((c == '.' || c == '!' || c == '?') && at + 1 < between.size() && between[at + 1] == ' ') return true;
    if (c != '\xEF' && c != '\xE3') continue;
    const std::string_view sign = between.substr(at, 3);
    if (sign == "，" || sign == "；" || sign == "。" || sign == "！" || sign == "？") return true;
  }
  return false;
}

// Between the numbers of a table's row that lost its cells: the words before the first are before each of them.
bool blanks(std::string_view between) {
  return !between.empty() && between.find_first_not_of(" \t$(%)") == std::string_view::npos;
}

// The "to" of "from 7 % to 5 %".
bool joins(std::string_view text, const TokenRow& token, const Lexicon& lexicon) {
  constexpr std::uint8_t kTo = 1;
  const Match match = lexicon.longest(Section::kJoiner, text, static_cast<std::size_t>(token.start_byte));
  return match && match.entry->kind == kTo && match.end == static_cast<std::size_t>(token.end_byte);
}

bool word(const TokenRow& token, const Lexicon& lexicon) {
  return (token.flags & (kTokenStop | kTokenQuantity | kTokenMarker | kTokenJoined)) == 0 &&
         !lexicon.stop_word(token.key);
}

// The "and" of "$5 in rent and $6 in deposit".
bool parts(std::string_view text, const TokenRow& token, const Lexicon& lexicon) {
  if ((token.flags & kTokenStop) == 0 && !lexicon.stop_word(token.key)) return false;
  const Match match = lexicon.longest(Section::kNumberWord, text, static_cast<std::size_t>(token.start_byte));
  return match && static_cast<WordKind>(match.entry->kind) == WordKind::kAnd &&
         match.end == static_cast<std::size_t>(token.end_byte);
}

}  // namespace

// "The deposit is $1,500 and the rent is $3,000": words between two values are parted by the "and" between them.
void value_words(std::string_view text, const TokenRow* tokens, std::size_t count, const QuantityRow& quantity,
                 const Lexicon& lexicon, std::vector<std::uint64_t>& keys) {
  keys.clear();
  const auto between = [&](std::int32_t from, std::int32_t to) {
    return from < to ? text.substr(static_cast<std::size_t>(from), static_cast<std::size_t>(to - from))
                     : std::string_view();
  };
  const auto before = [&quantity](const TokenRow& token) { return token.end_byte <= quantity.start_byte; };
  const auto begin = static_cast<std::size_t>(std::partition_point(tokens, tokens + count, before) - tokens);
  std::int32_t edge = quantity.start_byte;
  std::size_t taken = 0;
  constexpr auto kNowhere = static_cast<std::size_t>(-1);
  std::size_t parted = kNowhere;  // how many words stand on this side of the nearest "and"
  bool run = true;                // nothing but numbers so far
  for (std::size_t i = begin, looked = 0; i-- > 0 && looked < kMostLookedAt && taken < kMostBefore; ++looked) {
    const std::string_view gap = between(tokens[i].end_byte, edge);
    const bool number = (tokens[i].flags & kTokenQuantity) != 0;
    run = run && (number || joins(text, tokens[i], lexicon)) && blanks(gap);
    if (clause_ends(gap)) break;
    if (number && !run) {
      keys.resize(std::min(keys.size(), parted));
      break;
    }
    if (parted == kNowhere && parts(text, tokens[i], lexicon)) parted = keys.size();
    edge = tokens[i].start_byte;
    if (!word(tokens[i], lexicon)) continue;
    keys.push_back(tokens[i].key);
    ++taken;
  }
  std::size_t behind = begin;
  while (behind < count && tokens[behind].start_byte < quantity.end_byte) ++behind;
  edge = quantity.end_byte;
  taken = 0;
  parted = kNowhere;
  for (std::size_t i = behind, looked = 0; i < count && looked < kMostLookedAt && taken < kMostBehind; ++i, ++looked) {
    const std::string_view gap = between(edge, tokens[i].start_byte);
    if (clause_ends(gap) || gap.find(kListSign) != std::string_view::npos) break;
    if ((tokens[i].flags & kTokenQuantity) != 0) {
      keys.resize(std::min(keys.size(), parted));
      break;
    }
    if (parted == kNowhere && parts(text, tokens[i], lexicon)) parted = keys.size();
    edge = tokens[i].end_byte;
    if (!word(tokens[i], lexicon)) continue;
    keys.push_back(tokens[i].key);
    ++taken;
  }
  std::sort(keys.begin(), keys.end());
  keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
}

std::int32_t shared_words(const std::uint64_t* left, const std::uint64_t* left_end, const std::uint64_t* right,
                          const std::uint64_t* right_end) {
  std::int32_t count = 0;
  while (left != left_end && right != right_end) {
    if (*left == *right) {
      ++count;
      ++left;
      ++right;
    } else if (*left < *right) {
      ++left;
    } else {
      ++right;
    }
  }
  return count;
}

}  // namespace verify
