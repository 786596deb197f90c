// One comparison at work: the answer read, its words and quantities looked for, its passages found. The methods stand
// in compare.cpp (the path) and in compare_*.cpp.
#pragma once

#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "date_labels.hpp"
#include "operands.hpp"
#include "other_cells.hpp"
#include "scale_notes.hpp"
#include "verify/compare.hpp"
#include "verify/names.hpp"
#include "verify/quantities.hpp"
#include "word_set.hpp"

namespace verify {

inline constexpr std::int32_t kPassageUnits = 2;  // a passage is at most so many adjoining units, in Latin scripts

inline bool holds(const QuantityRelation& relation) { return relation.relation <= Relation::kRounded; }

// A value of a passage that bears out one of the claim's.
struct HeldInPassage {
  std::int32_t quantity;
  std::int32_t evidence;
  bool equal;
};

// A value of the answer, and one of the evidence that stands in its place.
struct Misplaced {
  std::int32_t quantity;
  std::int32_t other;
};

class Comparer {
 public:
  Comparer(const SourceIndex& index, std::string_view answer, const CompareOptions& options, Comparison& out)
      : index_(index), answer_(answer), options_(options), out_(out) {}

  void run();

 private:
  struct Candidate {
    std::int32_t quantity;
    std::int32_t evidence;
    QuantityRelation relation;
  };
  // How near a value of the evidence stands to the claim: by the words next to it, then by those around it.
  struct Place {
    std::int32_t near;
    std::int32_t context;
    bool operator<(const Place& other) const {
      return near != other.near ? near < other.near : context < other.context;
    }
  };
  // Some of evidence_keys_; a count below zero says that they were not read yet.
  struct KeyRange {
    std::size_t first = 0;
    std::int32_t count = -1;
  };
  // The best place of a quantity of the claim that the evidence holds, and the words next to both.
  struct HeldValue {
    std::int32_t quantity;
    std::int32_t evidence;
    std::int32_t source;
    std::int32_t unit;
    Place place;
    std::vector<std::uint64_t> answer_words;
    std::vector<std::uint64_t> evidence_words;
    DateLabel answer_date;
    DateLabel evidence_date;
    bool read = false;  // the words and dates
  };
  struct BestWindow {
    std::int32_t source;
    std::int32_t window;
  };

  // compare.cpp
  void read_answer();
  void settle(std::size_t open_list);
  void hand_on();
  void take_markers_out();
  void spread_wrapped();
  void given_segments();
  void read_question();
  static bool content(const TokenRow& token);
  void collect_words();
  std::vector<std::vector<std::int32_t>*> all_lists();
  void stream_words();
  void cited_sources(std::int32_t segment, std::vector<std::int32_t>& cited) const;
  std::int32_t passage_units(const SegmentRow& segment) const;
  void match_claim(std::int32_t segment);
  void align_near_copy(const ClaimRow& claim, std::int32_t passage);
  void match_question();
  void count_words();
  void finish_sources();

  // compare_quantities.cpp
  void stream_quantities();
  void find_both_ends(const std::vector<std::size_t>& counts);
  QuantityRelation noted(const QuantityRow& answer, const QuantityRow& evidence, const QuantityRelation& plain);
  void match_claim_quantities(std::int32_t index, std::int32_t units);
  bool beside_the_point(const QuantityRow& evidence, const Place& place) const;
  void find_other_value(std::int32_t quantity);
  void read_value_words(std::int32_t quantity);
  std::int32_t near_of(std::int32_t evidence);
  KeyRange evidence_words(std::int32_t evidence);
  std::int32_t source_of(const Candidate& candidate) const;
  std::int32_t context_of(std::int32_t unit) const;
  static bool better(const Candidate& a, const Place& a_place, const Candidate& b, const Place& b_place);
  void push_quantity_match(const Candidate& candidate, std::int32_t source, const Place& place);
  static int rank_of(const QuantityRelation& relation);

  // compare_exchanges.cpp
  void find_exchanges(std::int32_t claim, std::int32_t units, std::size_t first_match);
  bool names_the_other(const HeldValue& a, const HeldValue& b);
  bool stands_on_both_sides(const HeldValue& value, const HeldValue& other);
  bool copies(std::int32_t claim, std::int32_t units, std::size_t i, std::size_t k) const;
  bool others_in_order(std::size_t i, std::size_t k) const;

  // compare_copies.cpp
  void find_misplaced(const ClaimRow& claim);
  std::vector<HeldInPassage> held_in(const SegmentRow& segment, const PassageRow& passage) const;
  std::vector<Candidate>::const_iterator first_candidate(std::int32_t quantity) const;
  bool stands_clearly(const Misplaced& one, const PassageRow& passage, bool whole_copy);

  // compare_names.cpp
  void find_displaced(const std::vector<NameSpan>& spans);
  void find_displaced_in(const NameSpan* spans, std::size_t count);

  // compare_cells.cpp
  void find_other_cell(std::int32_t quantity, const Candidate* first, const Candidate* last);
  void read_labels(std::int32_t quantity);
  DateLabel own_date(std::int32_t quantity) const;
  bool only_value(std::int32_t quantity) const;

  // compare_years.cpp
  void find_other_year(std::int32_t quantity);

  // compare_derivations.cpp
  void derive_missing();
  DerivationGoal goal_of(std::int32_t segment) const;

  // compare_passages.cpp
  bool count_windows(const std::vector<std::int32_t>& words, std::int32_t units);
  void touch(std::int32_t window);
  void sort_touched();
  void clear_windows();
  std::int32_t source_end(std::int32_t unit) const;
  void collect_passages(std::int32_t segment, const std::vector<std::int32_t>& words, std::int32_t units);
  std::int32_t score(std::int32_t window) const;
  void push_passage(std::int32_t segment, const std::vector<std::int32_t>& words, std::int32_t units,
                    const BestWindow& best, bool cited);
  void drop_idle_edges(const std::vector<std::int32_t>& words, std::int32_t& first, std::int32_t& last) const;
  std::int32_t distinct(const std::vector<std::int32_t>& words, std::int32_t first, std::int32_t last) const;
  bool unit_holds(std::int32_t unit) const;
  void summarize(ClaimRow& claim, const std::vector<std::int32_t>& words);

  const SourceIndex& index_;
  std::string_view answer_;
  const CompareOptions& options_;
  Comparison& out_;

  std::vector<TokenRow> question_tokens_;
  std::vector<QuantityRow> question_quantities_;
  WordSet words_;
  std::vector<std::vector<std::int32_t>> claim_words_;
  std::vector<std::int32_t> question_words_;
  std::vector<char> found_in_;
  std::vector<std::int32_t> first_place_;
  std::vector<std::int32_t> places_;  // units, ascending, behind one another for each word
  std::vector<std::int32_t> source_words_;
  ScaleReader scales_{index_};
  std::vector<Candidate> candidates_;  // by quantity, then by place
  std::int64_t work_ = 0;
  std::vector<std::int32_t> years_looked_;  // segments of the dates whose year was looked for
  // Of a growing answer: the list's place behind each quantity, the work up to each claim, and the segments of the
  // figures whose computation was looked for.
  std::vector<ListPlace> list_places_;
  std::vector<std::int64_t> claim_work_;
  std::vector<std::int32_t> derived_;

  // For the claim at hand. A window is named by its first unit.
  std::vector<std::int32_t> cited_;
  std::vector<std::pair<std::int32_t, std::int32_t>> wrapped_;  // a segment, and a marker that wraps it from behind
  DerivationGoal bare_goal_;                                    // of the claim at hand, where it is values alone
  std::vector<std::uint64_t> value_words_;                      // of the quantity at hand
  std::vector<std::uint64_t> evidence_words_;                   // of the one of the evidence that is read
  std::vector<KeyRange> evidence_ranges_;  // for each quantity of the evidence its words in evidence_keys_
  std::vector<std::uint64_t> evidence_keys_;
  OtherCells cells_{index_};
  NamedLabels labels_;  // of the quantity at hand
  std::vector<HeldValue> held_values_;
  std::vector<std::int32_t> held_;  // quantities of the evidence that bear out one of the claim's
  std::vector<std::int32_t> unit_words_;
  std::vector<std::int32_t> window_words_;
  std::vector<std::int32_t> window_held_;
  std::vector<std::int32_t> held_units_;  // sorted: where the best places of the claim's quantities are
  std::vector<std::int32_t> touched_;
  std::vector<std::int32_t> touched_units_;
  std::vector<BestWindow> best_windows_;
};

}  // namespace verify
