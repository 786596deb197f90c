// Which vector instructions the core uses: the widest that this machine has, chosen once, when it is loaded.
#pragma once

#include <vector>

namespace verify {

enum class SimdLevel { kScalar, kSse2, kAvx2, kAvx512, kNeon };

SimdLevel simd_level();
const char* simd_level_name(SimdLevel level);  // "scalar", "sse2", "avx2", "avx512", "neon"
std::vector<SimdLevel> simd_levels();          // the ones that this machine can run, narrowest first

// For tests: what is read from now on is read at `level`, which must be one of simd_levels(). All levels read the same.
void force_simd_level(SimdLevel level);

}  // namespace verify
