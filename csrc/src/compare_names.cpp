// Names in each other's place: "the founder of Alpha" beside "the founder of Beta".
#include <algorithm>
#include <vector>

#include "comparer.hpp"
#include "name_runs.hpp"
#include "verify/names.hpp"

namespace verify {
namespace {

constexpr std::size_t kMostPassages = 4;    // passages of a claim that are looked through, the best ones
constexpr std::size_t kMostWords = 512;     // of a passage
constexpr std::size_t kMostNames = 64;      // of a passage
constexpr std::int32_t kMostRun = 4;        // a longer run of equal words says no more
constexpr std::int32_t kContentWeight = 2;  // a word that says something, beside any word
constexpr std::size_t kStem = 4;            // letters that words of one stem share at least

// A name as places in a list of words, [begin, end).
struct PlacedName {
  std::size_t begin, end;
  std::int32_t word_count;
  bool opens;
};

// The words of a claim or a passage, in order.
struct Line {
  std::string_view text;
  std::vector<const TokenRow*> words;
  std::vector<PlacedName> names;

  void read(const TokenRow* tokens, std::size_t count) {
    words.reserve(count);
    for (std::size_t i = 0; i < count; ++i) {
      if ((tokens[i].flags & (kTokenMarker | kTokenJoined)) == 0) words.push_back(tokens + i);
    }
  }

  std::size_t place_of(const TokenRow* token) const {
    return static_cast<std::size_t>(std::lower_bound(words.begin(), words.end(), token) - words.begin());
  }

  // Do two names stand in one sentence?
  bool beside(const PlacedName& a, const PlacedName& b) const {
    return words[a.begin]->segment == words[b.begin]->segment;
  }

  // ... with nothing but names and function words between them, as in a list?
  bool listed(const PlacedName& a, const PlacedName& b, const Lexicon& lexicon) const {
    if (!beside(a, b)) return false;
    for (std::size_t at = std::min(a.end, b.end); at < std::max(a.begin, b.begin); ++at) {
      if (!name_word(*words[at]) && !lexicon.stop_word(words[at]->key)) return false;
    }
    return true;
  }

  std::string_view written(std::size_t at) const {
    const TokenRow& word = *words[at];
    return text.substr(static_cast<std::size_t>(word.start_byte),
                       static_cast<std::size_t>(word.end_byte - word.start_byte));
  }
};

// Where a sentence starts, one capitalized word alone may be any word.
bool clear(const PlacedName& name) { return !name.opens || name.word_count > 1; }

// Equal words right before and right behind two places, and how many of them say something.
struct Context {
  std::int32_t left = 0, right = 0, content = 0;

  std::int32_t score() const { return left + right + kContentWeight * content; }
};

Context words_around(const Line& one, const PlacedName& name, const Line& other, const PlacedName& there) {
  Context out;
  const std::int32_t unit = one.words[name.begin]->segment;
  const std::int32_t unit_there = other.words[there.begin]->segment;
  const auto equal = [&](std::size_t a, std::size_t b) {
    const TokenRow& word = *one.words[a];
    const TokenRow& same = *other.words[b];
    if (word.key != same.key || word.segment != unit || same.segment != unit_there) return false;
    out.content += (word.flags & kTokenStop) == 0 ? 1 : 0;
    return true;
  };
  std::size_t run = 0;
  while (run < kMostRun && run < name.begin && run < there.begin && equal(name.begin - run - 1, there.begin - run - 1))
    ++run;
  out.left = static_cast<std::int32_t>(run);
  run = 0;
  while (run < kMostRun && name.end + run < one.words.size() && there.end + run < other.words.size() &&
         equal(name.end + run, there.end + run))
    ++run;
  out.right = static_cast<std::int32_t>(run);
  return out;
}

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c; }

// Forms of one word: Russia, Russian.
bool alike(const Line& one, std::size_t a, const Line& other, std::size_t b) {
  if (one.words[a]->key == other.words[b]->key) return true;
  const std::string_view first = one.written(a);
  const std::string_view second = other.written(b);
  if (first.size() < kStem || second.size() < kStem) return false;
  return std::equal(first.begin(), first.begin() + kStem, second.begin(),
                    [](char x, char y) { return lower(x) == lower(y); });
}

// Letters that may stand for the other name: US, United States.
bool abbreviates(const Line& one, const PlacedName& name, const Line& other, const PlacedName& whole) {
  return name.word_count == 1 && (one.words[name.begin]->flags & kTokenAllCaps) != 0 &&
         lower(one.written(name.begin)[0]) == lower(other.written(whole.begin)[0]);
}

// May two names be one?
bool same(const Line& one, const PlacedName& name, const Line& other, const PlacedName& there) {
  for (std::size_t a = name.begin; a < name.end; ++a) {
    for (std::size_t b = there.begin; b < there.end; ++b) {
      if (name_word(*one.words[a]) && name_word(*other.words[b]) && alike(one, a, other, b)) return true;
    }
  }
  return abbreviates(one, name, other, there) || abbreviates(other, there, one, name);
}

// Does a word of the name stand anywhere in the other text?
bool stands(const Line& one, const PlacedName& name, const Line& other) {
  for (std::size_t a = name.begin; a < name.end; ++a) {
    const auto equal = [&](const TokenRow* word) { return word->key == one.words[a]->key; };
    if (name_word(*one.words[a]) && std::any_of(other.words.begin(), other.words.end(), equal)) return true;
  }
  return false;
}

// The words and names of a passage; false where it is too long.
bool read_passage(const SourceIndex& index, const PassageRow& passage, const PhraseTable* phrases, Line& out) {
  const SegmentRow& first = index.units[static_cast<std::size_t>(passage.first_unit)];
  const SegmentRow& last = index.units[static_cast<std::size_t>(passage.last_unit)];
  const TokenRow* tokens = index.tokens.data() + first.first_token;
  const auto count = static_cast<std::size_t>(last.first_token + last.token_count - first.first_token);
  if (count > kMostWords) return false;
  out.text = index.text(passage.source);
  out.read(tokens, count);
  const NameRuns runs(out.text, tokens, count, phrases);
  for (std::size_t i = 0; i < count;) {
    if (!name_word(tokens[i]) || index.lexicon().stop_word(tokens[i].key)) {
      ++i;
      continue;
    }
    PlacedName name{};
    const std::size_t end = runs.last_of(i, name.word_count);
    const SegmentRow& unit = index.units[static_cast<std::size_t>(tokens[i].segment)];
    name.opens = runs.opens_sentence(tokens[i], unit.text_start);
    name.begin = out.place_of(tokens + i);
    name.end = out.place_of(tokens + end) + 1;
    out.names.push_back(name);
    i = end + 1;
  }
  return true;
}

}  // namespace

// For each name of the answer that the evidence knows: the place in the claim's passages where another name, which the
// claim has not, stands between the same words; not where the name itself stands between as many of them.
void Comparer::find_displaced(const std::vector<NameSpan>& spans) {
  for (std::size_t first = 0; first < spans.size();) {
    std::size_t last = first;
    while (last < spans.size() && spans[last].segment == spans[first].segment) ++last;
    find_displaced_in(spans.data() + first, last - first);
    first = last;
  }
}

// The names of one claim.
void Comparer::find_displaced_in(const NameSpan* spans, std::size_t count) {
  const SegmentRow& segment = out_.segments[static_cast<std::size_t>(spans->segment)];
  const ClaimRow& claim = out_.claims[static_cast<std::size_t>(spans->segment)];
  const bool cites = claim.cited_count > 0;
  const std::int32_t best = cites ? claim.best_cited : claim.best_passage;
  if (best < 0) return;
  Line mine;
  for (std::size_t s = 0; s < count; ++s) {
    const NameSpan& span = spans[s];
    const bool known =
        std::all_of(out_.tokens.begin() + static_cast<std::ptrdiff_t>(span.first),
                    out_.tokens.begin() + static_cast<std::ptrdiff_t>(span.last) + 1,
                    [](const TokenRow& token) { return !name_word(token) || (token.flags & kTokenFound) != 0; });
    if (!known || (span.opens && span.word_count < 2)) continue;
    if (mine.names.empty()) {
      mine.text = answer_;
      mine.read(out_.tokens.data() + segment.first_token, static_cast<std::size_t>(segment.token_count));
    }
    mine.names.push_back({mine.place_of(&out_.tokens[span.first]), mine.place_of(&out_.tokens[span.last]) + 1,
                          span.word_count, span.opens});
    if (mine.names.size() == kMostNames) break;
  }
  if (mine.names.empty()) return;

  struct Best {
    Context other;         // of the best place where another name stands
    std::int32_t own = 0;  // the score of the best one where the name itself does
    NamePlaceRow row{};
  };
  std::vector<Best> found(mine.names.size());
  std::vector<PlacedName> own;  // where the name itself stands in a passage
  const std::int32_t most = out_.passages[static_cast<std::size_t>(best)].matched;
  std::size_t read = 0;
  for (std::int32_t p = 0; p < claim.passage_count && read < kMostPassages; ++p) {
    const PassageRow& passage = out_.passages[static_cast<std::size_t>(claim.first_passage + p)];
    if ((cites && passage.cited == 0) || passage.matched * 2 < most) continue;
    ++read;
    Line theirs;
    if (!read_passage(index_, passage, options_.phrases, theirs)) continue;
    for (std::size_t n = 0; n < mine.names.size(); ++n) {
      const PlacedName& name = mine.names[n];
      Best& one = found[n];
      own.clear();
      for (const PlacedName& other : theirs.names) {
        if (same(mine, name, theirs, other)) own.push_back(other);
      }
      for (const PlacedName& other : theirs.names) {
        const Context context = words_around(mine, name, theirs, other);
        if (context.content == 0) continue;
        if (same(mine, name, theirs, other)) {
          one.own = std::max(one.own, context.score());
          continue;
        }
        if (context.score() <= one.other.score() || !clear(other) || stands(theirs, other, mine)) continue;
        const auto listed = [&](const PlacedName& place) { return theirs.listed(place, other, index_.lexicon()); };
        if (std::any_of(own.begin(), own.end(), listed)) continue;
        const auto beside = [&](const PlacedName& place) { return theirs.beside(place, other); };
        one.other = context;
        one.row = {spans->segment,
                   passage.source,
                   mine.words[name.begin]->start_byte,
                   mine.words[name.end - 1]->end_byte,
                   theirs.words[other.begin]->start_byte,
                   theirs.words[other.end - 1]->end_byte,
                   context.left,
                   context.right,
                   context.content,
                   passage.matched,
                   claim.word_count,
                   std::any_of(own.begin(), own.end(), beside) ? std::uint32_t{kNamePlaceBeside} : 0};
      }
    }
  }
  for (const Best& one : found) {
    if (one.other.score() > one.own) out_.name_places.push_back(one.row);
  }
}

}  // namespace verify
