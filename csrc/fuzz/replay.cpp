// Runs a fuzz target without libFuzzer: every file of the corpus, then texts generated from running seeds, a fourth of
// them by mixing the corpus.
//   fuzz_NAME [CORPUS_FOLDER [ROUNDS [FIRST_SEED]]]
#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <vector>

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

std::vector<std::string> read_corpus(const char* folder) {
  std::vector<std::filesystem::path> paths;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) paths.push_back(entry.path());
  std::sort(paths.begin(), paths.end());  // a folder lists its files in any order
  std::vector<std::string> files;
  for (const auto& path : paths) {
    std::ifstream file(path, std::ios::binary);
    files.emplace_back(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
  }
  return files;
}

// A stretch of one file of the corpus, the pieces of the generator, and a stretch of another file.
std::string mixed(verify::test::Random& random, const std::vector<std::string>& files) {
  const auto stretch = [&random, &files] {
    const std::string& file = files[random.below(files.size())];
    return file.substr(random.below(file.size() + 1), random.below(400));
  };
  const std::string before = stretch();
  const std::string between = verify::test::random_text(random, random.below(8));
  return before + between + stretch();
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
  const std::vector<std::string> corpus = count > 1 ? read_corpus(arguments[1]) : std::vector<std::string>();
  for (const std::string& file : corpus) run(file);
  const std::size_t rounds = count > 2 ? std::strtoul(arguments[2], nullptr, 10) : kRounds;
  const std::size_t first = count > 3 ? std::strtoul(arguments[3], nullptr, 10) : 0;
  for (std::size_t seed = first; seed < first + rounds; ++seed) {
    verify::test::Random random(seed);
    const bool mixing = !corpus.empty() && seed % 4 == 3;
    run(damaged(random, mixing ? mixed(random, corpus) : verify::test::random_text(random, random.below(60))));
  }
  return 0;
}
