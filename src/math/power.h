/// Powers: the same bits on every machine and compiler.
#ifndef VEER_MATH_POWER_H
#define VEER_MATH_POWER_H

/// base to the exponent. Made of + - * / sqrt of doubles alone; within 0.51 of the last place of
/// the true value. Exponents that are multiples of 1/2, up to 8 either way, are multiplied out,
/// which rounds the same on every machine too.
///
/// @param base      > 0; 0, negative or NaN gives NaN
/// @param exponent  NaN gives NaN
/// @return 0 and INFINITY where the value leaves the range of float
float veer_power(float base, float exponent);

#endif
