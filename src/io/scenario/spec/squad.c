/// Squads, their formations and orders.
#include "io/scenario/spec/spec.h"

#define LIMIT ((double)VEER_WORLD_LIMIT)

enum { REQUIRED = VEER_FIELD_REQUIRED, SCALED = VEER_FIELD_SCALED, ABOVE = VEER_FIELD_ABOVE };

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
_Static_assert(sizeof(VeerAssignAim) == sizeof(int), "an aim is read as a choice");
_Static_assert(sizeof order_names / sizeof *order_names == VEER_ORDER_COUNT + 1,
               "a name for each order");

#define AT(member) offsetof(VeerFormationSpec, member)
static const VeerField formation_fields[] = {
    {"shape", VEER_FIELD_CHOICE, AT(shape), 0, 0, 0, shape_names},
    {"spacing", VEER_FIELD_NUMBER, AT(spacing), 0, LIMIT, ABOVE, NULL},
    {"width", VEER_FIELD_COUNT, AT(width), 0, VEER_MAX_SQUAD_MEMBERS, 0, NULL},
    {"layers", VEER_FIELD_COUNT, AT(layers), 1, VEER_MAX_SQUAD_MEMBERS, 0, NULL},
    {"radius", VEER_FIELD_NUMBER, AT(radius), 0, LIMIT, 0, NULL},
    {"offsets", VEER_FIELD_POINTS, AT(offsets), 0, 0, 0, NULL},
};
#undef AT
const VeerShape veer_formation_shape = VEER_SHAPE("formation", formation_fields);

#define AT(member) offsetof(VeerSquadSpec, member)
static const VeerField squad_fields[] = {
    {"name", VEER_FIELD_TEXT, AT(name), 0, 0, REQUIRED, NULL},
    {"formation", VEER_FIELD_OBJECT, AT(formation), 0, 0, 0, &veer_formation_shape},
    {"mode", VEER_FIELD_CHOICE, AT(mode), 0, 0, 0, mode_names},
    {"search", VEER_FIELD_CHOICE, AT(search), 0, 0, 0, search_names},
    {"up", VEER_FIELD_VECTOR, AT(def.up), 0, 0, 0, NULL},
    {"separation", VEER_FIELD_NUMBER, AT(def.separation), 0, LIMIT, 0, NULL},
    {"arrival_radius", VEER_FIELD_NUMBER, AT(def.arrival_radius), 0, LIMIT, ABOVE, NULL},
    {"reach", VEER_FIELD_NUMBER, AT(def.reach), 0, LIMIT, 0, NULL},
    {"waiting_reach", VEER_FIELD_NUMBER, AT(def.waiting_reach), 0, LIMIT, 0, NULL},
    {"step", VEER_FIELD_NUMBER, AT(def.step), 0, LIMIT, 0, NULL},
    {"max_drop", VEER_FIELD_NUMBER, AT(def.max_drop), 0, LIMIT, 0, NULL},
    {"seen", VEER_FIELD_FLAG, AT(def.is_seen), 0, 0, 0, NULL},
    {"in_region", VEER_FIELD_FLAG, AT(def.is_in_region), 0, 0, 0, NULL},
    {"aim", VEER_FIELD_CHOICE, AT(def.aim), 0, 0, 0, aim_names},
    {"hysteresis", VEER_FIELD_NUMBER, AT(def.hysteresis), 0, 1, 0, NULL},
    {"orders", VEER_FIELD_NODE, AT(orders), 0, 0, 0, NULL},
};
#undef AT
const VeerShape veer_squad_shape = VEER_SHAPE("squad", squad_fields);

#define AT(member) offsetof(VeerOrderSpec, member)
static const VeerField order_fields[] = {
    {"kind", VEER_FIELD_CHOICE, AT(kind), 0, 0, REQUIRED, order_names},
    {"points", VEER_FIELD_POINTS, AT(points), 0, 0, SCALED, NULL},
    {"group", VEER_FIELD_TEXT, AT(group), 0, 0, 0, NULL},
    {"obstacle", VEER_FIELD_TEXT, AT(obstacle), 0, 0, 0, NULL},
    {"index", VEER_FIELD_COUNT, AT(index), 0, VEER_MAX_AGENTS, 0, NULL},
    {"distance", VEER_FIELD_NUMBER, AT(distance), 0, LIMIT, 0, NULL},
    {"seconds", VEER_FIELD_NUMBER, AT(seconds), 0, LIMIT, 0, NULL},
    {"heading", VEER_FIELD_VECTOR, AT(heading), 0, 0, 0, NULL},
};
#undef AT
const VeerShape veer_order_shape = VEER_SHAPE("order", order_fields);
