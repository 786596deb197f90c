#include "byte_classes.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstring>

#include "verify/simd.hpp"

#if defined(__x86_64__)
#include <immintrin.h>
#elif defined(__aarch64__)
#include <arm_neon.h>
#endif

namespace verify {
namespace {

// Classifies `count` whole blocks.
using Classify = void (*)(const unsigned char* bytes, std::size_t count, ByteMasks* masks);
// Compares them with the bytes `distance` behind; that many more than the blocks can be read.
using Equal = bool (*)(const unsigned char* bytes, std::size_t count, std::size_t distance, std::uint64_t* masks);

// ------------------------------------------------------------------------------------------------------- scalar

enum ByteClass : std::uint16_t {
  kLetter = 1,
  kDigit = 2,
  kWide = 4,
  kApostrophe = 8,
  kHyphen = 16,
  kBreak = 32,
  kStop = 64,
  kComma = 128,
  kStopLead = 256
};

constexpr std::array<std::uint16_t, 256> make_classes() {
  std::array<std::uint16_t, 256> table{};
  for (std::size_t c = 'a'; c <= 'z'; ++c) table[c] = table[c - 0x20] = kLetter;
  for (std::size_t c = '0'; c <= '9'; ++c) table[c] = kDigit;
  for (std::size_t c = 0x80; c < 0x100; ++c) table[c] = kWide;
  table['\''] = kApostrophe;
  table['-'] = kHyphen;
  table['.'] = table['!'] = table['?'] = kStop;
  table[','] = kComma;
  table[0xE3] = table[0xEF] = kWide | kStopLead;
  table['\n'] = table['\r'] = kBreak;
  return table;
}
constexpr std::array<std::uint16_t, 256> kClasses = make_classes();

void classify_scalar(const unsigned char* bytes, std::size_t count, ByteMasks* masks) {
  for (; count > 0; --count, bytes += kBlockBytes) {
    ByteMasks row{};
    for (std::size_t i = 0; i < kBlockBytes; ++i) {
      const std::uint64_t kind = kClasses[bytes[i]];
      row.letters |= (kind & 1u) << i;
      row.digits |= (kind >> 1 & 1u) << i;
      row.wide |= (kind >> 2 & 1u) << i;
      row.apostrophes |= (kind >> 3 & 1u) << i;
      row.hyphens |= (kind >> 4 & 1u) << i;
      row.breaks |= (kind >> 5 & 1u) << i;
      row.stops |= (kind >> 6 & 1u) << i;
      row.commas |= (kind >> 7 & 1u) << i;
      row.stop_leads |= (kind >> 8 & 1u) << i;
    }
    *masks++ = row;
  }
}

bool equal_scalar(const unsigned char* bytes, std::size_t count, std::size_t distance, std::uint64_t* masks) {
  unsigned all = 0;
  for (; count > 0; --count, bytes += kBlockBytes) {
    std::uint64_t mask = 0;
    for (std::size_t i = 0; i < kBlockBytes; ++i) {
      mask |= std::uint64_t{bytes[i] == bytes[i + distance]} << i;
      all |= bytes[i];
    }
    *masks++ = mask;
  }
  return all >= 0x80;
}

// ------------------------------------------------------------------------------------------------------- vectors
// Everywhere the same steps: letters are what is below 26 once 'a' is taken from the byte with its case bit set,
// digits what is below ten once '0' is taken. SSE2 and AVX2 compare signed bytes alone: both sides are moved by 128.

#if defined(__x86_64__)

void classify_sse2(const unsigned char* bytes, std::size_t count, ByteMasks* masks) {
  const __m128i lower = _mm_set1_epi8(0x20);
  const __m128i from_a = _mm_set1_epi8(static_cast<char>(0x80 - 'a'));
  const __m128i past_z = _mm_set1_epi8(static_cast<char>(0x80 + 26));
  const __m128i from_0 = _mm_set1_epi8(static_cast<char>(0x80 - '0'));
  const __m128i past_9 = _mm_set1_epi8(static_cast<char>(0x80 + 10));
  const auto bits = [](__m128i v, int part) {
    return static_cast<std::uint64_t>(static_cast<std::uint32_t>(_mm_movemask_epi8(v))) << (16 * part);
  };
  for (; count > 0; --count, bytes += kBlockBytes) {
    ByteMasks row{};
    for (int part = 0; part < 4; ++part) {
      const __m128i v = _mm_loadu_si128(reinterpret_cast<const __m128i*>(bytes + 16 * part));
      const __m128i letters = _mm_cmplt_epi8(_mm_add_epi8(_mm_or_si128(v, lower), from_a), past_z);
      const __m128i digits = _mm_cmplt_epi8(_mm_add_epi8(v, from_0), past_9);
      const auto is = [v](char sign) { return _mm_cmpeq_epi8(v, _mm_set1_epi8(sign)); };
      row.letters |= bits(letters, part);
      row.digits |= bits(digits, part);
      row.wide |= bits(v, part);
      row.apostrophes |= bits(is('\''), part);
      row.hyphens |= bits(is('-'), part);
      row.breaks |= bits(_mm_or_si128(is('\n'), is('\r')), part);
      row.stops |= bits(_mm_or_si128(_mm_or_si128(is('.'), is('!')), is('?')), part);
      row.commas |= bits(is(','), part);
      row.stop_leads |= bits(_mm_or_si128(is('\xE3'), is('\xEF')), part);
    }
    *masks++ = row;
  }
}

bool equal_sse2(const unsigned char* bytes, std::size_t count, std::size_t distance, std::uint64_t* masks) {
  __m128i all = _mm_setzero_si128();
  for (; count > 0; --count, bytes += kBlockBytes) {
    std::uint64_t mask = 0;
    for (std::size_t part = 0; part < kBlockBytes; part += 16) {
      const __m128i v = _mm_loadu_si128(reinterpret_cast<const __m128i*>(bytes + part));
      const __m128i other = _mm_loadu_si128(reinterpret_cast<const __m128i*>(bytes + part + distance));
      mask |= std::uint64_t{static_cast<std::uint32_t>(_mm_movemask_epi8(_mm_cmpeq_epi8(v, other)))} << part;
      all = _mm_or_si128(all, v);
    }
    *masks++ = mask;
  }
  return _mm_movemask_epi8(all) != 0;
}

__attribute__((target("avx2"))) inline std::uint64_t bits_avx2(__m256i low, __m256i high) {
  return static_cast<std::uint32_t>(_mm256_movemask_epi8(low)) |
         static_cast<std::uint64_t>(static_cast<std::uint32_t>(_mm256_movemask_epi8(high))) << 32;
}

__attribute__((target("avx2"))) inline __m256i is_avx2(__m256i bytes, char sign) {
  return _mm256_cmpeq_epi8(bytes, _mm256_set1_epi8(sign));
}

__attribute__((target("avx2"))) void classify_avx2(const unsigned char* bytes, std::size_t count, ByteMasks* masks) {
  const __m256i lower = _mm256_set1_epi8(0x20);
  const __m256i from_a = _mm256_set1_epi8(static_cast<char>(0x80 - 'a'));
  const __m256i past_z = _mm256_set1_epi8(static_cast<char>(0x80 + 26));
  const __m256i from_0 = _mm256_set1_epi8(static_cast<char>(0x80 - '0'));
  const __m256i past_9 = _mm256_set1_epi8(static_cast<char>(0x80 + 10));
  for (; count > 0; --count, bytes += kBlockBytes) {
    const __m256i a = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(bytes));
    const __m256i b = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(bytes + 32));
    ByteMasks& row = *masks++;
    row.letters = bits_avx2(_mm256_cmpgt_epi8(past_z, _mm256_add_epi8(_mm256_or_si256(a, lower), from_a)),
                            _mm256_cmpgt_epi8(past_z, _mm256_add_epi8(_mm256_or_si256(b, lower), from_a)));
    row.digits = bits_avx2(_mm256_cmpgt_epi8(past_9, _mm256_add_epi8(a, from_0)),
                           _mm256_cmpgt_epi8(past_9, _mm256_add_epi8(b, from_0)));
    row.wide = bits_avx2(a, b);
    row.apostrophes = bits_avx2(is_avx2(a, '\''), is_avx2(b, '\''));
    row.hyphens = bits_avx2(is_avx2(a, '-'), is_avx2(b, '-'));
    row.breaks = bits_avx2(_mm256_or_si256(is_avx2(a, '\n'), is_avx2(a, '\r')),
                           _mm256_or_si256(is_avx2(b, '\n'), is_avx2(b, '\r')));
    row.stops = bits_avx2(_mm256_or_si256(_mm256_or_si256(is_avx2(a, '.'), is_avx2(a, '!')), is_avx2(a, '?')),
                          _mm256_or_si256(_mm256_or_si256(is_avx2(b, '.'), is_avx2(b, '!')), is_avx2(b, '?')));
    row.commas = bits_avx2(is_avx2(a, ','), is_avx2(b, ','));
    row.stop_leads = bits_avx2(_mm256_or_si256(is_avx2(a, '\xE3'), is_avx2(a, '\xEF')),
                               _mm256_or_si256(is_avx2(b, '\xE3'), is_avx2(b, '\xEF')));
  }
}

__attribute__((target("avx2"))) inline __m256i load_avx2(const unsigned char* bytes) {
  return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(bytes));
}

__attribute__((target("avx2"))) bool equal_avx2(const unsigned char* bytes, std::size_t count, std::size_t distance,
                                                std::uint64_t* masks) {
  __m256i all = _mm256_setzero_si256();
  for (; count > 0; --count, bytes += kBlockBytes) {
    const __m256i a = load_avx2(bytes);
    const __m256i b = load_avx2(bytes + 32);
    *masks++ = bits_avx2(_mm256_cmpeq_epi8(a, load_avx2(bytes + distance)),
                         _mm256_cmpeq_epi8(b, load_avx2(bytes + 32 + distance)));
    all = _mm256_or_si256(all, _mm256_or_si256(a, b));
  }
  return _mm256_movemask_epi8(all) != 0;
}

__attribute__((target("avx512f,avx512bw"))) bool equal_avx512(const unsigned char* bytes, std::size_t count,
                                                              std::size_t distance, std::uint64_t* masks) {
  __m512i all = _mm512_setzero_si512();
  for (; count > 0; --count, bytes += kBlockBytes) {
    const __m512i v = _mm512_loadu_si512(bytes);
    *masks++ = _mm512_cmpeq_epi8_mask(v, _mm512_loadu_si512(bytes + distance));
    all = _mm512_or_si512(all, v);
  }
  return _mm512_movepi8_mask(all) != 0;
}

__attribute__((target("avx512f,avx512bw"))) inline std::uint64_t is_avx512(__m512i bytes, char sign) {
  return _mm512_cmpeq_epi8_mask(bytes, _mm512_set1_epi8(sign));
}

__attribute__((target("avx512f,avx512bw"))) void classify_avx512(const unsigned char* bytes, std::size_t count,
                                                                 ByteMasks* masks) {
  const __m512i lower = _mm512_set1_epi8(0x20);
  const __m512i a = _mm512_set1_epi8('a');
  const __m512i zero = _mm512_set1_epi8('0');
  for (; count > 0; --count, bytes += kBlockBytes) {
    const __m512i v = _mm512_loadu_si512(bytes);
    ByteMasks& row = *masks++;
    row.letters = _mm512_cmplt_epu8_mask(_mm512_sub_epi8(_mm512_or_si512(v, lower), a), _mm512_set1_epi8(26));
    row.digits = _mm512_cmplt_epu8_mask(_mm512_sub_epi8(v, zero), _mm512_set1_epi8(10));
    row.wide = _mm512_movepi8_mask(v);
    row.apostrophes = is_avx512(v, '\'');
    row.hyphens = is_avx512(v, '-');
    row.breaks = is_avx512(v, '\n') | is_avx512(v, '\r');
    row.stops = is_avx512(v, '.') | is_avx512(v, '!') | is_avx512(v, '?');
    row.commas = is_avx512(v, ',');
    row.stop_leads = is_avx512(v, '\xE3') | is_avx512(v, '\xEF');
  }
}

#elif defined(__aarch64__)

// Each lane of `parts` is all ones or all zeros: keeps one bit of each and adds neighbors together, three times.
inline std::uint64_t bits_neon(const uint8x16_t parts[4]) {
  static constexpr std::uint8_t kBits[16] = {1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128};
  const uint8x16_t bits = vld1q_u8(kBits);
  const uint8x16_t low = vpaddq_u8(vandq_u8(parts[0], bits), vandq_u8(parts[1], bits));
  const uint8x16_t high = vpaddq_u8(vandq_u8(parts[2], bits), vandq_u8(parts[3], bits));
  const uint8x16_t four = vpaddq_u8(low, high);
  return vgetq_lane_u64(vreinterpretq_u64_u8(vpaddq_u8(four, four)), 0);
}

void classify_neon(const unsigned char* bytes, std::size_t count, ByteMasks* masks) {
  for (; count > 0; --count, bytes += kBlockBytes) {
    uint8x16_t letters[4], digits[4], wide[4], apostrophes[4], hyphens[4], breaks[4], stops[4], commas[4], leads[4];
    for (int part = 0; part < 4; ++part) {
      const uint8x16_t v = vld1q_u8(bytes + 16 * part);
      const auto is = [v](std::uint8_t sign) { return vceqq_u8(v, vdupq_n_u8(sign)); };
      letters[part] = vcltq_u8(vsubq_u8(vorrq_u8(v, vdupq_n_u8(0x20)), vdupq_n_u8('a')), vdupq_n_u8(26));
      digits[part] = vcltq_u8(vsubq_u8(v, vdupq_n_u8('0')), vdupq_n_u8(10));
      wide[part] = vcgeq_u8(v, vdupq_n_u8(0x80));
      apostrophes[part] = is('\'');
      hyphens[part] = is('-');
      breaks[part] = vorrq_u8(is('\n'), is('\r'));
      stops[part] = vorrq_u8(vorrq_u8(is('.'), is('!')), is('?'));
      commas[part] = is(',');
      leads[part] = vorrq_u8(is(0xE3), is(0xEF));
    }
    *masks++ = {bits_neon(letters), bits_neon(digits), bits_neon(wide),   bits_neon(apostrophes), bits_neon(hyphens),
                bits_neon(breaks),  bits_neon(stops),  bits_neon(commas), bits_neon(leads)};
  }
}

bool equal_neon(const unsigned char* bytes, std::size_t count, std::size_t distance, std::uint64_t* masks) {
  uint8x16_t all = vdupq_n_u8(0);
  for (; count > 0; --count, bytes += kBlockBytes) {
    uint8x16_t equal[4];
    for (std::size_t part = 0; part < 4; ++part) {
      const uint8x16_t v = vld1q_u8(bytes + 16 * part);
      equal[part] = vceqq_u8(v, vld1q_u8(bytes + 16 * part + distance));
      all = vorrq_u8(all, v);
    }
    *masks++ = bits_neon(equal);
  }
  return vmaxvq_u8(all) >= 0x80;
}

#endif

Equal comparer(SimdLevel level) {
  switch (level) {
#if defined(__x86_64__)
    case SimdLevel::kSse2:
      return equal_sse2;
    case SimdLevel::kAvx2:
      return equal_avx2;
    case SimdLevel::kAvx512:
      return equal_avx512;
#elif defined(__aarch64__)
    case SimdLevel::kNeon:
      return equal_neon;
#endif
    default:
      return equal_scalar;
  }
}

Classify classifier(SimdLevel level) {
  switch (level) {
#if defined(__x86_64__)
    case SimdLevel::kSse2:
      return classify_sse2;
    case SimdLevel::kAvx2:
      return classify_avx2;
    case SimdLevel::kAvx512:
      return classify_avx512;
#elif defined(__aarch64__)
    case SimdLevel::kNeon:
      return classify_neon;
#endif
    default:
      return classify_scalar;
  }
}

std::atomic<SimdLevel>& chosen_level() {
  static std::atomic<SimdLevel> level{simd_levels().back()};
  return level;
}

std::atomic<Classify>& chosen() {
  static std::atomic<Classify> classify{classifier(chosen_level())};
  return classify;
}

}  // namespace

std::vector<SimdLevel> simd_levels() {
  std::vector<SimdLevel> levels{SimdLevel::kScalar};
#if defined(__x86_64__)
  levels.push_back(SimdLevel::kSse2);
  if (__builtin_cpu_supports("avx2")) levels.push_back(SimdLevel::kAvx2);
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw")) levels.push_back(SimdLevel::kAvx512);
#elif defined(__aarch64__)
  levels.push_back(SimdLevel::kNeon);
#endif
  return levels;
}

SimdLevel simd_level() { return chosen_level(); }

const char* simd_level_name(SimdLevel level) {
  switch (level) {
    case SimdLevel::kScalar:
      return "scalar";
    case SimdLevel::kSse2:
      return "sse2";
    case SimdLevel::kAvx2:
      return "avx2";
    case SimdLevel::kAvx512:
      return "avx512";
    case SimdLevel::kNeon:
      return "neon";
  }
  return "scalar";
}

void force_simd_level(SimdLevel level) {
  chosen_level() = level;
  chosen() = classifier(level);
}

void classify_bytes(std::string_view text, ByteMasks* masks) {
  const Classify classify = chosen().load(std::memory_order_relaxed);
  const std::size_t whole = text.size() / kBlockBytes;
  const auto* const bytes = reinterpret_cast<const unsigned char*>(text.data());
  classify(bytes, whole, masks);
  const std::size_t left = text.size() % kBlockBytes;
  if (left == 0) return;
  unsigned char last[kBlockBytes];
  std::memset(last, ' ', kBlockBytes);
  std::memcpy(last, bytes + whole * kBlockBytes, left);
  classify(last, 1, masks + whole);
}

bool equal_bytes(std::string_view text, std::size_t start, std::size_t count, std::size_t distance,
                 std::uint64_t* masks) {
  const Equal equal = comparer(simd_level());
  const auto* const bytes = reinterpret_cast<const unsigned char*>(text.data()) + start;
  const std::size_t size = std::min(text.size() - start, count * kBlockBytes + distance);
  const std::size_t compared = size > distance ? size - distance : 0;
  const std::size_t whole = compared / kBlockBytes;
  bool wide = equal(bytes, whole, distance, masks);
  if (whole == count) return wide;
  // At most two blocks are left, and of these no more than a part of the first has something behind it.
  masks[whole] = masks[count - 1] = 0;
  const std::size_t left = compared % kBlockBytes;
  if (whole > 0) {  // the last bytes of all as one block, moved to where they belong
    wide |= equal(bytes + compared - kBlockBytes, 1, distance, masks + whole);
    masks[whole] = left > 0 ? masks[whole] >> (kBlockBytes - left) : 0;
  } else if (left > 0) {
    unsigned char only[kBlockBytes + 8] = {};
    std::memcpy(only, bytes, size);
    equal(only, 1, distance, masks);
    masks[0] &= (std::uint64_t{1} << left) - 1;
  }
  const std::size_t end = std::min(size, count * kBlockBytes);
  for (std::size_t at = whole > 0 ? compared : 0; at < end; ++at) wide |= bytes[at] >= 0x80;
  return wide;
}

}  // namespace verify
