// Names as they are written in scripts with capitals: runs of capitalized words, with joining words inside ("Bank of
// India").
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "verify/phrases.hpp"
#include "verify/rows.hpp"

namespace verify {

inline constexpr std::uint32_t kNoNameWord = kTokenQuantity | kTokenMarker | kTokenJoined;

inline bool name_word(const TokenRow& token) {
  return (token.flags & kTokenCapital) != 0 &&
         (token.flags & (kTokenStop | kTokenDigit | kTokenHan | kNoNameWord)) == 0;
}

// Reads the runs of the tokens of a text; `phrases` may be null.
class NameRuns {
 public:
  NameRuns(std::string_view text, const TokenRow* tokens, std::size_t count, const PhraseTable* phrases)
      : text_(text), tokens_(tokens), count_(count), phrases_(phrases) {}

  bool title(const TokenRow& token) const { return phrases_ != nullptr && phrases_->titles_name(token.key); }

  // The token behind `at`, parts of words joined over a line's end left out; the number of tokens at the end.
  std::size_t next(std::size_t at) const;

  // The last word of the name that starts at `first`, and how many words it has, joining ones and titles left out.
  std::size_t last_of(std::size_t first, std::int32_t& count) const;

  // Whether a capital is due at this word whatever it means: at the start of a sentence, a quotation, a list item.
  // `begin` is the first byte of its segment.
  bool opens_sentence(const TokenRow& token, std::int32_t begin) const;

  // Whether what it ends is a label.
  bool colon_follows(const TokenRow& token) const;

 private:
  std::string_view between(const TokenRow& left, const TokenRow& right) const;
  bool joins(std::string_view gap, const TokenRow& left) const;

  std::string_view text_;
  const TokenRow* tokens_;
  std::size_t count_;
  const PhraseTable* phrases_;
};

}  // namespace verify
