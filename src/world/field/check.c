/// Whether the state of what agents of one goal share holds.
#include "world/field/check.h"
#include "math/vec.h"
#include "plan/field/field.h"
#include "world/base/rules.h"
#include "world/field/field.h"
#include "world/map/map.h"

#include <string.h>

#define HEAD_FIELDS(X, of, type)                                                                   \
    X(of, type, job, APART)                                                                        \
    X(of, type, begun, ANY)                                                                        \
    X(of, type, crowd, ANY)                                                                        \
    X(of, type, spare, APART)                                                                      \
    X(of, type, mean, ANY)                                                                         \
    X(of, type, done, WITHIN(0, UINT32_MAX))                                                       \
    X(of, type, cost, ANY)                                                                         \
    X(of, type, unused, UNUSED)                                                                    \
    X(of, type, shared, APART)
#define SHARED_FIELDS(X, of, type)                                                                 \
    X(of, type, goal, APART)                                                                       \
    X(of, type, radius, LENGTH)                                                                    \
    X(of, type, begun, ANY)                                                                        \
    X(of, type, ready, ANY)                                                                        \
    X(of, type, memory, APART)                                                                     \
    X(of, type, crowd, ANY)                                                                        \
    X(of, type, state, WITHIN(0, VEER_SHARED_READY))                                               \
    X(of, type, is_stale, FLAG)                                                                    \
    X(of, type, is_useless, FLAG)                                                                  \
    X(of, type, unused, UNUSED)                                                                    \
    X(of, type, may_use, ANY)                                                                      \
    X(of, type, padding, UNUSED)

VEER_STRUCT_RULES(head_rules, "fields", VeerFieldHead, HEAD_FIELDS);
VEER_STRUCT_RULES(shared_rules, "shared_field", VeerSharedField, SHARED_FIELDS);
VEER_ARRAY_RULES(field_rules, "field", uint64_t);
VEER_ARRAY_RULES(solver_rules, "field_solver", uint64_t);

/// Whether each memory is one field's, or spare.
static bool are_memories(const VeerWorld *world)
{
    const VeerFieldHead *head = world->map.fields.head;
    uint32_t count = world->def.map.max_fields;
    bool is_used[VEER_MAX_WORLD_FIELDS + 1] = {false};
    for (uint32_t i = 0; i <= count; i++) {
        uint32_t memory = i < count ? head->shared[i].memory : head->spare;
        if (memory > count || is_used[memory]) {
            return false;
        }
        is_used[memory] = true;
    }
    return true;
}

/// Whether a goal is on the map, or, over meshes, a point.
static bool is_goal(const VeerWorld *world, const VeerSharedField *shared)
{
    if (world->map.mesh.whole) {
        VeerVec3 goal;
        memcpy(&goal, &shared->goal, sizeof goal);
        return is_position3(goal);
    }
    return veer_map_has_place(world, shared->goal);
}

static bool shared_holds(const VeerWorld *world, uint32_t number, VeerStateFault *fault)
{
    const VeerSharedField *shared = &world->map.fields.head->shared[number];
    if (number >= world->def.map.max_fields) {
        bool is_none = veer_is_zero(shared, sizeof *shared);
        return veer_state_holds(is_none, "shared_field.state", number, fault);
    }
    bool is_good = shared->state == VEER_SHARED_FREE || is_goal(world, shared);
    return veer_rules_hold(&shared_rules, shared, number, fault) &&
           veer_state_holds(is_good, "shared_field.goal", number, fault);
}

/// Whether a field's memory can be read, and is ready if agents follow it; one that is being
/// computed is the spare one.
static bool memory_holds(const VeerWorld *world, uint32_t memory, bool is_ready)
{
    const VeerFieldHead *head = world->map.fields.head;
    const VeerWorldMapDef *def = &world->def.map;
    bool is_grid = def->kind == VEER_MAP_GRID;
    VeerVoxel sides = veer_field_sides(def);
    const VeerField *field = veer_field_in(world, memory);
    bool is_running = memory == head->spare && head->job != VEER_NO_SLOT;
    VeerFieldPlace place = {{(uint32_t)sides.x, (uint32_t)sides.y, (uint32_t)sides.z},
                            is_grid ? def->grid.origin : def->voxels.origin,
                            is_grid ? def->grid.cell_size : def->voxels.cell_size};
    return veer_field_holds(field, &place) &&
           (!is_ready || veer_field_state(field) == VEER_FIELD_DONE) &&
           (veer_field_state(field) == VEER_FIELD_RUNNING) == is_running;
}

static bool memories_hold(const VeerWorld *world, VeerStateFault *fault)
{
    const VeerMapFields *fields = &world->map.fields;
    const VeerFieldHead *head = fields->head;
    for (uint32_t i = 0; i < world->def.map.max_fields; i++) {
        bool is_ready = head->shared[i].state == VEER_SHARED_READY;
        bool is_good = memory_holds(world, head->shared[i].memory, is_ready);
        if (!veer_state_holds(is_good, "field", i, fault)) {
            return false;
        }
    }
    const VeerField *spare = veer_field_in(world, head->spare);
    bool is_spare = memory_holds(world, head->spare, false);
    bool is_solver = is_spare &&
                     veer_field_solver_fits(fields->solver, spare, world->def.map.has_crowds) &&
                     (head->job == VEER_NO_SLOT || veer_field_solver_holds(fields->solver, spare));
    return veer_state_holds(is_spare, "field", head->spare, fault) &&
           veer_state_holds(is_solver, "field_solver", 0, fault);
}

bool veer_fields_check(const VeerWorld *world, VeerStateFault *fault)
{
    const VeerFieldHead *head = world->map.fields.head;
    if (!head) {
        return true;
    }
    if (!veer_rules_hold(&head_rules, head, 0, fault)) {
        return false;
    }
    for (uint32_t i = 0; i < VEER_MAX_WORLD_FIELDS; i++) {
        if (!shared_holds(world, i, fault)) {
            return false;
        }
    }
    bool is_job = head->job == VEER_NO_SLOT || (head->job < world->def.map.max_fields &&
                                                head->shared[head->job].state != VEER_SHARED_FREE);
    return veer_state_holds(is_job, "fields.job", 0, fault) &&
           veer_state_holds(are_memories(world), "shared_field.memory", 0, fault) &&
           (!world->map.fields.solver || memories_hold(world, fault));
}

void veer_fields_parts(const VeerWorld *world, VeerStateParts *parts)
{
    const VeerMapFields *fields = &world->map.fields;
    const unsigned char *solver = (const unsigned char *)fields->solver;
    size_t solver_size = solver ? (size_t)(fields->block - solver) : 0;
    size_t size = (world->def.map.max_fields + (size_t)1) * fields->size;
    // Trees are made from the map, and are no state.
    bool is_state = solver != NULL;
    veer_state_add(parts, &shared_rules, fields->head ? fields->head->shared : NULL,
                   sizeof *fields->head->shared, VEER_MAX_WORLD_FIELDS);
    veer_state_add(parts, &head_rules, fields->head, sizeof *fields->head, 1);
    veer_state_add(parts, &field_rules, is_state ? fields->block : NULL, sizeof(uint64_t),
                   (uint32_t)(size / sizeof(uint64_t)));
    veer_state_add(parts, &solver_rules, solver, sizeof(uint64_t),
                   (uint32_t)(solver_size / sizeof(uint64_t)));
}
