/// Worlds whose agents share fields.
#ifndef VEER_TESTS_FIELD_WORLDS_H
#define VEER_TESTS_FIELD_WORLDS_H

#include "world/map_maker.h"

static inline VeerWorldDef fields_def(uint32_t width, uint32_t height, uint32_t fields)
{
    VeerWorldDef def = map_def(width, height);
    def.map.max_fields = fields;
    def.map.field_agents = 2;
    return def;
}

/// How many of the first agents follow a field.
static inline uint32_t count_shared(const VeerWorld *world, uint32_t count)
{
    uint32_t shared = 0;
    for (uint32_t slot = 0; slot < count; slot++) {
        shared += read_route(world, veer_agent_at(world, slot)).is_shared;
    }
    return shared;
}

#endif
