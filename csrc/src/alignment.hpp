// Which elements of one text stand, in order, for which of another.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "elements.hpp"

namespace verify {

// Beside the TokenFlags of an element: it is a whole quantity.
inline constexpr std::uint32_t kElementValue = 1u << 31;

// The heaviest common subsequence of two texts: equal words weigh most, then function words, then values; a run weighs
// more than its parts. Time and memory are the product of the two sizes, so callers bound both.
class Alignment {
 public:
  Alignment(const std::vector<Element>& claim, const std::vector<Element>& passage);

  // The pairs of equal elements, in order.
  std::vector<std::pair<std::size_t, std::size_t>> pairs() const;

 private:
  std::size_t at(std::size_t i, std::size_t j) const { return i * width_ + j; }

  const std::vector<Element>& claim_;
  const std::vector<Element>& passage_;
  std::size_t width_;
  std::vector<std::int32_t> best_;
  std::vector<std::int32_t> matched_;
};

}  // namespace verify
