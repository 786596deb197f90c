// Words lie inside the text, between characters; their keys are those of their folded forms.
#include "check.hpp"
#include "verify/tokenize.hpp"

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace verify;
  using namespace verify::fuzz;
  const std::string_view text = text_of(data, size);
  if (!valid(text)) return 0;
  std::vector<TokenRow> plain;
  std::vector<TokenRow> flagged;
  tokenize(text, nullptr, plain);
  tokenize(text, &lexicon(), flagged);
  CHECK(plain.size() == flagged.size());
  std::int32_t last_start = 0;
  for (std::size_t i = 0; i < plain.size(); ++i) {
    const TokenRow& row = plain[i];
    CHECK(row.key == flagged[i].key && row.start_byte == flagged[i].start_byte && row.end_byte == flagged[i].end_byte);
    CHECK((flagged[i].flags & ~kTokenStop) == row.flags);
    CHECK(row.start_byte < row.end_byte && boundary(text, row.start_byte) && boundary(text, row.end_byte));
    if ((row.flags & kTokenJoined) == 0) {
      CHECK(row.start_byte >= last_start);
      last_start = row.start_byte;
    }
  }
  const std::string folded = fold(text);
  CHECK(valid(folded));
  CHECK(fold(folded) == folded);
  return 0;
}
