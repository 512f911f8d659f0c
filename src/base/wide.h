/// Several floats at a time, one a lane.
///
/// A kernel is written once, for any width. Nothing here mixes lanes, but to find the least or the
/// greatest, and each operation rounds as its scalar form does, so the width cannot change a bit of
/// a result. Only these operations: no fused multiply and add, no approximate reciprocal.
/// VEER_WIDE_PLAIN asks for the form without instructions of its own, which is also the one for
/// processors that are not known here.
#ifndef VEER_BASE_WIDE_H
#define VEER_BASE_WIDE_H

#if defined(__SSE2__) && !defined(VEER_WIDE_PLAIN)
#include "base/wide_x86.h"
#else
#include "base/wide_plain.h"
#endif

#define VEER_WIDE_ALL ((1u << VEER_WIDE) - 1u) ///< wide_bits of all lanes

#endif
