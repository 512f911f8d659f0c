// What worlds and the host provide: handles, defs that have to fit something, tasks and memory.
#include "values.h"

#include "kinds.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

VeerWorld *any_own_VeerWorld(Session *session)
{
    session->place = NULL;
    if (is_wild(session) && chance(session, 4)) {
        session->has_null = true;
        return NULL;
    }
    session->place = &session->places[chance(session, 6) ? 1 : 0];
    if (!session->place->world) {
        session->place = &session->places[0];
    }
    VeerWorld *world = session->place->world;
    session->has_null |= !world;
    session->place = world ? session->place : NULL;
    return world;
}

const VeerWorld *any_VeerWorld(Session *session)
{
    return any_own_VeerWorld(session);
}

static const VeerWorld *world_of(const Session *session)
{
    return session->place ? session->place->world : session->places[0].world;
}

const VeerGrid *any_world_VeerGrid(Session *session)
{
    const VeerWorld *world = world_of(session);
    bool is_covered = chance(session, 2);
    return !world ? NULL : is_covered ? veer_world_covered_grid(world) : veer_world_grid(world);
}

const VeerVoxels *any_world_VeerVoxels(Session *session)
{
    const VeerWorld *world = world_of(session);
    bool is_covered = chance(session, 2);
    return !world ? NULL : is_covered ? veer_world_covered_voxels(world) : veer_world_voxels(world);
}

const VeerMesh *any_world_VeerMesh(Session *session)
{
    const VeerWorld *world = world_of(session);
    bool is_covered = chance(session, 2);
    return !world ? NULL : is_covered ? veer_world_covered_mesh(world) : veer_world_mesh(world);
}

const VeerGraph *any_world_VeerGraph(Session *session)
{
    const VeerWorld *world = world_of(session);
    return world ? veer_world_graph(world) : NULL;
}

const VeerField *any_world_VeerField(Session *session)
{
    const VeerWorld *world = world_of(session);
    return world ? veer_world_field(world, (uint32_t)(draw(session) % 4)) : NULL;
}

// One that was handed out, or not.
static Id any_id(Session *session, IdKind kind)
{
    uint32_t count = session->remembered_count[kind];
    count = count < MAX_REMEMBERED ? count : MAX_REMEMBERED;
    Id id = {0, 0};
    if (count > 0) {
        id = session->remembered[kind][draw(session) % count];
    }
    if (is_wild(session)) {
        uint64_t bits = draw(session);
        id.generation += bits % 4 == 0;
        id = bits % 4 == 1 ? (Id){0, 0} : id;
        id = bits % 4 == 2 ? (Id){(uint32_t)(bits >> 32), (uint32_t)(bits >> 16)} : id;
    }
    return id;
}

// Mostly one that is there: of a slot.
#define ANY_ID(type, at)                                                                           \
    type any_##type(Session *session)                                                              \
    {                                                                                              \
        const VeerWorld *world = world_of(session);                                                \
        for (int i = 0; world && i < 4 && session->wildness < 2; ++i) {                            \
            type id = at(world, (uint32_t)(draw(session) % slots_of_##type(world)));               \
            if (id.generation != 0) {                                                              \
                return id;                                                                         \
            }                                                                                      \
        }                                                                                          \
        Id id = any_id(session, ID_##type);                                                        \
        return (type){id.slot, id.generation};                                                     \
    }

static uint32_t slots_of_VeerAgentId(const VeerWorld *world)
{
    return veer_agent_slot_count(world) + 1;
}

static uint32_t slots_of_VeerObstacleId(const VeerWorld *world)
{
    return veer_obstacle_slot_count(world) + 1;
}

static uint32_t slots_of_VeerSquadId(const VeerWorld *world)
{
    (void)world;
    return 4;
}

static uint32_t slots_of_VeerLinkId(const VeerWorld *world)
{
    return veer_world_link_room(world) + 1;
}

static VeerLinkId link_at(const VeerWorld *world, uint32_t number)
{
    VeerLinkId id = {0, 0};
    veer_link_at(world, number, &id);
    return id;
}

ANY_ID(VeerAgentId, veer_agent_at)
ANY_ID(VeerObstacleId, veer_obstacle_at)
ANY_ID(VeerSquadId, veer_squad_at)
ANY_ID(VeerLinkId, link_at)

VeerBehaviourListId any_VeerBehaviourListId(Session *session)
{
    Id id = any_id(session, ID_VeerBehaviourListId);
    return (VeerBehaviourListId){id.slot, id.generation};
}

VeerListenerId any_VeerListenerId(Session *session)
{
    Id id = any_id(session, ID_VeerListenerId);
    return (VeerListenerId){id.slot, id.generation};
}

VeerEntryId any_VeerEntryId(Session *session)
{
    Id id = any_id(session, ID_VeerEntryId);
    return (VeerEntryId){id.slot, id.generation};
}

static void order_floats(float *lower, float *upper)
{
    float least = fminf(*lower, *upper), most = fmaxf(*lower, *upper);
    *lower = least;
    *upper = most;
}

VeerBounds any_VeerBounds(Session *session)
{
    VeerVec3 lower = any_VeerVec3(session);
    VeerVec3 upper = any_VeerVec3(session);
    if (!is_wild(session)) {
        order_floats(&lower.x, &upper.x);
        order_floats(&lower.y, &upper.y);
        order_floats(&lower.z, &upper.z);
    }
    return (VeerBounds){lower, upper};
}

VeerCellRect any_VeerCellRect(Session *session)
{
    int32_t x = (int32_t)any_whole(session, -1, session->cells.x);
    int32_t y = (int32_t)any_whole(session, -1, session->cells.y);
    int32_t width = (int32_t)any_whole(session, 0, 4);
    int32_t height = (int32_t)any_whole(session, 0, 4);
    VeerCell upper = {(int32_t)((uint32_t)x + (uint32_t)width),
                      (int32_t)((uint32_t)y + (uint32_t)height)};
    return (VeerCellRect){{x, y}, upper};
}

VeerVoxelBox any_VeerVoxelBox(Session *session)
{
    VeerCellRect rect = any_VeerCellRect(session);
    int32_t z = (int32_t)any_whole(session, -1, session->cells.z);
    int32_t depth = (int32_t)any_whole(session, 0, 4);
    return (VeerVoxelBox){{rect.lower.x, rect.lower.y, z},
                          {rect.upper.x, rect.upper.y, (int32_t)((uint32_t)z + (uint32_t)depth)}};
}

VeerAvoidParams any_VeerAvoidParams(Session *session)
{
    VeerAvoidModel model = (VeerAvoidModel)any_number_of(session, VEER_AVOID_MODEL_COUNT);
    VeerAvoidParams params = veer_avoid_params_for(model);
    if (chance(session, 3)) {
        params.sense_range = any_float(session, 0.5f, 12.0f);
        params.time_horizon = any_float(session, 0.1f, 6.0f);
        params.time_horizon_obstacles = any_float(session, 0.1f, 4.0f);
        params.max_neighbours = (uint32_t)any_whole(session, 0, VEER_MAX_NEIGHBOURS);
    }
    float *values = params.custom.value;
    if (model != VEER_AVOID_CUSTOM && chance(session, 4)) {
        values[draw(session) % 5] = any_float(session, 0.1f, 4.0f);
    }
    if (model == VEER_AVOID_CUSTOM) {
        params.custom.callback = (uint32_t)any_whole(session, 0, VEER_MAX_AVOID_CALLBACKS - 1);
    }
    return params;
}

VeerWorldDef any_VeerWorldDef(Session *session)
{
    VeerWorldDef def;
    make_world_def(session, &def);
    if (is_wild(session)) {
        switch (draw(session) % 8) {
        case 0:
            def.max_agents = (uint32_t)any_whole(session, 0, 4);
            break;
        case 1:
            def.max_obstacles = (uint32_t)any_whole(session, 0, 4);
            break;
        case 2:
            def.max_squads = (uint32_t)any_whole(session, 0, 4);
            break;
        case 3:
            def.map.max_route_points = (uint32_t)any_whole(session, 0, 40);
            break;
        case 4:
            def.map.max_classes = (uint32_t)any_whole(session, 1, 16);
            break;
        case 5:
            def.map = veer_world_map_def_default(
                (VeerMapKind)any_number_of(session, VEER_MAP_KIND_COUNT));
            break;
        case 6:
            def.cookie = 0;
            break;
        default:
            def.space = (VeerSpace)any_number_of(session, 2);
        }
    }
    return def;
}

VeerScenarioOptions any_VeerScenarioOptions(Session *session)
{
    VeerScenarioOptions options = veer_scenario_options_default();
    if (chance(session, 2)) {
        options.agents = (uint32_t)any_whole(session, 0, 12);
        options.has_seed = true;
        options.seed = draw(session);
        options.dt = any_float(session, 0.01f, 0.1f);
        options.has_model = any_bool(session);
        options.model = (VeerAvoidModel)any_number_of(session, VEER_AVOID_MODEL_COUNT);
    }
    return options;
}

// Memory that is refused when it is much, and counted.
static void *allocate(void *user, size_t size)
{
    void *memory = size < (64u << 20) ? aligned_alloc(64, (size + 63) / 64 * 64) : NULL;
    if (memory) {
        *(size_t *)user += size;
        memset(memory, 0xA5, size);
    }
    return memory;
}

static void *allocate_nothing(void *user, size_t size)
{
    (void)user;
    (void)size;
    return NULL;
}

static void release(void *user, void *memory, size_t size)
{
    *(size_t *)user -= size;
    memset(memory, 0x5A, size);
    free(memory);
}

VeerAllocator any_VeerAllocator(Session *session)
{
    return (VeerAllocator){is_wild(session) ? allocate_nothing : allocate, release,
                           &session->world_bytes};
}

// Workers last as long as the program: worlds come and go.
VeerTasks any_VeerTasks(Session *session)
{
    static VeerThreads *pools[8];
    uint32_t workers = session->setting.workers % 8;
    if (workers <= 1) {
        return (VeerTasks){0};
    }
    if (!pools[workers] && veer_threads_create(workers, &pools[workers]) != VEER_OK) {
        fail(session, "no threads");
    }
    return veer_threads_tasks(pools[workers]);
}
