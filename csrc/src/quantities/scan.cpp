#include "quantities/scan.hpp"

#include "unicode_tables.hpp"

namespace verify {

bool dash(char32_t point) {
  return point == '-' || (point >= 0x2010 && point <= 0x2013) || point == 0x2212 || point == 0xFF0D || point == 0xFE63;
}

bool number_form(char32_t point) {
  return point >= 0x80 && unicode::class_of(unicode::entry(point)) == unicode::kNumberForm;
}

bool digit_point(const Scan& scan, char32_t point) { return point != 0 && scan.lexicon.digit_value(point) >= 0; }

std::size_t skip_blanks(const Scan& scan, std::size_t at, int most) {
  for (; most > 0 && at < scan.size(); --most) {
    const auto byte = static_cast<unsigned char>(scan.text[at]);
    if (byte > ' ' && byte < 0x80) break;
    if (!blank(scan.point(at))) break;
    at = scan.after(at);
  }
  return at;
}

std::size_t skip_blanks_back(const Scan& scan, std::size_t at, int most) {
  for (; most > 0 && at > 0; --most) {
    const auto byte = static_cast<unsigned char>(scan.text[at - 1]);
    if (byte > ' ' && byte < 0x80) break;
    std::size_t start;
    if (!blank(scan.before(at, start))) break;
    at = start;
  }
  return at;
}

std::size_t word_start(const Scan& scan, std::size_t end) {
  std::size_t at = end;
  while (at > 0 && end - at < 24) {
    const auto byte = static_cast<unsigned char>(scan.text[at - 1]);
    std::size_t start = at - 1;
    if (byte < 0x80 ? !letter(byte) : !letter(scan.before(at, start))) break;
    at = start;
  }
  return at;
}

const Entry* entry_before(const Scan& scan, Section section, std::size_t end, std::size_t& start) {
  const Match match = scan.lexicon.longest_back(section, scan.text, end);
  if (match) start = match.end;
  return match.entry;
}

namespace {

KeptRun read_run_anew(const Scan& scan, std::size_t at) {
  KeptRun run{at, scan.size(), at, 0, 0};
  for (; at < scan.size() && scan.text[at] >= '0' && scan.text[at] <= '9'; ++at, ++run.count) {
    if (run.value < 1000000000) run.value = run.value * 10 + (scan.text[at] - '0');
  }
  for (int digit; (digit = scan.digit(at)) >= 0; ++run.count) {
    if (run.value < 1000000000) run.value = run.value * 10 + digit;
    at = scan.after(at);
  }
  run.end = at;
  return run;
}

}  // namespace

int read_run(const Scan& scan, std::size_t at, std::int64_t& value, std::size_t& end) {
  const auto give = [&](const KeptRun& run) {
    value = run.value;
    end = run.end;
    return run.count;
  };
  if (scan.memory == nullptr) return give(read_run_anew(scan, at));
  KeptRun& kept = scan.memory->runs[at % 4];
  if (kept.at != at || kept.size != scan.size()) kept = read_run_anew(scan, at);
  return give(kept);
}

}  // namespace verify
