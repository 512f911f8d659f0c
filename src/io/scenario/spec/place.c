/// The keys of places, one schema a kind.
#include "io/scenario/spec/tables.h"

#define AT(member) offsetof(VeerPlaceSpec, member)

#define CENTRE(flags) VECTOR("centre", AT(centre), SCALED | (flags))
#define RADIUS NUMBER("radius", AT(radius), 0, LIMIT, REQUIRED | SCALED | ABOVE)
#define GAP NUMBER("gap", AT(gap), 0, LIMIT, 0)
#define INDEX COUNT("index", AT(index), 0, VEER_MAX_AGENTS, 0)
#define OBSTACLE TEXT("obstacle", AT(obstacle), REQUIRED)

static const VeerProperty points_keys[] = {{POINTS("points", AT(points), REQUIRED | SCALED)}};
static const VeerProperty line_keys[] = {{VECTOR("from", AT(from), REQUIRED | SCALED)},
                                         {VECTOR("to", AT(to), SCALED)},
                                         {VECTOR("step", AT(step), 0)}};
static const VeerProperty ring_keys[] = {
    {CENTRE(0)},
    {RADIUS},
    {NUMBER("phase", AT(phase), -LIMIT, LIMIT, 0)},
    {NUMBER("spacing", AT(spacing), 0, LIMIT, ABOVE)},
};
static const VeerProperty sphere_keys[] = {{CENTRE(0)}, {RADIUS}};
static const VeerProperty grid_keys[] = {{CENTRE(0)},
                                         {VECTOR("pitch", AT(pitch), REQUIRED)},
                                         {COUNT("columns", AT(columns), 1, VEER_MAX_AGENTS, 0)},
                                         {COUNT("rows", AT(rows), 1, VEER_MAX_AGENTS, 0)},
                                         {COUNT("layers", AT(layers), 1, VEER_MAX_AGENTS, 0)}};
static const VeerProperty disc_keys[] = {{CENTRE(0)}, {RADIUS}, {GAP}};
static const VeerProperty box_keys[] = {{VECTOR("lower", AT(lower), REQUIRED | SCALED)},
                                        {VECTOR("upper", AT(upper), REQUIRED | SCALED)},
                                        {GAP}};
static const VeerProperty beside_keys[] = {{OBSTACLE},
                                           {INDEX},
                                           {CENTRE(REQUIRED)},
                                           {NUMBER("factor", AT(factor), 1, LIMIT, 0)},
                                           {NUMBER("turn", AT(turn), -LIMIT, LIMIT, 0)}};
static const VeerProperty mirrored_keys[] = {{VECTOR("centre", AT(vector), SCALED)}};
static const VeerProperty offset_keys[] = {{VECTOR("by", AT(vector), REQUIRED | SCALED)}};
static const VeerProperty agent_keys[] = {{TEXT("group", AT(group), REQUIRED)}, {INDEX}};
static const VeerProperty obstacle_keys[] = {{OBSTACLE}, {INDEX}};
static const VeerProperty velocity_keys[] = {{VECTOR("velocity", AT(vector), REQUIRED)}};

const VeerSchema veer_place_schemas[VEER_GOAL_KINDS] = {
    VEER_SCHEMA("place.points", points_keys),
    VEER_SCHEMA("place.line", line_keys),
    VEER_SCHEMA("place.ring", ring_keys),
    VEER_SCHEMA("place.sphere", sphere_keys),
    VEER_SCHEMA("place.grid", grid_keys),
    VEER_SCHEMA("place.disc", disc_keys),
    VEER_SCHEMA("place.box", box_keys),
    VEER_SCHEMA("place.beside", beside_keys),
    VEER_SCHEMA("goal.mirrored", mirrored_keys),
    VEER_SCHEMA("goal.offset", offset_keys),
    VEER_SCHEMA("goal.tour", points_keys),
    VEER_SCHEMA("goal.agent", agent_keys),
    VEER_SCHEMA("goal.obstacle", obstacle_keys),
    VEER_SCHEMA("goal.velocity", velocity_keys),
    {"goal.none", NULL, 0},
};
