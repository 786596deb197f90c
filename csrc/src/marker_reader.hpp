// The reader of citation markers at work: brackets and bare numbers (markers.cpp), tags, templates and other envelopes
// (marker_envelopes.cpp).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "marker_ids.hpp"
#include "verify/lexicon.hpp"
#include "verify/markers.hpp"

namespace verify {

inline constexpr std::size_t kLongestMarker = 256;
inline constexpr std::size_t kLongestWrapped = 4096;  // what a tag may wrap, or a fence
inline constexpr std::string_view kCiteStart = "\xEE\x88\x80";

struct Brackets {
  std::string_view open, close;
  bool round;
};

class MarkerReader {
 public:
  MarkerReader(std::string_view text, const Lexicon& lexicon, const SourceNames& names, const MarkerOptions& options,
               std::vector<MarkerRow>& markers, std::vector<MarkerIdRow>& ids);

  bool run();

 private:
  bool starts(std::size_t at, std::string_view prefix) const;
  char byte(std::size_t at) const { return at < text_.size() ? text_[at] : '\0'; }

  // The first place behind `from` on the same line, within reach, where `close` stands; npos for none.
  std::size_t find(std::size_t from, std::string_view close, std::size_t reach = kLongestMarker) const;

  // Reads what opens at `at`: its end, or 0 where it is nothing.
  std::size_t read(std::size_t at);

  // ------------------------------------------------------------------------------------ what holds no citations

  // Inline code and fences; an unclosed sign is just a sign.
  std::size_t skip_code(std::size_t at) const;

  // $x_{1}[2]$ in one sentence: formulas show by a sign of their own, so that "$5 [1] and $7" is none.
  std::size_t skip_math(std::size_t at) const;

  // \(..\) and \[..\] are formulas, \cite{key} is a citation, \[1] an escaped bracket.
  std::size_t behind_backslash(std::size_t at);

  // ------------------------------------------------------------------------------------------------- brackets

  // The end of the brackets that open before `inner`; round ones may nest.
  std::size_t close_of(std::size_t inner, const Brackets& brackets) const;

  std::size_t bracketed(std::size_t at, const Brackets& brackets);

  // [label](address): a marker where the address names a source, or the label says that it is one.
  std::size_t linked(std::size_t at, std::size_t end, std::size_t link, Reading reading);

  // name[0]: glued to a name that ends in a letter or sign of code, with a number below the base.
  bool index_like(std::size_t at) const;

  // "in the range [0, 1]"
  bool interval(std::size_t at) const;

  // ------------------------------------------------------------------------------------------- other envelopes

  std::size_t of_template(std::size_t at, const MarkerTemplate& form);

  // Signs that nothing else is written with.
  std::size_t enclosed(std::size_t at, std::string_view open, std::string_view close, Envelope envelope);

  // {{source:1}}: signs of templates, a citation only with a word that says so.
  std::size_t prefixed(std::size_t at, std::string_view open, std::string_view close);

  // %[1]%
  std::size_t percent_signs(std::size_t at);

  // U+E200 cite U+E202 id U+E202 id U+E201
  std::size_t private_use(std::size_t at);

  // :cit[text]{ref=id}
  std::size_t directive(std::size_t at);

  // <cite>1</cite>, <cite id="1"/>, <cite id="1">text</cite>, <co>text</co: 0:[1]>
  std::size_t tag(std::size_t at);

  // The end of what a tag wraps: its ids stand here, or stood in the opening one.
  std::size_t closing_tag(std::size_t at);

  // 0,1 or 0:[1,2],1:[0]: the ids are the ones in brackets where there are any.
  Reading grouped(std::size_t start, std::size_t end);

  // Moves [start, stop) of a tag's head to the value of the attribute that names a source.
  bool attribute(std::size_t& start, std::size_t& stop) const;

  // -------------------------------------------------------------------------------------------- bare numbers

  // A superscript digit and its bytes; -1 for none.
  int superscript_digit(std::size_t at, std::size_t& size) const;

  // Superscripts behind a stop, a closing sign, % or a word are notes; behind a digit or a short word they are powers.
  std::size_t superscript(std::size_t at);

  bool note_may_follow(std::size_t at) const;

  // "the landlord.1 It": a number glued to the stop of a sentence.
  std::size_t glued_number(std::size_t at);

  // ------------------------------------------------------------------------------------------------------ rows

  // The sign at which a wrapped text starts: no words of the answer, and no citation of its own.
  std::size_t opening(std::size_t start, std::size_t end);

  // Adds one marker with the ids just read. `wrapped`: where the text that it stands for starts, -1 for the sentence.
  std::size_t add(std::size_t start, std::size_t end, Reading reading, std::uint32_t flags = 0,
                  std::int32_t wrapped = -1);

  struct OpenTag {
    std::string_view name;
    std::size_t ids_start, ids_end, body;
  };

  std::string_view text_;
  const Lexicon& lexicon_;
  const MarkerOptions& options_;
  MarkerIds inside_;
  std::array<bool, 256> opens_{};
  std::vector<OpenTag> open_tags_;
  std::vector<MarkerRow>& markers_;
  std::vector<MarkerIdRow>& ids_;
};

}  // namespace verify
