// Text to words: spans of the caller's bytes beside the hash of each word's folded form.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "verify/rows.hpp"

namespace verify {

class Lexicon;

// The hash that stands for one folded word. Fixed for ever: it is part of what digests and indexes rest on.
std::uint64_t word_key(std::string_view folded);

// Folds presentation alone (case, width, ligatures, typographic signs, canonical composition, ignorable
// characters, traditional to simplified Han). `text` must be valid UTF-8.
std::string fold(std::string_view text);

// Reads every word of `text` (valid UTF-8, at most 2^31-1 bytes) in order of start_byte. `segment` is left 0.
// Latin and other alphabets: maximal runs of letters, marks and inner apostrophes (a possessive 's is left out of
// the key); letters followed by digits stay one word ("A4"), digits followed by letters are two ("5", "mg").
// Digits: one token for a run with single inner separators [.,] between digits ("1,299.00").
// Han and kana: overlapping bigrams of each maximal run; one unigram for a run of one.
// A word cut by a hyphen at a line's end comes as its two parts and then, flagged kTokenJoined, as a whole; a Han
// run that goes on in the next line gives one more bigram over the break, flagged likewise.
// `lexicon` null: no stop words are flagged (the evidence does not need them).
void tokenize(std::string_view text, const Lexicon* lexicon, std::vector<TokenRow>& out);

}  // namespace verify
