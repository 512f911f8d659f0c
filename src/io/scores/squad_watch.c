#include "io/scores/squad_watch.h"

#include "io/base/array.h"

#include <math.h>
#include <stdlib.h>

VeerSquadWatch veer_squad_watch_begin(void)
{
    return (VeerSquadWatch){.slot_error = (double)NAN, .drift = (double)NAN};
}

void veer_squad_watch_free(VeerSquadWatch *watch)
{
    free(watch->formed);
    free(watch->rests);
}

static double distance(const VeerWorld *world, VeerVec3 a, VeerVec3 b)
{
    double x = (double)a.x - (double)b.x, y = (double)a.y - (double)b.y;
    double z = veer_world_space(world) == VEER_PLANAR ? 0.0 : (double)a.z - (double)b.z;
    return sqrt(x * x + y * y + z * z);
}

static bool is_squad(VeerSquadId squad)
{
    return squad.generation != 0;
}

static bool is_same(VeerSquadId a, VeerSquadId b)
{
    return a.slot == b.slot && a.generation == b.generation;
}

/// The root mean square of how far the members of a squad are off their slots, in their radii.
static double slot_error(const VeerWorld *world, VeerSquadId squad)
{
    double sum = 0.0;
    uint32_t count = 0;
    for (uint32_t slot = 0; slot < veer_agent_slot_count(world); slot++) {
        VeerMemberState member;
        VeerAgentState state;
        VeerAgentId agent = veer_agent_at(world, slot);
        if (veer_agent_member(world, agent, &member) != VEER_OK ||
            veer_agent_get(world, agent, &state) != VEER_OK || !is_same(member.squad, squad) ||
            !member.is_answered || member.answer == VEER_PLACE_NONE || state.radius <= 0.0f) {
            continue;
        }
        double error = distance(world, state.position, member.slot) / (double)state.radius;
        sum += error * error;
        count++;
    }
    return count > 0 ? sqrt(sum / count) : 0.0;
}

/// Measures the squads that have been together for just so long.
static bool read_squads(VeerSquadWatch *watch, const VeerWorld *world)
{
    for (uint32_t i = 0;; i++) {
        VeerSquadId squad = veer_squad_at(world, i);
        VeerSquadState state;
        if (veer_squad_get(world, squad, &state) != VEER_OK) {
            return true;
        }
        if (!veer_array_reserve(&watch->formed, &watch->squad_capacity, i + 1,
                                sizeof *watch->formed)) {
            return false;
        }
        double seconds = (double)state.formed_seconds;
        bool is_due =
            seconds >= VEER_REJOINED_SECONDS && (double)watch->formed[i] < VEER_REJOINED_SECONDS;
        if (is_due) {
            watch->slot_error = fmax(watch->slot_error, slot_error(world, squad));
        }
        watch->formed[i] = state.formed_seconds;
    }
}

static void read_rest(VeerSquadWatch *watch, const VeerWorld *world, uint32_t slot)
{
    VeerRest *rest = &watch->rests[slot];
    VeerAgentId agent = veer_agent_at(world, slot);
    VeerAgentState state;
    double now = veer_world_time(world);
    bool is_there = veer_agent_get(world, agent, &state) == VEER_OK;
    VeerSquadState squad;
    bool is_resting = is_there && state.status == VEER_AGENT_ARRIVED &&
                      veer_squad_get(world, veer_agent_squad(world, agent), &squad) == VEER_OK &&
                      squad.phase == VEER_SQUAD_RESTING;
    if (!is_resting) {
        *rest = (VeerRest){.since = -1.0};
    } else if (rest->since < 0.0) {
        *rest = (VeerRest){.since = now};
    } else if (rest->is_placed) {
        watch->drift = fmax(watch->drift, distance(world, rest->place, state.position));
    } else if (now - rest->since >= VEER_SETTLED_SECONDS) {
        rest->is_placed = true;
        rest->place = state.position;
        watch->drift = fmax(watch->drift, 0.0);
    }
}

bool veer_squad_watch_read(VeerSquadWatch *watch, const VeerWorld *world)
{
    if (!is_squad(veer_squad_at(world, 0))) {
        return true;
    }
    uint32_t agents = veer_agent_slot_count(world), known = watch->rest_capacity;
    if (!veer_array_reserve(&watch->rests, &watch->rest_capacity, agents, sizeof *watch->rests)) {
        return false;
    }
    for (uint32_t slot = known; slot < watch->rest_capacity; slot++) {
        watch->rests[slot] = (VeerRest){.since = -1.0};
    }
    for (uint32_t slot = 0; slot < agents; slot++) {
        read_rest(watch, world, slot);
    }
    return read_squads(watch, world);
}

double veer_squad_watch_without_place(const VeerWorld *world)
{
    double count = 0.0;
    VeerSquadState state;
    for (uint32_t i = 0; veer_squad_get(world, veer_squad_at(world, i), &state) == VEER_OK; i++) {
        count += state.none_count;
    }
    return is_squad(veer_squad_at(world, 0)) ? count : (double)NAN;
}

/// Whether the agent in a slot is a member of a squad that rests.
static bool rests_in(const VeerWorld *world, VeerSquadId squad, uint32_t slot, VeerAgentState *out)
{
    VeerAgentId agent = veer_agent_at(world, slot);
    return veer_agent_get(world, agent, out) == VEER_OK && out->status == VEER_AGENT_ARRIVED &&
           is_same(veer_agent_squad(world, agent), squad);
}

/// m: the least radius round so many discs, packed as a honeycomb; < 0: no memory
static double closest(uint32_t count, double radius)
{
    VeerFormationDef def = veer_formation_def_default();
    def.shape = VEER_FORMATION_DISC;
    def.spacing = (float)(2.0 * radius);
    VeerVec3 *offsets = calloc(count, sizeof *offsets);
    if (!offsets || veer_formation_offsets(&def, count, offsets) != VEER_OK) {
        free(offsets);
        return -1.0;
    }
    double reach = 0.0;
    for (uint32_t i = 0; i < count; i++) {
        reach = fmax(reach, (double)hypotf(offsets[i].x, offsets[i].y));
    }
    free(offsets);
    return reach + radius;
}

static double packing_of(const VeerWorld *world, VeerSquadId squad)
{
    double x = 0.0, y = 0.0, radius = 0.0, reach = 0.0;
    uint32_t count = 0, slots = veer_agent_slot_count(world);
    VeerAgentState state;
    for (uint32_t slot = 0; slot < slots; slot++) {
        if (rests_in(world, squad, slot, &state)) {
            x += (double)state.position.x;
            y += (double)state.position.y;
            radius = fmax(radius, (double)state.radius);
            count++;
        }
    }
    if (count == 0 || radius <= 0.0) {
        return (double)NAN;
    }
    x /= count;
    y /= count;
    for (uint32_t slot = 0; slot < slots; slot++) {
        if (rests_in(world, squad, slot, &state)) {
            double off_x = (double)state.position.x - x, off_y = (double)state.position.y - y;
            reach = fmax(reach, sqrt(off_x * off_x + off_y * off_y) + (double)state.radius);
        }
    }
    double least = closest(count, radius);
    return least > 0.0 ? reach / least : (double)NAN;
}

double veer_squad_watch_packing(const VeerWorld *world)
{
    double worst = (double)NAN;
    VeerSquadState state;
    for (uint32_t i = 0; veer_squad_get(world, veer_squad_at(world, i), &state) == VEER_OK; i++) {
        VeerSquadDef def;
        VeerSquadId squad = veer_squad_at(world, i);
        if (veer_squad_def(world, squad, &def) == VEER_OK &&
            def.formation.shape == VEER_FORMATION_DISC && state.phase == VEER_SQUAD_RESTING) {
            worst = fmax(worst, packing_of(world, squad));
        }
    }
    return worst;
}
