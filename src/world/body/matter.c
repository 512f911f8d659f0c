/// What bodies exchange momentum by: mass, restitution, friction.
#include "world/body/matter.h"

#include "math/vec.h"
#include "world/body/body.h"

/// Area or volume at density 1; the factor π (or 4π/3) is the same for all, and left out.
float veer_world_size_mass(const VeerWorld *world, float radius)
{
    float square = radius * radius;
    return world->def.space == VEER_PLANAR ? square : square * radius;
}

void veer_body_need(VeerRefusal *refusal, const char *restitution, float parts_with,
                    const char *friction, float grip)
{
    veer_need(refusal, parts_with >= 0.0f && parts_with <= 1.0f, restitution, "must be 0 to 1",
              (double)parts_with);
    veer_need_length(refusal, friction, grip);
}

void veer_agent_put_matter(VeerWorld *world, uint32_t slot, VeerMatter matter)
{
    if (slot < world->def.max_masses) {
        world->head->mass_count -= world->matter[slot].mass > 0.0f;
        world->matter[slot] = matter;
        world->head->mass_count += matter.mass > 0.0f;
    }
}

/// Gives a live agent what it is to have, if there is room for that.
static VeerStatus set_matter(VeerWorld *world, VeerRefusal *refusal, uint32_t slot,
                             VeerMatter matter)
{
    VeerStatus status = veer_world_check_change(world, refusal);
    if (status == VEER_OK) {
        uint32_t most = world->def.max_masses;
        status = veer_world_check_room(world, refusal, slot < most, "world.max_masses", most);
    }
    if (status == VEER_OK) {
        veer_agent_put_matter(world, slot, matter);
    }
    return status;
}

VeerStatus veer_agent_set_mass(VeerWorld *world, VeerAgentId agent, float mass)
{
    VeerRefusal refusal = {.function = __func__};
    uint32_t slot = veer_agent_need(&refusal, world, agent);
    veer_need(&refusal, mass >= 0.0f && isfinite(mass), "mass", "must be >= 0 and finite",
              (double)mass);
    VeerMatter matter = {0.0f, 0.0f, 0.0f};
    matter = slot != VEER_NO_SLOT ? veer_agent_matter(world, slot) : matter;
    matter.mass = mass;
    return set_matter(world, &refusal, slot, matter);
}

VeerStatus veer_agent_set_bounce(VeerWorld *world, VeerAgentId agent, float restitution,
                                 float friction)
{
    VeerRefusal refusal = {.function = __func__};
    uint32_t slot = veer_agent_need(&refusal, world, agent);
    veer_body_need(&refusal, "restitution", restitution, "friction", friction);
    VeerMatter matter = {0.0f, 0.0f, 0.0f};
    matter = slot != VEER_NO_SLOT ? veer_agent_matter(world, slot) : matter;
    matter.restitution = restitution;
    matter.friction = friction;
    return set_matter(world, &refusal, slot, matter);
}

VeerStatus veer_obstacle_set_mass(VeerWorld *world, VeerObstacleId obstacle, float mass)
{
    VeerRefusal refusal = {.function = __func__};
    uint32_t slot = veer_obstacle_need(&refusal, world, obstacle);
    veer_need(&refusal, mass >= 0.0f && isfinite(mass), "mass", "must be >= 0 and finite",
              (double)mass);
    veer_obstacle_need_ball(&refusal, world, slot);
    VeerStatus status = veer_world_check_change(world, &refusal);
    if (status == VEER_OK) {
        float own = veer_world_size_mass(world, world->obstacle.radius[slot]);
        world->obstacle.mass[slot] = mass > 0.0f ? mass : own;
    }
    return status;
}

VeerStatus veer_obstacle_set_bounce(VeerWorld *world, VeerObstacleId obstacle, float restitution,
                                    float friction)
{
    VeerRefusal refusal = {.function = __func__};
    uint32_t slot = veer_obstacle_need(&refusal, world, obstacle);
    veer_body_need(&refusal, "restitution", restitution, "friction", friction);
    bool is_free = slot != VEER_NO_SLOT && world->obstacle.motion[slot] == VEER_MOTION_FREE;
    veer_need_that(&refusal, is_free, "obstacle", "must be a free ball");
    VeerStatus status = veer_world_check_change(world, &refusal);
    if (status == VEER_OK) {
        world->obstacle.restitution[slot] = restitution;
        world->obstacle.friction[slot] = friction;
    }
    return status;
}
