#include "colour.h"

#include <math.h>

const VeerColour veer_colour_background = {0.051, 0.071, 0.106};
const VeerColour veer_colour_grid = {0.106, 0.141, 0.200};
const VeerColour veer_colour_frame = {0.216, 0.267, 0.353};
const VeerColour veer_colour_rock = {0.200, 0.231, 0.290};
const VeerColour veer_colour_rock_rim = {0.420, 0.463, 0.545};
const VeerColour veer_colour_drift = {0.325, 0.384, 0.486};
const VeerColour veer_colour_wall = {0.631, 0.690, 0.780};
const VeerColour veer_colour_wall_fill = {0.157, 0.188, 0.247};
const VeerColour veer_colour_title = {0.925, 0.945, 0.976};
const VeerColour veer_colour_text = {0.655, 0.706, 0.788};
const VeerColour veer_colour_faint = {0.392, 0.443, 0.533};

/// A linear component as sRGB encodes it.
static double encode(double linear)
{
    double value = fmin(fmax(linear, 0.0), 1.0);
    return value <= 0.0031308 ? 12.92 * value : 1.055 * pow(value, 1.0 / 2.4) - 0.055;
}

/// From lightness, chroma and hue of Oklab to sRGB. Source: Ottosson, "A perceptual color space for
/// image processing", 2020.
static VeerColour from_oklch(double lightness, double chroma, double hue)
{
    double a = chroma * cos(hue), b = chroma * sin(hue);
    double l = lightness + 0.3963377774 * a + 0.2158037573 * b;
    double m = lightness - 0.1055613458 * a - 0.0638541728 * b;
    double s = lightness - 0.0894841775 * a - 1.2914855480 * b;
    l = l * l * l;
    m = m * m * m;
    s = s * s * s;
    return (VeerColour){encode(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
                        encode(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
                        encode(-0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s)};
}

VeerColour veer_colour_hue(double hue)
{
    return from_oklch(0.80, 0.125, hue);
}

VeerColour veer_colour_group(uint32_t group)
{
    // Blue, orange, green, pink, yellow, violet: then again.
    static const double degrees[] = {232, 62, 152, 0, 100, 300};
    return veer_colour_hue(degrees[group % 6] * acos(-1.0) / 180.0);
}

VeerColour veer_colour_mix(VeerColour a, VeerColour b, double share)
{
    return (VeerColour){a.red + (b.red - a.red) * share, a.green + (b.green - a.green) * share,
                        a.blue + (b.blue - a.blue) * share};
}
