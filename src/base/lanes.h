/// Kernels for several widths of registers, one of which is chosen when they are called.
///
/// A file of kernels, <name>_lanes.c, gives a table of functions, VEER_LANED(name), and is compiled
/// once for what the build is for, and on x86-64 once more for each wider width
/// (cmake/library.cmake). Who compiles the sources otherwise has the first alone.
#ifndef VEER_BASE_LANES_H
#define VEER_BASE_LANES_H

#include <stdint.h>

/// Which tables there are, the narrowest first.
typedef enum VeerLanes {
    VEER_LANES_BASE = 0, ///< the instructions that the build is for
#ifdef VEER_LANES_ALL
    VEER_LANES_AVX2,
    VEER_LANES_AVX512,
#endif
    VEER_LANES_COUNT
} VeerLanes;

#define VEER_LANES_JOIN(name, lanes) name##_##lanes
#define VEER_LANES_NAME(name, lanes) VEER_LANES_JOIN(name, lanes)

#ifndef VEER_LANES
#define VEER_LANES base ///< what this file is compiled for: base, avx2 or avx512
#endif

/// A name in the tables of this width.
#define VEER_LANED(name) VEER_LANES_NAME(name, VEER_LANES)

/// The addresses of a table in all widths, by VeerLanes.
#ifdef VEER_LANES_ALL
#define VEER_LANES_EACH(name) &name##_base, &name##_avx2, &name##_avx512
#else
#define VEER_LANES_EACH(name) &name##_base
#endif

/// The widest that the machine and its system have: a look at what the compiler's library found out
/// when the program began, so that nothing has to be kept.
static inline VeerLanes veer_lanes(void)
{
#ifdef VEER_LANES_ALL
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("bmi")) {
        return VEER_LANES_AVX512;
    }
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi")) {
        return VEER_LANES_AVX2;
    }
#endif
    return VEER_LANES_BASE;
}

/// Those of an instruction set, a VeerIsa; as veer_lanes where the machine does not have it.
static inline VeerLanes veer_lanes_of(uint32_t isa)
{
    VeerLanes widest = veer_lanes();
    return isa - 1u < (uint32_t)widest ? (VeerLanes)(isa - 1u) : widest;
}

#endif
