// Inside the identifier form: what its two files share. Each looks at the digits at `at` and gives the span of the
// name.
#pragma once

#include "quantities/forms.hpp"

namespace verify {

// label.cpp
bool read_list_label(const Scan& scan, std::size_t at, std::size_t& start, std::size_t& end);
bool read_bracketed(const Scan& scan, std::size_t at, std::size_t& start, std::size_t& end);
bool read_footnote(const Scan& scan, std::size_t at, std::size_t& start, std::size_t& end);
bool read_pointed(const Scan& scan, std::size_t at, std::size_t& start, std::size_t& end);
bool read_inner_label(const Scan& scan, std::size_t at, std::size_t& start, std::size_t& end);
bool read_labelled(const Scan& scan, std::size_t at, std::size_t& start, std::size_t& end);
bool read_index(const Scan& scan, std::size_t at, std::size_t& start, std::size_t& end);
bool read_lowered_power(const Scan& scan, std::size_t at, std::size_t& start, std::size_t& end);

}  // namespace verify
