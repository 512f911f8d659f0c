/// The tick: its stages in their order.
#include "world/base/events.h"
#include "world/body/body.h"
#include "world/contact/contact.h"
#include "world/predict/predict.h"
#include "world/squad/squad.h"
#include "world/tick/rows.h"

#define GRAIN 256u

/// What is done to each agent.
typedef struct Each {
    VeerWorld *world;
    float dt;
    VeerTickVisit *visit;
} Each;

static void visit_range(void *context, uint32_t begin, uint32_t end, uint32_t worker)
{
    (void)worker;
    const Each *each = context;
    for (uint32_t slot = begin; slot < end; ++slot) {
        if (veer_world_decides(each->world, slot)) {
            each->visit(each->world, slot, each->dt);
        }
    }
}

void veer_tick_each(VeerWorld *world, float dt, VeerTickVisit *visit)
{
    Each each = {world, dt, visit};
    veer_world_run(world, world->head->agent_slot_count, GRAIN, visit_range, &each);
}

/// What is done to rows of agents, or to each of them.
typedef struct Rows {
    Each each;
    VeerTickRow *row;
} Rows;

/// Whether a row has no ghosts.
static bool is_own(const VeerWorld *world, uint32_t first)
{
    return !world->parts || veer_row_is(world->parts->kinds + first, VEER_SHARD_OWN);
}

static void visit_rows(void *context, uint32_t begin, uint32_t end, uint32_t worker)
{
    Rows *rows = context;
    while (begin < end) {
        uint32_t last = end - begin > VEER_ROW ? begin + VEER_ROW : end;
        bool is_row = last - begin == VEER_ROW && is_own(rows->each.world, begin);
        if (!is_row || !rows->row(rows->each.world, begin, rows->each.dt)) {
            visit_range(&rows->each, begin, last, worker);
        }
        begin = last;
    }
}

void veer_tick_rows(VeerWorld *world, float dt, VeerTickRow *row, VeerTickVisit *visit)
{
    Rows rows = {{world, dt, visit}, row};
    veer_world_run(world, world->head->agent_slot_count, GRAIN, visit_rows, &rows);
}

void veer_tick_ghosts(VeerWorld *world, float dt, VeerTickVisit *visit)
{
    for (uint32_t slot = 0; world->parts && slot < world->head->agent_slot_count; ++slot) {
        if (world->parts->kinds[slot] == VEER_SHARD_GHOST) {
            visit(world, slot, dt);
        }
    }
}

static VeerStatus begin(VeerWorld *world, float dt, const char *function)
{
    VeerRefusal refusal = {.function = function};
    veer_need_object(&refusal, world, "world");
    veer_need(&refusal, is_tick(dt), "dt", "must be VEER_MIN_DT to VEER_MAX_DT", (double)dt);
    VeerStatus status = veer_world_check_change(world, &refusal);
    if (status == VEER_OK) {
        world->is_stepping = true;
    }
    return status;
}

const char *veer_stage_name(VeerStage stage)
{
    static const char *const names[VEER_STAGE_COUNT] = {
        [VEER_STAGE_SENSE] = "sense", [VEER_STAGE_PLAN] = "plan", [VEER_STAGE_STEER] = "steer",
        [VEER_STAGE_AVOID] = "avoid", [VEER_STAGE_MOVE] = "move", [VEER_STAGE_NOTIFY] = "notify",
    };
    return stage >= 0 && stage < VEER_STAGE_COUNT ? names[stage] : NULL;
}

VeerStatus veer_world_set_stage_callback(VeerWorld *world, VeerStageFn *function, void *user)
{
    VeerRefusal refusal = {.function = __func__};
    veer_need_object(&refusal, world, "world");
    VeerStatus status = veer_world_check_change(world, &refusal);
    if (status == VEER_OK) {
        world->stage_callback = function;
        world->stage_user = user;
    }
    return status;
}

static void tell(const VeerWorld *world, VeerStage stage)
{
    if (world->stage_callback) {
        world->stage_callback(world->stage_user, stage);
    }
}

static void decide(VeerWorld *world, float dt)
{
    veer_events_begin(world);
    veer_stage_sense(world);
    tell(world, VEER_STAGE_SENSE);
    veer_stage_squad(world, dt);
    veer_stage_plan(world, dt);
    veer_stage_foresee(world, dt);
    tell(world, VEER_STAGE_PLAN);
    veer_stage_steer(world, dt);
    tell(world, VEER_STAGE_STEER);
    veer_stage_avoid(world, dt);
    tell(world, VEER_STAGE_AVOID);
}

/// The bodies are where they are after this substep: time goes on, and what happened is told.
/// @param step  s, of all the substeps
static void close(VeerWorld *world, float step, float dt)
{
    world->head->time += (double)step / (double)world->substep.count;
    world->head->tick += world->substep.index + 1 == world->substep.count;
    world->head->is_steered = 0;
    tell(world, VEER_STAGE_MOVE);
    veer_stage_notify(world, dt);
    veer_world_note_poses(world, world->scratch.first_position, world->scratch.first_heading);
    tell(world, VEER_STAGE_NOTIFY);
}

VeerStatus veer_world_steer(VeerWorld *world, float dt)
{
    VeerStatus status = begin(world, dt, __func__);
    if (status == VEER_OK) {
        world->substep = (VeerSubstep){0, 1};
        decide(world, dt);
        veer_world_note_poses(world, world->agent.position, world->agent.heading);
        world->head->is_steered = 1;
        world->is_sensed = true;
        world->is_stepping = false;
    }
    return status;
}

VeerStatus veer_world_moved(VeerWorld *world, float dt)
{
    VeerStatus status = begin(world, dt, __func__);
    if (status == VEER_OK) {
        world->substep = (VeerSubstep){0, 1};
        veer_stage_moved(world, dt);
        close(world, dt, dt);
        world->is_stepping = false;
    }
    return status;
}

void veer_world_substep(VeerWorld *world, float step, float dt, VeerSubstep substep)
{
    world->substep = substep;
    decide(world, dt);
    veer_stage_move(world, dt);
    veer_stage_impacts(world, dt, false);
    veer_stage_contact(world, dt);
    veer_stage_commit(world, dt);
    veer_stage_kinematic(world, dt);
    close(world, step, dt);
}

VeerStatus veer_world_step(VeerWorld *world, float dt)
{
    VeerStatus status = begin(world, dt, __func__);
    if (status != VEER_OK) {
        return status;
    }
    uint32_t count = veer_world_substeps(world, dt);
    for (uint32_t i = 0; i < count; ++i) {
        veer_world_substep(world, dt, dt / (float)count, (VeerSubstep){i, count});
    }
    world->is_stepping = false;
    return VEER_OK;
}
