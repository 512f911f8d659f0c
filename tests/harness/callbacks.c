// What a host's callbacks do: answer anything, and make calls of their own.
//
// Those that may run on workers, or that must be functions of their arguments, know nothing of the
// session.
#include "values.h"

#include <math.h>
#include <string.h>

static uint64_t hash_of(const void *bytes, size_t size)
{
    uint64_t hash = size;
    for (size_t i = 0; i < size; ++i) {
        hash = mix(hash ^ ((const uint8_t *)bytes)[i]);
    }
    return hash;
}

static VeerAvoidResult decide_anything(const VeerView *view, const VeerAvoidParams *params,
                                       VeerVec3 preferred, void *user)
{
    (void)user;
    VeerAvoidResult result = veer_avoid_decide(VEER_AVOID_MAGNETS, view, params, preferred);
    uint64_t bits = hash_of(&view->velocity, sizeof view->velocity) + view->id;
    if (bits % 4 == 0) {
        float odd[] = {NAN, INFINITY, 1e30f, -0.0f};
        result.velocity.x = odd[bits / 4 % 4];
        result.memory.value[bits / 16 % 4] = odd[bits / 64 % 4];
    }
    return result;
}

VeerAvoidFn *any_VeerAvoidFn(Session *session)
{
    return chance(session, 4) ? NULL : decide_anything;
}

static bool rule_for_squads(void *context, VeerSquadId squad, const VeerPlaceProbe *probe)
{
    (void)context;
    uint64_t bits = hash_of(&probe->point, sizeof probe->point) + squad.slot;
    return bits % 4 == 0 ? bits % 8 == 0 : veer_place_is_valid(probe);
}

VeerSquadPlaceRule *any_VeerSquadPlaceRule(Session *session)
{
    return chance(session, 2) ? NULL : rule_for_squads;
}

static bool rule_for_places(void *context, const VeerPlaceProbe *probe)
{
    session_call_back(context, false);
    return draw(context) % 4 > 0 && veer_place_is_valid(probe);
}

VeerPlaceRule *any_VeerPlaceRule(Session *session)
{
    return chance(session, 2) ? NULL : rule_for_places;
}

static void hear_of_stage(void *user, VeerStage stage)
{
    (void)stage;
    session_call_back(user, true);
}

VeerStageFn *any_VeerStageFn(Session *session)
{
    return chance(session, 4) ? NULL : hear_of_stage;
}

static void hear_of_refusal(void *user, const VeerRefusal *refusal)
{
    Session *session = user;
    if (!refusal->function || !refusal->what || !refusal->must || refusal->status == VEER_OK ||
        strncmp(refusal->must, "must ", 5) != 0) {
        fail(session, "a refusal that does not say why");
    }
    if (!session->place ||
        session->place->step_depth == 0) { // else it may be a step that is refused
        session_call_back(session, false);
    }
    session->told = *refusal;
    session->told_count += 1;
}

// Always one: who must have been told is known.
VeerRefusalFn *any_VeerRefusalFn(Session *session)
{
    (void)session;
    return hear_of_refusal;
}

// One that listens may come and go, and tell of more.
static void listen(void *user, const VeerEvent *event)
{
    static const char *const names[] = {"veer_notifier_attach", "veer_notifier_detach",
                                        "veer_notifier_tell"};
    Session *session = user;
    (void)event;
    if (chance(session, 4)) {
        session_call_within(session, find_call(names[draw(session) % 3]));
    }
    session_call_back(session, false);
}

VeerListenerFn *any_VeerListenerFn(Session *session)
{
    session->has_null |= is_wild(session);
    return session->has_null ? NULL : listen;
}

static bool goes_on(void *context)
{
    session_call_back(context, false);
    return !chance(context, 8);
}

static bool visit_edge(void *context, const VeerGridEdge *edge)
{
    (void)edge;
    return goes_on(context);
}

static bool visit_shape(void *context, const VeerVec3 *corners, uint32_t count)
{
    (void)corners;
    (void)count;
    return goes_on(context);
}

static bool visit_voxel_wall(void *context, const VeerVoxelWall *wall)
{
    (void)wall;
    return goes_on(context);
}

static bool visit_mesh_wall(void *context, const VeerMeshWall *wall)
{
    (void)wall;
    return goes_on(context);
}

static bool visit_box(void *context, uint32_t box)
{
    (void)box;
    return goes_on(context);
}

#define ANY_CALLBACK(type, function)                                                               \
    type *any_##type(Session *session)                                                             \
    {                                                                                              \
        bool is_null = is_wild(session);                                                           \
        session->has_null |= is_null;                                                              \
        return is_null ? NULL : function;                                                          \
    }

ANY_CALLBACK(VeerGridEdgeVisit, visit_edge)
ANY_CALLBACK(VeerGraphShapeVisit, visit_shape)
ANY_CALLBACK(VeerVoxelWallVisit, visit_voxel_wall)
ANY_CALLBACK(VeerMeshWallVisit, visit_mesh_wall)
ANY_CALLBACK(VeerTreeVisit, visit_box)

void call_back_visit(void *user, VeerVec3 from, VeerVec3 to)
{
    (void)from;
    (void)to;
    session_call_back(user, false);
}

float call_back_VeerPlaceSense_clearance(void *context, VeerVec3 point)
{
    (void)point;
    return any_float(context, 0.0f, 3.0f);
}

bool call_back_VeerPlaceSense_is_reachable(void *context, VeerVec3 point)
{
    (void)point;
    return !chance(context, 4);
}

float call_back_VeerPlaceSense_floor_below(void *context, VeerVec3 point)
{
    (void)point;
    return any_float(context, 0.0f, 1.2f);
}

bool call_back_VeerPlaceSense_is_seen(void *context, VeerVec3 from, VeerVec3 to)
{
    (void)from;
    (void)to;
    return !chance(context, 4);
}

uint32_t call_back_VeerPlaceSense_region(void *context, VeerVec3 point)
{
    (void)point;
    return chance(context, 4);
}

bool call_back_VeerGraphQuery_is_goal(void *user, uint32_t node)
{
    (void)node;
    return chance(user, 8);
}

bool call_back_VeerGridQuery_is_goal(void *user, VeerCell cell)
{
    (void)cell;
    return chance(user, 8);
}

bool call_back_VeerIntervalQuery_is_goal(void *user, VeerWindowCell cell, float time)
{
    (void)cell;
    (void)time;
    return chance(user, 8);
}

void call_back_VeerDraw_ball(void *user, VeerDrawRole role, uint32_t group, VeerVec3 centre,
                             float radius)
{
    (void)role;
    (void)group;
    (void)centre;
    (void)radius;
    session_call_back(user, false);
}

void call_back_VeerDraw_line(void *user, VeerDrawRole role, uint32_t group, VeerVec3 from,
                             VeerVec3 to)
{
    (void)role;
    (void)group;
    (void)from;
    (void)to;
    session_call_back(user, false);
}

void call_back_VeerDraw_polygon(void *user, VeerDrawRole role, const VeerVec3 *points,
                                uint32_t count)
{
    (void)role;
    for (uint32_t i = 0; i < count; ++i) {
        if (points[i].x > INFINITY) {
            fail(user, "a point that is none");
        }
    }
}

// From any node to any: also to ones that are not there, and at costs that fall.
static void expand(void *user, VeerSearch *search, uint32_t node, uint64_t cost)
{
    (void)node;
    for (uint32_t i = (uint32_t)(draw(user) % 5); i > 0; --i) {
        uint32_t to = (uint32_t)any_whole(user, 0, 40);
        uint64_t step = draw(user) % 100;
        bool is_odd = is_wild(user);
        veer_search_reach(search, to, is_odd ? draw(user) >> draw(user) % 64 : cost + step);
    }
}

static uint32_t estimate(void *user, uint32_t node)
{
    (void)user;
    return is_wild(user) ? (uint32_t)draw(user) : node % 8;
}

static bool is_goal(void *user, uint32_t node)
{
    (void)node;
    return chance(user, 20);
}

VeerSearchSpace any_VeerSearchSpace(Session *session)
{
    VeerSearchSpace space = {.node_count = (uint32_t)any_whole(session, 5, 16),
                             .expand = expand,
                             .estimate = chance(session, 2) ? estimate : NULL,
                             .is_goal = is_goal,
                             .user = session};
    if (is_wild(session)) {
        space.expand = chance(session, 2) ? NULL : expand;
        space.is_goal = chance(session, 2) ? NULL : is_goal;
    }
    return space;
}
