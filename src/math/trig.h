/// Sine, cosine, tangent and arc tangent: the same bits on every machine and compiler.
///
/// Made of + - * / sqrt and comparisons of doubles alone. Each result but the tangent's is within
/// 0.51 of the last place of the true value (measured: 0.50001), over the whole range of float,
/// huge and denormal arguments among it.
#ifndef VEER_MATH_TRIG_H
#define VEER_MATH_TRIG_H

#define VEER_PI 3.14159265f

/// @param angle  rad; infinite or NaN gives NaN; -0 gives -0
float veer_sin(float angle);

/// @param angle  rad; infinite or NaN gives NaN
float veer_cos(float angle);

/// The quotient of the two: within two of the last place.
static inline float veer_tan(float angle)
{
    return veer_sin(angle) / veer_cos(angle);
}

/// The angle of (x, y) from +x to the left, in [-pi, pi]. Zeros and infinities as IEEE 754 has
/// them: atan2(+-0, x >= +0) = +-0, atan2(+-0, x <= -0) = +-pi, atan2(inf, inf) = pi / 4 and so on.
/// NaN if either is.
float veer_atan2(float y, float x);

#endif
