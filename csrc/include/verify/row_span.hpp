// Rows that stand behind one another, wherever they are kept.
#pragma once

#include <cstddef>
#include <vector>

namespace verify {

// `Row` may be const. Valid as long as the vector is neither gone nor grown.
template <typename Row>
class RowSpan {
 public:
  RowSpan() = default;
  RowSpan(Row* first, std::size_t count) : first_(first), count_(count) {}
  // The rows of a vector or another span, from `from` on.
  template <typename Rows>
  RowSpan(Rows&& rows, std::size_t from = 0) : first_(rows.data() + from), count_(rows.size() - from) {}

  Row* data() const { return first_; }
  Row* begin() const { return first_; }
  Row* end() const { return first_ + count_; }
  std::size_t size() const { return count_; }
  Row& operator[](std::size_t at) const { return first_[at]; }

 private:
  Row* first_ = nullptr;
  std::size_t count_ = 0;
};

}  // namespace verify
