// What is told at a glance to be closed reads nothing: the forms say the same with their short cuts and without.
#include "quantities/openings.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <fstream>
#include <string>

#include "support.hpp"

namespace verify {
namespace {

// Reads every digit of a text that no digit precedes, both ways. How many of them have a kind of name closed.
int check(std::string_view text, std::size_t floor = 0) {
  const test::Tight tight(text);
  const Scan slow{tight, test::lexicon(), floor, nullptr};
  int closed = 0;
  for (std::size_t at = floor; at < text.size(); at = slow.after(at)) {
    if (slow.digit(at) < 0 || slow.digit(at == 0 ? text.size() : at - 1) >= 0) continue;
    Memory memory;
    const Scan quick{tight, test::lexicon(), floor, &memory};
    closed += !openings_at(quick, at).sign;
    QuantityRow expected;
    QuantityRow row;
    EXPECT_EQ(test::read_by_forms(quick, at, row), test::read_by_forms(slow, at, expected)) << text;
    EXPECT_EQ(std::memcmp(&row, &expected, sizeof(row)), 0) << text << " at " << at;
  }
  return closed;
}

TEST(Openings, AreClosedAroundFiguresAlone) {
  EXPECT_EQ(check("it costs $1,250 a year"), 1);
  EXPECT_EQ(check("| (44.5) | 39.6% |"), 2);
  EXPECT_EQ(check("娶了20名妻子"), 1);
  EXPECT_EQ(check("5"), 1);
  for (const char* const text :
       {"see a.com/5 there", "the 5-day week", "A4", "at 10:30", "2/3", "№5x", "−5", "v1.2.3"}) {
    EXPECT_EQ(check(text), 0) << text;
  }
}

TEST(Openings, SayWhatTheFormsSay) {
  for (const char* const text : {"[5, 12, 30]",    "[ 5 ]",        "g/cm 3 and x 2", "HD 188753 A",
                                 "(415) 555 1234", "(19 35831647", "19) 35831647",   "call 13604770960",
                                 "#12345678",      "0770512346",   "123 456 7890",   "1. Pay",
                                 "one; (2) two",   "costs(1)(2)",  "(3.1)",          "given by (13)",
                                 "Eq. (5)",        "第3条",        "电话：12345678", "phone: (5) 123456",
                                 "section 4",      "1.2.3 is out"}) {
    check(text);
  }
}

TEST(Openings, SayWhatTheFormsSayInRandomTexts) {
  int closed = 0;
  test::Random random(11);
  for (int round = 0; round < 6000; ++round) {
    const std::string text = test::random_text(random, 2 + random.below(12));
    closed += check(text);
    std::size_t floor = random.below(text.size() + 1);
    while (floor < text.size() && (static_cast<unsigned char>(text[floor]) & 0xC0u) == 0x80u) ++floor;
    check(text, floor);
  }
  EXPECT_GT(closed, 1000);
}

TEST(Openings, SayWhatTheFormsSayBesideEveryWord) {
  std::ifstream lines(LEXICON_PATH);
  for (std::string line; std::getline(lines, line);) {
    const std::size_t start = line.find('\t') + 1;
    const std::size_t end = line.find('\t', start);
    if (end == std::string::npos || line.compare(0, 5, "unit\t") == 0) continue;
    const std::string word = line.substr(start, end - start);
    for (const char* const number : {"5", "12", "1,234", "2019", "0.75", "98765"}) {
      check("and " + word + " " + number + " " + word + " it");
      check("and " + word + number + word + " it");
      check("and " + word + " (" + number + ") " + word + " it");
    }
  }
}

}  // namespace
}  // namespace verify
