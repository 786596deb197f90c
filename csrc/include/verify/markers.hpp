// Citation markers of an answer, and the sources that they name.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "verify/rows.hpp"

namespace verify {

// The ids of the sources of one request, and the shapes that those ids have.
class SourceNames {
 public:
  explicit SourceNames(const std::vector<std::string>& ids);

  // The ordinal of the source with exactly this id, -1 where there is none.
  std::int32_t find(std::string_view id) const;
  // Does `id` look like the ids in use (their letters and signs, other digits) without being one of them?
  bool resembles(std::string_view id) const;
  std::int32_t size() const { return size_; }

 private:
  std::unordered_map<std::string, std::int32_t> ordinals_;
  std::unordered_map<std::string, bool> shapes_;
  std::int32_t size_;
};

enum class MarkerKind : std::int32_t { kAny = 1, kNumber = 2, kId = 3 };

struct MarkerOptions {
  std::int32_t base = 1;  // the number of the first source
  MarkerKind kind = MarkerKind::kAny;
};

// Finds every marker of `text` in order: [1], [1, 2], [3-5], [^1], [ID:0], [citation:2], [doc-1], [[1]](url), 【1】,
// 【4:0†name】, ［１］, (source 1), （来源1）. An exact id wins over a number. Brackets that name nothing that could be
// a source ([km/h], [2004], link texts, code) are left alone. Linear: a marker is at most 256 bytes long.
void read_markers(std::string_view text, const SourceNames& names, const MarkerOptions& options,
                  std::vector<MarkerRow>& markers, std::vector<MarkerIdRow>& ids);

}  // namespace verify
