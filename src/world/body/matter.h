/// What bodies exchange momentum by.
#ifndef VEER_WORLD_BODY_MATTER_H
#define VEER_WORLD_BODY_MATTER_H

#include "world/base/base.h"

/// What a body of either kind bounces by.
void veer_body_need(VeerRefusal *refusal, const char *restitution, float parts_with,
                    const char *friction, float grip);
/// What an agent exchanges momentum by; all zero: it has nothing of its own.
static inline VeerMatter veer_agent_matter(const VeerWorld *world, uint32_t slot)
{
    uint32_t most = world->def.max_masses;
    return slot < most ? world->matter[slot] : (VeerMatter){0.0f, 0.0f, 0.0f};
}

static inline bool veer_agent_has_mass(const VeerWorld *world, uint32_t slot)
{
    return slot < world->def.max_masses && world->matter[slot].mass > 0.0f;
}

/// Gives an agent a mass, restitution and friction. Where not all are 0 there is room for them.
void veer_agent_put_matter(VeerWorld *world, uint32_t slot, VeerMatter matter);
/// kg, of a ball or an agent by its size.
float veer_world_size_mass(const VeerWorld *world, float radius);
#endif
