#include "io/replay/begin.h"
#include "io/base/array.h"
#include "io/replay/map.h"

#include <stdlib.h>

static void *budget_allocate(void *user, size_t size)
{
    VeerBudget *budget = user;
    if (size > budget->left) {
        return NULL;
    }
    void *taken = veer_aligned_take(size);
    budget->left -= taken ? size : 0;
    return taken;
}

static void budget_release(void *user, void *memory, size_t size)
{
    VeerBudget *budget = user;
    budget->left += size;
    free(memory);
}

static void code_foresight(VeerCodec *codec, VeerForesightDef *def)
{
    veer_code_flag(codec, &def->has_window);
    veer_code_u32(codec, &def->window.width);
    veer_code_u32(codec, &def->window.height);
    veer_code_u32(codec, &def->window.depth);
    veer_code(codec, &def->window.origin, sizeof def->window.origin);
    veer_code_f32(codec, &def->window.cell_size);
    veer_code_f32(codec, &def->window.tick);
    veer_code_f32(codec, &def->window.slack);
    veer_code_u32(codec, &def->window.sweep_count);
    veer_code_u32(codec, &def->max_states);
    veer_code_u32(codec, &def->budget);
}

/// All of a def but its map.
static void code_def(VeerCodec *codec, VeerWorldDef *def)
{
    uint32_t space = def->space;
    veer_code_u32(codec, &space);
    def->space = (VeerSpace)space;
    veer_code_u32(codec, &def->max_agents);
    veer_code_u32(codec, &def->max_obstacles);
    veer_code_u32(codec, &def->max_wall_vertices);
    veer_code_u32(codec, &def->max_behaviour_lists);
    veer_code_u32(codec, &def->max_squads);
    veer_code_u32(codec, &def->max_messages);
    veer_code_u32(codec, &def->max_sensed);
    veer_code_u32(codec, &def->max_masses);
    veer_code_u32(codec, &def->max_profiles);
    veer_code_flag(codec, &def->has_lifetimes);
    code_foresight(codec, &def->foresight);
    veer_code(codec, &def->bounds, sizeof def->bounds);
    veer_code(codec, &def->seed, sizeof def->seed);
}

VeerStatus veer_begin_write(VeerCodec *codec, const VeerWorld *world)
{
    VeerWorldDef own = veer_world_def(world);
    VeerStore store = {.blocks = NULL};
    code_def(codec, &own);
    bool is_map = veer_map_code(codec, &own.map, &store, UINT64_MAX);
    bool is_out = codec->has_failed || store.is_out;
    veer_store_clear(&store);
    if (is_out) {
        return VEER_OUT_OF_MEMORY;
    }
    size_t size = veer_world_export_size(world);
    unsigned char *state = is_map ? malloc(size) : NULL;
    VeerStatus status = !is_map  ? VEER_BAD_VALUE
                        : !state ? VEER_OUT_OF_MEMORY
                                 : veer_world_export(world, state, size);
    veer_code(codec, state, status == VEER_OK ? size : 0);
    free(state);
    return status == VEER_OK && codec->has_failed ? VEER_OUT_OF_MEMORY : status;
}

/// Makes the world of a def, in the state that follows.
static VeerStatus make(const VeerCodec *codec, const VeerWorldDef *def, VeerWorld **out,
                       const char **why)
{
    VeerWorld *world = NULL;
    VeerStateFault fault = {NULL, 0};
    *why = "has a def of no world";
    VeerStatus status = veer_world_create(def, &world);
    if (status == VEER_OK) {
        status =
            veer_world_import(world, codec->bytes + codec->at, codec->size - codec->at, &fault);
        *why = status == VEER_BAD_STATE ? fault.what : veer_status_name(status);
    }
    if (status != VEER_OK) {
        veer_world_destroy(world);
        return status;
    }
    *out = world;
    return VEER_OK;
}

VeerStatus veer_begin_read(VeerCodec *codec, VeerBudget *budget, const VeerTasks *tasks,
                           VeerWorld **out, const char **why)
{
    VeerStore store = {.blocks = NULL};
    VeerWorldDef def = veer_world_def_default();
    code_def(codec, &def);
    def.allocator = (VeerAllocator){budget_allocate, budget_release, budget};
    def.tasks = tasks ? *tasks : (VeerTasks){.worker_count = 0};
    *why = "has a map that cannot be made";
    bool is_map = veer_map_code(codec, &def.map, &store, budget->left) && !codec->has_failed;
    VeerStatus status = is_map         ? make(codec, &def, out, why)
                        : store.is_out ? VEER_OUT_OF_MEMORY
                                       : VEER_BAD_VALUE;
    veer_store_clear(&store);
    return status;
}
