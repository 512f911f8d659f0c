/// What agents wish beside their goals.
#include "io/scenario/spec/spec.h"

#define AT(type, member) offsetof(type, member)
#define LIMIT ((double)VEER_WORLD_LIMIT)

static const char *const preset_names[] = {"none", "flock", "school", NULL};
static const char *const mode_names[] = {"weighted", "priority", NULL};
static const char *const kind_names[] = {
    "goal",  "seek", "arrive", "flee",   "wander", "separation", "cohesion", "alignment", "pursue",
    "evade", "hide", "slot",   "leader", "path",   "contain",    "wall",     "queue",     NULL};
_Static_assert(sizeof kind_names / sizeof kind_names[0] == VEER_BEHAVIOUR_COUNT + 1,
               "a name for each behaviour");

static const VeerField behaviour_fields[] = {
    {"kind", VEER_FIELD_CHOICE, AT(VeerBehaviourSpec, kind), 0, 0, VEER_FIELD_REQUIRED, kind_names},
    {"weight", VEER_FIELD_NUMBER, AT(VeerBehaviourSpec, is.weight), 0, LIMIT, 0, NULL},
    {"range", VEER_FIELD_NUMBER, AT(VeerBehaviourSpec, is.range), 0, LIMIT, 0, NULL},
    {"distance", VEER_FIELD_NUMBER, AT(VeerBehaviourSpec, is.distance), 0, LIMIT, VEER_FIELD_ABOVE,
     NULL},
    {"angle", VEER_FIELD_NUMBER, AT(VeerBehaviourSpec, is.angle), 0, 3.14159, 0, NULL},
    {"seconds", VEER_FIELD_NUMBER, AT(VeerBehaviourSpec, is.seconds), 0, LIMIT, VEER_FIELD_ABOVE,
     NULL},
    {"group", VEER_FIELD_COUNT, AT(VeerBehaviourSpec, is.group), 0, UINT32_MAX, 0, NULL},
    {"point", VEER_FIELD_VECTOR, AT(VeerBehaviourSpec, is.point), 0, 0, VEER_FIELD_SCALED, NULL},
    {"upper", VEER_FIELD_VECTOR, AT(VeerBehaviourSpec, is.upper), 0, 0, VEER_FIELD_SCALED, NULL},
};
const VeerShape veer_behaviour_shape = VEER_SHAPE("behaviour", behaviour_fields);

static const VeerField list_fields[] = {
    {"preset", VEER_FIELD_CHOICE, AT(VeerBehaviourListSpec, preset), 0, 0, 0, preset_names},
    {"spacing", VEER_FIELD_NUMBER, AT(VeerBehaviourListSpec, spacing), 0, LIMIT, VEER_FIELD_ABOVE,
     NULL},
    {"mode", VEER_FIELD_CHOICE, AT(VeerBehaviourListSpec, mode), 0, 0, 0, mode_names},
    {"response", VEER_FIELD_NUMBER, AT(VeerBehaviourListSpec, response), 0, LIMIT, 0, NULL},
    {"mates", VEER_FIELD_COUNT, AT(VeerBehaviourListSpec, mates), 0, VEER_MAX_NEIGHBOURS, 0, NULL},
    {"behaviours", VEER_FIELD_NODE, AT(VeerBehaviourListSpec, behaviours), 0, 0, 0, NULL},
    {"path", VEER_FIELD_POINTS, AT(VeerBehaviourListSpec, path), 0, 0, VEER_FIELD_SCALED, NULL},
    {"loop", VEER_FIELD_FLAG, AT(VeerBehaviourListSpec, is_loop), 0, 0, 0, NULL},
};
const VeerShape veer_behaviour_list_shape = VEER_SHAPE("behaviour_list", list_fields);
