#include "text.h"

#include <math.h>
#include <stdio.h>

VeerBrief veer_text_brief(double value)
{
    VeerBrief brief = {"-"};
    if (value == 0.0) {
        brief = (VeerBrief){"0"};
    } else if (isfinite(value)) {
        double magnitude = fabs(value);
        int digits = magnitude >= 100.0 ? 0 : magnitude >= 10.0 ? 1 : magnitude >= 1.0 ? 2 : 3;
        snprintf(brief.text, sizeof brief.text, "%.*f", digits, value);
    }
    return brief;
}
