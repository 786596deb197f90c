// Years of works that are cited by their authors.
#include "quantities/date.hpp"

namespace verify {
namespace {

constexpr std::size_t kCitationWindow = 240;  // how far back the bracket of a list of works is looked for, in bytes

}  // namespace

bool cited_work(const Scan& scan, std::size_t start, std::size_t end) {
  std::size_t left = start;
  while (left > scan.floor && start - left < 6) {
    const char mark = scan.text[left - 1];
    if (mark != ' ' && mark != ',' && mark != '(') break;
    --left;
  }
  if (left == start) return false;
  std::size_t word = 0;
  const Entry* cue = entry_before(scan, Section::kYearCue, left, word);
  if (cue != nullptr) return cue->kind == 1;
  const char32_t behind = scan.point(end);
  if (behind != ';' && behind != ')') return false;
  word = word_start(scan, left);
  if (word == left || scan.text[word] < 'A' || scan.text[word] > 'Z') return false;
  bool several = behind == ';';
  for (std::size_t at = word; at > 0 && word - at < kCitationWindow && scan.text[at - 1] != '\n'; --at) {
    const char mark = scan.text[at - 1];
    if (mark == '(' || mark == '[') return several;
    if (mark == ')') return false;
    several = several || mark == ';' || mark == '&';
  }
  return false;
}

}  // namespace verify
