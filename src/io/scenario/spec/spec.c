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
    {NUMBER("dt", AT(VeerWorldSpec, dt), (double)VEER_MIN_DT, (double)VEER_MAX_DT, 0)},
    {NUMBER("duration", AT(VeerWorldSpec, duration), 0, LIMIT, ABOVE)},
    {NUMBER("duration_scaled", AT(VeerWorldSpec, duration_scaled), 0, LIMIT, ABOVE | SCALED)},
    {NUMBER("warm_up", AT(VeerWorldSpec, warm_up), 0, MAX_WARM_UP, 0)},
    {NUMBER("rest", AT(VeerWorldSpec, rest), 0, LIMIT, 0)},
    {NODE("seed", AT(VeerWorldSpec, seed), 0)},
    {COUNT("messages", AT(VeerWorldSpec, messages), 0, VEER_MAX_MESSAGES, 0)},
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
    {NUMBER("mass", AT(VeerGroupSpec, def.mass), 0, LIMIT, 0)},
    {NUMBER("restitution", AT(VeerGroupSpec, def.restitution), 0, 1, 0)},
    {NUMBER("friction", AT(VeerGroupSpec, def.friction), 0, LIMIT, 0)},
    {LAYERS("layers", AT(VeerGroupSpec, def.layer))},
    {LAYERS("avoids", AT(VeerGroupSpec, def.avoid_mask))},
    {COUNT("group", AT(VeerGroupSpec, def.group), 0, UINT32_MAX, 0)},
    {FLAG("immovable", AT(VeerGroupSpec, def.is_immovable))},
    {FLAG("leaves", AT(VeerGroupSpec, is_leaving))},
    {NUMBER("time_to_live", AT(VeerGroupSpec, def.time_to_live), 0, LIMIT, ENDLESS)},
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

#define OF(kind) (1u << VEER_OBSTACLE_##kind)
#define THROWN (OF(FIELD) | OF(RING))
#define STRAIGHT (OF(CHAIN) | OF(POLYGON) | OF(BOX))
#define ROUND (OF(BALL) | THROWN | OF(ORBITS))

static const VeerProperty obstacle_keys[] = {
    {TEXT("name", AT(VeerObstacleSpec, name), 0)},
    {NUMBER("height", AT(VeerObstacleSpec, def.height), 0, LIMIT, ABOVE)},
    {LAYERS("layers", AT(VeerObstacleSpec, def.layer))},
    {NUMBER("time_to_live", AT(VeerObstacleSpec, def.time_to_live), 0, LIMIT, ENDLESS)},
    {FLAG("ghost", AT(VeerObstacleSpec, def.is_ghost)), ROUND | OF(POLYGON) | OF(BOX)},
    {FLAG("covers", AT(VeerObstacleSpec, is_covering)), ROUND},
    {CHOICE("motion", AT(VeerObstacleSpec, motion), motion_names, 0), OF(BALL) | THROWN},
    {VECTOR("position", AT(VeerObstacleSpec, def.position), SCALED), OF(BALL)},
    {VECTOR("velocity", AT(VeerObstacleSpec, def.velocity), 0), OF(BALL) | STRAIGHT},
    {NUMBER("turn_rate", AT(VeerObstacleSpec, def.turn_rate), -LIMIT, LIMIT, 0), STRAIGHT},
    {VECTOR("pivot", AT(VeerObstacleSpec, centre), SCALED), STRAIGHT},
    {NUMBER("radius", AT(VeerObstacleSpec, def.radius), 0, LIMIT, REQUIRED), OF(BALL)},
    {NUMBER("mass", AT(VeerObstacleSpec, def.mass), 0, LIMIT, 0), OF(BALL) | THROWN},
    {NUMBER("restitution", AT(VeerObstacleSpec, def.restitution), 0, 1, 0), OF(BALL) | THROWN},
    {NUMBER("friction", AT(VeerObstacleSpec, def.friction), 0, LIMIT, 0), OF(BALL) | THROWN},
    {NODE("orbit", AT(VeerObstacleSpec, orbit), 0), OF(BALL)},
    {POINTS("points", AT(VeerObstacleSpec, points), REQUIRED | SCALED), OF(CHAIN) | OF(POLYGON)},
    {FLAG("closed", AT(VeerObstacleSpec, def.is_closed)), OF(CHAIN)},
    {VECTOR("lower", AT(VeerObstacleSpec, lower), REQUIRED | SCALED), OF(BOX) | OF(FIELD)},
    {VECTOR("upper", AT(VeerObstacleSpec, upper), REQUIRED | SCALED), OF(BOX) | OF(FIELD)},
    {VECTOR("centre", AT(VeerObstacleSpec, centre), SCALED), OF(RING)},
    {NUMBER("distance", AT(VeerObstacleSpec, distance), 0, LIMIT, REQUIRED | ABOVE | SCALED),
     OF(RING)},
    {COUNT("count", AT(VeerObstacleSpec, count), 1, VEER_MAX_OBSTACLES, REQUIRED),
     THROWN | OF(ORBITS)},
    {RANGE("radius", AT(VeerObstacleSpec, radius), 0, LIMIT, REQUIRED), THROWN | OF(ORBITS)},
    {RANGE("speed", AT(VeerObstacleSpec, speed), 0, LIMIT, 0), THROWN},
    {NUMBER("gap", AT(VeerObstacleSpec, gap), 0, LIMIT, 0), THROWN},
    {NODE("clear", AT(VeerObstacleSpec, clear), 0), THROWN},
    {OBJECT("tether", AT(VeerObstacleSpec, def.tether), veer_tether_schema), OF(BALL) | THROWN},
    {FLAG("overlap", AT(VeerObstacleSpec, is_overlapping)), OF(FIELD)},
    {FLAG("round", AT(VeerObstacleSpec, is_round)), OF(FIELD)},
    {VECTOR("centre", AT(VeerObstacleSpec, def.orbit.centre), SCALED), OF(ORBITS)},
    {NUMBER("first", AT(VeerObstacleSpec, first), 0, LIMIT, REQUIRED | ABOVE | SCALED), OF(ORBITS)},
    {NUMBER("spacing", AT(VeerObstacleSpec, spacing), 0, LIMIT, REQUIRED | SCALED), OF(ORBITS)},
    {NUMBER("ratio", AT(VeerObstacleSpec, ratio), 0, 1, 0), OF(ORBITS)},
    {NUMBER("speed", AT(VeerObstacleSpec, orbit_speed), 0, LIMIT, REQUIRED), OF(ORBITS)},
    {RANGE("phase", AT(VeerObstacleSpec, phase), -LIMIT, LIMIT, 0), OF(ORBITS)},
    {RANGE("inclination", AT(VeerObstacleSpec, inclination), -LIMIT, LIMIT, 0), OF(ORBITS)},
    {RANGE("node", AT(VeerObstacleSpec, node), -LIMIT, LIMIT, 0), OF(ORBITS)},
};

#define OBSTACLE(name, kind) VEER_VARIANT("obstacle." name, obstacle_keys, VEER_OBSTACLE_##kind)
const VeerSchema veer_obstacle_schemas[VEER_OBSTACLE_KINDS] = {
    OBSTACLE("ball", BALL), OBSTACLE("chain", CHAIN), OBSTACLE("polygon", POLYGON),
    OBSTACLE("box", BOX),   OBSTACLE("field", FIELD), OBSTACLE("orbits", ORBITS),
    OBSTACLE("ring", RING),
};

#define ON(kind) (1u << VEER_TIMELINE_##kind)
#define DOOR (ON(CLOSE) | ON(OPEN))
#define DRIVEN (ON(MOVE) | ON(SET_VELOCITY))
#define TOLD (ON(ORDER) | ON(CANCEL))

static const VeerProperty event_keys[] = {
    {TIME("at", AT(VeerTimelineSpec, at), 0, LIMIT, REQUIRED)},
    {NODE("group", AT(VeerTimelineSpec, spawned), REQUIRED), ON(SPAWN)},
    {TEXT("group", AT(VeerTimelineSpec, group), REQUIRED), ON(GO_TO) | ON(STOP)},
    {TEXT("group", AT(VeerTimelineSpec, group), 0), ON(REMOVE)},
    {TEXT("obstacle", AT(VeerTimelineSpec, obstacle), REQUIRED), DRIVEN},
    {TEXT("obstacle", AT(VeerTimelineSpec, obstacle), 0), ON(REMOVE)},
    {COUNT("index", AT(VeerTimelineSpec, index), 0, VEER_MAX_AGENTS, 0),
     ON(GO_TO) | ON(STOP) | ON(REMOVE) | DRIVEN},
    {NODE("goal", AT(VeerTimelineSpec, goal), REQUIRED), ON(GO_TO)},
    {VECTOR("to", AT(VeerTimelineSpec, vector), REQUIRED | SCALED), ON(MOVE)},
    {VECTOR("velocity", AT(VeerTimelineSpec, vector), REQUIRED), ON(SET_VELOCITY)},
    {NUMBER("turn_rate", AT(VeerTimelineSpec, turn_rate), -LIMIT, LIMIT, 0), ON(SET_VELOCITY)},
    {VECTOR("lower", AT(VeerTimelineSpec, lower), 0), DOOR},
    {VECTOR("upper", AT(VeerTimelineSpec, upper), 0), DOOR},
    {COUNT("link", AT(VeerTimelineSpec, link), 0, VEER_MAX_LINKS, 0), DOOR},
    {TEXT("squad", AT(VeerTimelineSpec, squad), REQUIRED), TOLD},
    {NODE("order", AT(VeerTimelineSpec, order), REQUIRED), ON(ORDER)},
    {FLAG("append", AT(VeerTimelineSpec, is_appended)), ON(ORDER)},
};

#define EVENT(name, kind) VEER_VARIANT("event." name, event_keys, VEER_TIMELINE_##kind)
const VeerSchema veer_timeline_schemas[VEER_TIMELINE_KINDS] = {
    EVENT("spawn", SPAWN),   EVENT("go_to", GO_TO), EVENT("stop", STOP),
    EVENT("remove", REMOVE), EVENT("move", MOVE),   EVENT("set_velocity", SET_VELOCITY),
    EVENT("close", CLOSE),   EVENT("open", OPEN),   EVENT("order", ORDER),
    EVENT("cancel", CANCEL),
};
