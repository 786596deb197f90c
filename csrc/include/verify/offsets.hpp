// Byte offsets of a text turned into the units that a caller counts in, a few at a time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "verify/utf8.hpp"

namespace verify {

// Counts once over the whole text, a sum for each block, and then within one block for each question: few offsets of a
// text are ever asked for, and `offset_table` would write one for each of its bytes.
class OffsetCounter {
 public:
  // `text` is valid UTF-8 and must outlive the counter.
  OffsetCounter(std::string_view text, OffsetUnit unit);

  // How many units stand before `byte`, from 0 to the text's size; inside a character, before that character.
  std::int32_t at(std::size_t byte) const;

 private:
  std::string_view text_;
  OffsetUnit unit_;
  std::vector<std::int32_t> before_;  // units before each block
};

}  // namespace verify
