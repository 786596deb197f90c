// Which kinds of name the signs around digits leave open: told at a glance, so that the others are not tried.
#pragma once

#include "quantities/scan.hpp"

namespace verify {

struct Openings {
  bool sign = true;          // letters, colons, hyphens, strokes: addresses, hashes, locants, lowered powers
  bool list_label = true;    // read_list_label
  bool bracketed = true;     // read_bracketed
  bool closed = true;        // a bracket right behind: read_inner_label, read_footnote
  bool code = true;          // read_blank_code
  bool alphanumeric = true;  // read_alphanumeric
  bool index = true;         // read_index
  bool phone = true;         // read_phone
};

// `at` is on a digit. A kind that is closed reads nothing there; one that is open may.
Openings openings_at(const Scan& scan, std::size_t at);

}  // namespace verify
