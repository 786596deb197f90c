// A number in figures alone stands between blanks, signs of Chinese or the ends of its text: $1,250 (44.5) 39.6%, 20名.
#include "quantities/openings.hpp"

namespace verify {
namespace {

constexpr std::size_t kLongest = 32;  // of such a number, on either side
constexpr std::size_t kLongestWord = 24;

bool ascii_digit(unsigned byte) { return byte >= '0' && byte <= '9'; }
bool ascii_letter(unsigned byte) { return (byte | 0x20) >= 'a' && (byte | 0x20) <= 'z'; }

// What stands around the digits at `at`: [start, end) are they and the signs of numbers glued to them.
struct Figures {
  std::size_t start;
  std::size_t digits_end;
  std::size_t end;
  int dots = 0;
  bool alone = false;  // between blanks, ends of the text and characters beyond ASCII that are no digits or dashes
};

class Surroundings {
 public:
  explicit Surroundings(const Scan& scan) : scan_(scan) {}

  // 0 before the text and behind it.
  unsigned byte(std::size_t at) const { return at < scan_.size() ? static_cast<unsigned char>(scan_.text[at]) : 0; }
  unsigned before(std::size_t at) const { return at > 0 ? byte(at - 1) : 0; }

  Figures figures(std::size_t at) const {
    Figures out{at, at, at};
    while (at - out.start < kLongest && (before(out.start) == '$' || before(out.start) == '(')) --out.start;
    while (out.digits_end - at < kLongest && ascii_digit(byte(out.digits_end))) ++out.digits_end;
    for (out.end = out.digits_end; out.end - at < kLongest; ++out.end) {
      const unsigned sign = byte(out.end);
      if (sign == '.') ++out.dots;
      if (!ascii_digit(sign) && sign != '.' && sign != ',' && sign != '%' && sign != ')' && sign != ';') break;
    }
    const unsigned left = before(out.start);
    const unsigned right = byte(out.end);
    out.alone = out.digits_end > at && (left <= ' ' || (left >= 0x80 && !dash(scan_.before(out.start)))) &&
                (right <= ' ' || (right >= 0x80 && scan_.digit(out.end) < 0));
    return out;
  }

  // Whether numbers and their signs may go on to the left, up to a bracket: "[5, 12".
  bool may_be_listed(std::size_t at) const {
    const unsigned sign = before(at);
    if (sign >= 0x80 || sign == '[') return true;
    if (sign != ' ') return false;
    const unsigned next = before(at - 1);
    return next >= 0x80 || ascii_digit(next) || next == ' ' || next == ',' || next == ';' || next == '-' || next == '[';
  }

  // One letter and a blank before the digits, or what else read_index reads: a word below a stroke, one before many
  // digits.
  bool may_be_index(std::size_t at, std::size_t digits) const {
    const unsigned space = before(at);
    if (space >= 0x80) return true;
    if (space != ' ' && space != '\t') return false;
    const std::size_t word_end = at - 1;
    std::size_t word = word_end;
    while (word_end - word < kLongestWord && ascii_letter(before(word))) --word;
    const unsigned sign = before(word);
    return sign >= 0x80 || sign == '/' || word_end - word == 1 || (word < word_end && digits >= 5);
  }

  // A blank behind the digits at `end`, and then what goes on with a code or number of a telephone.
  bool more_behind(std::size_t end) const {
    if (byte(end) != ' ') return byte(end) == ')' || byte(end) >= 0x80;
    const unsigned next = byte(end + 1);
    return ascii_digit(next) || next >= 0x80 || next == ' ' || next == '-' || next == '(' || next == ')';
  }

 private:
  const Scan& scan_;
};

}  // namespace

Openings openings_at(const Scan& scan, std::size_t at) {
  if (scan.memory == nullptr) return {};
  const Surroundings around(scan);
  const Figures figures = around.figures(at);
  if (!figures.alone) return {};
  const unsigned behind = around.byte(figures.digits_end);
  const std::size_t digits = figures.digits_end - at;
  Openings open;
  open.sign = false;
  open.closed = behind == ')';
  open.list_label = digits <= 3 && (behind == ')' || behind == '.' || behind >= 0x80);
  open.bracketed = digits <= 3 && around.may_be_listed(at);
  open.code = behind == ' ' && around.more_behind(figures.digits_end);
  open.alphanumeric = figures.dots >= 2;
  open.index = around.may_be_index(at, digits);
  open.phone = digits >= 5 || around.more_behind(figures.digits_end);
  return open;
}

}  // namespace verify
