#include "verify/quantities.hpp"

namespace verify {

void mark_quantities(std::vector<TokenRow>& tokens, const std::vector<QuantityRow>& quantities) {
  std::size_t at = 0;
  for (TokenRow& token : tokens) {
    while (at < quantities.size() && quantities[at].end_byte <= token.start_byte) ++at;
    if (at == quantities.size()) return;
    // An identifier stays a word: it is compared as one.
    const bool identifier = quantities[at].kind == static_cast<std::uint8_t>(QuantityKind::kIdentifier);
    if (token.end_byte > quantities[at].start_byte && !identifier) token.flags |= kTokenQuantity;
  }
}

}  // namespace verify
