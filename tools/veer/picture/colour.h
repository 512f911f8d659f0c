/// The colours of pictures: one dark theme, and hues of equal brightness for agents.
#ifndef VEER_TOOLS_COLOUR_H
#define VEER_TOOLS_COLOUR_H

#include <stdint.h>

/// sRGB, each 0 to 1.
typedef struct VeerColour {
    double red, green, blue;
} VeerColour;

extern const VeerColour veer_colour_background, veer_colour_grid, veer_colour_frame;
extern const VeerColour veer_colour_rock, veer_colour_rock_rim, veer_colour_drift;
extern const VeerColour veer_colour_wall, veer_colour_wall_fill;
extern const VeerColour veer_colour_title, veer_colour_text, veer_colour_faint;

/// A hue (rad) at the brightness that all agents share.
VeerColour veer_colour_hue(double hue);

/// The colour of the group with this number, far from those of the groups next to it.
VeerColour veer_colour_group(uint32_t group);

/// From a (0) to b (1).
VeerColour veer_colour_mix(VeerColour a, VeerColour b, double share);

#endif
