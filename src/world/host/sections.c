#include "world/host/sections.h"
#include "world/host/check.h"

#include <assert.h>

/// @param column  where its address is: columns of no elements have the same one
static VeerSectionKind kind_of_column(const VeerWorld *world, const void *column)
{
    return column == (const void *)&world->agent.goal_target  ? VEER_SECTION_LINKS
           : column == (const void *)&world->agent.generation ? VEER_SECTION_GENERATIONS
           : column == (const void *)&world->agent.profile    ? VEER_SECTION_ROWS
                                                              : VEER_SECTION_AGENTS;
}

static VeerSectionKind kind_of_structs(const VeerWorld *world, const VeerStatePart *part)
{
    const void *base = part->base;
    // One of no elements has the place of the next one.
    if (part->count == 0 || part->is_of_agents || base == world->sensed ||
        base == world->removals || base == world->messages) {
        return VEER_SECTION_NOTHING;
    }
    return base == world->profiles             ? VEER_SECTION_PROFILES
           : base == world->pairs              ? VEER_SECTION_PAIRS
           : base == (const void *)world->head ? VEER_SECTION_HEAD
                                               : VEER_SECTION_ALIKE;
}

static VeerShardSection section_of(const VeerWorld *world, const VeerStatePart *part, uint32_t rule)
{
    bool is_column = part->stride == 0;
    const void *base = is_column ? veer_state_value(part, 0, rule) : part->base;
    VeerShardSection section = {
        .base = base,
        .offset = (size_t)((const unsigned char *)base - world->state_block),
        .size = is_column ? part->rules->all[rule].size : (uint32_t)part->stride,
        .count = part->count,
        .kind = VEER_SECTION_ALIKE,
    };
    if (!is_column) {
        section.kind = kind_of_structs(world, part);
    } else if (part->is_of_agents) {
        const unsigned char *columns = part->base;
        section.kind = kind_of_column(world, columns + rule * sizeof(void *));
    }
    return section;
}

uint32_t veer_shard_sections(const VeerWorld *world, VeerShardSection *out)
{
    VeerStateParts parts;
    uint32_t count = 0;
    veer_world_parts(world, &parts);
    for (uint32_t i = 0; i < parts.count; ++i) {
        const VeerStatePart *part = &parts.all[i];
        uint32_t rules = !part->base ? 0 : part->stride > 0 ? 1 : part->rules->count;
        for (uint32_t rule = 0; rule < rules; ++rule) {
            assert(count < VEER_MAX_SECTIONS);
            out[count++] = section_of(world, part, rule);
        }
    }
    return count;
}
