/// The keys of places, one shape a kind.
#include "io/scenario/spec/spec.h"

#define AT(member) offsetof(VeerPlaceSpec, member)
#define LIMIT ((double)VEER_WORLD_LIMIT)

enum { REQUIRED = VEER_FIELD_REQUIRED, SCALED = VEER_FIELD_SCALED, ABOVE = VEER_FIELD_ABOVE };

#define KIND                                                                                       \
    {                                                                                              \
        "kind", VEER_FIELD_TEXT, AT(kind_name), 0, 0, REQUIRED, NULL                               \
    }
#define CENTRE(flags)                                                                              \
    {                                                                                              \
        "centre", VEER_FIELD_VECTOR, AT(centre), 0, 0, SCALED | (flags), NULL                      \
    }
#define RADIUS                                                                                     \
    {                                                                                              \
        "radius", VEER_FIELD_NUMBER, AT(radius), 0, LIMIT, REQUIRED | SCALED | ABOVE, NULL         \
    }
#define GAP                                                                                        \
    {                                                                                              \
        "gap", VEER_FIELD_NUMBER, AT(gap), 0, LIMIT, 0, NULL                                       \
    }
#define INDEX                                                                                      \
    {                                                                                              \
        "index", VEER_FIELD_COUNT, AT(index), 0, VEER_MAX_AGENTS, 0, NULL                          \
    }
#define OBSTACLE                                                                                   \
    {                                                                                              \
        "obstacle", VEER_FIELD_TEXT, AT(obstacle), 0, 0, REQUIRED, NULL                            \
    }

static const VeerField points_fields[] = {
    KIND, {"points", VEER_FIELD_POINTS, AT(points), 0, 0, REQUIRED | SCALED, NULL}};
static const VeerField line_fields[] = {
    KIND,
    {"from", VEER_FIELD_VECTOR, AT(from), 0, 0, REQUIRED | SCALED, NULL},
    {"to", VEER_FIELD_VECTOR, AT(to), 0, 0, SCALED, NULL},
    {"step", VEER_FIELD_VECTOR, AT(step), 0, 0, 0, NULL}};
static const VeerField ring_fields[] = {
    KIND,
    CENTRE(0),
    RADIUS,
    {"phase", VEER_FIELD_NUMBER, AT(phase), -LIMIT, LIMIT, 0, NULL},
    {"spacing", VEER_FIELD_NUMBER, AT(spacing), 0, LIMIT, ABOVE, NULL},
};
static const VeerField sphere_fields[] = {KIND, CENTRE(0), RADIUS};
static const VeerField grid_fields[] = {
    KIND,
    CENTRE(0),
    {"pitch", VEER_FIELD_VECTOR, AT(pitch), 0, 0, REQUIRED, NULL},
    {"columns", VEER_FIELD_COUNT, AT(columns), 1, VEER_MAX_AGENTS, 0, NULL},
    {"rows", VEER_FIELD_COUNT, AT(rows), 1, VEER_MAX_AGENTS, 0, NULL},
    {"layers", VEER_FIELD_COUNT, AT(layers), 1, VEER_MAX_AGENTS, 0, NULL}};
static const VeerField disc_fields[] = {KIND, CENTRE(0), RADIUS, GAP};
static const VeerField box_fields[] = {
    KIND,
    {"lower", VEER_FIELD_VECTOR, AT(lower), 0, 0, REQUIRED | SCALED, NULL},
    {"upper", VEER_FIELD_VECTOR, AT(upper), 0, 0, REQUIRED | SCALED, NULL},
    GAP};
static const VeerField beside_fields[] = {
    KIND,
    OBSTACLE,
    INDEX,
    CENTRE(REQUIRED),
    {"factor", VEER_FIELD_NUMBER, AT(factor), 1, LIMIT, 0, NULL},
    {"turn", VEER_FIELD_NUMBER, AT(turn), -LIMIT, LIMIT, 0, NULL}};
static const VeerField mirrored_fields[] = {KIND, CENTRE(0)};
static const VeerField offset_fields[] = {
    KIND, {"by", VEER_FIELD_VECTOR, AT(by), 0, 0, REQUIRED | SCALED, NULL}};
static const VeerField tour_fields[] = {
    KIND, {"points", VEER_FIELD_POINTS, AT(points), 0, 0, REQUIRED | SCALED, NULL}};
static const VeerField agent_fields[] = {
    KIND, {"group", VEER_FIELD_TEXT, AT(group), 0, 0, REQUIRED, NULL}, INDEX};
static const VeerField obstacle_fields[] = {KIND, OBSTACLE, INDEX};
static const VeerField velocity_fields[] = {
    KIND, {"velocity", VEER_FIELD_VECTOR, AT(velocity), 0, 0, REQUIRED, NULL}};
static const VeerField none_fields[] = {KIND};

const VeerShape veer_place_shapes[VEER_GOAL_KINDS] = {
    VEER_SHAPE("place.points", points_fields),    VEER_SHAPE("place.line", line_fields),
    VEER_SHAPE("place.ring", ring_fields),        VEER_SHAPE("place.sphere", sphere_fields),
    VEER_SHAPE("place.grid", grid_fields),        VEER_SHAPE("place.disc", disc_fields),
    VEER_SHAPE("place.box", box_fields),          VEER_SHAPE("place.beside", beside_fields),
    VEER_SHAPE("goal.mirrored", mirrored_fields), VEER_SHAPE("goal.offset", offset_fields),
    VEER_SHAPE("goal.tour", tour_fields),         VEER_SHAPE("goal.agent", agent_fields),
    VEER_SHAPE("goal.obstacle", obstacle_fields), VEER_SHAPE("goal.velocity", velocity_fields),
    VEER_SHAPE("goal.none", none_fields),
};
