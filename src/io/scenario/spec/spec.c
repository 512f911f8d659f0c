#include "io/scenario/spec/spec.h"

#define AT(type, member) offsetof(type, member)
/// The largest float that is a sensible size, speed or time.
#define LIMIT ((double)VEER_WORLD_LIMIT)

/// s: what takes longer is no warm-up.
#define MAX_WARM_UP 3600.0

static const char *const space_names[] = {"planar", "spatial", NULL};
static const char *const motion_names[] = {"static", "velocity", "orbit", "free", NULL};

enum { REQUIRED = VEER_FIELD_REQUIRED, SCALED = VEER_FIELD_SCALED, ABOVE = VEER_FIELD_ABOVE };

static const VeerField file_fields[] = {
    {"name", VEER_FIELD_TEXT, AT(VeerFileSpec, name), 0, 0, 0, NULL},
    {"title", VEER_FIELD_TEXT, AT(VeerFileSpec, title), 0, 0, 0, NULL},
    {"notes", VEER_FIELD_TEXT, AT(VeerFileSpec, notes), 0, 0, 0, NULL},
    {"agents", VEER_FIELD_COUNT, AT(VeerFileSpec, agents), 1, VEER_MAX_AGENTS, 0, NULL},
    {"agents_reference", VEER_FIELD_COUNT, AT(VeerFileSpec, agents_reference), 1, VEER_MAX_AGENTS,
     0, NULL},
    {"world", VEER_FIELD_NODE, AT(VeerFileSpec, world), 0, 0, 0, NULL},
    {"map", VEER_FIELD_NODE, AT(VeerFileSpec, map), 0, 0, 0, NULL},
    {"foresight", VEER_FIELD_NODE, AT(VeerFileSpec, foresight), 0, 0, 0, NULL},
    {"defaults", VEER_FIELD_NODE, AT(VeerFileSpec, defaults), 0, 0, 0, NULL},
    {"models", VEER_FIELD_NODE, AT(VeerFileSpec, models), 0, 0, 0, NULL},
    {"groups", VEER_FIELD_NODE, AT(VeerFileSpec, groups), 0, 0, 0, NULL},
    {"obstacles", VEER_FIELD_NODE, AT(VeerFileSpec, obstacles), 0, 0, 0, NULL},
    {"squads", VEER_FIELD_NODE, AT(VeerFileSpec, squads), 0, 0, 0, NULL},
    {"timeline", VEER_FIELD_NODE, AT(VeerFileSpec, timeline), 0, 0, 0, NULL},
    {"expect", VEER_FIELD_NODE, AT(VeerFileSpec, expect), 0, 0, 0, NULL},
};
const VeerShape veer_file_shape = VEER_SHAPE("scenario", file_fields);

static const VeerField world_fields[] = {
    {"space", VEER_FIELD_CHOICE, AT(VeerWorldSpec, space), 0, 0, 0, space_names},
    {"dt", VEER_FIELD_NUMBER, AT(VeerWorldSpec, dt), 0, 1, ABOVE, NULL},
    {"duration", VEER_FIELD_NUMBER, AT(VeerWorldSpec, duration), 0, LIMIT, ABOVE, NULL},
    {"duration_scaled", VEER_FIELD_NUMBER, AT(VeerWorldSpec, duration_scaled), 0, LIMIT,
     ABOVE | SCALED, NULL},
    {"warm_up", VEER_FIELD_NUMBER, AT(VeerWorldSpec, warm_up), 0, MAX_WARM_UP, 0, NULL},
    {"rest", VEER_FIELD_NUMBER, AT(VeerWorldSpec, rest), 0, LIMIT, 0, NULL},
    {"seed", VEER_FIELD_NODE, AT(VeerWorldSpec, seed), 0, 0, 0, NULL},
    {"bounds", VEER_FIELD_BOUNDS, AT(VeerWorldSpec, bounds), 0, 0, SCALED, NULL},
    {"viewport", VEER_FIELD_BOUNDS, AT(VeerWorldSpec, viewport), 0, 0, SCALED, NULL},
};
const VeerShape veer_world_shape = VEER_SHAPE("world", world_fields);

static const VeerField group_fields[] = {
    {"name", VEER_FIELD_TEXT, AT(VeerGroupSpec, name), 0, 0, 0, NULL},
    {"count", VEER_FIELD_COUNT, AT(VeerGroupSpec, count), 1, VEER_MAX_AGENTS, 0, NULL},
    {"share", VEER_FIELD_NUMBER, AT(VeerGroupSpec, share), 0, 1, ABOVE, NULL},
    {"place", VEER_FIELD_NODE, AT(VeerGroupSpec, place), 0, 0, 0, NULL},
    {"goal", VEER_FIELD_NODE, AT(VeerGroupSpec, goal), 0, 0, 0, NULL},
    {"arrival_radius", VEER_FIELD_NUMBER, AT(VeerGroupSpec, arrival_radius), 0, LIMIT, ABOVE, NULL},
    {"arrival_factor", VEER_FIELD_NUMBER, AT(VeerGroupSpec, arrival_factor), 0, LIMIT, ABOVE, NULL},
    {"heading", VEER_FIELD_NODE, AT(VeerGroupSpec, heading), 0, 0, 0, NULL},
    {"velocity", VEER_FIELD_VECTOR, AT(VeerGroupSpec, def.velocity), 0, 0, 0, NULL},
    {"radius", VEER_FIELD_RANGE, AT(VeerGroupSpec, radius), 0, LIMIT, 0, NULL},
    {"height", VEER_FIELD_NUMBER, AT(VeerGroupSpec, def.height), 0, LIMIT, ABOVE, NULL},
    {"max_speed", VEER_FIELD_RANGE, AT(VeerGroupSpec, max_speed), 0, LIMIT, 0, NULL},
    {"preferred_speed", VEER_FIELD_RANGE, AT(VeerGroupSpec, preferred_speed), 0, LIMIT, 0, NULL},
    {"motion", VEER_FIELD_OBJECT, 0, 0, 0, 0, &veer_motion_shape},
    {"behaviour_list", VEER_FIELD_NODE, AT(VeerGroupSpec, behaviour_list), 0, 0, 0, NULL},
    {"squad", VEER_FIELD_TEXT, AT(VeerGroupSpec, squad), 0, 0, 0, NULL},
    {"avoidance", VEER_FIELD_OBJECT, 0, 0, 0, 0, &veer_avoidance_shape},
    {"priority", VEER_FIELD_NUMBER, AT(VeerGroupSpec, def.priority), 0, LIMIT, VEER_FIELD_ENDLESS,
     NULL},
    {"layers", VEER_FIELD_LAYERS, AT(VeerGroupSpec, def.layer), 0, 0, 0, NULL},
    {"avoids", VEER_FIELD_LAYERS, AT(VeerGroupSpec, def.avoid_mask), 0, 0, 0, NULL},
    {"number", VEER_FIELD_COUNT, AT(VeerGroupSpec, def.group), 0, UINT32_MAX, 0, NULL},
    {"immovable", VEER_FIELD_FLAG, AT(VeerGroupSpec, def.is_immovable), 0, 0, 0, NULL},
    {"leaves", VEER_FIELD_FLAG, AT(VeerGroupSpec, is_leaving), 0, 0, 0, NULL},
    {"route", VEER_FIELD_FLAG, AT(VeerGroupSpec, has_route), 0, 0, 0, NULL},
    {"may_use", VEER_FIELD_LAYERS, AT(VeerGroupSpec, may_use), 0, 0, 0, NULL},
    {"foresight", VEER_FIELD_FLAG, AT(VeerGroupSpec, has_foresight), 0, 0, 0, NULL},
    {"covers", VEER_FIELD_FLAG, AT(VeerGroupSpec, is_covering), 0, 0, 0, NULL},
};
const VeerShape veer_group_shape = VEER_SHAPE("group", group_fields);

static const VeerField clear_fields[] = {
    {"centre", VEER_FIELD_VECTOR, AT(VeerClearSpec, centre), 0, 0, REQUIRED | SCALED, NULL},
    {"radius", VEER_FIELD_NUMBER, AT(VeerClearSpec, radius), 0, LIMIT, REQUIRED, NULL},
};
const VeerShape veer_clear_shape = VEER_SHAPE("clear", clear_fields);

static const VeerField orbit_fields[] = {
    {"centre", VEER_FIELD_VECTOR, AT(VeerOrbit, centre), 0, 0, REQUIRED | SCALED, NULL},
    {"semi_major", VEER_FIELD_NUMBER, AT(VeerOrbit, semi_major), 0, LIMIT, REQUIRED | SCALED, NULL},
    {"semi_minor", VEER_FIELD_NUMBER, AT(VeerOrbit, semi_minor), 0, LIMIT, REQUIRED | SCALED, NULL},
    {"rate", VEER_FIELD_NUMBER, AT(VeerOrbit, rate), -LIMIT, LIMIT, REQUIRED, NULL},
    {"phase", VEER_FIELD_NUMBER, AT(VeerOrbit, phase), -LIMIT, LIMIT, 0, NULL},
    {"inclination", VEER_FIELD_NUMBER, AT(VeerOrbit, inclination), -LIMIT, LIMIT, 0, NULL},
    {"node", VEER_FIELD_NUMBER, AT(VeerOrbit, node), -LIMIT, LIMIT, 0, NULL},
};
const VeerShape veer_orbit_shape = VEER_SHAPE("orbit", orbit_fields);

static const VeerField tether_fields[] = {
    {"anchor", VEER_FIELD_VECTOR, AT(VeerTether, anchor), 0, 0, SCALED, NULL},
    {"length", VEER_FIELD_NUMBER, AT(VeerTether, length), 0, LIMIT, SCALED, NULL},
    {"stiffness", VEER_FIELD_NUMBER, AT(VeerTether, stiffness), 0, LIMIT, 0, NULL},
    {"speed", VEER_FIELD_NUMBER, AT(VeerTether, speed), 0, LIMIT, 0, NULL},
    {"drive", VEER_FIELD_NUMBER, AT(VeerTether, drive), 0, LIMIT, 0, NULL},
};
const VeerShape veer_tether_shape = VEER_SHAPE("tether", tether_fields);

#define KIND                                                                                       \
    {                                                                                              \
        "kind", VEER_FIELD_TEXT, AT(VeerObstacleSpec, kind_name), 0, 0, REQUIRED, NULL             \
    }
#define NAME                                                                                       \
    {                                                                                              \
        "name", VEER_FIELD_TEXT, AT(VeerObstacleSpec, name), 0, 0, 0, NULL                         \
    }
#define HEIGHT                                                                                     \
    {                                                                                              \
        "height", VEER_FIELD_NUMBER, AT(VeerObstacleSpec, def.height), 0, LIMIT, ABOVE, NULL       \
    }
#define LAYERS                                                                                     \
    {                                                                                              \
        "layers", VEER_FIELD_LAYERS, AT(VeerObstacleSpec, def.layer), 0, 0, 0, NULL                \
    }
#define MOTION                                                                                     \
    {                                                                                              \
        "motion", VEER_FIELD_CHOICE, AT(VeerObstacleSpec, motion), 0, 0, 0, motion_names           \
    }
#define GHOST                                                                                      \
    {                                                                                              \
        "ghost", VEER_FIELD_FLAG, AT(VeerObstacleSpec, def.is_ghost), 0, 0, 0, NULL                \
    }
#define COVERS                                                                                     \
    {                                                                                              \
        "covers", VEER_FIELD_FLAG, AT(VeerObstacleSpec, is_covering), 0, 0, 0, NULL                \
    }
#define POINTS                                                                                     \
    {                                                                                              \
        "points", VEER_FIELD_POINTS, AT(VeerObstacleSpec, points), 0, 0, REQUIRED | SCALED, NULL   \
    }
#define RADII(flags)                                                                               \
    {                                                                                              \
        "radius", VEER_FIELD_RANGE, AT(VeerObstacleSpec, radius), 0, LIMIT, flags, NULL            \
    }
#define LOWER                                                                                      \
    {                                                                                              \
        "lower", VEER_FIELD_VECTOR, AT(VeerObstacleSpec, lower), 0, 0, REQUIRED | SCALED, NULL     \
    }
#define UPPER                                                                                      \
    {                                                                                              \
        "upper", VEER_FIELD_VECTOR, AT(VeerObstacleSpec, upper), 0, 0, REQUIRED | SCALED, NULL     \
    }
#define COUNT                                                                                      \
    {                                                                                              \
        "count", VEER_FIELD_COUNT, AT(VeerObstacleSpec, count), 1, VEER_MAX_OBSTACLES, REQUIRED,   \
            NULL                                                                                   \
    }

#define TETHER                                                                                     \
    {                                                                                              \
        "tether", VEER_FIELD_OBJECT, AT(VeerObstacleSpec, def.tether), 0, 0, 0, &veer_tether_shape \
    }
#define SPEED                                                                                      \
    {                                                                                              \
        "speed", VEER_FIELD_RANGE, AT(VeerObstacleSpec, speed), 0, LIMIT, 0, NULL                  \
    }
#define GAP                                                                                        \
    {                                                                                              \
        "gap", VEER_FIELD_NUMBER, AT(VeerObstacleSpec, gap), 0, LIMIT, 0, NULL                     \
    }
#define CLEAR                                                                                      \
    {                                                                                              \
        "clear", VEER_FIELD_NODE, AT(VeerObstacleSpec, clear), 0, 0, 0, NULL                       \
    }

static const VeerField ball_fields[] = {
    KIND,
    NAME,
    HEIGHT,
    LAYERS,
    GHOST,
    COVERS,
    MOTION,
    {"position", VEER_FIELD_VECTOR, AT(VeerObstacleSpec, def.position), 0, 0, SCALED, NULL},
    {"velocity", VEER_FIELD_VECTOR, AT(VeerObstacleSpec, def.velocity), 0, 0, 0, NULL},
    {"radius", VEER_FIELD_NUMBER, AT(VeerObstacleSpec, def.radius), 0, LIMIT, REQUIRED, NULL},
    {"mass", VEER_FIELD_NUMBER, AT(VeerObstacleSpec, def.mass), 0, LIMIT, 0, NULL},
    {"orbit", VEER_FIELD_NODE, AT(VeerObstacleSpec, orbit), 0, 0, 0, NULL},
    TETHER,
};
static const VeerField chain_fields[] = {
    KIND,   NAME,   HEIGHT,
    LAYERS, POINTS, {"closed", VEER_FIELD_FLAG, AT(VeerObstacleSpec, def.is_closed), 0, 0, 0, NULL},
};
static const VeerField polygon_fields[] = {KIND, NAME, HEIGHT, LAYERS, POINTS};
static const VeerField box_fields[] = {KIND, NAME, HEIGHT, LAYERS, LOWER, UPPER};
static const VeerField field_fields[] = {
    KIND,
    NAME,
    HEIGHT,
    LAYERS,
    GHOST,
    COVERS,
    MOTION,
    LOWER,
    UPPER,
    COUNT,
    RADII(REQUIRED),
    SPEED,
    GAP,
    CLEAR,
    TETHER,
    {"overlap", VEER_FIELD_FLAG, AT(VeerObstacleSpec, is_overlapping), 0, 0, 0, NULL},
    {"round", VEER_FIELD_FLAG, AT(VeerObstacleSpec, is_round), 0, 0, 0, NULL},
};
static const VeerField ring_fields[] = {
    KIND,
    NAME,
    HEIGHT,
    LAYERS,
    GHOST,
    COVERS,
    MOTION,
    {"centre", VEER_FIELD_VECTOR, AT(VeerObstacleSpec, centre), 0, 0, SCALED, NULL},
    {"distance", VEER_FIELD_NUMBER, AT(VeerObstacleSpec, distance), 0, LIMIT,
     REQUIRED | ABOVE | SCALED, NULL},
    COUNT,
    RADII(REQUIRED),
    SPEED,
    GAP,
    CLEAR,
    TETHER,
};
static const VeerField orbits_fields[] = {
    KIND,
    NAME,
    HEIGHT,
    LAYERS,
    GHOST,
    COVERS,
    COUNT,
    RADII(REQUIRED),
    {"centre", VEER_FIELD_VECTOR, AT(VeerObstacleSpec, def.orbit.centre), 0, 0, SCALED, NULL},
    {"first", VEER_FIELD_NUMBER, AT(VeerObstacleSpec, first), 0, LIMIT, REQUIRED | ABOVE | SCALED,
     NULL},
    {"spacing", VEER_FIELD_NUMBER, AT(VeerObstacleSpec, spacing), 0, LIMIT, REQUIRED | SCALED,
     NULL},
    {"ratio", VEER_FIELD_NUMBER, AT(VeerObstacleSpec, ratio), 0, 1, 0, NULL},
    {"speed", VEER_FIELD_NUMBER, AT(VeerObstacleSpec, orbit_speed), 0, LIMIT, REQUIRED, NULL},
    {"phase", VEER_FIELD_RANGE, AT(VeerObstacleSpec, phase), -LIMIT, LIMIT, 0, NULL},
    {"inclination", VEER_FIELD_RANGE, AT(VeerObstacleSpec, inclination), -LIMIT, LIMIT, 0, NULL},
    {"node", VEER_FIELD_RANGE, AT(VeerObstacleSpec, node), -LIMIT, LIMIT, 0, NULL},
};
const VeerShape veer_obstacle_shapes[VEER_OBSTACLE_KINDS] = {
    VEER_SHAPE("obstacle.ball", ball_fields),       VEER_SHAPE("obstacle.chain", chain_fields),
    VEER_SHAPE("obstacle.polygon", polygon_fields), VEER_SHAPE("obstacle.box", box_fields),
    VEER_SHAPE("obstacle.field", field_fields),     VEER_SHAPE("obstacle.orbits", orbits_fields),
    VEER_SHAPE("obstacle.ring", ring_fields),
};
#undef KIND

#define KIND                                                                                       \
    {                                                                                              \
        "kind", VEER_FIELD_TEXT, AT(VeerTimelineSpec, kind_name), 0, 0, REQUIRED, NULL             \
    }
#define TIME                                                                                       \
    {                                                                                              \
        "at", VEER_FIELD_TIME, AT(VeerTimelineSpec, at), 0, LIMIT, REQUIRED, NULL                  \
    }
#define GROUP(flags)                                                                               \
    {                                                                                              \
        "group", VEER_FIELD_TEXT, AT(VeerTimelineSpec, group), 0, 0, flags, NULL                   \
    }
#define OBSTACLE(flags)                                                                            \
    {                                                                                              \
        "obstacle", VEER_FIELD_TEXT, AT(VeerTimelineSpec, obstacle), 0, 0, flags, NULL             \
    }
#define INDEX                                                                                      \
    {                                                                                              \
        "index", VEER_FIELD_COUNT, AT(VeerTimelineSpec, index), 0, VEER_MAX_AGENTS, 0, NULL        \
    }

static const VeerField spawn_fields[] = {
    KIND, TIME, {"group", VEER_FIELD_NODE, AT(VeerTimelineSpec, spawned), 0, 0, REQUIRED, NULL}};
static const VeerField go_to_fields[] = {
    KIND,
    TIME,
    GROUP(REQUIRED),
    INDEX,
    {"goal", VEER_FIELD_NODE, AT(VeerTimelineSpec, goal), 0, 0, REQUIRED, NULL}};
static const VeerField stop_fields[] = {KIND, TIME, GROUP(REQUIRED), INDEX};
static const VeerField remove_fields[] = {KIND, TIME, GROUP(0), OBSTACLE(0), INDEX};
static const VeerField move_fields[] = {
    KIND,
    TIME,
    OBSTACLE(REQUIRED),
    INDEX,
    {"to", VEER_FIELD_VECTOR, AT(VeerTimelineSpec, to), 0, 0, REQUIRED | SCALED, NULL}};
static const VeerField set_velocity_fields[] = {
    KIND,
    TIME,
    OBSTACLE(REQUIRED),
    INDEX,
    {"velocity", VEER_FIELD_VECTOR, AT(VeerTimelineSpec, velocity), 0, 0, REQUIRED, NULL}};
#define RECT(key, member)                                                                          \
    {                                                                                              \
        key, VEER_FIELD_VECTOR, AT(VeerTimelineSpec, member), 0, 0, 0, NULL                        \
    }
#define LINK                                                                                       \
    {                                                                                              \
        "link", VEER_FIELD_COUNT, AT(VeerTimelineSpec, link), 0, VEER_MAX_LINKS, 0, NULL           \
    }
static const VeerField close_fields[] = {KIND, TIME, RECT("lower", lower), RECT("upper", upper),
                                         LINK};
static const VeerField open_fields[] = {KIND, TIME, RECT("lower", lower), RECT("upper", upper),
                                        LINK};
#define SQUAD                                                                                      \
    {                                                                                              \
        "squad", VEER_FIELD_TEXT, AT(VeerTimelineSpec, squad), 0, 0, REQUIRED, NULL                \
    }
static const VeerField order_fields[] = {
    KIND,
    TIME,
    SQUAD,
    {"order", VEER_FIELD_NODE, AT(VeerTimelineSpec, order), 0, 0, REQUIRED, NULL},
    {"append", VEER_FIELD_FLAG, AT(VeerTimelineSpec, is_appended), 0, 0, 0, NULL}};
static const VeerField cancel_fields[] = {KIND, TIME, SQUAD};
const VeerShape veer_timeline_shapes[VEER_TIMELINE_KINDS] = {
    VEER_SHAPE("event.spawn", spawn_fields), VEER_SHAPE("event.go_to", go_to_fields),
    VEER_SHAPE("event.stop", stop_fields),   VEER_SHAPE("event.remove", remove_fields),
    VEER_SHAPE("event.move", move_fields),   VEER_SHAPE("event.set_velocity", set_velocity_fields),
    VEER_SHAPE("event.close", close_fields), VEER_SHAPE("event.open", open_fields),
    VEER_SHAPE("event.order", order_fields), VEER_SHAPE("event.cancel", cancel_fields),
};
