#include "io/scenario/spec/tables.h"

#define AT(type, member) offsetof(type, member)

/// s: what takes longer is no warm-up.
#define MAX_WARM_UP 3600.0

static const char *const space_names[] = {"planar", "spatial", NULL};
static const char *const motion_names[] = {"static", "velocity", "orbit", "free", NULL};

static const VeerProperty file_keys[] = {
    {TEXT("name", AT(VeerFileSpec, name), 0)},
    {TEXT("title", AT(VeerFileSpec, title), 0)},
    {TEXT("notes", AT(VeerFileSpec, notes), 0)},
    {COUNT("agents", AT(VeerFileSpec, agents), 1, VEER_MAX_AGENTS, 0)},
    {COUNT("agents_reference", AT(VeerFileSpec, agents_reference), 1, VEER_MAX_AGENTS, 0)},
    {NODE("world", AT(VeerFileSpec, world), 0)},
    {NODE("map", AT(VeerFileSpec, map), 0)},
    {NODE("foresight", AT(VeerFileSpec, foresight), 0)},
    {NODE("defaults", AT(VeerFileSpec, defaults), 0)},
    {NODE("models", AT(VeerFileSpec, models), 0)},
    {NODE("groups", AT(VeerFileSpec, groups), 0)},
    {NODE("obstacles", AT(VeerFileSpec, obstacles), 0)},
    {NODE("squads", AT(VeerFileSpec, squads), 0)},
    {NODE("timeline", AT(VeerFileSpec, timeline), 0)},
    {NODE("expect", AT(VeerFileSpec, expect), 0)},
};
const VeerSchema veer_file_schema = VEER_SCHEMA("scenario", file_keys);

static const VeerProperty world_keys[] = {
    {CHOICE("space", AT(VeerWorldSpec, space), space_names, 0)},
    {NUMBER("dt", AT(VeerWorldSpec, dt), 0, 1, ABOVE)},
    {NUMBER("duration", AT(VeerWorldSpec, duration), 0, LIMIT, ABOVE)},
    {NUMBER("duration_scaled", AT(VeerWorldSpec, duration_scaled), 0, LIMIT, ABOVE | SCALED)},
    {NUMBER("warm_up", AT(VeerWorldSpec, warm_up), 0, MAX_WARM_UP, 0)},
    {NUMBER("rest", AT(VeerWorldSpec, rest), 0, LIMIT, 0)},
    {NODE("seed", AT(VeerWorldSpec, seed), 0)},
    {BOUNDS("bounds", AT(VeerWorldSpec, bounds), SCALED)},
    {BOUNDS("viewport", AT(VeerWorldSpec, viewport), SCALED)},
};
const VeerSchema veer_world_schema = VEER_SCHEMA("world", world_keys);

static const VeerProperty group_keys[] = {
    {TEXT("name", AT(VeerGroupSpec, name), 0)},
    {COUNT("count", AT(VeerGroupSpec, count), 1, VEER_MAX_AGENTS, 0)},
    {NUMBER("share", AT(VeerGroupSpec, share), 0, 1, ABOVE)},
    {NODE("place", AT(VeerGroupSpec, place), 0)},
    {NODE("goal", AT(VeerGroupSpec, goal), 0)},
    {NUMBER("arrival_radius", AT(VeerGroupSpec, arrival_radius), 0, LIMIT, ABOVE)},
    {NUMBER("arrival_factor", AT(VeerGroupSpec, arrival_factor), 0, LIMIT, ABOVE)},
    {NODE("heading", AT(VeerGroupSpec, heading), 0)},
    {VECTOR("velocity", AT(VeerGroupSpec, def.velocity), 0)},
    {RANGE("radius", AT(VeerGroupSpec, radius), 0, LIMIT, 0)},
    {NUMBER("height", AT(VeerGroupSpec, def.height), 0, LIMIT, ABOVE)},
    {RANGE("max_speed", AT(VeerGroupSpec, max_speed), 0, LIMIT, 0)},
    {RANGE("preferred_speed", AT(VeerGroupSpec, preferred_speed), 0, LIMIT, 0)},
    {OBJECT("motion", 0, veer_motion_schema)},
    {NODE("behaviour_list", AT(VeerGroupSpec, behaviour_list), 0)},
    {TEXT("squad", AT(VeerGroupSpec, squad), 0)},
    {OBJECT("avoidance", 0, veer_avoidance_schema)},
    {NUMBER("priority", AT(VeerGroupSpec, def.priority), 0, LIMIT, ENDLESS)},
    {LAYERS("layers", AT(VeerGroupSpec, def.layer))},
    {LAYERS("avoids", AT(VeerGroupSpec, def.avoid_mask))},
    {COUNT("group", AT(VeerGroupSpec, def.group), 0, UINT32_MAX, 0)},
    {FLAG("immovable", AT(VeerGroupSpec, def.is_immovable))},
    {FLAG("leaves", AT(VeerGroupSpec, is_leaving))},
    {FLAG("route", AT(VeerGroupSpec, has_route))},
    {LAYERS("may_use", AT(VeerGroupSpec, may_use))},
    {FLAG("foresight", AT(VeerGroupSpec, has_foresight))},
    {FLAG("covers", AT(VeerGroupSpec, is_covering))},
};
const VeerSchema veer_group_schema = VEER_SCHEMA("group", group_keys);

static const VeerProperty clear_keys[] = {
    {VECTOR("centre", AT(VeerClearSpec, centre), REQUIRED | SCALED)},
    {NUMBER("radius", AT(VeerClearSpec, radius), 0, LIMIT, REQUIRED)},
};
const VeerSchema veer_clear_schema = VEER_SCHEMA("clear", clear_keys);

static const VeerProperty orbit_keys[] = {
    {VECTOR("centre", AT(VeerOrbit, centre), REQUIRED | SCALED)},
    {NUMBER("semi_major", AT(VeerOrbit, semi_major), 0, LIMIT, REQUIRED | SCALED)},
    {NUMBER("semi_minor", AT(VeerOrbit, semi_minor), 0, LIMIT, REQUIRED | SCALED)},
    {NUMBER("rate", AT(VeerOrbit, rate), -LIMIT, LIMIT, REQUIRED)},
    {NUMBER("phase", AT(VeerOrbit, phase), -LIMIT, LIMIT, 0)},
    {NUMBER("inclination", AT(VeerOrbit, inclination), -LIMIT, LIMIT, 0)},
    {NUMBER("node", AT(VeerOrbit, node), -LIMIT, LIMIT, 0)},
};
const VeerSchema veer_orbit_schema = VEER_SCHEMA("orbit", orbit_keys);

static const VeerProperty tether_keys[] = {
    {VECTOR("anchor", AT(VeerTether, anchor), SCALED)},
    {NUMBER("length", AT(VeerTether, length), 0, LIMIT, SCALED)},
    {NUMBER("stiffness", AT(VeerTether, stiffness), 0, LIMIT, 0)},
    {NUMBER("speed", AT(VeerTether, speed), 0, LIMIT, 0)},
    {NUMBER("drive", AT(VeerTether, drive), 0, LIMIT, 0)},
};
const VeerSchema veer_tether_schema = VEER_SCHEMA("tether", tether_keys);

#define NAME TEXT("name", AT(VeerObstacleSpec, name), 0)
#define HEIGHT NUMBER("height", AT(VeerObstacleSpec, def.height), 0, LIMIT, ABOVE)
#define ITS_LAYERS LAYERS("layers", AT(VeerObstacleSpec, def.layer))
#define MOTION CHOICE("motion", AT(VeerObstacleSpec, motion), motion_names, 0)
#define GHOST FLAG("ghost", AT(VeerObstacleSpec, def.is_ghost))
#define COVERS FLAG("covers", AT(VeerObstacleSpec, is_covering))
#define ITS_POINTS POINTS("points", AT(VeerObstacleSpec, points), REQUIRED | SCALED)
#define RADII(flags) RANGE("radius", AT(VeerObstacleSpec, radius), 0, LIMIT, flags)
#define LOWER VECTOR("lower", AT(VeerObstacleSpec, lower), REQUIRED | SCALED)
#define UPPER VECTOR("upper", AT(VeerObstacleSpec, upper), REQUIRED | SCALED)
#define ITS_COUNT COUNT("count", AT(VeerObstacleSpec, count), 1, VEER_MAX_OBSTACLES, REQUIRED)

#define TETHER OBJECT("tether", AT(VeerObstacleSpec, def.tether), veer_tether_schema)
#define SPEED RANGE("speed", AT(VeerObstacleSpec, speed), 0, LIMIT, 0)
#define GAP NUMBER("gap", AT(VeerObstacleSpec, gap), 0, LIMIT, 0)
#define CLEAR NODE("clear", AT(VeerObstacleSpec, clear), 0)

// What all obstacles have; and those that may move; and those that are thrown at random.
// clang-format off
#define COMMON {NAME}, {HEIGHT}, {ITS_LAYERS}
#define MOVING COMMON, {GHOST}, {COVERS}
#define THROWN {ITS_COUNT}, {RADII(REQUIRED)}, {SPEED}, {GAP}, {CLEAR}, {TETHER}
// clang-format on

static const VeerProperty ball_keys[] = {
    MOVING,
    {MOTION},
    {VECTOR("position", AT(VeerObstacleSpec, def.position), SCALED)},
    {VECTOR("velocity", AT(VeerObstacleSpec, def.velocity), 0)},
    {NUMBER("radius", AT(VeerObstacleSpec, def.radius), 0, LIMIT, REQUIRED)},
    {NUMBER("mass", AT(VeerObstacleSpec, def.mass), 0, LIMIT, 0)},
    {NODE("orbit", AT(VeerObstacleSpec, orbit), 0)},
    {TETHER},
};
static const VeerProperty chain_keys[] = {
    COMMON,
    {ITS_POINTS},
    {FLAG("closed", AT(VeerObstacleSpec, def.is_closed))},
};
static const VeerProperty polygon_keys[] = {COMMON, {ITS_POINTS}};
static const VeerProperty box_keys[] = {COMMON, {LOWER}, {UPPER}};
static const VeerProperty field_keys[] = {
    MOVING,
    {MOTION},
    {LOWER},
    {UPPER},
    THROWN,
    {FLAG("overlap", AT(VeerObstacleSpec, is_overlapping))},
    {FLAG("round", AT(VeerObstacleSpec, is_round))},
};
static const VeerProperty ring_keys[] = {
    MOVING,
    {MOTION},
    {VECTOR("centre", AT(VeerObstacleSpec, centre), SCALED)},
    {NUMBER("distance", AT(VeerObstacleSpec, distance), 0, LIMIT, REQUIRED | ABOVE | SCALED)},
    THROWN,
};
static const VeerProperty orbits_keys[] = {
    MOVING,
    {ITS_COUNT},
    {RADII(REQUIRED)},
    {VECTOR("centre", AT(VeerObstacleSpec, def.orbit.centre), SCALED)},
    {NUMBER("first", AT(VeerObstacleSpec, first), 0, LIMIT, REQUIRED | ABOVE | SCALED)},
    {NUMBER("spacing", AT(VeerObstacleSpec, spacing), 0, LIMIT, REQUIRED | SCALED)},
    {NUMBER("ratio", AT(VeerObstacleSpec, ratio), 0, 1, 0)},
    {NUMBER("speed", AT(VeerObstacleSpec, orbit_speed), 0, LIMIT, REQUIRED)},
    {RANGE("phase", AT(VeerObstacleSpec, phase), -LIMIT, LIMIT, 0)},
    {RANGE("inclination", AT(VeerObstacleSpec, inclination), -LIMIT, LIMIT, 0)},
    {RANGE("node", AT(VeerObstacleSpec, node), -LIMIT, LIMIT, 0)},
};
const VeerSchema veer_obstacle_schemas[VEER_OBSTACLE_KINDS] = {
    VEER_SCHEMA("obstacle.ball", ball_keys),       VEER_SCHEMA("obstacle.chain", chain_keys),
    VEER_SCHEMA("obstacle.polygon", polygon_keys), VEER_SCHEMA("obstacle.box", box_keys),
    VEER_SCHEMA("obstacle.field", field_keys),     VEER_SCHEMA("obstacle.orbits", orbits_keys),
    VEER_SCHEMA("obstacle.ring", ring_keys),
};

#define WHEN TIME("at", AT(VeerTimelineSpec, at), 0, LIMIT, REQUIRED)
#define GROUP(flags) TEXT("group", AT(VeerTimelineSpec, group), flags)
#define OBSTACLE(flags) TEXT("obstacle", AT(VeerTimelineSpec, obstacle), flags)
#define INDEX COUNT("index", AT(VeerTimelineSpec, index), 0, VEER_MAX_AGENTS, 0)

static const VeerProperty spawn_keys[] = {{WHEN},
                                          {NODE("group", AT(VeerTimelineSpec, spawned), REQUIRED)}};
static const VeerProperty go_to_keys[] = {
    {WHEN}, {GROUP(REQUIRED)}, {INDEX}, {NODE("goal", AT(VeerTimelineSpec, goal), REQUIRED)}};
static const VeerProperty stop_keys[] = {{WHEN}, {GROUP(REQUIRED)}, {INDEX}};
static const VeerProperty remove_keys[] = {{WHEN}, {GROUP(0)}, {OBSTACLE(0)}, {INDEX}};
static const VeerProperty move_keys[] = {
    {WHEN},
    {OBSTACLE(REQUIRED)},
    {INDEX},
    {VECTOR("to", AT(VeerTimelineSpec, vector), REQUIRED | SCALED)}};
static const VeerProperty set_velocity_keys[] = {
    {WHEN},
    {OBSTACLE(REQUIRED)},
    {INDEX},
    {VECTOR("velocity", AT(VeerTimelineSpec, vector), REQUIRED)}};
#define RECT(key, member) VECTOR(key, AT(VeerTimelineSpec, member), 0)
#define LINK COUNT("link", AT(VeerTimelineSpec, link), 0, VEER_MAX_LINKS, 0)
static const VeerProperty door_keys[] = {
    {WHEN}, {RECT("lower", lower)}, {RECT("upper", upper)}, {LINK}};
#define SQUAD TEXT("squad", AT(VeerTimelineSpec, squad), REQUIRED)
static const VeerProperty order_keys[] = {{WHEN},
                                          {SQUAD},
                                          {NODE("order", AT(VeerTimelineSpec, order), REQUIRED)},
                                          {FLAG("append", AT(VeerTimelineSpec, is_appended))}};
static const VeerProperty cancel_keys[] = {{WHEN}, {SQUAD}};
const VeerSchema veer_timeline_schemas[VEER_TIMELINE_KINDS] = {
    VEER_SCHEMA("event.spawn", spawn_keys), VEER_SCHEMA("event.go_to", go_to_keys),
    VEER_SCHEMA("event.stop", stop_keys),   VEER_SCHEMA("event.remove", remove_keys),
    VEER_SCHEMA("event.move", move_keys),   VEER_SCHEMA("event.set_velocity", set_velocity_keys),
    VEER_SCHEMA("event.close", door_keys),  VEER_SCHEMA("event.open", door_keys),
    VEER_SCHEMA("event.order", order_keys), VEER_SCHEMA("event.cancel", cancel_keys),
};
