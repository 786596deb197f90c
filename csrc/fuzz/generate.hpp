// Texts made from a seed, the same on every machine: for the native tests, and for fuzzing where libFuzzer is not.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <iterator>
#include <memory>
#include <string>
#include <string_view>

namespace verify::test {

// A copy on the heap that is exactly as long as the text: a read past its end is seen by the address sanitizer.
class Tight {
 public:
  explicit Tight(std::string_view text) : size_(text.size()), bytes_(new char[text.size()]) {
    if (size_ != 0) std::memcpy(bytes_.get(), text.data(), size_);
  }
  operator std::string_view() const { return {bytes_.get(), size_}; }

 private:
  std::size_t size_;
  std::unique_ptr<char[]> bytes_;
};

// xorshift64*
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed * 2 + 1) {}
  std::uint64_t next() {
    state_ ^= state_ >> 12;
    state_ ^= state_ << 25;
    state_ ^= state_ >> 27;
    return state_ * 0x2545F4914F6CDD1Du;
  }
  std::size_t below(std::size_t limit) { return static_cast<std::size_t>((next() >> 33) % limit); }

 private:
  std::uint64_t state_;
};

// A valid text of `pieces` random words, signs and characters of many scripts, each a place where a rule begins.
inline std::string random_text(Random& random, std::size_t pieces) {
  // clang-format off
  static constexpr std::string_view kPieces[] = {
      "the ", "fee", " is", "12", ".", ",", " ", "\n", "\n\n", "- ", "1. ", "| a | b |\n", "|---|---|\n", "```", "# ",
      "[1]", "[", "]", "(", ")", "$", "%", "€", "1,299.00", "3-5", "–", "'", "’", "\"", "“", "”", "《", "》", "。", "，",
      "！", "？", "；", "退货", "运费", "三", "个", "工作日", "第", "万", "１", "２", "ﬁ", "\xC2\xAD", "é", "e\xCC\x81",
      "Ω", "ж", "カ", "ー", "한", "𠮷", "😀", "\xE2\x80\x8D", "½", "②", "٣", "०", "\r\n", "\t", "-\n", "Mr. ", "e.g. ",
      "et al. ", "No. 5", "https://a.b/c?d=e", "x@y.z", "0", "9999999999999999999999", "1e999", "-", "±", "約", "约",
      "at least ", "2024-03-01", "10:30", "^", "†", "`", "\\", "~~~\n", "> ", "**", ":", "：", "\xEF\xBB\xBF", "㎏",
      "four hundred", "一百", "零", "半", "分之", "kg", " km/h", " per ", "FY2024", "Q3", "May ", "年", "月", "1e-999",
      "2/3", "(5)", "元", "折", "他说", "buyer", "seller", "买家", "商家", "约", "not ", "source 1", "来源", "[[", "]]", "](", "<co>",
      "</co: 0:[1]>", "<cite id=\"1\">", "</cite>", "%[", "##", "$$", "{{", "}}", "¹", "²", "\xEE\x88\x80", "\xEE\x88\x82",
      "\xEE\x88\x81", ":cit[", "]{ref=", "}", "<<", ">>", "p. ", "cite_start", "according to ", "Section ", "根据", "第三条",
      "thousand ", "hundred ", " and ", " over ", "2^", "x2^10", "^-1", " × 10 −4", "twenty", "-fifths", " a half", " million",
      " −1", " ext 123", "::1", "_3", " #", "123 456 7890", ", 2) ", " to ", "  ", " 點 ", " 又 ", "半百", "80's", "Figures 3",
      "5-FU", "x 2", "2 km 300 m", " dollars and 50", "last year", "百 分 之", "억", "천만"};
  // clang-format on
  std::string out;
  for (std::size_t i = 0; i < pieces; ++i) out += kPieces[random.below(std::size(kPieces))];
  return out;
}

}  // namespace verify::test
