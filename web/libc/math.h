/// What the core and the loader of scenarios need of this header of C17 where there is no C
/// library: instructions of wasm, and some that scores and games alone ask for.
#ifndef VEER_WEB_MATH_H
#define VEER_WEB_MATH_H

#define INFINITY __builtin_inff()
#define NAN __builtin_nanf("")
#define HUGE_VAL __builtin_huge_val()

#define isfinite(x) __builtin_isfinite(x)
#define isinf(x) __builtin_isinf(x)
#define isnan(x) __builtin_isnan(x)
#define signbit(x) __builtin_signbit(x)

#define sqrtf(x) __builtin_sqrtf(x)
#define fabsf(x) __builtin_fabsf(x)
#define floorf(x) __builtin_floorf(x)
#define ceilf(x) __builtin_ceilf(x)
#define sqrt(x) __builtin_sqrt(x)
#define fabs(x) __builtin_fabs(x)
#define floor(x) __builtin_floor(x)
#define ceil(x) __builtin_ceil(x)
#define trunc(x) __builtin_trunc(x)

static inline double fmin(double a, double b)
{
    return a < b || isnan(b) ? a : b;
}

static inline double fmax(double a, double b)
{
    return a > b || isnan(b) ? a : b;
}

static inline float fminf(float a, float b)
{
    return a < b || isnan(b) ? a : b;
}

static inline float fmaxf(float a, float b)
{
    return a > b || isnan(b) ? a : b;
}

double hypot(double a, double b);
float hypotf(float a, float b);

/// The host's, whose last bits may differ: no world may depend on them.
__attribute__((import_module("host"))) float sinf(float angle);
__attribute__((import_module("host"))) float cosf(float angle);
__attribute__((import_module("host"))) double tan(double angle);
__attribute__((import_module("host"))) double asin(double sine);
__attribute__((import_module("host"))) double atan2(double y, double x);

#endif
