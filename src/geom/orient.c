#include "geom/orient.h"

enum { TERMS = 6 };

// Adds `value` to the expansion of `count` doubles exactly: afterwards count + 1 of them, none
// overlapping another, in order of magnitude. Source: Shewchuk, figure 6, with Knuth's sum of two.
static void grow(double expansion[TERMS], int count, double value)
{
    for (int i = 0; i < count; i++) {
        double sum = value + expansion[i];
        double taken = sum - value;
        expansion[i] = (value - (sum - taken)) + (expansion[i] - taken);
        value = sum;
    }
    expansion[count] = value;
}

static int sign_of(double value)
{
    return (value > 0.0) - (value < 0.0);
}

// The products of two floats are exact in double, and so is their sum as an expansion, whose sign
// is that of its largest part that is not zero.
static int exact_sign(const double terms[TERMS])
{
    double expansion[TERMS];
    for (int i = 0; i < TERMS; i++) {
        grow(expansion, i, terms[i]);
    }
    int sign = 0;
    for (int i = TERMS; i-- > 0 && sign == 0;) {
        sign = sign_of(expansion[i]);
    }
    return sign;
}

int veer_orient_exactly(VeerVec2 a, VeerVec2 b, VeerVec2 c)
{
    double ax = (double)a.x, ay = (double)a.y;
    double bx = (double)b.x, by = (double)b.y;
    double cx = (double)c.x, cy = (double)c.y;
    return exact_sign(
        (const double[TERMS]){ax * by, -(ay * bx), bx * cy, -(by * cx), cx * ay, -(cy * ax)});
}
