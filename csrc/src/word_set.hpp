// The distinct words of one answer, numbered, in a table that fits the first-level cache.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

namespace verify {

// Linear probing over a power of two, at most half full; one bitmap of 4,096 bits answers most misses. Hashes that do
// not depend on a secret can be made to meet by design: what finds no place in a few steps goes to an ordered map, so
// that no choice of words makes a look-up longer than a few steps and a logarithm.
class WordSet {
 public:
  static constexpr std::size_t kMostProbes = 32;

  // The number of the word with this key; a new one gets the next number.
  std::int32_t add(std::uint64_t key) {
    if (slots_.empty() || count_ * 2 >= slots_.size()) grow();
    const std::int32_t number = place(key, static_cast<std::int32_t>(count_));
    if (number == static_cast<std::int32_t>(count_)) ++count_;
    return number;
  }

  // Call once after the last add().
  void build() {
    const auto mark = [this](std::uint64_t key) { bitmap_[key >> 58] |= std::uint64_t{1} << (key >> 52 & 63u); };
    for (const Slot& slot : slots_) {
      if (slot.number >= 0) mark(slot.key);
    }
    for (const auto& [key, number] : crowded_out_) mark(key);
  }

  // The number of the word, -1 where the answer does not have it.
  std::int32_t find(std::uint64_t key) const {
    if ((bitmap_[key >> 58] >> (key >> 52 & 63u) & 1u) == 0) return -1;
    for (std::size_t step = 0; step < kMostProbes; ++step) {
      const Slot& slot = slots_[(key + step) & (slots_.size() - 1)];
      if (slot.number < 0) return -1;
      if (slot.key == key) return slot.number;
    }
    const auto found = crowded_out_.find(key);
    return found == crowded_out_.end() ? -1 : found->second;
  }

  std::size_t size() const { return count_; }

 private:
  struct Slot {
    std::uint64_t key = 0;
    std::int32_t number = -1;
  };

  // The number that the key has, `number` where it is new.
  std::int32_t place(std::uint64_t key, std::int32_t number) {
    for (std::size_t step = 0; step < kMostProbes; ++step) {
      Slot& slot = slots_[(key + step) & (slots_.size() - 1)];
      if (slot.number < 0) {
        slot = {key, number};
        return number;
      }
      if (slot.key == key) return slot.number;
    }
    return crowded_out_.emplace(key, number).first->second;
  }

  void grow() {
    std::vector<Slot> old;
    old.swap(slots_);
    slots_.resize(old.empty() ? 256 : old.size() * 2);
    for (const Slot& slot : old) {
      if (slot.number >= 0) place(slot.key, slot.number);
    }
    std::map<std::uint64_t, std::int32_t> crowded;
    crowded.swap(crowded_out_);
    for (const auto& [key, number] : crowded) place(key, number);
  }

  std::vector<Slot> slots_;
  std::map<std::uint64_t, std::int32_t> crowded_out_;
  std::size_t count_ = 0;
  std::uint64_t bitmap_[64] = {};
};

}  // namespace verify
