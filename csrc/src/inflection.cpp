#include "inflection.hpp"

namespace verify {
namespace {

constexpr std::size_t kLeastBase = 3;   // letters; shorter ones are forms of too much
constexpr std::size_t kMostEnding = 4;  // "planning": the doubled consonant and "ing"

char lower(char byte) { return byte >= 'A' && byte <= 'Z' ? static_cast<char>(byte - 'A' + 'a') : byte; }

bool same(std::string_view one, std::string_view other) {
  if (one.size() != other.size()) return false;
  for (std::size_t i = 0; i < one.size(); ++i) {
    if (lower(one[i]) != lower(other[i])) return false;
  }
  return true;
}

}  // namespace

bool inflects(std::string_view base, std::string_view word) {
  if (base.size() < kLeastBase || word.size() < base.size() || word.size() > base.size() + kMostEnding) return false;
  const char last = lower(base.back());
  std::string_view stem = base;
  if (last == 'e' || last == 'y') stem.remove_suffix(1);
  if (!same(word.substr(0, stem.size()), stem)) return false;
  const std::string_view ending = word.substr(stem.size());
  if (last == 'e') return same(ending, "es") || same(ending, "ed") || same(ending, "ing");
  if (last == 'y') {
    for (const std::string_view one : {"ies", "ied", "ying", "ys", "yed"}) {
      if (same(ending, one)) return true;
    }
    return false;
  }
  for (const std::string_view one : {"s", "es", "ed", "ing"}) {
    if (same(ending, one)) return true;
  }
  return !ending.empty() && lower(ending.front()) == last &&
         (same(ending.substr(1), "ed") || same(ending.substr(1), "ing"));
}

}  // namespace verify
