/// Four lanes of WebAssembly, by clang: what base/wide.h says of x86-64, under the same names.
#ifndef VEER_BASE_WIDE_WASM_H
#define VEER_BASE_WIDE_WASM_H

#ifdef __wasm_simd128__

#include <stdint.h>
#include <wasm_simd128.h>

typedef float WideWasm __attribute__((vector_size(16)));
typedef double WideWasmKeys __attribute__((vector_size(16)));

#define WIDE_NUMBERS 0, 1, 2, 3
#define WIDE_OF(operation) wide_wasm_##operation

#define wide_wasm_sqrt_ps(a) ((WideWasm)wasm_f32x4_sqrt((v128_t)(a)))
// a < b ? a : b, and a > b ? a : b, as of x86-64: the operands in turn.
#define wide_wasm_min_ps(a, b) ((WideWasm)wasm_f32x4_pmin((v128_t)(b), (v128_t)(a)))
#define wide_wasm_max_ps(a, b) ((WideWasm)wasm_f32x4_pmax((v128_t)(b), (v128_t)(a)))
#define wide_wasm_min_pd(a, b) ((WideWasmKeys)wasm_f64x2_pmin((v128_t)(b), (v128_t)(a)))
#define wide_wasm_max_pd(a, b) ((WideWasmKeys)wasm_f64x2_pmax((v128_t)(b), (v128_t)(a)))
#define wide_wasm_movemask_ps(a) wasm_i32x4_bitmask((v128_t)(a))
#define wide_wasm_unpacklo_ps(a, b) __builtin_shufflevector(a, b, 0, 4, 1, 5)
#define wide_wasm_unpackhi_ps(a, b) __builtin_shufflevector(a, b, 2, 6, 3, 7)
#define wide_wasm_shuffle_ps(a, b, places)                                                         \
    __builtin_shufflevector(a, b, (places)&3, (places) >> 2 & 3, 4 + ((places) >> 4 & 3),          \
                            4 + ((places) >> 6 & 3))

#define WIDE_WASM_PLACE(i) (0x03020100u + 0x04040404u * (i))
#define WIDE_WASM_PLACES(a, b, c, d)                                                               \
    {                                                                                              \
        WIDE_WASM_PLACE(a), WIDE_WASM_PLACE(b), WIDE_WASM_PLACE(c), WIDE_WASM_PLACE(d)             \
    }

/// For each set of bits the bytes of its lanes in a row.
static const uint32_t wide_wasm_places[16][4] = {
    WIDE_WASM_PLACES(0, 0, 0, 0), WIDE_WASM_PLACES(0, 0, 0, 0), WIDE_WASM_PLACES(1, 0, 0, 0),
    WIDE_WASM_PLACES(0, 1, 0, 0), WIDE_WASM_PLACES(2, 0, 0, 0), WIDE_WASM_PLACES(0, 2, 0, 0),
    WIDE_WASM_PLACES(1, 2, 0, 0), WIDE_WASM_PLACES(0, 1, 2, 0), WIDE_WASM_PLACES(3, 0, 0, 0),
    WIDE_WASM_PLACES(0, 3, 0, 0), WIDE_WASM_PLACES(1, 3, 0, 0), WIDE_WASM_PLACES(0, 1, 3, 0),
    WIDE_WASM_PLACES(2, 3, 0, 0), WIDE_WASM_PLACES(0, 2, 3, 0), WIDE_WASM_PLACES(1, 2, 3, 0),
    WIDE_WASM_PLACES(0, 1, 2, 3)};

#endif
#endif
