/// What a body meets first in the rest of a tick: balls, agents, walls, the map, the bounds.
#include "world/contact/impact_find.h"
#include "geom/box.h"
#include "geom/segment.h"
#include "geom/touch.h"
#include "math/vec.h"
#include "space/visit.h"
#include "world/body/body.h"
#include "world/map/map.h"

/// Of bodies that have had so many impacts in a tick, which are pressed together, and settle.
#define LEAST_PRESSED 1e-2f
#define FEW 8u

/// A search for what a body meets first.
typedef struct Seeking {
    const VeerImpacts *impacts;
    uint32_t key, slot;
    bool is_agent;
    VeerMover body;
    VeerVec3 at;  ///< m: where it is
    VeerVec3 way; ///< m: where it would still go in this tick
    float left;   ///< s of the tick
    float least;  ///< see LEAST_APPROACH
    VeerNextHit first;
} Seeking;

/// The part of the way up to the first hit.
static float reach_of(const Seeking *seeking)
{
    return min_f((seeking->first.time - seeking->impacts->now) / seeking->left, 1.0f);
}

/// @param after  s from now
static void take(Seeking *seeking, float after, uint32_t partner, VeerVec3 normal)
{
    const VeerWorld *world = seeking->impacts->world;
    float time = seeking->impacts->now + after;
    VeerNextHit *first = &seeking->first;
    bool is_first = time < first->time ||
                    (time == first->time && veer_impact_precedes(world, partner, first->partner));
    if (is_first) {
        first->time = time;
        first->partner = partner;
        first->normal = normal;
    }
}

static bool is_towards(const Seeking *seeking, VeerVec3 other, VeerVec3 normal)
{
    return veer_impact_is_towards(seeking->body.path, other, normal, seeking->least);
}

/// One of the bodies near.
static void meet(Seeking *seeking, uint32_t key)
{
    const VeerWorld *world = seeking->impacts->world;
    const VeerMover *body = &seeking->body;
    VeerMover other = veer_impact_mover(seeking->impacts, key);
    bool is_level = world->def.space == VEER_SPATIAL ||
                    (body->lower <= other.upper && other.lower <= body->upper);
    if (!is_level) {
        return;
    }
    bool is_far = veer_is_far(body->position);
    VeerVec3 offset =
        veer_world_between(world, &body->position, &body->low, &other.position, &other.low, is_far);
    offset = add3(offset, veer_world_flat(world, sub3(other.gone, body->gone)));
    VeerVec3 relative = sub3(body->path, other.path);
    float after = veer_time_to_touch3(offset, relative, body->radius + other.radius);
    if (after < seeking->left) {
        VeerVec3 touch = along3(offset, relative, -after);
        VeerVec3 normal = unit3(scale3(touch, -1.0f), vec3(1.0f, 0.0f, 0.0f));
        if (is_towards(seeking, other.path, normal)) {
            take(seeking, after, key, normal);
        }
    }
}

static bool is_free_ball(const VeerWorld *world, uint32_t slot)
{
    return world->obstacle.motion[slot] == VEER_MOTION_FREE;
}

/// Whether a body and a ball stop each other.
static bool is_solid_ball(const Seeking *seeking, uint32_t ball)
{
    const VeerWorld *world = seeking->impacts->world;
    const VeerObstacleColumns *obstacle = &world->obstacle;
    if (!seeking->is_agent) {
        return ball != seeking->slot &&
               obstacle->is_ghost[ball] == obstacle->is_ghost[seeking->slot];
    }
    bool heeds = (veer_profile(world, seeking->slot)->avoid_mask & obstacle->layer[ball]) != 0;
    bool is_active = veer_impact_is_active(world, seeking->slot);
    return heeds && !obstacle->is_ghost[ball] && (is_active || is_free_ball(world, ball));
}

static float meet_ball(void *context, uint32_t ball)
{
    Seeking *seeking = context;
    if (is_solid_ball(seeking, ball)) {
        meet(seeking, ball);
    }
    return reach_of(seeking);
}

/// Whether a body and an agent stop each other by an impact.
static bool is_solid_agent(const Seeking *seeking, uint32_t slot)
{
    const VeerWorld *world = seeking->impacts->world;
    const VeerAgentColumns *agent = &world->agent;
    uint32_t own = seeking->slot, mask = veer_profile(world, slot)->avoid_mask;
    if (!seeking->is_agent) {
        return !world->obstacle.is_ghost[own] && (mask & world->obstacle.layer[own]) != 0;
    }
    bool are_solid =
        (agent->layer[own] & mask) || (agent->layer[slot] & veer_profile(world, own)->avoid_mask);
    return slot != own && are_solid && veer_agent_has_mass(world, own) &&
           veer_agent_has_mass(world, slot);
}

static float meet_agent(void *context, uint32_t slot)
{
    Seeking *seeking = context;
    if (is_solid_agent(seeking, slot)) {
        meet(seeking, slot | VEER_KEY_AGENT);
    }
    return reach_of(seeking);
}

/// Bodies: the indices show where they were at the tick's start.
static void meet_bodies(Seeking *seeking)
{
    const VeerImpacts *impacts = seeking->impacts;
    const VeerWorld *world = impacts->world;
    float moved = min_f(impacts->top_speed * impacts->dt, VEER_FARTHEST) + far_step(seeking->at);
    float radius = seeking->body.radius + moved;
    veer_index_sweep(world->ball_index, seeking->at, seeking->way, radius, 1.0f, meet_ball,
                     seeking);
    if (!seeking->is_agent || veer_agent_has_mass(world, seeking->slot)) {
        veer_index_sweep(world->agent_index, seeking->at, seeking->way, radius, reach_of(seeking),
                         meet_agent, seeking);
    }
}

/// A wall that stands, met after a part of the way. @param offset  m, from the middle to the wall's
/// nearest point then; 0: `side` is the normal
static void meet_wall(Seeking *seeking, float part, VeerVec3 offset, VeerVec3 side,
                      uint32_t partner)
{
    VeerVec3 none = {0}, normal = unit3(scale3(offset, -1.0f), side);
    if (is_towards(seeking, none, normal)) {
        take(seeking, part * seeking->left, partner, normal);
    }
}

/// @param is_one_sided  it stops who comes from its left
static void meet_segment(Seeking *seeking, VeerVec3 from, VeerVec3 to, bool is_one_sided,
                         uint32_t partner)
{
    VeerVec2 a = plane2(sub3(from, seeking->at)), b = plane2(sub3(to, seeking->at));
    VeerVec2 way = plane2(seeking->way), ab = sub2(b, a);
    float part = veer_segment_cast2(a, b, (VeerVec2){0}, way, seeking->body.radius);
    if (!(part < 1.0f) || (is_one_sided && cross2(ab, scale2(a, -1.0f)) < 0.0f)) {
        return;
    }
    VeerVec2 at = scale2(way, part);
    VeerVec2 off = sub2(add2(a, scale2(ab, veer_segment_nearest2(a, b, at))), at);
    bool is_left = cross2(ab, scale2(a, -1.0f)) >= 0.0f;
    VeerVec2 left = scale2(left2(ab), is_left ? 1.0f : -1.0f);
    VeerVec3 side = unit3(vec3(left.x, left.y, 0.0f), (VeerVec3){0});
    meet_wall(seeking, part, vec3(off.x, off.y, 0.0f), side, partner);
}

static void meet_box(Seeking *seeking, VeerVec3 lower, VeerVec3 upper, uint32_t partner)
{
    VeerBounds box = {sub3(lower, seeking->at), sub3(upper, seeking->at)};
    float part = veer_box_cast(box, (VeerVec3){0}, seeking->way, seeking->body.radius);
    if (part < 1.0f) {
        VeerVec3 at = scale3(seeking->way, part);
        VeerVec3 back = unit3(scale3(seeking->way, -1.0f), (VeerVec3){0});
        meet_wall(seeking, part, sub3(veer_box_nearest(box, at), at), back, partner);
    }
}

static bool visit_wall(void *context, uint32_t box)
{
    Seeking *seeking = context;
    const VeerWorld *world = seeking->impacts->world;
    const VeerWallItem *wall = &world->walls[box];
    bool is_planar = world->def.space == VEER_PLANAR;
    bool is_level =
        !is_planar || (wall->lower <= seeking->body.upper && seeking->body.lower <= wall->upper);
    uint32_t layer = world->obstacle.layer[wall->obstacle];
    bool is_solid = seeking->is_agent
                        ? (veer_profile(world, seeking->slot)->avoid_mask & layer) != 0
                        : !world->obstacle.is_ghost[seeking->slot];
    if (is_level && is_solid && is_planar) {
        meet_segment(seeking, wall->a, wall->b, false, wall->obstacle);
    } else if (is_level && is_solid) {
        meet_box(seeking, wall->a, wall->b, wall->obstacle);
    }
    return true;
}

static void visit_map_wall(void *context, const VeerNearWall *wall)
{
    Seeking *seeking = context;
    if (seeking->impacts->world->def.space == VEER_PLANAR) {
        meet_segment(seeking, wall->a, wall->b, true, VEER_NO_SLOT);
    } else {
        meet_box(seeking, wall->a, wall->b, VEER_NO_SLOT);
    }
}

static void meet_map(Seeking *seeking)
{
    const VeerWorld *world = seeking->impacts->world;
    const VeerMover *body = &seeking->body;
    uint32_t mask = seeking->is_agent ? veer_profile(world, seeking->slot)->avoid_mask : UINT32_MAX;
    bool is_crossing = seeking->is_agent && veer_links_is_crossing(world, seeking->slot);
    if (!world->map.traits || is_crossing || !(world->def.map.layer & mask)) {
        return;
    }
    VeerWallQuery query = {.point = add3(body->position, body->gone),
                           .range = body->radius + length3(seeking->way),
                           .lower = body->lower,
                           .upper = body->upper,
                           .mask = mask};
    VeerWallCollector collector = {
        .world = world, .query = &query, .visit = visit_map_wall, .context = seeking};
    world->map.traits->find_walls(&collector);
}

/// Along one axis. What is beyond a bound may come back on its own.
static void meet_bound(Seeking *seeking, float at, float way, float lower, float upper,
                       VeerVec3 axis)
{
    float radius = seeking->body.radius;
    float room = way < 0.0f ? at - (lower + radius) : (upper - radius) - at;
    float length = fabsf(way);
    if (length > room && length > 0.0f) {
        float after = max_f(room, 0.0f) / length * seeking->left;
        take(seeking, after, VEER_NO_SLOT, way < 0.0f ? axis : scale3(axis, -1.0f));
    }
}

static void meet_bounds(Seeking *seeking)
{
    VeerBounds bounds = seeking->impacts->world->def.bounds;
    VeerVec3 at = add3(seeking->body.position, seeking->body.gone), way = seeking->way;
    meet_bound(seeking, at.x, way.x, bounds.lower.x, bounds.upper.x, vec3(1.0f, 0.0f, 0.0f));
    meet_bound(seeking, at.y, way.y, bounds.lower.y, bounds.upper.y, vec3(0.0f, 1.0f, 0.0f));
    meet_bound(seeking, at.z, way.z, bounds.lower.z, bounds.upper.z, vec3(0.0f, 0.0f, 1.0f));
}

void veer_impact_find(const VeerImpacts *impacts, uint32_t key)
{
    const VeerWorld *world = impacts->world;
    VeerNextHit *hit = veer_impact_hit(world, key);
    hit->time = INFINITY;
    hit->partner = VEER_NO_SLOT;
    if (hit->count >= veer_impact_most(key) || !(impacts->now < impacts->dt)) {
        return;
    }
    Seeking seeking = {.impacts = impacts,
                       .key = key,
                       .slot = key & ~VEER_KEY_AGENT,
                       .is_agent = (key & VEER_KEY_AGENT) != 0,
                       .body = veer_impact_mover(impacts, key),
                       .left = impacts->dt - impacts->now,
                       .first = *hit};
    seeking.least = hit->count < FEW ? VEER_LEAST_APPROACH : LEAST_PRESSED;
    seeking.at = veer_world_flat(world, add3(seeking.body.position, seeking.body.gone));
    // Nothing is farther away in a world.
    seeking.left = min_f(seeking.left, VEER_FARTHEST / max_f(length3(seeking.body.path), 1.0f));
    seeking.way = scale3(seeking.body.path, seeking.left);
    meet_bodies(&seeking);
    if (world->wall_count > 0) {
        veer_tree_sweep(world->wall_tree, seeking.at, seeking.way, seeking.body.radius, visit_wall,
                        &seeking);
    }
    meet_map(&seeking);
    if (!seeking.is_agent) {
        meet_bounds(&seeking);
    }
    *hit = seeking.first;
    bool is_body = hit->partner != VEER_NO_SLOT &&
                   ((hit->partner & VEER_KEY_AGENT) || world->obstacle.is_ball[hit->partner]);
    hit->partner_count = is_body ? veer_impact_hit(world, hit->partner)->count : 0;
}
