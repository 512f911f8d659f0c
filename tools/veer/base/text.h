/// Numbers as people read them.
#ifndef VEER_TOOLS_TEXT_H
#define VEER_TOOLS_TEXT_H

/// A short text.
typedef struct VeerBrief {
    char text[32];
} VeerBrief;

/// A number with three digits or so, or a dash for what is none.
VeerBrief veer_text_brief(double value);

#endif
