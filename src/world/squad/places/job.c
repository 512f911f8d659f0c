/// Assignment of places by exact path lengths, where that takes more than a tick: the job that goes
/// on from tick to tick. What it is about is state; how far it has come is made anew from that.
#include "base/hash.h"
#include "math/vec.h"
#include "world/base/base.h"
#include "world/squad/base/base.h"
#include "world/squad/base/map.h"
#include "world/squad/base/reach.h"
#include "world/squad/places/measure.h"
#include "world/squad/places/places.h"

#include <string.h>

void veer_squad_job_lay_out_state(VeerWorld *world, VeerArena *arena, uint32_t side)
{
    uint32_t squads = side > 0 ? world->def.max_squads : 0;
    world->job = veer_arena_take(arena, side > 0 ? 1u : 0u, sizeof *world->job);
    world->job_from = veer_arena_take(arena, side, sizeof *world->job_from);
    world->job_places = veer_arena_take(arena, side, sizeof *world->job_places);
    world->job_members = veer_arena_take(arena, side, sizeof *world->job_members);
    world->job_wanted = veer_arena_take(arena, squads, sizeof *world->job_wanted);
    world->job_side = side;
}

void veer_squad_job_lay_out(VeerWorld *world, VeerArena *arena, uint32_t side)
{
    VeerSquadMeasure parts = {0};
    VeerSquadMeasure *measure = veer_arena_take(arena, side > 0 ? 1u : 0u, sizeof *world->measure);
    parts.work.rows.count = parts.work.columns.count = side;
    veer_assign_lay_out(&parts.work, arena);
    parts.costs = veer_arena_take(arena, (size_t)side * side, sizeof *parts.costs);
    parts.known = veer_arena_take(arena, ((size_t)side * side + 63u) / 64u, sizeof *parts.known);
    parts.able = veer_arena_take(arena, side, sizeof *parts.able);
    parts.from = veer_arena_take(arena, side, sizeof *parts.from);
    parts.seat = veer_arena_take(arena, side, sizeof *parts.seat);
    veer_squad_oracle_lay_out(&parts.oracle, &world->def.map, arena, side);
    if (arena->base && side > 0) {
        *measure = parts;
    }
    world->measure = side > 0 ? measure : NULL;
}

uint64_t veer_squad_job_hash(const VeerWorld *world)
{
    uint64_t hash = 0;
    for (uint32_t i = 0; world->job_side > 0 && i < world->def.max_squads; ++i) {
        hash += world->job_wanted[i] ? veer_hash_mix(i + 1u) : 0u;
    }
    if (world->job_side > 0 && world->job->squad > 0) {
        hash = veer_hash_words(hash + 1u, world->job, sizeof *world->job);
        hash = veer_hash_words(hash, world->job_from,
                               world->job->agent_count * sizeof *world->job_from);
        hash = veer_hash_words(hash, world->job_places,
                               world->job->place_count * sizeof *world->job_places);
    }
    return hash;
}

/// Another number when the map has changed, or the body that it is looked at for.
static uint32_t version_of(const VeerSquadRun *run)
{
    uint64_t hash = veer_hash_add(veer_squad_map_version(run), 0u);
    return (uint32_t)veer_hash_words(hash, &run->radius, sizeof run->radius);
}

static VeerMeasureTask task_of(const VeerWorld *world)
{
    const VeerSquadSlot *squad = &world->squads[world->job->squad - 1u];
    return (VeerMeasureTask){world->job_from, world->job_places, world->job->agent_count,
                             world->job->place_count, (VeerAssignAim)squad->rules.aim};
}

static uint64_t key_of(const VeerMeasureTask *task, uint32_t version)
{
    uint64_t hash = veer_hash_add(task->agent_count, (uint64_t)version << 32 | task->place_count);
    hash = veer_hash_add(hash, (uint64_t)task->aim);
    hash = veer_hash_words(hash, task->agents, task->agent_count * sizeof *task->agents);
    return veer_hash_words(hash, task->places, task->place_count * sizeof *task->places);
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

/// Makes a task that has had its first turn the job.
static void keep(const VeerSquadRun *run, const VeerMeasureTask *task, uint64_t first)
{
    VeerWorld *world = run->world;
    *world->job = (VeerSquadJob){.squad = run->index + 1u,
                                 .generation = run->squad->generation,
                                 .agent_count = task->agent_count,
                                 .place_count = task->place_count,
                                 .version = version_of(run),
                                 .turns = 1,
                                 .first = (uint32_t)first};
    memcpy(world->job_from, task->agents, task->agent_count * sizeof *task->agents);
    memcpy(world->job_places, task->places, task->place_count * sizeof *task->places);
    for (uint32_t i = 0; i < task->agent_count; ++i) {
        world->job_members[i] = world->squad_scratch.subset[world->measure->able[i]];
    }
}

bool veer_squad_job_begin(const VeerSquadRun *run, const VeerMeasureTask *task, bool is_anew)
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
    uint64_t first = measure->left;
    uint64_t spent = veer_squad_measure_turn(measure, run, task, true, first);
    measure->left -= spent < measure->left ? spent : measure->left;
    measure->key = key_of(task, version_of(run));
    bool is_done = measure->phase == VEER_MEASURE_DONE;
    for (uint32_t i = 0; is_done && i < task->agent_count; ++i) {
        world->squad_scratch.assigned[i] = measure->seat[i];
    }
    if (!is_done && is_anew) {
        keep(run, task, first);
    }
    return is_done;
}

/// Begins a job for a squad whose turn did not come at once: members with a slot may get another
/// one.
static void begin_late(const VeerSquadRun *run)
{
    VeerWorld *world = run->world;
    uint32_t count = 0, region = 0;
    for (uint32_t i = 0; i < run->count && count < world->job_side; ++i) {
        uint32_t slot = run->members[i];
        VeerVec3 at = world->agent.position[slot];
        uint32_t own = veer_squad_map_region(run, at);
        region = count == 0 ? own : region;
        if (world->member.answer[slot] == VEER_ANSWER_SLOT && own == region) {
            world->job_members[count] = slot;
            world->job_from[count] = at;
            world->job_places[count++] = world->member.place[slot];
        }
    }
    world->job_wanted[run->index] = 0;
    if (count > 1 && run->count <= world->job_side) {
        *world->job = (VeerSquadJob){.squad = run->index + 1u,
                                     .generation = run->squad->generation,
                                     .agent_count = count,
                                     .place_count = count,
                                     .version = version_of(run),
                                     .first = VEER_MEASURE_BUDGET,
                                     .is_late = 1};
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
    uint32_t *now = world->squad_scratch.subset, *then = world->squad_scratch.assigned;
    for (uint32_t i = 0; i < world->job->agent_count; ++i) {
        then[i] = world->measure->seat[i];
    }
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

/// Brings the measure to where the job is: all of it anew where it was at something else, as after
/// the state was restored.
static void catch_up(const VeerSquadRun *run)
{
    VeerWorld *world = run->world;
    VeerSquadMeasure *measure = world->measure;
    VeerMeasureTask task = task_of(world);
    uint64_t key = key_of(&task, world->job->version);
    bool is_first = measure->key != key;
    measure->key = key;
    while (is_first || measure->turns < world->job->turns) {
        uint64_t budget = is_first ? world->job->first : VEER_MEASURE_BUDGET;
        (void)veer_squad_measure_turn(measure, run, &task, is_first, budget);
        is_first = false;
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
