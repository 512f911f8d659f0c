/// Indices that are built in two parts, of which the second comes later.
#ifndef VEER_SPACE_INDEX_BUILD_H
#define VEER_SPACE_INDEX_BUILD_H

#include "space/index.h"

/// As veer_index_build, of those balls alone whose is_present[] is `part`.
void veer_index_build_part(VeerIndex *index, VeerSpace space, const VeerBalls *balls, uint8_t part);
/// Adds those whose is_present[] is another part, in entries behind all others: these stay where
/// they are, and what is found is as if all had been built at once. The columns are those of
/// before, and may be longer; of half as many classes of radius each part has its own levels. Once
/// a build.
void veer_index_add_part(VeerIndex *index, const VeerBalls *balls, uint8_t part);

#endif
