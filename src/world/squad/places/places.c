/// Places: which member of a squad goes where, which waits, and for which there is none.
#include "world/squad/places/places.h"
#include "math/vec.h"
#include "world/map/map.h"
#include "world/squad/base/map.h"
#include "world/squad/base/reach.h"

#include <string.h>

/// What a rest of the answers is left of the probes, in all: a squad of 64 may look at 4096 places
/// for each of its members.
#define PROBES_IN_ALL 262144u
#define MAX_PROBES 4096u
#define LEAST_PROBES 256u

/// What an agent keeps for itself: where it goes, or where it rests. @return false: nothing
static bool keeps(const VeerWorld *world, uint32_t slot, VeerVec3 *place, float *radius)
{
    const VeerAgentColumns *agent = &world->agent;
    bool is_member = world->member.squad[slot] != 0;
    *radius = 0.0f;
    if (is_member && veer_answer_is_place(world->member.answer[slot])) {
        *place = world->member.place[slot];
        return true;
    }
    if (agent->goal_kind[slot] == VEER_GOAL_POINT) {
        *place = agent->goal_point[slot];
        return true;
    }
    bool is_parked = agent->is_immovable[slot] || agent->max_speed[slot] == 0.0f ||
                     agent->status[slot] == VEER_AGENT_IDLE;
    *place = agent->position[slot];
    *radius = agent->radius[slot];
    return is_parked;
}

/// Whom to ask about.
typedef enum Candidates {
    ALL,
    WITHOUT_SLOT,
    WITHOUT_PLACE,
} Candidates;

static bool is_asked(const VeerSquadRun *run, uint32_t slot, Candidates candidates)
{
    uint8_t answer = run->world->member.answer[slot];
    return run->world->member.squad[slot] == run->index + 1 &&
           (candidates == ALL || (candidates == WITHOUT_SLOT ? answer != VEER_ANSWER_SLOT
                                                             : !veer_answer_is_place(answer)));
}

/// Lists what is kept within `range` of the goal by those that are not asked about.
static uint32_t list_taken(const VeerSquadRun *run, float range, Candidates candidates)
{
    VeerWorld *world = run->world;
    VeerSquadScratch *scratch = &world->squad_scratch;
    uint32_t count = 0;
    for (uint32_t slot = 0; slot < world->head->agent_slot_count; ++slot) {
        VeerVec3 place;
        float radius;
        if (!world->agent.is_alive[slot] || is_asked(run, slot, candidates) ||
            !keeps(world, slot, &place, &radius)) {
            continue;
        }
        if (length3(veer_world_flat(world, sub3(place, run->squad->goal))) <= range + radius) {
            scratch->taken[count] = place;
            scratch->taken_radii[count++] = radius;
        }
    }
    return count;
}

/// m, from the goal to the farthest slot of the formation.
static float extent(const VeerVec3 *slots, uint32_t count, VeerVec3 goal)
{
    float most = 0.0f;
    for (uint32_t i = 0; i < count; ++i) {
        most = max_f(most, length3(sub3(slots[i], goal)));
    }
    return most;
}

static uint32_t budget_for(uint32_t count)
{
    uint32_t each = PROBES_IN_ALL / count;
    return each > MAX_PROBES ? MAX_PROBES : (each < LEAST_PROBES ? LEAST_PROBES : each);
}

/// What is dealt out.
typedef struct Deal {
    uint32_t wanted_count; ///< answers of the search
    uint32_t region;       ///< of the map, that the places are in
    VeerPlaceResult result;
    bool is_anew;
} Deal;

/// Assigns agents to places of one kind and tells those that got one. Those that did not stay in
/// the subset. @return how many are left
static uint32_t deal(const VeerSquadRun *run, uint32_t asked, const Deal *what)
{
    VeerSquadScratch *scratch = &run->world->squad_scratch;
    VeerPlaceResult result = what->result;
    uint32_t count = 0;
    for (uint32_t i = 0; i < what->wanted_count; ++i) {
        if (scratch->places[i].result == result) {
            scratch->formation[count++] = scratch->places[i].position;
        }
    }
    for (uint32_t i = 0; i < asked; ++i) {
        scratch->positions[i] = run->world->agent.position[scratch->subset[i]];
    }
    veer_squad_deal(run, asked, count, what->region, what->is_anew);
    uint32_t left = 0;
    for (uint32_t i = 0; i < asked; ++i) {
        uint32_t slot = scratch->subset[i];
        if (scratch->assigned[i] >= count) {
            scratch->subset[left++] = slot;
        } else {
            veer_squad_tell(run, slot, (VeerAnswer)result,
                            scratch->formation[scratch->assigned[i]]);
        }
    }
    return left;
}

VeerFrame veer_squad_frame(const VeerSquadRun *run)
{
    const VeerOrder *order = &run->squad->orders[0];
    bool is_stated = dot3(order->heading, order->heading) > 0.0f;
    VeerVec3 approach = is_stated ? order->heading : run->squad->ahead;
    return veer_formation_frame(approach, run->squad->ahead, run->squad->rules.up, true);
}

/// The formation that an order asks for at its goal.
static VeerFormationDef formation_at_goal(const VeerSquadRun *run)
{
    const VeerOrder *order = &run->squad->orders[0];
    VeerFormationDef def = veer_squad_formation_about(run->squad);
    if (order->kind == VEER_ORDER_QUEUE) {
        def.shape = VEER_FORMATION_COLUMN;
        def.width = 1;
        def.spacing = order->distance > 0.0f ? order->distance : def.spacing;
    }
    return def;
}

/// Where everyone would stand if all were free, wanted[count]; of too few own offsets the rest is
/// the goal itself. The first of a queue stands at its goal.
static void want_all(const VeerSquadRun *run, uint32_t count, VeerVec3 *wanted)
{
    VeerFormationDef def = formation_at_goal(run);
    VeerFrame frame = veer_squad_frame(run);
    bool is_own = def.shape == VEER_FORMATION_OFFSETS;
    uint32_t known = is_own && def.offset_count < count ? def.offset_count : count;
    VeerVec3 goal = run->squad->goal;
    (void)veer_formation_slots(&def, goal, &frame, known, wanted);
    for (uint32_t i = known; i < count; ++i) {
        wanted[i] = goal;
    }
    VeerVec3 shift = sub3(goal, wanted[0]);
    for (uint32_t i = 0; run->squad->orders[0].kind == VEER_ORDER_QUEUE && i < count; ++i) {
        wanted[i] = add3(wanted[i], shift);
    }
    for (uint32_t i = 0; i < count; ++i) {
        wanted[i] = veer_world_clamp(wanted[i]);
    }
}

/// The members to ask about. @return how many
static uint32_t list_asked(const VeerSquadRun *run, Candidates candidates)
{
    uint32_t asked = 0;
    for (uint32_t i = 0; i < run->count; ++i) {
        if (is_asked(run, run->members[i], candidates)) {
            run->world->squad_scratch.subset[asked++] = run->members[i];
        }
    }
    return asked;
}

/// Keeps of the wanted places those that no member has, at most `asked`. @return how many
static void drop_taken(const VeerSquadRun *run, const VeerPlaceDef *def, uint32_t wanted_count,
                       uint32_t asked)
{
    VeerVec3 *wanted = run->world->squad_scratch.wanted;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < wanted_count && kept < asked; ++i) {
        bool is_free = true;
        for (uint32_t k = 0; k < def->taken_count && is_free; ++k) {
            is_free = length3(sub3(def->taken[k], wanted[i])) >= 0.5f * def->separation;
        }
        if (is_free) {
            wanted[kept++] = wanted[i];
        }
    }
    for (; kept < asked; ++kept) {
        wanted[kept] = run->squad->goal;
    }
}

/// Looks for places for some of the members, and tells them what was found. Those for whom there
/// is nothing stay where they are.
static void ask(const VeerSquadRun *run, Candidates candidates)
{
    VeerWorld *world = run->world;
    VeerSquadScratch *scratch = &world->squad_scratch;
    const VeerSquadRules *rules = &run->squad->rules;
    uint32_t asked = list_asked(run, candidates);
    if (asked == 0) {
        return;
    }
    // A member that is gone leaves its slot in the formation to those that have none.
    uint32_t wanted_count =
        run->squad->answered_count > run->count ? run->squad->answered_count : run->count;
    want_all(run, wanted_count, scratch->wanted);
    float range = max_f(max_f(rules->reach, rules->waiting_reach),
                        extent(scratch->wanted, wanted_count, run->squad->goal));
    uint32_t region = veer_squad_map_home(run, scratch->subset, asked,
                                          veer_squad_map_region(run, run->squad->goal));
    uint32_t taken = list_taken(run, range + rules->separation, candidates);
    VeerSquadGround ground = {run, taken, region, 0};
    VeerPlaceDef def = veer_squad_place_def(&ground);
    def.waiting_reach = candidates == WITHOUT_SLOT ? 0.0f : rules->waiting_reach;
    bool has_place = !veer_squad_map(run) || !veer_walls_leave_no_room(world, run->radius);
    def.budget = has_place ? budget_for(asked) : 0;
    if (candidates != ALL) {
        drop_taken(run, &def, wanted_count, asked);
    }
    (void)veer_place_find(&def, scratch->wanted, asked, scratch->places);
    Deal slots = {asked, region, VEER_PLACE_SLOT, candidates == ALL};
    Deal waiting = {asked, region, VEER_PLACE_WAITING, false};
    uint32_t left = deal(run, asked, &slots);
    left = deal(run, left, &waiting);
    for (uint32_t i = 0; i < left; ++i) {
        uint32_t slot = scratch->subset[i];
        if (candidates == ALL || world->member.answer[slot] != VEER_ANSWER_WAITING) {
            veer_squad_tell(run, slot, VEER_ANSWER_NONE, world->agent.position[slot]);
        }
    }
}

void veer_squad_answer(VeerSquadRun *run, bool is_anew)
{
    run->squad->known_count = run->count;
    run->squad->wall_version = (uint32_t)run->world->head->wall_version;
    if (is_anew) {
        run->squad->answered_count = run->count;
        ask(run, ALL);
    } else {
        // Members that wait go on waiting where they do, unless there is a slot.
        ask(run, WITHOUT_SLOT);
        ask(run, WITHOUT_PLACE);
    }
}

/// Keeps of those listed to exchange places the ones that see their place and the goal, so that
/// straight distances tell how far it is. @return how many
static uint32_t keep_in_sight(const VeerSquadRun *run, uint32_t count)
{
    VeerSquadScratch *scratch = &run->world->squad_scratch;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < count; ++i) {
        VeerVec3 from = scratch->positions[i];
        if (veer_squad_map_is_clear(run, from, scratch->formation[i], run->radius) &&
            veer_squad_map_is_clear(run, from, run->squad->goal, run->radius)) {
            scratch->subset[kept] = scratch->subset[i];
            scratch->positions[kept] = from;
            scratch->formation[kept++] = scratch->formation[i];
        }
    }
    return kept;
}

/// Exchanges the places of those candidates are on their way, or of all, where that saves enough.
static void exchange(VeerSquadRun *run, bool is_of_all)
{
    VeerSquadScratch *scratch = &run->world->squad_scratch;
    uint32_t count = 0;
    for (uint32_t i = 0; i < run->count; ++i) {
        uint32_t slot = run->members[i];
        bool is_in_place = run->world->agent.status[slot] == VEER_AGENT_ARRIVED;
        if (run->world->member.answer[slot] == VEER_ANSWER_SLOT && !(is_in_place && !is_of_all)) {
            scratch->subset[count] = slot;
            scratch->positions[count] = run->world->agent.position[slot];
            scratch->formation[count++] = run->world->member.place[slot];
        }
    }
    const float *costs;
    if (!veer_squad_exchange_costs(run, count, &costs)) {
        count = keep_in_sight(run, count);
    }
    VeerAssignDef def = veer_squad_assign_def(run, count, count);
    def.costs = costs;
    VeerAssignment now, then;
    for (uint32_t i = 0; i < count; ++i) {
        scratch->assigned[i] = i;
    }
    if (veer_assign_cost(&def, scratch->assigned, &now) != VEER_OK ||
        veer_assign(&def, scratch->assign_memory, scratch->assign_size, scratch->assigned, &then) ==
            VEER_BAD_VALUE ||
        !veer_assign_is_worth(def.aim, &now, &then, run->squad->rules.hysteresis)) {
        return;
    }
    for (uint32_t i = 0; i < count; ++i) {
        run->world->member.place[scratch->subset[i]] = scratch->formation[scratch->assigned[i]];
    }
}

/// Whether any place can no longer be stood in, since walls have changed.
static bool has_lost_place(const VeerSquadRun *run)
{
    const VeerMemberColumns *member = &run->world->member;
    bool has_changed = run->squad->wall_version != (uint32_t)run->world->head->wall_version;
    for (uint32_t i = 0; has_changed && i < run->count; ++i) {
        uint32_t slot = run->members[i];
        if (veer_answer_is_place(member->answer[slot]) &&
            veer_squad_clearance(run, member->place[slot]) < run->radius) {
            return true;
        }
    }
    return false;
}

void veer_squad_review(VeerSquadRun *run)
{
    const VeerWorld *world = run->world;
    VeerOrderKind order = run->squad->orders[0].kind;
    bool is_ranked = order == VEER_ORDER_QUEUE || order == VEER_ORDER_SURROUND;
    bool has_changed = veer_squad_has_changed(run);
    bool is_anew = (is_ranked && has_changed) || has_lost_place(run);
    bool is_moving = false, is_wanting = false, is_blocked = false;
    for (uint32_t i = 0; i < run->count; ++i) {
        uint32_t slot = run->members[i];
        is_wanting |= world->member.answer[slot] != VEER_ANSWER_SLOT;
        is_moving |= world->agent.status[slot] != VEER_AGENT_ARRIVED;
        is_blocked |= world->agent.status[slot] == VEER_AGENT_BLOCKED;
    }
    if (is_anew || is_wanting || has_changed) {
        veer_squad_answer(run, is_anew);
    }
    if (is_moving && !is_anew) {
        exchange(run, is_blocked);
    }
}
