/// What the block of a state is made of, for libraries that have it in parts.
#ifndef VEER_WORLD_HOST_SECTIONS_H
#define VEER_WORLD_HOST_SECTIONS_H

#include "world/base/state.h"

/// How what a shard has of a section is that of the whole.
typedef enum VeerSectionKind {
    VEER_SECTION_NOTHING = 0, ///< zeros, in worlds that can be spread over shards
    VEER_SECTION_ALIKE,       ///< the same in all shards
    VEER_SECTION_AGENTS,      ///< an element a slot
    VEER_SECTION_LINKS,       ///< likewise; of a slot that is given back the next one
    VEER_SECTION_GENERATIONS, ///< likewise, of slots that are given back, too
    VEER_SECTION_ROWS,        ///< likewise, rows of the profiles
    VEER_SECTION_PROFILES,
    VEER_SECTION_PAIRS,
    VEER_SECTION_HEAD,
} VeerSectionKind;

/// An array in the block of a state; between arrays there are zeros.
typedef struct VeerShardSection {
    const void *base;
    size_t offset; ///< bytes from the block's beginning
    uint32_t size; ///< bytes of an element
    uint32_t count;
    VeerSectionKind kind;
} VeerShardSection;

#define VEER_MAX_SECTIONS 128u

/// @param out  VEER_MAX_SECTIONS @return how many there are: of all worlds without maps and squads
///             the same ones, in the same order
uint32_t veer_shard_sections(const VeerWorld *world, VeerShardSection *out);

#endif
