#include "verify/offsets.hpp"

#include <algorithm>

namespace verify {
namespace {

constexpr std::size_t kBlockBytes =
    128;  // so few that one byte holds the units of a block: compilers count in parallel

std::int32_t units_in(const char* text, std::size_t size, OffsetUnit unit) {
  std::uint8_t count = 0;
  if (unit == OffsetUnit::kUtf16CodeUnits) {
    for (std::size_t i = 0; i < size; ++i) {
      const auto byte = static_cast<std::uint8_t>(text[i]);
      count = static_cast<std::uint8_t>(count + ((byte & 0xC0u) != 0x80u) + (byte >= 0xF0u));
    }
  } else {
    for (std::size_t i = 0; i < size; ++i) {
      count = static_cast<std::uint8_t>(count + ((static_cast<std::uint8_t>(text[i]) & 0xC0u) != 0x80u));
    }
  }
  return count;
}

}  // namespace

OffsetCounter::OffsetCounter(std::string_view text, OffsetUnit unit) : text_(text), unit_(unit) {
  if (unit == OffsetUnit::kUtf8Bytes) return;
  before_.reserve(text.size() / kBlockBytes + 1);
  std::int32_t count = 0;
  for (std::size_t start = 0; start <= text.size(); start += kBlockBytes) {
    before_.push_back(count);
    count += units_in(text.data() + start, std::min(kBlockBytes, text.size() - start), unit);
  }
}

std::int32_t OffsetCounter::at(std::size_t byte) const {
  if (unit_ == OffsetUnit::kUtf8Bytes) return static_cast<std::int32_t>(byte);
  while (byte < text_.size() && byte > 0 && (static_cast<std::uint8_t>(text_[byte]) & 0xC0u) == 0x80u) --byte;
  const std::size_t block = byte / kBlockBytes;
  return before_[block] + units_in(text_.data() + block * kBlockBytes, byte - block * kBlockBytes, unit_);
}

}  // namespace verify
