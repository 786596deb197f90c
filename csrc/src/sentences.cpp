// Where the sentences of a block end, and the clauses of a Chinese source.
#include <algorithm>

#include "segmenter.hpp"
#include "verify/tokenize.hpp"
#include "verify/utf8.hpp"

namespace verify {
namespace {

constexpr std::size_t kTitleReach = 300;  // longest 《title》 inside which a stop ends nothing
constexpr int kLongestSpeaker = 4;        // Han characters of a name before “says”

}  // namespace

void Segmenter::sentences(std::size_t start, std::size_t end, std::size_t body, SegmentKind kind) {
  std::size_t segment_start = start;
  std::size_t segment_body = body;
  std::size_t title_end = 0;  // inside 《...》 no stop ends anything
  std::size_t at = body;
  while ((at = next_stop(at, end)) < end) {
    if (at < title_end) {
      ++at;
      continue;
    }
    while (marker_ < markers_.size() && static_cast<std::size_t>(markers_[marker_].end_byte) <= at) ++marker_;
    if (marker_ < markers_.size() && static_cast<std::size_t>(markers_[marker_].start_byte) < at) {
      at = static_cast<std::size_t>(markers_[marker_].end_byte);  // a stop inside a marker ends nothing
      continue;
    }
    if (starts_with(text_, at, "\xE3\x80\x8A")) {  // 《
      const std::size_t close = text_.substr(at, kTitleReach).find("\xE3\x80\x8B");
      if (close != std::string_view::npos) title_end = at + close;
      at += 3;
      continue;
    }
    const std::size_t stop_end = stop_at(at, segment_body, end);
    if (stop_end == 0) {
      ++at;
      continue;
    }
    std::size_t next = trailing(stop_end, end);
    while (next < end && (blank(byte(next)) || byte(next) == '\n')) ++next;
    if (next >= end) break;
    push(segment_start, next, segment_body, kind);
    segment_start = segment_body = next;
    at = next;
  }
  push(segment_start, end, segment_body, kind);
}

std::size_t Segmenter::next_stop(std::size_t at, std::size_t end) {
  while (at < end) {
    if (at < chunk_ || at - chunk_ >= kChunkBlocks * kBlockBytes) find_stops(at);
    const std::size_t block = (at - chunk_) / kBlockBytes;
    const std::uint64_t left = stops_[block] >> ((at - chunk_) % kBlockBytes);
    if (left != 0) return std::min(end, at + static_cast<std::size_t>(__builtin_ctzll(left)));
    at = chunk_ + (block + 1) * kBlockBytes;
  }
  return end;
}

void Segmenter::find_stops(std::size_t at) {
  ByteMasks masks[kChunkBlocks];
  const std::string_view part = text_.substr(at, kChunkBlocks * kBlockBytes);
  classify_bytes(part, masks);
  std::uint64_t wide_before = 1;  // what stands before the chunk is not looked at
  for (std::size_t block = 0; block * kBlockBytes < part.size(); ++block) {
    const ByteMasks& row = masks[block];
    stops_[block] = row.stops | row.stop_leads | (row.commas & (row.wide << 1 | wide_before));
    wide_before = row.wide >> 63;
  }
  chunk_ = at;
}

std::size_t Segmenter::stop_at(std::size_t at, std::size_t segment_start, std::size_t end) const {
  const unsigned char c = byte(at);
  if (c == '.') return full_stop(at, segment_start, end);
  if (c == '!' || c == '?') {
    std::size_t after = at + 1;
    while (after < end && (byte(after) == '!' || byte(after) == '?')) ++after;
    const std::size_t next = skip_closers(after, end);
    if (next >= end || han_at(text_, next)) return after;
    if (blank(byte(next)) || byte(next) == '\n') {
      return ascii_lower(byte(skip_blanks(next, end))) ? 0 : after;  // "Really?" he said
    }
    return byte(next) == '[' || marker_at(next) || (ascii_upper(byte(next)) && ascii_lower(byte(next + 1))) ? after : 0;
  }
  if (c == ',') {
    return mode_ == SegmentMode::kSource && han_before(text_, at) && han_at(text_, at + 1) ? at + 1 : 0;
  }
  if (starts_with(text_, at, "。") || starts_with(text_, at, "！") || starts_with(text_, at, "？")) {
    std::size_t after = at + 3;
    for (;;) {
      if (starts_with(text_, after, "！") || starts_with(text_, after, "？") || starts_with(text_, after, "。")) {
        after += 3;
      } else if (byte(after) == '!' || byte(after) == '?') {
        ++after;
      } else {
        break;
      }
    }
    return said_after(skip_closers(after, end), end) ? 0 : after;
  }
  if (mode_ == SegmentMode::kSource && (starts_with(text_, at, "；") || starts_with(text_, at, "，"))) return at + 3;
  return 0;
}

bool Segmenter::said_after(std::size_t at, std::size_t end) const {
  if (at < 3 || !(starts_with(text_, at - 3, "”") || starts_with(text_, at - 3, "」"))) return false;
  std::size_t next = at;
  for (int signs = 0; signs <= kLongestSpeaker && next < end && han_at(text_, next); ++signs) {
    const Match verb = lexicon_.longest(Section::kSpeech, text_, next);
    if (verb && verb.entry->kind == 1) {
      // "He says" goes with whatever is said; another speaker's verb must end its clause: 这说明 is none.
      return verb.end >= end || signs == speaker_signs(at) || !han_at(text_, verb.end);
    }
    next_code_point(text_, next);
  }
  return false;
}

int Segmenter::speaker_signs(std::size_t at) const {
  const Match speaker = lexicon_.longest(Section::kSpeech, text_, at);
  return speaker && speaker.entry->kind == 0 ? static_cast<int>((speaker.end - at) / 3) : -1;
}

std::size_t Segmenter::full_stop(std::size_t at, std::size_t segment_start, std::size_t end) const {
  std::size_t after = at + 1;
  while (after < end && byte(after) == '.') ++after;
  const bool dots = after - at > 1;
  const std::size_t closed = skip_closers(after, end);
  std::size_t word = at;
  while (word > segment_start && (ascii_letter(byte(word - 1)) || byte(word - 1) >= 0x80)) --word;
  const std::size_t word_size = at - word;
  const unsigned char before = at > segment_start ? byte(at - 1) : 0;
  if (closed >= end) return after;
  const unsigned char next = byte(closed);
  if (!blank(next) && next != '\n') {
    if (word_size != 1 && marker_at(closed)) return after;
    if (closed == after && ascii_digit(next)) {
      // "barn.2. Milk": a list glued to the sentence before it
      std::size_t digits = closed;
      while (digits < end && ascii_digit(byte(digits)) && digits - closed < 3) ++digits;
      const bool label = (byte(digits) == '.' || byte(digits) == ')') && blank(byte(digits + 1));
      return label && ascii_lower(before) && word_size > 1 ? after : 0;
    }
    if (han_at(text_, closed)) return dots || word_size == 1 ? 0 : after;
    if (next == '[' && word_size != 1) return after;
    // No blank after the stop: a new sentence when a capital follows a word of at least two small letters.
    const bool word_ends = word_size >= 2 && ascii_lower(before) && ascii_lower(byte(at - 2));
    return word_ends && !address(word, at) && ascii_upper(next) &&
                   (ascii_lower(byte(closed + 1)) || blank(byte(closed + 1)))
               ? after
               : 0;
  }
  const std::size_t follow = skip_blanks(closed, end);
  if (follow >= end) return after;
  if (ascii_lower(byte(follow))) return 0;
  if (dots) return ascii_upper(byte(follow)) || byte(follow) >= 0x80 ? after : 0;
  if (word_size == 0 && ascii_digit(before)) {
    // "1. Pay": a label at the segment's start is no sentence
    std::size_t digits = at;
    while (digits > segment_start && ascii_digit(byte(digits - 1))) --digits;
    return digits == segment_start && at - digits <= 3 ? 0 : after;
  }
  if (word_size >= 1 && abbreviation(word, at)) return sentence_starter(follow) ? after : 0;
  return after;
}

bool Segmenter::marker_at(std::size_t at) const {
  std::size_t next = marker_;
  while (next < markers_.size() && static_cast<std::size_t>(markers_[next].end_byte) <= at) ++next;
  return next < markers_.size() && static_cast<std::size_t>(markers_[next].start_byte) == at &&
         (markers_[next].flags & kMarkerOpening) == 0;
}

bool Segmenter::address(std::size_t word, std::size_t at) const {
  std::size_t start = word;
  while (start > 0 && !blank(byte(start - 1)) && byte(start - 1) != '\n' && at - start < 128) --start;
  const std::string_view run = text_.substr(start, at - start);
  return run.find("://") != std::string_view::npos || run.find('@') != std::string_view::npos ||
         starts_with(run, 0, "www.");
}

bool Segmenter::abbreviation(std::size_t word, std::size_t at) const {
  const std::string_view written = text_.substr(word, at - word);
  if (written.size() == 1 &&
      (ascii_upper(static_cast<unsigned char>(written[0])) || (word > 0 && byte(word - 1) == '.')))
    return true;
  if (written.size() > 12) return false;
  char lowered[12];  // ASCII is folded by lowering alone
  for (std::size_t i = 0; i < written.size(); ++i) {
    const auto c = static_cast<unsigned char>(written[i]);
    if (c >= 0x80) return lexicon_.abbreviation(fold(written));
    lowered[i] = static_cast<char>(ascii_upper(c) ? c | 0x20 : c);
  }
  return lexicon_.abbreviation(std::string_view(lowered, written.size()));
}

bool Segmenter::sentence_starter(std::size_t at) const {
  std::size_t end = at;
  while (ascii_letter(byte(end))) ++end;
  return end - at >= 2 && ascii_upper(byte(at)) && lexicon_.stop_word(word_key(fold(text_.substr(at, end - at))));
}

std::size_t Segmenter::skip_blanks(std::size_t at, std::size_t end) const {
  while (at < end && (blank(byte(at)) || byte(at) == '\n')) ++at;
  return at;
}

std::size_t Segmenter::skip_closers(std::size_t at, std::size_t end) const {
  static constexpr std::string_view kWide[] = {"”", "’", "」", "』", "）", "》", "】", "〕", "›", "»"};
  while (at < end) {
    const unsigned char c = byte(at);
    if (c == '"' || c == '\'' || c == ')' || c == ']' || c == '}' || c == '*' || c == '_') {
      ++at;
      continue;
    }
    std::size_t size = 0;
    if (c >= 0x80) {
      for (const std::string_view closer : kWide) {
        if (starts_with(text_, at, closer)) size = closer.size();
      }
    }
    if (size == 0) break;
    at += size;
  }
  return at;
}

std::size_t Segmenter::trailing(std::size_t at, std::size_t end) {
  for (;;) {
    at = skip_closers(at, end);
    std::size_t next = at;
    while (next < end && blank(byte(next))) ++next;
    while (marker_ < markers_.size() && static_cast<std::size_t>(markers_[marker_].end_byte) <= at) ++marker_;
    if (marker_ < markers_.size() && static_cast<std::size_t>(markers_[marker_].start_byte) == next &&
        (markers_[marker_].flags & kMarkerOpening) == 0) {
      at = static_cast<std::size_t>(markers_[marker_].end_byte);
      if (byte(at) == '.' || byte(at) == ',') ++at;
      if (starts_with(text_, at, "。")) at += 3;
      continue;
    }
    return at;
  }
}

}  // namespace verify
