// The short cut to plain numbers says what the forms say, beside every word that the tables know.
#include <gtest/gtest.h>

#include <cstring>
#include <fstream>
#include <string>
#include <vector>

#include "quantities/forms.hpp"
#include "support.hpp"

namespace verify {
namespace {

using test::empty_row;
using test::read_by_forms;

// 1: the short cut took it, 0: it left it to the forms.
int check(const std::string& before, const std::string& number, const std::string& behind) {
  const std::string text = before + number + behind;
  const test::Tight tight(text);
  const Scan scan{tight, test::lexicon(), 0, nullptr};
  QuantityRow plain = empty_row();
  if (!read_plain(scan, before.size(), plain)) return 0;
  QuantityRow row;
  EXPECT_TRUE(read_by_forms(scan, before.size(), row)) << text;
  EXPECT_EQ(std::memcmp(&plain, &row, sizeof(row)), 0) << text;
  return 1;
}

const std::vector<std::string>& numbers() {
  static const std::vector<std::string> all = {
      "5",         "0",          "12",    "342",   "1903",  "2024",    "07",   "12,500", "1,234,567",
      "12,34,567", "2100",       "1066",  "12%",   "3.5%",  "1,234.5", "1,23", "3.5",    "98765",
      "two",       "one",        "First", "first", "third", "ten",     "half", "a",      "hundred",
      "twenty",    "1234567890", "00001", "10",    "1st",   "second"};
  return all;
}

// The words of the tables that are plain ASCII.
std::vector<std::string> table_words() {
  std::vector<std::string> words = {"limit", "is", "of", "x", "him", "Max", "q", "we", "per", "MAX", "iv", "b"};
  std::ifstream lines(LEXICON_PATH);
  for (std::string line; std::getline(lines, line);) {
    const std::size_t start = line.find('\t') + 1;
    const std::size_t end = line.find('\t', start);
    std::string word = line.substr(start, end == std::string::npos ? end : end - start);
    bool ascii = line.compare(0, 5, "unit\t") != 0;
    for (const char c : word) ascii = ascii && static_cast<unsigned char>(c) < 0x80;
    if (ascii) words.push_back(std::move(word));
  }
  return words;
}

TEST(Plain, TakesWhatIsPlain) {
  EXPECT_EQ(check("The limit is ", "4,217", " for entries."), 1);
  EXPECT_EQ(check("it has ", "7", " doors"), 1);
  EXPECT_EQ(check("there were ", "three", " men"), 1);
  EXPECT_EQ(check("the ", "first", " man"), 1);
  EXPECT_EQ(check("| Assets | ", "12,345", " | 11,000 |"), 1);
  EXPECT_EQ(check("the ", "one", " man"), 0);  // a guard stands before it: looked at with care
  EXPECT_EQ(check("a mean of ", "3.75", " for all"), 1);
  EXPECT_EQ(check("it took ", "12", ", they said"), 1);
  EXPECT_EQ(check("a fee of $", "1,250.50", " was paid"), 1);
  EXPECT_EQ(check("a share of ", "12.5%", " was paid"), 1);
  EXPECT_EQ(check("it was built when ", "1954", " had ended"), 1);
  EXPECT_EQ(check("| Loss | (", "1,250", ") |"), 1);
  EXPECT_EQ(check("| Loss | (", "12.5%", ")\n"), 1);
  EXPECT_EQ(check("| Assets | 11 | $", "342", ""), 1);
  EXPECT_EQ(check("| Assets | ", "2019", "\nLand | 5 |"), 1);
}

TEST(Plain, LeavesAllElse) {
  for (const char* const behind :
       {" kg of it", " million men", " pm today", " to 9 men", " March 2024", "% per year", " (5)"}) {
    EXPECT_EQ(check("there were ", "5", behind), 0) << behind;
  }
  for (const char* const before : {"at least ", "section ", "minus ", "worth $", "fiscal ", "", "x ", "\n"}) {
    EXPECT_EQ(check(before, "5", " and there"), 0) << before;
  }
  EXPECT_EQ(check("a loss of (", "1,250", ") was made"), 0);  // may be an aside
  EXPECT_EQ(check("in words inTable ", "11", " shows"), 0);
  for (const char* const number : {"2100", "1066", "00", "05", "1,23", "1,2345", "12345678901234567890"}) {
    EXPECT_EQ(check("there were ", number, " men there"), 0) << number;
  }
}

TEST(Plain, SaysWhatTheFormsSayBesideEveryWord) {
  int taken = 0;
  for (const std::string& word : table_words()) {
    for (const std::string& number : numbers()) {
      for (const char* const behind : {" men of it", ". Then it", ", they said"}) {
        taken += check("and " + word + " ", number, behind);
      }
      taken += check(word, number, " men of it");
      for (const char* const mark : {" ", ". ", ", ", "", "-", "\n"}) {
        taken += check("there were ", number, mark + word + " it");
      }
      taken += check("there were ", number, " " + word + ", 2024");
      taken += check("| " + word + " | ", number, " | " + word + " |");
      taken += check("there were ", number, " |" + word);
      taken += check("and " + word + " $", number, " men of it");
      taken += check("it was $", number, " " + word + " it");
      taken += check("| " + word + " | (", number, ")\n" + word);
      taken += check("| " + word + " | ", number, "");
    }
  }
  EXPECT_GT(taken, 10000);
}

// 1: the word is passed over, 0: it is left to the forms.
int check_nothing(const std::string& before, const std::string& word, const std::string& behind) {
  const std::string text = before + word + behind;
  const test::Tight tight(text);
  const Scan scan{tight, test::lexicon(), 0, nullptr};
  if (!starts_nothing(scan, before.size())) return 0;
  for (const NamedForm& named : kForms) {
    QuantityRow row = empty_row();
    EXPECT_EQ(static_cast<int>(named.read(scan, before.size(), row)), static_cast<int>(Reading::kNothing)) << text;
  }
  return 1;
}

TEST(Plain, PassesOverAMonthInSmallLetters) {
  EXPECT_EQ(check_nothing("it ", "may", " cause harm"), 1);
  EXPECT_EQ(check_nothing("they ", "march", " home"), 1);
  EXPECT_EQ(check_nothing("begins in ", "May", " with it"), 0);
  EXPECT_EQ(check_nothing("we have ", "seven", " of them"), 0);
  EXPECT_EQ(check_nothing("we have ", "5", " of them"), 0);
  int taken = 0;
  for (const std::string& word : table_words()) {
    for (const char* const month : {"may", "MAY", "march", "sept", "dec", "may-", "may."}) {
      for (const char* const tail : {" it", " 5", ", 2024"}) {
        taken += check_nothing("what it ", month, " " + word + tail);
        taken += check_nothing(word + " ", month, tail);
      }
    }
  }
  EXPECT_GT(taken, 10000);
}

}  // namespace
}  // namespace verify
