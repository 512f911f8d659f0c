/// Whether the state of routes holds: their fields, their chunks, and their links.
#include "world/base/route_check.h"
#include "veer/event.h"
#include "world/base/routes.h"
#include "world/base/rules.h"

#include <string.h>

// m: the map, its links' ends and goals are within this, with room for what lies beside them.
#define MOST 8e6
#define VEER_RULE_NEAR VEER_RULE_WITHIN(-MOST, MOST)
#define VEER_RULE_AMOUNT VEER_RULE_WITHIN(0, 1e11) // m, of a path

#define ROUTE_FIELDS(X, of, type)                                                                  \
    X(of, type, target, NEAR)                                                                      \
    X(of, type, aim, NEAR)                                                                         \
    X(of, type, beyond, NEAR)                                                                      \
    X(of, type, behind, NEAR)                                                                      \
    X(of, type, middle, NEAR)                                                                      \
    X(of, type, next_middle, NEAR)                                                                 \
    X(of, type, remaining, WITHIN(-1, (double)INFINITY))                                           \
    X(of, type, rest, AMOUNT)                                                                      \
    X(of, type, lost, SECONDS)                                                                     \
    X(of, type, count, APART)                                                                      \
    X(of, type, skip, APART)                                                                       \
    X(of, type, since, ANY)                                                                        \
    X(of, type, planned, ANY)                                                                      \
    X(of, type, status, WITHIN(0, VEER_ROUTE_GIVEN_UP))                                            \
    X(of, type, is_waiting, FLAG)                                                                  \
    X(of, type, is_cut, FLAG)                                                                      \
    X(of, type, tries, ANY)                                                                        \
    X(of, type, report, WITHIN(0, VEER_EVENT_ORDER_LOST))                                          \
    X(of, type, field, APART)                                                                      \
    X(of, type, is_alone, FLAG)                                                                    \
    X(of, type, is_aim_narrow, FLAG)                                                               \
    X(of, type, is_queuing, FLAG)                                                                  \
    X(of, type, is_backing_off, FLAG)                                                              \
    X(of, type, queue_position, ANY)                                                               \
    X(of, type, opposed, ANY)                                                                      \
    X(of, type, chunk, APART)
#define USE_FIELDS(X, of, type)                                                                    \
    X(of, type, may_use, ANY)                                                                      \
    X(of, type, crossing, APART)                                                                   \
    X(of, type, crossings, APART)                                                                  \
    X(of, type, is_held, FLAG)

VEER_STRUCT_RULES(route_rules, "route", VeerRoute, ROUTE_FIELDS);
VEER_STRUCT_RULES(use_rules, "link_use", VeerLinkUse, USE_FIELDS);
VEER_ARRAY_RULES(chunk_rules, "route_chunk", VeerRouteChunk);

// --- Chunks ---

static bool is_near(VeerVec3 point)
{
    return fabsf(point.x) <= (float)MOST && fabsf(point.y) <= (float)MOST &&
           fabsf(point.z) <= (float)MOST;
}

/// Marks a chunk. @return false: it was, or there is none
static bool mark(const VeerWorld *world, uint32_t chunk)
{
    if (chunk >= world->map.head->chunk_count) {
        return false;
    }
    uint64_t *word = &world->map.routes.chunk_marks[chunk / 64u];
    uint64_t bit = UINT64_C(1) << (chunk % 64u);
    bool is_new = !(*word & bit);
    *word |= bit;
    return is_new;
}

/// Whether a route has the chunks that its points fill, none of which is another's.
static bool are_chunks(const VeerWorld *world, const VeerRoute *route, uint32_t *used)
{
    const VeerRouteChunk *chunks = world->map.routes.chunks;
    uint64_t end = (uint64_t)route->skip + route->count;
    uint32_t chunk = route->chunk;
    for (uint64_t at = 0; at < end; at += VEER_CHUNK_POINTS) {
        if (!mark(world, chunk)) {
            return false;
        }
        for (uint64_t i = at; i < end && i < at + VEER_CHUNK_POINTS; i++) {
            if (!is_near(chunks[chunk].points[i - at])) {
                return false;
            }
        }
        chunk = chunks[chunk].next;
        ++*used;
    }
    return chunk == VEER_NO_SLOT;
}

/// Whether all other chunks are free.
static bool is_free_list(const VeerWorld *world, uint32_t used)
{
    uint32_t chunk = world->map.head->chunk_free;
    for (; chunk != VEER_NO_SLOT && mark(world, chunk); used++) {
        chunk = world->map.routes.chunks[chunk].next;
    }
    return chunk == VEER_NO_SLOT && used == world->map.head->chunk_count;
}

// --- Routes ---

/// A field can be followed where there is one, which is ready.
static bool is_field(const VeerWorld *world, uint8_t field)
{
    const VeerMapFields *fields = &world->map.fields;
    return field == 0 || (fields->solver && field <= world->def.map.max_fields &&
                          fields->head->shared[field - 1u].state == VEER_SHARED_READY);
}

/// Of an agent that does not go by route, or of none.
static bool is_no_route(const VeerWorld *world, uint32_t slot)
{
    const VeerRoute *route = &world->map.routes.all[slot];
    bool is_used = slot < world->head->agent_slot_count;
    return route->status == VEER_ROUTE_NONE && route->count == 0 && route->skip == 0 &&
           route->field == 0 && !route->is_waiting && route->chunk == (is_used ? VEER_NO_SLOT : 0u);
}

static bool route_holds(const VeerWorld *world, uint32_t slot, uint32_t *used,
                        VeerStateFault *fault)
{
    const VeerRoute *route = &world->map.routes.all[slot];
    bool is_alive = slot < world->head->agent_slot_count && world->agent.is_alive[slot];
    if (!veer_rules_hold(&route_rules, route, slot, fault)) {
        return false;
    }
    if (!is_alive || route->status == VEER_ROUTE_NONE) {
        return veer_state_holds(is_no_route(world, slot), "route.status", slot, fault);
    }
    bool is_sent = world->agent.goal_kind[slot] == VEER_GOAL_POINT;
    return veer_state_holds(is_sent, "route.status", slot, fault) &&
           veer_state_holds(is_field(world, route->field), "route.field", slot, fault) &&
           veer_state_holds(are_chunks(world, route, used), "route.chunk", slot, fault);
}

// --- Links ---

/// Whether there is a link that begins, or ends, so.
static bool is_start(const VeerWorld *world, uint32_t start)
{
    return world->map.links.all && start < 2u * world->def.map.max_links &&
           world->map.links.all[start / 2u].is_alive;
}

static bool use_holds(const VeerWorld *world, uint32_t slot, VeerStateFault *fault)
{
    const VeerLinkUse *use = &world->map.links.use[slot];
    bool are_links = use->crossing == 0 || is_start(world, use->crossing - 1u);
    for (uint32_t i = 0; i < VEER_ROUTE_LINKS; i++) {
        VeerRouteLink crossing = use->crossings[i];
        are_links = are_links && (crossing.left == 0 || is_start(world, crossing.start));
    }
    return veer_rules_hold(&use_rules, use, slot, fault) &&
           veer_state_holds(are_links, "link_use.crossing", slot, fault);
}

bool veer_routes_check(const VeerWorld *world, VeerStateFault *fault)
{
    const VeerMapHead *head = world->map.head;
    uint32_t chunks = veer_route_chunks(&world->def.map), used = 0, routed = 0;
    if (!veer_state_holds(head->chunk_count <= chunks, "map.chunk_count", 0, fault)) {
        return false;
    }
    memset(world->map.routes.chunk_marks, 0, (chunks + 63u) / 64u * sizeof(uint64_t));
    for (uint32_t slot = 0; slot < world->def.max_agents; slot++) {
        if (!route_holds(world, slot, &used, fault) ||
            (world->map.links.use && !use_holds(world, slot, fault))) {
            return false;
        }
        routed += world->map.routes.all[slot].status != VEER_ROUTE_NONE;
    }
    return veer_state_holds(is_free_list(world, used), "map.chunk_free", 0, fault) &&
           veer_state_holds(head->routed_count == routed, "map.routed_count", 0, fault);
}

void veer_routes_parts(const VeerWorld *world, VeerStateParts *parts)
{
    const VeerWorldMap *map = &world->map;
    uint32_t agents = world->def.max_agents;
    veer_state_add_of_agents(parts, &route_rules, map->routes.all, sizeof *map->routes.all, agents);
    veer_state_add_of_agents(parts, &use_rules, map->links.use, sizeof *map->links.use, agents);
    veer_state_add(parts, &chunk_rules, map->routes.chunks, sizeof *map->routes.chunks,
                   veer_route_chunks(&world->def.map));
}
