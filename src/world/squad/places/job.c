/// Assignment of places by exact path lengths, where that takes more than a tick: the job that goes
/// on from tick to tick. What it is about is state; how far it has come is made anew from that.
#include "base/hash.h"
#include "math/vec.h"
#include "world/base/rules.h"
#include "world/squad/base/map.h"
#include "world/squad/base/reach.h"
#include "world/squad/places/places.h"

#include <string.h>

/// Another number when the map has changed, or the body that it is looked at for.
static uint32_t version_of(const VeerSquadRun *run)
{
    uint64_t hash = veer_hash_add(veer_squad_map_version(run), 0u);
    return (uint32_t)veer_hash_words(hash, &run->radius, sizeof run->radius);
}

/// Of the job, without how far it has come.
static uint64_t key_of(const VeerSquadRun *run)
{
    const VeerWorld *world = run->world;
    VeerSquadJob job = *world->job;
    job.turns = 0;
    uint64_t hash = veer_hash_words(run->squad->rules.aim, &job, sizeof job);
    hash = veer_hash_words(hash, world->job_from, job.agent_count * sizeof *world->job_from);
    return veer_hash_words(hash, world->job_places, job.place_count * sizeof *world->job_places);
}

void veer_squad_job_drop(VeerWorld *world, uint32_t index)
{
    if (world->job_side > 0) {
        world->job_wanted[index] = 0;
        if (world->job->squad == index + 1u) {
            *world->job = (VeerSquadJob){0};
        }
    }
}

void veer_squad_job_open(VeerWorld *world)
{
    if (world->job_side == 0) {
        return;
    }
    world->measure->left = VEER_MEASURE_BUDGET;
    const VeerSquadJob *job = world->job;
    if (job->squad > 0 && (!world->squads[job->squad - 1u].is_alive ||
                           world->squads[job->squad - 1u].generation != job->generation)) {
        veer_squad_job_drop(world, job->squad - 1u);
    }
}

/// Makes the job of the scratch's subset[agents] from its positions to its formation[places].
static void make(const VeerSquadRun *run, uint32_t agents, uint32_t places, uint64_t first)
{
    VeerWorld *world = run->world;
    const VeerSquadScratch *scratch = &world->squad_scratch;
    *world->job = (VeerSquadJob){.squad = run->index + 1u,
                                 .generation = run->squad->generation,
                                 .agent_count = agents,
                                 .place_count = places,
                                 .version = version_of(run),
                                 .first = (uint32_t)first};
    memcpy(world->job_members, scratch->subset, agents * sizeof *world->job_members);
    memcpy(world->job_from, scratch->positions, agents * sizeof *world->job_from);
    memcpy(world->job_places, scratch->formation, places * sizeof *world->job_places);
}

/// Brings the measure to where the job is: all of it anew where it was at something else, as after
/// the state was restored.
static void catch_up(const VeerSquadRun *run)
{
    const VeerSquadJob *job = run->world->job;
    VeerSquadMeasure *measure = run->world->measure;
    uint64_t key = key_of(run);
    bool is_first = measure->key != key;
    measure->key = key;
    while (is_first || (measure->turns < job->turns && measure->phase != VEER_MEASURE_DONE)) {
        veer_squad_measure_turn(run, is_first, is_first ? job->first : VEER_MEASURE_BUDGET);
        is_first = false;
    }
    measure->turns = measure->turns > job->turns ? measure->turns : job->turns;
}

bool veer_squad_job_begin(const VeerSquadRun *run, uint32_t agents, uint32_t places, bool is_anew)
{
    VeerWorld *world = run->world;
    VeerSquadMeasure *measure = world->measure;
    if (is_anew) {
        veer_squad_job_drop(world, run->index);
    }
    if (world->job->squad > 0 || measure->left == 0) {
        world->job_wanted[run->index] |= is_anew;
        return false;
    }
    make(run, agents, places, measure->left);
    world->job->turns = 1;
    measure->key = 0;
    catch_up(run);
    measure->left -= measure->spent < measure->left ? measure->spent : measure->left;
    bool is_done = measure->phase == VEER_MEASURE_DONE;
    if (is_done) {
        memcpy(world->squad_scratch.assigned, measure->seat, agents * sizeof *measure->seat);
    }
    if (is_done || !is_anew) {
        *world->job = (VeerSquadJob){0};
    }
    return is_done;
}

/// Begins a job for a squad whose turn did not come at once: members with a slot may get another
/// one.
static void begin_late(const VeerSquadRun *run)
{
    VeerWorld *world = run->world;
    const VeerSquadScratch *scratch = &world->squad_scratch;
    uint32_t count = 0, region = 0;
    for (uint32_t i = 0; i < run->count; ++i) {
        uint32_t slot = run->members[i];
        VeerVec3 at = world->agent.position[slot];
        uint32_t own = veer_squad_map_region(run, at);
        region = count == 0 ? own : region;
        if (world->member.answer[slot] == VEER_ANSWER_SLOT && own == region) {
            scratch->subset[count] = slot;
            scratch->positions[count] = at;
            scratch->formation[count++] = world->member.place[slot];
        }
    }
    world->job_wanted[run->index] = 0;
    if (count > 1 && run->count <= world->job_side) {
        make(run, count, count, VEER_MEASURE_BUDGET);
        world->job->is_late = 1;
    }
}

/// Whether an agent is still a member: one that is gone gets no answer.
static bool is_member(const VeerSquadRun *run, uint32_t slot)
{
    const VeerWorld *world = run->world;
    return world->agent.is_alive[slot] && world->member.squad[slot] == run->index + 1u;
}

/// The place that a member of the job has now; VEER_NO_SLOT: none of those.
static uint32_t place_now(const VeerSquadRun *run, uint32_t slot)
{
    const VeerWorld *world = run->world;
    bool has_slot = world->member.answer[slot] == VEER_ANSWER_SLOT;
    for (uint32_t i = 0; has_slot && i < world->job->place_count; ++i) {
        VeerVec3 off = sub3(world->member.place[slot], world->job_places[i]);
        if (dot3(off, off) == 0.0f) {
            return i;
        }
    }
    return VEER_NO_SLOT;
}

/// Lists the places that members have now. @return whether all are there, and have all of them
static bool list_now(const VeerSquadRun *run, uint32_t *now)
{
    const VeerSquadJob *job = run->world->job;
    uint32_t held = 0;
    for (uint32_t i = 0; i < job->agent_count; ++i) {
        uint32_t slot = run->world->job_members[i];
        if (!is_member(run, slot)) {
            return false;
        }
        now[i] = place_now(run, slot);
        held += now[i] != VEER_NO_SLOT;
    }
    uint32_t fewer = job->agent_count < job->place_count ? job->agent_count : job->place_count;
    return held == fewer;
}

/// The sum of the squares of lengths to the places that they have now, or that were found; or the
/// greatest of them.
static double cost_of(const VeerWorld *world, const uint32_t *seats, VeerAssignAim aim)
{
    const VeerSquadMeasure *measure = world->measure;
    double sum = 0.0, most = 0.0;
    for (uint32_t i = 0; i < world->job->agent_count; ++i) {
        uint32_t row = measure->is_swapped ? seats[i] : i;
        uint32_t column = measure->is_swapped ? i : seats[i];
        if (seats[i] != VEER_NO_SLOT) {
            double cost = (double)assign_pair(&measure->work, row, column);
            sum += cost;
            most = cost > most ? cost : most;
        }
    }
    return aim == VEER_ASSIGN_BOTTLENECK ? most : sum;
}

/// A member that loses its slot to one that had none gets the answer that that one had.
static void exchange_answers(const VeerSquadRun *run, const uint32_t *now, const uint32_t *then)
{
    VeerWorld *world = run->world;
    uint32_t gains = 0;
    for (uint32_t i = 0; i < world->job->agent_count; ++i) {
        if (now[i] == VEER_NO_SLOT || then[i] != VEER_NO_SLOT) {
            continue;
        }
        while (now[gains] != VEER_NO_SLOT || then[gains] == VEER_NO_SLOT) {
            ++gains;
        }
        uint32_t loser = world->job_members[i], winner = world->job_members[gains++];
        VeerAnswer answer = (VeerAnswer)world->member.answer[winner];
        bool has_place = answer == VEER_ANSWER_WAITING;
        veer_squad_tell(run, loser, answer,
                        has_place ? world->member.place[winner] : world->agent.position[loser]);
    }
}

/// Whether what was found saves enough. What is longer than the longest of it is barred, so that
/// any saving counts as enough for the shortest longest path.
static bool is_worth(const VeerSquadRun *run, const uint32_t *now, const uint32_t *then)
{
    const VeerWorld *world = run->world;
    VeerAssignAim aim = (VeerAssignAim)run->squad->rules.aim;
    double part = world->job->is_late ? (double)run->squad->rules.hysteresis : 0.0;
    double cost =
        aim == VEER_ASSIGN_BOTTLENECK ? (double)world->measure->longest : cost_of(world, then, aim);
    return cost < (1.0 - part) * cost_of(world, now, aim);
}

static void apply(const VeerSquadRun *run)
{
    VeerWorld *world = run->world;
    uint32_t *now = world->squad_scratch.subset, *then = world->measure->seat;
    if (!list_now(run, now) || !is_worth(run, now, then)) {
        return;
    }
    exchange_answers(run, now, then);
    for (uint32_t i = 0; i < world->job->agent_count; ++i) {
        if (then[i] != VEER_NO_SLOT) {
            veer_squad_tell(run, world->job_members[i], VEER_ANSWER_SLOT,
                            world->job_places[then[i]]);
        }
    }
}

/// Whether the members are on their way to what the job is about.
static bool is_under_way(const VeerSquadRun *run)
{
    return run->squad->phase == VEER_SQUAD_ARRIVING || run->squad->phase == VEER_SQUAD_MARCHING;
}

void veer_squad_job_go_on(const VeerSquadRun *run)
{
    VeerWorld *world = run->world;
    if (world->job_side == 0) {
        return;
    }
    VeerSquadJob *job = world->job;
    if (!is_under_way(run)) {
        veer_squad_job_drop(world, run->index);
    }
    if (job->squad == 0 && world->job_wanted[run->index]) {
        begin_late(run);
    }
    // What is left tells whether the tick has done its share.
    if (job->squad != run->index + 1u || world->measure->left < VEER_MEASURE_BUDGET) {
        return;
    }
    if (job->version != version_of(run)) {
        veer_squad_job_drop(world, run->index);
        world->job_wanted[run->index] = 1;
        return;
    }
    job->turns++;
    world->measure->left = 0;
    catch_up(run);
    if (world->measure->phase == VEER_MEASURE_DONE && world->measure->turns == job->turns) {
        apply(run);
        veer_squad_job_drop(world, run->index);
    }
}

// --- Whether its state holds ---

#define JOB_FIELDS(X, of, type)                                                                    \
    X(of, type, squad, APART)                                                                      \
    X(of, type, generation, ANY)                                                                   \
    X(of, type, agent_count, APART)                                                                \
    X(of, type, place_count, APART)                                                                \
    X(of, type, version, ANY)                                                                      \
    X(of, type, turns, ANY)                                                                        \
    X(of, type, first, WITHIN(0, VEER_MEASURE_BUDGET))                                             \
    X(of, type, is_late, FLAG)

VEER_STRUCT_RULES(job_rules, "squad_job", VeerSquadJob, JOB_FIELDS);
VEER_ARRAY_RULES(from_rules, "squad_job.from", VeerVec3);
VEER_ARRAY_RULES(place_rules, "squad_job.places", VeerVec3);
VEER_ARRAY_RULES(member_rules, "squad_job.members", uint32_t);
VEER_ARRAY_RULES(wanted_rules, "squad_job.wanted", uint32_t);

static bool members_hold(const VeerWorld *world, VeerStateFault *fault)
{
    const VeerSquadJob *job = world->job;
    for (uint32_t i = 0; i < job->agent_count; ++i) {
        bool is_slot = world->job_members[i] < world->head->agent_slot_count;
        if (!veer_state_holds(is_slot, "squad_job.members", i, fault) ||
            !veer_state_holds(is_position3(world->job_from[i]), "squad_job.from", i, fault)) {
            return false;
        }
    }
    bool are_places = are_positions3(world->job_places, job->place_count);
    return veer_state_holds(are_places, "squad_job.places", 0, fault);
}

bool veer_squad_job_holds(const VeerWorld *world, VeerStateFault *fault)
{
    const VeerSquadJob *job = world->job;
    for (uint32_t i = 0; world->job_side > 0 && i < world->def.max_squads; ++i) {
        if (!veer_state_holds(world->job_wanted[i] <= 1u, "squad_job.wanted", i, fault)) {
            return false;
        }
    }
    if (world->job_side == 0 || job->squad == 0) {
        bool is_none = world->job_side == 0 || veer_is_zero(job, sizeof *job);
        return veer_state_holds(is_none, "squad_job.squad", 0, fault);
    }
    bool is_one = job->squad <= world->def.max_squads && job->agent_count > 0 &&
                  job->place_count > 0 && job->agent_count <= world->job_side &&
                  job->place_count <= world->job_side;
    return veer_rules_hold(&job_rules, job, 0, fault) &&
           veer_state_holds(is_one, "squad_job.squad", 0, fault) && members_hold(world, fault);
}

void veer_squad_job_parts(const VeerWorld *world, VeerStateParts *parts)
{
    uint32_t side = world->job_side, squads = side > 0 ? world->def.max_squads : 0;
    veer_state_add(parts, &job_rules, world->job, sizeof *world->job, side > 0 ? 1u : 0u);
    veer_state_add(parts, &from_rules, world->job_from, sizeof *world->job_from, side);
    veer_state_add(parts, &place_rules, world->job_places, sizeof *world->job_places, side);
    veer_state_add(parts, &member_rules, world->job_members, sizeof *world->job_members, side);
    veer_state_add(parts, &wanted_rules, world->job_wanted, sizeof *world->job_wanted, squads);
}
