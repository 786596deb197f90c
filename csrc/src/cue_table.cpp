#include <algorithm>
#include <stdexcept>

#include "contrast_side.hpp"
#include "verify/contrast.hpp"
#include "verify/tokenize.hpp"

namespace verify {

CueTable::CueTable(const std::vector<Cue>& cues) {
  std::vector<TokenRow> tokens;
  std::vector<std::int32_t> first_side;
  for (const Cue& cue : cues) {
    if (cue.group < 0 || cue.side < 0)
      throw std::invalid_argument("a cue's group and side are not negative: " + cue.text);
    tokens.clear();
    tokenize(cue.text, nullptr, tokens);
    std::vector<Element> elements;
    add_elements(cue.text, tokens.data(), tokens.size(), kMostElements, elements);
    if (elements.empty()) throw std::invalid_argument("a cue without words: " + cue.text);
    const auto group = static_cast<std::size_t>(cue.group);
    if (group >= opposes_.size()) {
      opposes_.resize(group + 1, 0);
      ordered_.resize(group + 1, 0);
      polar_.resize(group + 1, 0);
      first_side.resize(group + 1, -1);
    }
    if (first_side[group] < 0) first_side[group] = cue.side;
    if (first_side[group] != cue.side && cue.group > kRestricting) opposes_[group] = 1;
    if ((cue.flags & kCuePolar) != 0) polar_[group] = 1;
    if ((cue.flags & kCueOrdered) != 0) opposes_[group] = ordered_[group] = 1;
    std::vector<std::uint64_t> rest;
    for (std::size_t i = 1; i < elements.size(); ++i) rest.push_back(elements[i].key);
    const std::uint64_t mixed = mix(elements.front().key);
    filter_[mixed >> 58] |= std::uint64_t{1} << (mixed >> 52 & 63u);
    std::vector<Entry>& entries = by_first_[elements.front().key];
    auto entry = std::find_if(entries.begin(), entries.end(), [&](const Entry& one) { return one.rest == rest; });
    if (entry == entries.end()) {
      const auto place =
          std::find_if(entries.begin(), entries.end(), [&](const Entry& one) { return one.rest.size() < rest.size(); });
      entry = entries.insert(place, Entry{std::move(rest), {}, false});
    }
    entry->senses.push_back({cue.group, cue.side});
    entry->name = entry->name || (cue.flags & kCueName) != 0;
  }
}

}  // namespace verify
