#include "verify/phrases.hpp"

#include <algorithm>
#include <stdexcept>

#include "verify/tokenize.hpp"

namespace verify {
namespace {

std::vector<std::uint64_t> sorted_keys(const std::vector<std::string>& words) {
  std::vector<std::uint64_t> keys;
  keys.reserve(words.size());
  for (const std::string& word : words) keys.push_back(word_key(fold(word)));
  std::sort(keys.begin(), keys.end());
  return keys;
}

}  // namespace

PhraseTable::PhraseTable(const std::vector<std::pair<std::int32_t, std::string>>& phrases,
                         const std::vector<std::string>& name_joiners, const std::vector<std::string>& name_titles)
    : joiners_(sorted_keys(name_joiners)), titles_(sorted_keys(name_titles)) {
  std::vector<TokenRow> tokens;
  for (const auto& [phrase_class, text] : phrases) {
    if (phrase_class < 0 || phrase_class > 31) throw std::invalid_argument("phrase class outside 0..31: " + text);
    tokens.clear();
    tokenize(text, nullptr, tokens);
    if (tokens.empty()) throw std::invalid_argument("a phrase without words: " + text);
    std::int32_t node = 0;
    for (const TokenRow& token : tokens) {
      const auto [step, is_new] = steps_.try_emplace({token.key, node}, static_cast<std::int32_t>(classes_.size()));
      if (is_new) classes_.push_back(0);
      node = step->second;
    }
    classes_[static_cast<std::size_t>(node)] |= 1u << phrase_class;
    const std::uint64_t first = tokens.front().key;
    filter_[first >> 58] |= std::uint64_t{1} << (first >> 52 & 63u);
  }
}

bool PhraseTable::joins_names(std::uint64_t key) const {
  return std::binary_search(joiners_.begin(), joiners_.end(), key);
}

bool PhraseTable::titles_name(std::uint64_t key) const {
  return std::binary_search(titles_.begin(), titles_.end(), key);
}

void PhraseTable::mark(const std::vector<TokenRow>& tokens, std::vector<SegmentRow>& segments) const {
  for (SegmentRow& segment : segments) {
    const auto begin = static_cast<std::size_t>(segment.first_token);
    const std::size_t end = begin + static_cast<std::size_t>(segment.token_count);
    std::size_t said = 0;  // words of the segment, markers left out
    for (std::size_t i = begin; i < end; ++i) said += (tokens[i].flags & (kTokenMarker | kTokenJoined)) == 0 ? 1 : 0;
    for (std::size_t i = begin; i < end; ++i) {
      const std::uint64_t key = tokens[i].key;
      if ((filter_[key >> 58] >> (key >> 52 & 63u) & 1u) == 0) continue;
      std::int32_t node = 0;
      for (std::size_t k = i; k < end; ++k) {
        const auto step = steps_.find({tokens[k].key, node});
        if (step == steps_.end()) break;
        node = step->second;
        const std::uint32_t classes = classes_[static_cast<std::size_t>(node)];
        segment.phrases |= classes;
        if (k - i + 1 == said) segment.whole_phrases |= classes;
      }
    }
  }
}

}  // namespace verify
