#include <algorithm>
#include <stdexcept>
#include <string>

#include "quote_edits.hpp"
#include "quote_texts.hpp"
#include "quote_verbatim.hpp"
#include "unicode_tables.hpp"
#include "verify/quotes.hpp"
#include "verify/tokenize.hpp"
#include "verify/utf8.hpp"

namespace verify {
namespace {

constexpr std::int64_t kBaseWork = 1 << 20;
constexpr std::int64_t kWorkPerElement = 64;
constexpr std::int64_t kElementsPerWork = 4;   // gone through for the places of a quotation's elements
constexpr std::int32_t kMostGap = 120;         // weight of what an ellipsis may leave out: a word 2, a Han character 1
constexpr std::int32_t kMostHits = 4096;       // places of single words that vote for where a near copy stands
constexpr std::int32_t kMostNear = 3;          // places that are then compared word by word
constexpr std::int32_t kMostPieces = 4;        // of a stitched quotation
constexpr std::int32_t kLeastPieceWeight = 6;  // three words or six Han characters
constexpr std::int32_t kLeastNearWeight = 5;   // three words or five Han characters; less is like too many places
constexpr std::size_t kLeastMarkedLetters = 4;
constexpr std::int32_t kNearShare = 3;  // of kNearOf elements that a near copy has in common with its place
constexpr std::int32_t kNearOf = 5;

class QuoteMatcher : QuoteTexts {
 public:
  QuoteMatcher(const SourceIndex& index, std::string_view answer, const DocumentOrder& documents,
               const std::vector<std::vector<std::int32_t>>& scopes, Comparison& out)
      : QuoteTexts(index, answer, documents, out), scopes_(scopes), out_(out) {}

  void run() {
    std::vector<std::uint8_t> wanted;
    for (std::size_t i = 0; i < out_.quotes.size(); ++i) {
      verbatim_.push_back({-1, 0, 0});
      const Range all = ranges_[i];
      wanted.push_back(all.size() > 0 &&
                       !find_verbatim(index_, answer_, quoted_[static_cast<std::size_t>(all.begin)].start,
                                      quoted_[static_cast<std::size_t>(all.end - 1)].end, documents_, scopes_[i],
                                      verbatim_.back()));
    }
    if (std::find(wanted.begin(), wanted.end(), 1) != wanted.end()) read_sources(wanted, out_);
    work_ = kBaseWork + kWorkPerElement * static_cast<std::int64_t>(index_.tokens.size());
    out_.most_quote_work = work_;
    for (std::size_t i = 0; i < out_.quotes.size(); ++i) {
      const std::int64_t before = work_;
      match(i);
      if (out_.quotes[i].last_segment >= out_.known_count) out_.quote_work += before - work_;
    }
  }

 private:
  struct Run {
    std::int32_t start, size;  // of source_elements_
  };

  // The element of the sources that the first quoted one would be, and, in its upper half, where its document begins:
  // so those of different documents lie far from one another.
  using Diagonal = std::int64_t;
  static constexpr int kDocumentShift = 32;

  bool in_scope(std::int32_t element) const {
    const std::int32_t source = source_of(element);
    return scope_->empty() || std::binary_search(scope_->begin(), scope_->end(), source);
  }

  void match(std::size_t number) {
    QuoteRow& row = out_.quotes[number];
    scope_ = &scopes_[number];
    row.first_place = static_cast<std::int32_t>(out_.quote_places.size());
    row.first_change = static_cast<std::int32_t>(out_.quote_changes.size());
    const Range all = ranges_[number];
    if (verbatim_[number].source >= 0) {
      row.relation = static_cast<std::int32_t>(QuoteRelation::kEqual);
      out_.quote_places.push_back(verbatim_[number]);
      row.place_count = 1;
      return;
    }
    if (all.size() > 0 && work_ > 0) {
      work_ -= list_places(number) / kElementsPerWork;
      row.relation = static_cast<std::int32_t>(search(row, all));
    }
    if (work_ <= 0) {  // what was not looked at may be a better place
      row.relation = static_cast<std::int32_t>(QuoteRelation::kUnsearched);
      out_.quote_places.resize(static_cast<std::size_t>(row.first_place));
      out_.quote_changes.resize(static_cast<std::size_t>(row.first_change));
    }
    row.place_count = static_cast<std::int32_t>(out_.quote_places.size()) - row.first_place;
    row.change_count = static_cast<std::int32_t>(out_.quote_changes.size()) - row.first_change;
  }

  QuoteRelation search(QuoteRow& row, Range all) {
    const std::vector<Range> pieces = parts(row, all);
    QuoteRelation relation = QuoteRelation::kNone;
    if (pieces.size() == 1) {
      const std::int32_t at = find(pieces[0]);
      if (at >= 0) {
        push_place(row, at, pieces[0].size());
        return QuoteRelation::kEqual;
      }
    } else {
      relation = find_pieces(row, pieces);
    }
    if (row.word_count * 2 + row.han_count < kLeastNearWeight) return relation;
    if (relation == QuoteRelation::kNone && work_ > 0) relation = find_near(row, all);
    if (relation == QuoteRelation::kNone && work_ > 0 && pieces.size() == 1) relation = find_stitched(row, all);
    return relation;
  }

  // The first place of a piece, one in scope before others; -1 where it stands nowhere.
  std::int32_t find(Range piece) {
    std::int32_t first = -1;
    each_place(piece, [&](std::int32_t at) {
      if (first < 0) first = at;
      if (!in_scope(at)) return true;
      first = at;
      return false;
    });
    return first;
  }

  // Calls `take` with each place where a piece stands, in order, until it returns false.
  template <typename Take>
  void each_place(Range piece, Take&& take) {
    std::int32_t rarest = piece.begin;
    for (std::int32_t i = piece.begin; i < piece.end; ++i) {
      if (place_count(i) < place_count(rarest)) rarest = i;
    }
    const std::int32_t* at = places(rarest);
    for (std::int32_t i = 0; i < place_count(rarest) && work_ > 0; ++i) {
      const std::int32_t start = at[i] - (rarest - piece.begin);
      --work_;
      if (start >= 0 && run(piece.begin, start, piece.size()) == piece.size() && !take(start)) return;
    }
  }

  // How many elements are equal from a quoted one and a source's on, at most `most`, inside one document.
  std::int32_t run(std::int32_t quoted, std::int32_t at, std::int32_t most) {
    if (source_ids_[static_cast<std::size_t>(at)] != id(quoted)) return 0;
    most = std::min(most, document_of(at).end - at);
    std::int32_t size = 1;
    while (size < most && source_ids_[static_cast<std::size_t>(at + size)] == id(quoted + size)) ++size;
    work_ -= size;
    return size;
  }

  // Where [at, at + size) stands, in as many places as there are sources under it.
  void push_place(QuoteRow& row, std::int32_t at, std::int32_t size) {
    const std::size_t last = stretch_of(at + size - 1);
    for (std::size_t i = stretch_of(at); i <= last; ++i) {
      const std::int32_t begin = std::max(at, first_element_[i]);
      const std::int32_t end = std::min(at + size, first_element_[i + 1]);
      if (begin >= end) continue;
      out_.quote_places.push_back({source_of(begin), source_element(begin).start, source_element(end - 1).end});
    }
    if (last > stretch_of(at)) row.flags |= kQuoteJoined;
  }

  QuoteRelation find_pieces(QuoteRow& row, const std::vector<Range>& pieces) {
    std::vector<Run> best;
    bool best_in_scope = false;
    each_place(pieces[0], [&](std::int32_t at) {
      std::vector<Run> found{{at, pieces[0].size()}};
      for (std::size_t i = 1; i < pieces.size(); ++i) {
        const std::int32_t next = find_behind(pieces[i], found.back().start + found.back().size);
        if (next < 0) return true;
        found.push_back({next, pieces[i].size()});
      }
      const bool here = in_scope(at);
      if (best.empty() || here) best = found;
      best_in_scope = here;
      return !best_in_scope;
    });
    if (!best.empty()) {
      for (const Run& one : best) push_place(row, one.start, one.size);
      return QuoteRelation::kElided;
    }
    std::vector<Run> apart;
    for (const Range& piece : pieces) {
      const std::int32_t at = find(piece);
      if (at < 0) return QuoteRelation::kNone;
      apart.push_back({at, piece.size()});
    }
    for (const Run& one : apart) push_place(row, one.start, one.size);
    return QuoteRelation::kStitched;
  }

  // The first place of a piece from `at` on that an omission may reach; -1 for none.
  std::int32_t find_behind(Range piece, std::int32_t at) {
    std::int32_t gap = 0;
    const std::int32_t end = document_of(at - 1).end;
    for (; at < end && gap <= kMostGap && work_ > 0; ++at) {
      --work_;
      if (run(piece.begin, at, piece.size()) == piece.size()) return at;
      gap += weight(source_element(at));
    }
    return -1;
  }

  // Words of a quotation vote for how far its place lies from it; the best such places are compared word by word.
  QuoteRelation find_near(QuoteRow& row, Range all) {
    std::vector<std::int32_t> order;
    for (std::int32_t i = all.begin; i < all.end; ++i) {
      if (place_count(i) > 0) order.push_back(i);
    }
    std::stable_sort(order.begin(), order.end(),
                     [this](std::int32_t a, std::int32_t b) { return place_count(a) < place_count(b); });
    std::vector<Diagonal> diagonals;
    for (const std::int32_t i : order) {
      if (static_cast<std::int32_t>(diagonals.size()) + place_count(i) > kMostHits && !diagonals.empty()) break;
      const std::int32_t count = std::min(place_count(i), kMostHits);
      Range document{0, 0};
      for (std::int32_t k = 0; k < count; ++k) {
        if (places(i)[k] >= document.end) document = document_of(places(i)[k]);
        diagonals.push_back((Diagonal{document.begin} << kDocumentShift) + places(i)[k] - (i - all.begin));
      }
    }
    work_ -= static_cast<std::int64_t>(diagonals.size()) * 4;
    std::sort(diagonals.begin(), diagonals.end());

    QuoteEdits best;
    bool best_scope = false;
    for (const Diagonal diagonal : best_diagonals(diagonals, all.size())) {
      const Diagonal begin = (diagonal + (Diagonal{1} << (kDocumentShift - 1))) >> kDocumentShift;
      const auto at = static_cast<std::int32_t>(diagonal - (begin << kDocumentShift));
      const Range window = window_around(at, document_of(static_cast<std::int32_t>(begin)), all.size());
      if (find_letters(row, all, window)) return QuoteRelation::kEqual;
      QuoteEdits edits = near_edits(all, window, at);
      work_ -= edits.work;
      if (!edits.found || edits.matched == 0) continue;
      settle(edits, all);
      const bool scope = in_scope(edits.begin);
      if (!best.found || (scope && !best_scope) || (scope == best_scope && edits.cost < best.cost)) {
        best = std::move(edits);
        best_scope = scope;
      }
    }
    if (!best.found) return QuoteRelation::kNone;
    if ((all.size() - best.cost) * kNearOf < all.size() * kNearShare) return QuoteRelation::kNone;
    push_place(row, best.begin, best.end - best.begin);
    row.matched = best.matched;
    for (const QuoteEdit& edit : best.edits) push_change(row, edit, best);
    return best.edits.empty() ? QuoteRelation::kEqual : QuoteRelation::kNear;
  }

  // The diagonals with the most votes around them, best first; near ones count as one.
  std::vector<Diagonal> best_diagonals(const std::vector<Diagonal>& sorted, std::int32_t size) const {
    const std::int32_t width = std::clamp(size / 4, 4, kMostShift);
    struct Vote {
      std::int32_t count;
      Diagonal diagonal;
    };
    std::vector<Vote> votes;
    std::size_t begin = 0;
    for (std::size_t i = 0; i < sorted.size(); ++i) {
      while (sorted[i] - sorted[begin] > width) ++begin;
      const auto count = static_cast<std::int32_t>(i - begin + 1);
      const Diagonal middle = sorted[begin + (i - begin) / 2];
      if (!votes.empty() && middle - votes.back().diagonal <= width) {
        if (count > votes.back().count) votes.back() = {count, middle};
      } else {
        votes.push_back({count, middle});
      }
    }
    const std::size_t kept = std::min<std::size_t>(votes.size(), static_cast<std::size_t>(kMostNear));
    std::partial_sort(
        votes.begin(), votes.begin() + static_cast<std::ptrdiff_t>(kept), votes.end(),
        [](const Vote& a, const Vote& b) { return a.count != b.count ? a.count > b.count : a.diagonal < b.diagonal; });
    std::vector<Diagonal> out;
    for (std::size_t i = 0; i < kept; ++i) {
      if (votes[i].count * 3 >= size) out.push_back(votes[i].diagonal);
    }
    return out;
  }

  // The elements of a document around a diagonal.
  static Range window_around(std::int32_t diagonal, Range document, std::int32_t size) {
    const std::int32_t begin = std::max(diagonal - kMostShift, document.begin);
    return {begin, std::max(begin, std::min(diagonal + 2 * size + kMostShift, document.end))};
  }

  QuoteEdits near_edits(Range all, Range window, std::int32_t diagonal) const {
    return align_quote(quoted_ids_.data() + all.begin, all.size(), source_ids_.data() + window.begin, window.size(),
                       window.begin, diagonal);
  }

  // Drops the edits that are none: the same letters, parted otherwise ("two- fac tor"), or pairs of brackets alone that
  // no digit stands beside.
  void settle(QuoteEdits& edits, Range all) {
    std::vector<QuoteEdit> kept;
    edits.cost = 0;
    std::int32_t balance = 0;
    const Range document = document_of(edits.begin);
    for (const QuoteEdit& edit : edits.edits)
      balance += brackets_alone(edit, all, document) ? bracket_balance(edit, all) : 0;
    for (const QuoteEdit& edit : edits.edits) {
      if ((balance == 0 && brackets_alone(edit, all, document)) || footnote(edit) || same_letters(edit, all)) {
        edits.matched += edit.quoted_end - edit.quoted_begin;
        continue;
      }
      edits.cost += std::max(edit.quoted_end - edit.quoted_begin, edit.source_end - edit.source_begin);
      kept.push_back(edit);
    }
    edits.edits = std::move(kept);
  }

  // The source's own mark of a footnote or citation: a number in square brackets that the quotation leaves out.
  bool footnote(const QuoteEdit& edit) const {
    if (edit.quoted_begin != edit.quoted_end || edit.source_end != edit.source_begin + 1) return false;
    const QuoteElement& element = source_element(edit.source_begin);
    const std::string_view text = index_.text(source_of(edit.source_begin));
    const auto start = static_cast<std::size_t>(element.start);
    const auto end = static_cast<std::size_t>(element.end);
    return (element.flags & kElementDigit) != 0 && start > 0 && text[start - 1] == '[' && end < text.size() &&
           text[end] == ']';
  }

  // Opening brackets less closing ones, those of the source counted against those of the quotation.
  std::int32_t bracket_balance(const QuoteEdit& edit, Range all) const {
    std::int32_t balance = 0;
    for (std::int32_t i = edit.quoted_begin; i < edit.quoted_end; ++i) {
      balance += quoted_[static_cast<std::size_t>(all.begin + i)].key == U'(' ? 1 : -1;
    }
    for (std::int32_t i = edit.source_begin; i < edit.source_end; ++i) {
      balance -= source_element(i).key == U'(' ? 1 : -1;
    }
    return balance;
  }

  static bool bracket(const QuoteElement& element) { return element.key == U'(' || element.key == U')'; }

  bool brackets_alone(const QuoteEdit& edit, Range all, Range document) const {
    for (std::int32_t i = edit.quoted_begin; i < edit.quoted_end; ++i) {
      if (!bracket(quoted_[static_cast<std::size_t>(all.begin + i)])) return false;
    }
    for (std::int32_t i = edit.source_begin; i < edit.source_end; ++i) {
      if (!bracket(source_element(i))) return false;
    }
    const auto digit = [](const std::vector<QuoteElement>& elements, Range range, std::int32_t at) {
      return at >= range.begin && at < range.end && (elements[static_cast<std::size_t>(at)].flags & kElementDigit) != 0;
    };
    return !digit(quoted_, all, all.begin + edit.quoted_begin - 1) &&
           !digit(quoted_, all, all.begin + edit.quoted_end) &&
           !digit(source_elements_, document, edit.source_begin - 1) &&
           !digit(source_elements_, document, edit.source_end);
  }

  bool same_letters(const QuoteEdit& edit, Range all) const {
    if (edit.quoted_begin == edit.quoted_end || edit.source_begin == edit.source_end) return false;
    std::string quoted;
    std::string source;
    for (std::int32_t i = edit.quoted_begin; i < edit.quoted_end; ++i) {
      const QuoteElement& element = quoted_[static_cast<std::size_t>(all.begin + i)];
      if (!append_letters(answer_, element, quoted)) return false;
    }
    for (std::int32_t i = edit.source_begin; i < edit.source_end; ++i) {
      const std::string_view text = index_.text(source_of(i));
      if (!append_letters(text, source_element(i), source)) return false;
    }
    return quoted == source;
  }

  // The letters of a word; what holds a digit or is a sign stands apart as a whole, so that no two numbers run
  // together.
  static void append_whole(std::string_view text, const QuoteElement& element, std::string& out) {
    if (append_letters(text, element, out)) return;
    out += '\x01';
    out.append(reinterpret_cast<const char*>(&element.key), sizeof element.key);
  }

  // A quotation whose words the source parts by other blanks ("moni tors"): the place with the same letters in a row.
  bool find_letters(QuoteRow& row, Range all, Range window) {
    std::string quoted;
    for (std::int32_t i = all.begin; i < all.end; ++i)
      append_whole(answer_, quoted_[static_cast<std::size_t>(i)], quoted);
    std::string letters;
    std::vector<std::size_t> starts;
    for (std::int32_t i = window.begin; i < window.end; ++i) {
      starts.push_back(letters.size());
      append_whole(index_.text(source_of(i)), source_element(i), letters);
    }
    starts.push_back(letters.size());
    work_ -= static_cast<std::int64_t>(letters.size()) / 8;
    for (std::size_t i = 0; i + 1 < starts.size(); ++i) {
      const std::string_view rest = std::string_view(letters).substr(starts[i]);
      if (rest.size() < quoted.size()) return false;
      if (rest[0] != quoted[0] || rest.substr(0, quoted.size()) != quoted) continue;
      work_ -= static_cast<std::int64_t>(quoted.size()) / 8;
      const auto end = std::lower_bound(starts.begin(), starts.end(), starts[i] + quoted.size());
      if (*end != starts[i] + quoted.size()) continue;
      push_place(row, window.begin + static_cast<std::int32_t>(i),
                 static_cast<std::int32_t>(end - starts.begin()) - static_cast<std::int32_t>(i));
      return true;
    }
    return false;
  }

  static bool superscript(char32_t point) {
    return point == 0xB9 || point == 0xB2 || point == 0xB3 || (point >= 0x2070 && point <= 0x2079);
  }

  // A raised number behind a word of some length is a footnote's mark, not a part of the word; m² is another thing.
  static bool append_letters(std::string_view text, const QuoteElement& element, std::string& out) {
    if ((element.flags & (kElementDigit | kElementSign)) != 0) return false;
    const std::size_t before = out.size();
    for (auto at = static_cast<std::size_t>(element.start); at < static_cast<std::size_t>(element.end);) {
      const char32_t written = next_code_point(text, at);
      if (superscript(written) && out.size() >= before + kLeastMarkedLetters) continue;
      unicode::fold_point(written, [&out](char32_t point) {
        const unicode::Class kind = unicode::class_of(unicode::entry(point));
        if (kind != unicode::kOther && kind != unicode::kIgnorable) append_utf8(out, point);
      });
    }
    return true;
  }

  void push_change(const QuoteRow& row, const QuoteEdit& edit, const QuoteEdits& edits) {
    const std::int32_t first = ranges_[static_cast<std::size_t>(&row - out_.quotes.data())].begin;
    QuoteChangeRow change{};
    const auto quoted = [&](std::int32_t i) -> const QuoteElement& {
      return quoted_[static_cast<std::size_t>(first + i)];
    };
    if (edit.quoted_end > edit.quoted_begin) {
      change.answer_start = quoted(edit.quoted_begin).start;
      change.answer_end = quoted(edit.quoted_end - 1).end;
    } else {
      change.answer_start = change.answer_end =
          edit.quoted_begin > 0 ? quoted(edit.quoted_begin - 1).end : row.start_byte;
    }
    const std::int32_t anchor = std::clamp(edit.source_begin, edits.begin, edits.end - 1);
    const std::size_t place = stretch_of(anchor);
    change.source = source_of(anchor);
    const std::int32_t end = std::min(edit.source_end, first_element_[place + 1]);
    if (end > edit.source_begin) {
      change.source_start = source_element(edit.source_begin).start;
      change.source_end = source_element(end - 1).end;
    } else {
      change.source_start = change.source_end = edit.source_begin > anchor || edit.source_begin == edits.end
                                                    ? source_element(anchor).end
                                                    : source_element(anchor).start;
    }
    out_.quote_changes.push_back(change);
  }

  // A quotation made whole of runs from different places, each of some length.
  QuoteRelation find_stitched(QuoteRow& row, Range all) {
    std::vector<Run> runs;
    for (std::int32_t i = all.begin; i < all.end;) {
      Run best{0, 0};
      for (std::int32_t k = 0; k < place_count(i) && work_ > 0; ++k) {
        --work_;
        const std::int32_t size = run(i, places(i)[k], all.end - i);
        if (size > best.size) best = {places(i)[k], size};
      }
      std::int32_t heavy = 0;
      for (std::int32_t k = 0; k < best.size; ++k) heavy += weight(source_element(best.start + k));
      if (heavy < kLeastPieceWeight || static_cast<std::int32_t>(runs.size()) == kMostPieces)
        return QuoteRelation::kNone;
      runs.push_back(best);
      i += best.size;
    }
    for (const Run& one : runs) push_place(row, one.start, one.size);
    return QuoteRelation::kStitched;
  }

  const std::vector<std::vector<std::int32_t>>& scopes_;
  Comparison& out_;
  std::vector<QuotePlaceRow> verbatim_;  // of each quotation; source -1: it stands nowhere byte for byte
  const std::vector<std::int32_t>* scope_ = nullptr;
  std::int64_t work_ = 0;
};

}  // namespace

void match_quotes(const SourceIndex& index, std::string_view answer, const DocumentOrder& documents,
                  const std::vector<std::vector<std::int32_t>>& scopes, Comparison& comparison) {
  if (scopes.size() != comparison.quotes.size())
    throw std::invalid_argument("there must be one scope for each quotation");
  if (documents.order.size() != index.sources.size() || documents.goes_on.size() != index.sources.size())
    throw std::invalid_argument("the order of documents must name each source once");
  std::vector<std::uint8_t> named(index.sources.size(), 0);
  for (const std::int32_t source : documents.order) {
    if (source < 0 || static_cast<std::size_t>(source) >= named.size() ||
        named[static_cast<std::size_t>(source)]++ != 0)
      throw std::invalid_argument("the order of documents must name each source once");
  }
  QuoteMatcher(index, answer, documents, scopes, comparison).run();
}

}  // namespace verify
