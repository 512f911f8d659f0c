/// Rows of the tables of properties: braces go round each, and round the kinds that it is for.
#ifndef VEER_IO_SPEC_TABLES_H
#define VEER_IO_SPEC_TABLES_H

#include "io/scenario/spec/spec.h"

/// The largest float that is a sensible size, speed or time.
#define LIMIT ((double)VEER_WORLD_LIMIT)

#define REQUIRED VEER_PROPERTY_REQUIRED
#define SCALED VEER_PROPERTY_SCALED
#define ABOVE VEER_PROPERTY_ABOVE
#define ENDLESS VEER_PROPERTY_ENDLESS

#define NUMBER(name, at, lower, upper, flags)                                                      \
    .key = name, VEER_PROPERTY_NUMBER, at, lower, upper, flags, NULL
#define TIME(name, at, lower, upper, flags)                                                        \
    .key = name, VEER_PROPERTY_TIME, at, lower, upper, flags, NULL
#define COUNT(name, at, lower, upper, flags)                                                       \
    .key = name, VEER_PROPERTY_COUNT, at, lower, upper, flags, NULL
#define RANGE(name, at, lower, upper, flags)                                                       \
    .key = name, VEER_PROPERTY_RANGE, at, lower, upper, flags, NULL
#define FLAG(name, at) .key = name, VEER_PROPERTY_FLAG, at, 0, 0, 0, NULL
#define LAYERS(name, at) .key = name, VEER_PROPERTY_LAYERS, at, 0, 31, 0, NULL
#define LINK_FLAGS(name, at) .key = name, VEER_PROPERTY_LAYERS, at, 0, 30, 0, NULL
#define TEXT(name, at, flags) .key = name, VEER_PROPERTY_TEXT, at, 0, 0, flags, NULL
#define VECTOR(name, at, flags) .key = name, VEER_PROPERTY_VECTOR, at, 0, 0, flags, NULL
#define POINTS(name, at, flags) .key = name, VEER_PROPERTY_POINTS, at, 0, 0, flags, NULL
#define BOUNDS(name, at, flags) .key = name, VEER_PROPERTY_BOUNDS, at, 0, 0, flags, NULL
#define NODE(name, at, flags) .key = name, VEER_PROPERTY_NODE, at, 0, 0, flags, NULL
#define CHOICE(name, at, names, flags) .key = name, VEER_PROPERTY_CHOICE, at, 0, 0, flags, names
#define OBJECT(name, at, schema) .key = name, VEER_PROPERTY_OBJECT, at, 0, 0, 0, &(schema)

#endif
