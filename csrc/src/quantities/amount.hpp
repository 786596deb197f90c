// Inside the amount form: what its two files share.
#pragma once

#include "quantities/scan.hpp"

namespace verify {

// The unit's name at `at` with its end, or null.
const Entry* unit_at(const Scan& scan, std::size_t at, std::size_t& end);
UnitKind kind_of(const Scan& scan, const Entry& entry);
// Whether the amount has a currency.
bool money(const Scan& scan, const Amount& amount);
// The number at `at` in digits, Han numerals or words.
bool next_number(const Scan& scan, std::size_t at, Numeral& numeral);

// unit.cpp. Each reads behind amount.end and moves it; the unit of the amount must be set for all but the first.
bool read_unit(const Scan& scan, Amount& amount);
void read_per(const Scan& scan, Amount& amount);
void read_half_behind(const Scan& scan, Amount& amount);
void read_next_place(const Scan& scan, Amount& amount);
void read_compound(const Scan& scan, Amount& amount);

}  // namespace verify
