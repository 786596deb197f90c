#include <utility>

#include "verify/markers.hpp"
#include "verify/tokenize.hpp"

namespace verify {
namespace {

constexpr char kUnit = '\x1F';        // parts a title from its page in a key
constexpr std::size_t kOpaqueId = 8;  // ids of so many signs with a digit in them are made by machines

bool digit(char c) { return c >= '0' && c <= '9'; }
bool letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

// Runs of digits as one 0.
std::string shape_of(std::string_view id) {
  std::string shape;
  for (const char c : id) {
    if (!digit(c)) {
      shape.push_back(c);
    } else if (shape.empty() || shape.back() != '0') {
      shape.push_back('0');
    }
  }
  return shape;
}

// Each letter and digit as x, empty for ids that a person may have made.
std::string opaque_shape_of(std::string_view id) {
  bool digits = false;
  std::string shape;
  for (const char c : id) {
    if (c == ' ') return {};
    digits = digits || digit(c);
    shape.push_back(digit(c) || letter(c) ? 'x' : c);
  }
  return digits && id.size() >= kOpaqueId ? shape : std::string();
}

// Presentation folded; `-` and `_` are blanks, runs of blanks are one, the ends bare.
std::string name_key(std::string_view name) {
  std::string key;
  for (const char c : fold(name)) {
    if (c != ' ' && c != '-' && c != '_' && c != '\t') {
      key.push_back(c);
    } else if (!key.empty() && key.back() != ' ') {
      key.push_back(' ');
    }
  }
  while (!key.empty() && key.back() == ' ') key.pop_back();
  return key;
}

using Map = std::unordered_map<std::string, std::vector<std::int32_t>>;

const std::vector<std::int32_t>* find(const Map& map, const std::string& key) {
  const auto found = map.find(key);
  return found != map.end() ? &found->second : nullptr;
}

void add(Map& map, const std::string& key, std::int32_t source) {
  if (key.empty()) return;
  std::vector<std::int32_t>& list = map[key];
  if (list.empty() || list.back() != source) list.push_back(source);
}

std::size_t file_ending(std::string_view name) {
  const std::size_t dot = name.rfind('.');
  if (dot == std::string_view::npos || dot == 0 || name.size() - dot > 6 || name.size() - dot < 2) return name.size();
  for (const char c : name.substr(dot + 1)) {
    if (!digit(c) && !letter(c)) return name.size();
  }
  return dot;
}

// The number that a section starts with: 4.2 of "4.2 Severance".
std::string_view leading_number(std::string_view section) {
  std::size_t end = 0;
  while (end < section.size() && (digit(section[end]) || (section[end] == '.' && end > 0))) ++end;
  while (end > 0 && section[end - 1] == '.') --end;
  return section.substr(0, end);
}

}  // namespace

const SourceNames::Finder& SourceNames::finder() const {
  std::call_once(once_, [this] {
    finder_.ordinals.reserve(ids_.size());
    for (std::size_t i = 0; i < ids_.size(); ++i) {
      finder_.ordinals.emplace(ids_[i], static_cast<std::int32_t>(i));
      std::string shape = shape_of(ids_[i]);
      if (shape.size() > 1 && shape.find('0') != std::string::npos) finder_.shapes.insert(std::move(shape));
      std::string opaque = opaque_shape_of(ids_[i]);
      if (!opaque.empty()) finder_.shapes.insert(std::move(opaque));
    }
  });
  return finder_;
}

std::int32_t SourceNames::find(std::string_view id) const {
  if (id.empty()) return -1;
  const auto found = finder().ordinals.find(id);
  return found != finder_.ordinals.end() ? found->second : -1;
}

bool SourceNames::resembles(std::string_view id) const {
  const std::unordered_set<std::string>& shapes = finder().shapes;
  return shapes.find(shape_of(id)) != shapes.end() || shapes.find(opaque_shape_of(id)) != shapes.end();
}

SourceLabels::SourceLabels(const std::vector<SourceLabel>& labels) {
  for (std::size_t i = 0; i < labels.size(); ++i) {
    const auto source = static_cast<std::int32_t>(i);
    const SourceLabel& label = labels[i];
    for (const std::string* name : {&label.title, &label.uri}) {
      const std::string_view whole = *name;
      const std::size_t folder = whole.find_last_of("/\\");
      const std::string_view file = folder == std::string_view::npos ? whole : whole.substr(folder + 1);
      for (const std::string_view form : {whole, file, file.substr(0, file_ending(file))}) {
        const std::string key = name_key(form);
        if (key.empty()) continue;
        add(titles_, key, source);
        if (label.page >= 0) add(pages_, key + kUnit + std::to_string(label.page), source);
        if (!label.page_label.empty()) add(pages_, key + kUnit + name_key(label.page_label), source);
        if (label.page >= 0 || !label.page_label.empty()) pages_[key + kUnit];
      }
    }
    for (const std::string& section : label.sections) {
      add(sections_, name_key(section), source);
      add(sections_, std::string(leading_number(section)), source);
      add(sections_, name_key(section.substr(0, section.find_first_of(" \t"))), source);  // 第三条 of "第三条 年假"
    }
  }
}

const std::vector<std::int32_t>* SourceLabels::titled(std::string_view name) const {
  return find(titles_, name_key(name));
}

const std::vector<std::int32_t>* SourceLabels::in_section(std::string_view name) const {
  return find(sections_, name_key(name));
}

const std::vector<std::int32_t>* SourceLabels::on_page(std::string_view name, std::string_view page) const {
  const std::string key = name_key(name);
  const std::vector<std::int32_t>* pages = find(pages_, key + kUnit + name_key(page));
  if (pages != nullptr) return pages;
  const std::vector<std::int32_t>* none = find(pages_, key + kUnit);
  return none != nullptr ? none : find(titles_, key);
}

}  // namespace verify
