// Runs a fuzz target without libFuzzer: every file of the corpus, then texts generated from running seeds.
//   fuzz_NAME [CORPUS_FOLDER [ROUNDS]]
#include <csignal>
#include <cstdlib>
#include <filesystem>

#include "check.hpp"

namespace {

constexpr std::size_t kRounds = 2000;

std::string_view current;

// Leaves the input that failed behind, to become a file of the corpus.
void keep_input(int) {
  std::ofstream("failed-input.bin", std::ios::binary) << current;
  std::fputs("the input is in failed-input.bin\n", stderr);
}

// Runs the target on a copy without a byte to spare, so that a read past the end is seen.
void run(std::string_view text) {
  const verify::test::Tight tight(text);
  const std::string_view copy = tight;
  current = copy;
  LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(copy.data()), copy.size());
}

// Breaks a valid text now and then: a byte is changed, or the text is cut.
std::string damaged(verify::test::Random& random, std::string text) {
  if (text.empty() || random.below(3) != 0) return text;
  text[random.below(text.size())] = static_cast<char>(random.below(256));
  if (random.below(2) == 0) text.resize(random.below(text.size() + 1));
  return text;
}

}  // namespace

int main(int count, char** arguments) {
  std::signal(SIGABRT, keep_input);
  if (count > 1) {
    for (const auto& entry : std::filesystem::directory_iterator(arguments[1])) {
      std::ifstream file(entry.path(), std::ios::binary);
      run(std::string{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()});
    }
  }
  const std::size_t rounds = count > 2 ? std::strtoul(arguments[2], nullptr, 10) : kRounds;
  for (std::size_t seed = 0; seed < rounds; ++seed) {
    verify::test::Random random(seed);
    run(damaged(random, verify::test::random_text(random, random.below(60))));
  }
  return 0;
}
