/// The keys of places and goals.
#include "io/scenario/spec/tables.h"

#define AT(member) offsetof(VeerPlaceSpec, member)
#define IN(kind) (1u << VEER_PLACE_##kind)
#define TO(kind) (1u << VEER_GOAL_KIND_##kind)

static const VeerProperty place_keys[] = {
    {POINTS("points", AT(points), REQUIRED | SCALED), IN(POINTS) | TO(TOUR)},
    {VECTOR("from", AT(from), REQUIRED | SCALED), IN(LINE)},
    {VECTOR("to", AT(to), SCALED), IN(LINE)},
    {VECTOR("step", AT(step), 0), IN(LINE)},
    {TEXT("obstacle", AT(obstacle), REQUIRED), IN(BESIDE) | TO(OBSTACLE)},
    {TEXT("group", AT(group), REQUIRED), TO(AGENT)},
    {COUNT("index", AT(index), 0, VEER_MAX_AGENTS, 0), IN(BESIDE) | TO(AGENT) | TO(OBSTACLE)},
    {VECTOR("centre", AT(centre), SCALED), IN(RING) | IN(SPHERE) | IN(GRID) | IN(DISC)},
    {VECTOR("centre", AT(centre), SCALED | REQUIRED), IN(BESIDE)},
    {VECTOR("centre", AT(vector), SCALED), TO(MIRRORED)},
    {NUMBER("radius", AT(radius), 0, LIMIT, REQUIRED | SCALED | ABOVE),
     IN(RING) | IN(SPHERE) | IN(DISC)},
    {NUMBER("phase", AT(phase), -LIMIT, LIMIT, 0), IN(RING)},
    {NUMBER("spacing", AT(spacing), 0, LIMIT, ABOVE), IN(RING)},
    {VECTOR("pitch", AT(pitch), REQUIRED), IN(GRID)},
    {COUNT("columns", AT(columns), 1, VEER_MAX_AGENTS, 0), IN(GRID)},
    {COUNT("rows", AT(rows), 1, VEER_MAX_AGENTS, 0), IN(GRID)},
    {COUNT("layers", AT(layers), 1, VEER_MAX_AGENTS, 0), IN(GRID)},
    {VECTOR("lower", AT(lower), REQUIRED | SCALED), IN(BOX)},
    {VECTOR("upper", AT(upper), REQUIRED | SCALED), IN(BOX)},
    {NUMBER("gap", AT(gap), 0, LIMIT, 0), IN(DISC) | IN(BOX)},
    {NUMBER("factor", AT(factor), 1, LIMIT, 0), IN(BESIDE)},
    {NUMBER("turn", AT(turn), -LIMIT, LIMIT, 0), IN(BESIDE)},
    {VECTOR("by", AT(vector), REQUIRED | SCALED), TO(OFFSET)},
    {VECTOR("velocity", AT(vector), REQUIRED), TO(VELOCITY)},
};

#define PLACE(name, kind) VEER_VARIANT("place." name, place_keys, VEER_PLACE_##kind)
#define GOAL(name, kind) VEER_VARIANT("goal." name, place_keys, VEER_GOAL_KIND_##kind)
const VeerSchema veer_place_schemas[VEER_GOAL_KINDS] = {
    PLACE("points", POINTS),    PLACE("line", LINE),        PLACE("ring", RING),
    PLACE("sphere", SPHERE),    PLACE("grid", GRID),        PLACE("disc", DISC),
    PLACE("box", BOX),          PLACE("beside", BESIDE),    GOAL("mirrored", MIRRORED),
    GOAL("offset", OFFSET),     GOAL("tour", TOUR),         GOAL("agent", AGENT),
    GOAL("obstacle", OBSTACLE), GOAL("velocity", VELOCITY), GOAL("none", NONE),
};
