/// Rows of the tables of properties: braces go round each.
#ifndef VEER_IO_SPEC_TABLES_H
#define VEER_IO_SPEC_TABLES_H

#include "io/scenario/spec/spec.h"

/// The largest float that is a sensible size, speed or time.
#define LIMIT ((double)VEER_WORLD_LIMIT)

#define REQUIRED VEER_PROPERTY_REQUIRED
#define SCALED VEER_PROPERTY_SCALED
#define ABOVE VEER_PROPERTY_ABOVE
#define ENDLESS VEER_PROPERTY_ENDLESS

#define NUMBER(key, at, lower, upper, flags)                                                       \
    key, VEER_PROPERTY_NUMBER, at, lower, upper, flags, NULL
#define TIME(key, at, lower, upper, flags) key, VEER_PROPERTY_TIME, at, lower, upper, flags, NULL
#define COUNT(key, at, lower, upper, flags) key, VEER_PROPERTY_COUNT, at, lower, upper, flags, NULL
#define RANGE(key, at, lower, upper, flags) key, VEER_PROPERTY_RANGE, at, lower, upper, flags, NULL
#define FLAG(key, at) key, VEER_PROPERTY_FLAG, at, 0, 0, 0, NULL
#define LAYERS(key, at) key, VEER_PROPERTY_LAYERS, at, 0, 31, 0, NULL
#define LINK_FLAGS(key, at) key, VEER_PROPERTY_LAYERS, at, 0, 30, 0, NULL
#define TEXT(key, at, flags) key, VEER_PROPERTY_TEXT, at, 0, 0, flags, NULL
#define VECTOR(key, at, flags) key, VEER_PROPERTY_VECTOR, at, 0, 0, flags, NULL
#define POINTS(key, at, flags) key, VEER_PROPERTY_POINTS, at, 0, 0, flags, NULL
#define BOUNDS(key, at, flags) key, VEER_PROPERTY_BOUNDS, at, 0, 0, flags, NULL
#define NODE(key, at, flags) key, VEER_PROPERTY_NODE, at, 0, 0, flags, NULL
#define CHOICE(key, at, names, flags) key, VEER_PROPERTY_CHOICE, at, 0, 0, flags, names
#define OBJECT(key, at, schema) key, VEER_PROPERTY_OBJECT, at, 0, 0, 0, &(schema)

#endif
