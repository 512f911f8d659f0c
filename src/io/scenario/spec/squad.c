/// Squads, their formations and orders.
#include "io/scenario/spec/tables.h"

static const char *const shape_names[] = {"line",   "column", "wedge", "box",     "circle", "disc",
                                          "sphere", "wall",   "trio",  "offsets", NULL};
static const char *const mode_names[] = {"together", "loose", "crowd", NULL};
static const char *const search_names[] = {"rings", "turns", NULL};
static const char *const aim_names[] = {"sum", "longest", NULL};
static const char *const order_names[] = {"go",       "patrol", "hold",   "queue",
                                          "surround", "follow", "escort", NULL};
_Static_assert(sizeof shape_names / sizeof *shape_names == VEER_FORMATION_COUNT + 1,
               "a name for each shape");
_Static_assert(sizeof mode_names / sizeof *mode_names == VEER_SQUAD_MODE_COUNT + 1,
               "a name for each mode");
_Static_assert(sizeof(VeerAssignAim) == sizeof(int) && sizeof(VeerFormation) == sizeof(int) &&
                   sizeof(VeerSquadMode) == sizeof(int) && sizeof(VeerPlaceOrder) == sizeof(int),
               "they are read as choices");
_Static_assert(sizeof order_names / sizeof *order_names == VEER_ORDER_COUNT + 1,
               "a name for each order");

#define AT(member) offsetof(VeerSquadSpec, member)
static const VeerProperty formation_keys[] = {
    {CHOICE("shape", AT(def.formation.shape), shape_names, 0)},
    {NUMBER("spacing", AT(def.formation.spacing), 0, LIMIT, ABOVE)},
    {COUNT("width", AT(def.formation.width), 0, VEER_MAX_SQUAD_MEMBERS, 0)},
    {COUNT("layers", AT(def.formation.layers), 1, VEER_MAX_SQUAD_MEMBERS, 0)},
    {NUMBER("radius", AT(def.formation.radius), 0, LIMIT, 0)},
    {POINTS("offsets", AT(offsets), 0)},
};
const VeerSchema veer_formation_schema = VEER_SCHEMA("formation", formation_keys);

static const VeerProperty squad_keys[] = {
    {TEXT("name", AT(name), REQUIRED)},
    {OBJECT("formation", 0, veer_formation_schema)},
    {CHOICE("mode", AT(def.mode), mode_names, 0)},
    {CHOICE("search", AT(def.search), search_names, 0)},
    {VECTOR("up", AT(def.up), 0)},
    {NUMBER("separation", AT(def.separation), 0, LIMIT, 0)},
    {NUMBER("arrival_radius", AT(def.arrival_radius), 0, LIMIT, ABOVE)},
    {NUMBER("reach", AT(def.reach), 0, LIMIT, 0)},
    {NUMBER("waiting_reach", AT(def.waiting_reach), 0, LIMIT, 0)},
    {NUMBER("step", AT(def.step), 0, LIMIT, 0)},
    {NUMBER("max_drop", AT(def.max_drop), 0, LIMIT, 0)},
    {FLAG("seen", AT(def.is_seen))},
    {FLAG("in_region", AT(def.is_in_region))},
    {CHOICE("aim", AT(def.aim), aim_names, 0)},
    {NUMBER("hysteresis", AT(def.hysteresis), 0, 1, 0)},
    {NODE("orders", AT(orders), 0)},
};
#undef AT
const VeerSchema veer_squad_schema = VEER_SCHEMA("squad", squad_keys);

#define AT(member) offsetof(VeerOrderSpec, member)
static const VeerProperty order_keys[] = {
    {CHOICE("kind", AT(kind), order_names, REQUIRED)},
    {POINTS("points", AT(points), SCALED)},
    {TEXT("group", AT(group), 0)},
    {TEXT("obstacle", AT(obstacle), 0)},
    {COUNT("index", AT(index), 0, VEER_MAX_AGENTS, 0)},
    {NUMBER("distance", AT(order.distance), 0, LIMIT, 0)},
    {NUMBER("seconds", AT(order.seconds), 0, LIMIT, 0)},
    {VECTOR("heading", AT(order.heading), 0)},
};
#undef AT
const VeerSchema veer_order_schema = VEER_SCHEMA("order", order_keys);
