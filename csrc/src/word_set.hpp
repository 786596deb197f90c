// The distinct words of one answer, numbered, in a table that fits the first-level cache.
#pragma once

#include <cstdint>
#include <vector>

namespace verify {

// Linear probing over a power of two, at most half full; one bitmap of 4,096 bits answers most misses. Probes are
// bounded by the table's size whatever keys a caller crafts.
class WordSet {
 public:
  // The number of the word with this key; a new one gets the next number.
  std::int32_t add(std::uint64_t key) {
    if (slots_.empty() || count_ * 2 >= slots_.size()) grow();
    std::size_t at = place(key);
    while (slots_[at].number >= 0) {
      if (slots_[at].key == key) return slots_[at].number;
      at = (at + 1) & (slots_.size() - 1);
    }
    slots_[at] = {key, static_cast<std::int32_t>(count_)};
    return static_cast<std::int32_t>(count_++);
  }

  // Call once after the last add().
  void build() {
    for (const Slot& slot : slots_) {
      if (slot.number >= 0) bitmap_[slot.key >> 58] |= std::uint64_t{1} << (slot.key >> 52 & 63u);
    }
  }

  // The number of the word, -1 where the answer does not have it.
  std::int32_t find(std::uint64_t key) const {
    if ((bitmap_[key >> 58] >> (key >> 52 & 63u) & 1u) == 0) return -1;
    std::size_t at = place(key);
    while (slots_[at].number >= 0) {
      if (slots_[at].key == key) return slots_[at].number;
      at = (at + 1) & (slots_.size() - 1);
    }
    return -1;
  }

  std::size_t size() const { return count_; }

 private:
  struct Slot {
    std::uint64_t key = 0;
    std::int32_t number = -1;
  };

  std::size_t place(std::uint64_t key) const { return static_cast<std::size_t>(key) & (slots_.size() - 1); }

  void grow() {
    std::vector<Slot> old;
    old.swap(slots_);
    slots_.resize(old.empty() ? 256 : old.size() * 2);
    for (const Slot& slot : old) {
      if (slot.number < 0) continue;
      std::size_t at = place(slot.key);
      while (slots_[at].number >= 0) at = (at + 1) & (slots_.size() - 1);
      slots_[at] = slot;
    }
  }

  std::vector<Slot> slots_;
  std::size_t count_ = 0;
  std::uint64_t bitmap_[64] = {};
};

}  // namespace verify
