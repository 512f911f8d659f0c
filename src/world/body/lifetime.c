#include "world/body/lifetime.h"
#include "world/body/body.h"

#include <string.h>

static const VeerStateRule agent_end[] = {
    VEER_COLUMN_RULE("agent", double, end, WITHIN(0, VEER_LAST_TIME))};
static const VeerStateRule obstacle_end[] = {
    VEER_COLUMN_RULE("obstacle", double, end, WITHIN(0, VEER_LAST_TIME))};
static const VeerStateRules agent_rules = {agent_end, 1}, obstacle_rules = {obstacle_end, 1};

void veer_lifetime_need(VeerRefusal *refusal, const VeerWorld *world, const char *what,
                        float seconds)
{
    veer_need(refusal, seconds >= 0.0f, what, "must be >= 0", (double)seconds);
    bool can_end = !world || world->def.has_lifetimes || seconds == INFINITY;
    veer_need(refusal, can_end, what, "must be infinite without world.has_lifetimes",
              (double)seconds);
}

void veer_lifetime_set(const VeerWorld *world, double *ends, uint32_t slot, float seconds)
{
    if (world->def.has_lifetimes) {
        // 0 would be for ever, and is the end of those that go in the first tick.
        double end = veer_world_time_in(world, seconds);
        end = end > 0.0 ? end : DBL_MIN;
        ends[slot] = seconds == INFINITY ? 0.0 : end;
    }
}

float veer_lifetime_left(const VeerWorld *world, const double *ends, uint32_t slot)
{
    double end = veer_lifetime_end(world, ends, slot);
    return end > 0.0 ? veer_world_seconds_to(world, end) : INFINITY;
}

VeerStatus veer_agent_set_time_to_live(VeerWorld *world, VeerAgentId agent, float seconds)
{
    VeerRefusal refusal = {.function = __func__};
    uint32_t slot = veer_agent_need(&refusal, world, agent);
    veer_lifetime_need(&refusal, world, "seconds", seconds);
    VeerStatus status = veer_world_check_change(world, &refusal);
    if (status == VEER_OK) {
        veer_lifetime_set(world, world->agent_end, slot, seconds);
    }
    return status;
}

VeerStatus veer_obstacle_set_time_to_live(VeerWorld *world, VeerObstacleId obstacle, float seconds)
{
    VeerRefusal refusal = {.function = __func__};
    uint32_t slot = veer_obstacle_need(&refusal, world, obstacle);
    veer_lifetime_need(&refusal, world, "seconds", seconds);
    VeerStatus status = veer_world_check_change(world, &refusal);
    if (status == VEER_OK) {
        veer_lifetime_set(world, world->obstacle_end, slot, seconds);
    }
    return status;
}

// --- Obstacles that go ---

void veer_obstacle_clear(VeerWorld *world, uint32_t slot)
{
    uint32_t generation = world->obstacle.generation[slot];
#define CLEAR(type, name, rule) world->obstacle.name[slot] = (type){0};
    VEER_OBSTACLE_COLUMNS(CLEAR)
    VEER_OBSTACLE_BODY_COLUMNS(CLEAR)
    VEER_OBSTACLE_TURN_COLUMNS(CLEAR)
#undef CLEAR
    world->obstacle.generation[slot] = generation;
    veer_lifetime_clear(world, world->obstacle_end, slot);
    if (world->map.head) {
        world->map.covers.obstacles[slot].is_asked = 0;
    }
}

/// Closes the gap that a removed obstacle's vertices leave.
static void drop_vertices(VeerWorld *world, uint32_t slot)
{
    uint32_t first = world->obstacle.first_vertex[slot];
    uint32_t count = world->obstacle.vertex_count[slot];
    uint32_t after = world->head->vertex_count - first - count;
    memmove(world->vertices + first, world->vertices + first + count, after * sizeof(VeerVec3));
    world->head->vertex_count -= count;
    for (uint32_t i = 0; i < world->head->obstacle_slot_count; ++i) {
        if (world->obstacle.vertex_count[i] > 0 && world->obstacle.first_vertex[i] > first) {
            world->obstacle.first_vertex[i] -= count;
        }
    }
}

void veer_obstacle_remove(VeerWorld *world, uint32_t slot, bool is_expired)
{
    VeerAgentId handle = {slot, world->obstacle.generation[slot]};
    veer_world_note_move(world);
    veer_world_note_removal(world, (VeerRemoval){slot, 1, is_expired, handle});
    if (world->obstacle.vertex_count[slot] > 0) {
        drop_vertices(world, slot);
    }
    world->head->wall_version += world->obstacle.shape[slot] != VEER_SHAPE_BALL;
    world->head->ghost_count -= world->obstacle.is_ghost[slot];
    veer_obstacle_clear(world, slot);
    world->obstacle.generation[slot] += world->obstacle.generation[slot] == UINT32_MAX ? 2 : 1;
    world->obstacle.next_free[slot] = world->head->obstacle_free;
    world->head->obstacle_free = slot;
    world->head->obstacle_count--;
}

VeerStatus veer_obstacle_destroy(VeerWorld *world, VeerObstacleId obstacle)
{
    VeerRefusal refusal = {.function = __func__};
    uint32_t slot = veer_obstacle_need(&refusal, world, obstacle);
    VeerStatus status = veer_world_check_change(world, &refusal);
    if (status == VEER_OK) {
        veer_obstacle_remove(world, slot, false);
    }
    return status;
}

// --- The state ---

/// Whether ends are times, and those of nobody 0.
static bool ends_hold(const VeerStatePart *ends, const uint8_t *is_alive, VeerStateFault *fault)
{
    for (uint32_t slot = 0; slot < ends->count; slot++) {
        bool is_empty = veer_state_slot_is_empty(ends, slot);
        if (!veer_state_slot_holds(ends, slot, fault) ||
            !veer_state_holds(is_empty || is_alive[slot], ends->rules->all->what, slot, fault)) {
            return false;
        }
    }
    return true;
}

bool veer_lifetimes_check(const VeerWorld *world, VeerStateFault *fault)
{
    VeerStateParts parts = {.count = 0};
    veer_lifetimes_parts(world, &parts);
    return ends_hold(&parts.all[0], world->agent.is_alive, fault) &&
           ends_hold(&parts.all[1], world->obstacle.is_alive, fault);
}

void veer_lifetimes_parts(const VeerWorld *world, VeerStateParts *parts)
{
    const VeerWorldDef *def = &world->def;
    veer_state_add_of_agents(parts, &agent_rules, world->agent_end, sizeof(double),
                             def->has_lifetimes ? def->max_agents : 0);
    veer_state_add(parts, &obstacle_rules, world->obstacle_end, sizeof(double),
                   def->has_lifetimes ? def->max_obstacles : 0);
}
