/// The behaviours of agents beside their goals.
#include "io/scenario/spec/tables.h"

#define AT(type, member) offsetof(type, member)

static const char *const preset_names[] = {"none", "flock", "school", NULL};
static const char *const mode_names[] = {"weighted", "priority", NULL};
static const char *const kind_names[] = {
    "goal",  "seek", "arrive", "flee",   "wander", "separation", "cohesion", "alignment", "pursue",
    "evade", "hide", "slot",   "leader", "path",   "contain",    "wall",     "queue",     NULL};
_Static_assert(sizeof kind_names / sizeof kind_names[0] == VEER_BEHAVIOUR_COUNT + 1,
               "a name for each behaviour");

_Static_assert(sizeof(VeerBehaviourKind) == sizeof(int) && sizeof(VeerBehaviourMode) == sizeof(int),
               "they are read as choices");

static const VeerProperty behaviour_keys[] = {
    {CHOICE("kind", AT(VeerBehaviour, kind), kind_names, REQUIRED)},
    {NUMBER("weight", AT(VeerBehaviour, weight), 0, LIMIT, 0)},
    {NUMBER("range", AT(VeerBehaviour, range), 0, LIMIT, 0)},
    {NUMBER("distance", AT(VeerBehaviour, distance), 0, LIMIT, ABOVE)},
    {NUMBER("angle", AT(VeerBehaviour, angle), 0, 3.14159, 0)},
    {NUMBER("seconds", AT(VeerBehaviour, seconds), 0, LIMIT, ABOVE)},
    {COUNT("group", AT(VeerBehaviour, group), 0, UINT32_MAX, 0)},
    {VECTOR("point", AT(VeerBehaviour, point), SCALED)},
    {VECTOR("upper", AT(VeerBehaviour, upper), SCALED)},
};
const VeerSchema veer_behaviour_schema = VEER_SCHEMA("behaviour", behaviour_keys);

static const VeerProperty list_keys[] = {
    {CHOICE("preset", AT(VeerBehaviourListSpec, preset), preset_names, 0)},
    {NUMBER("spacing", AT(VeerBehaviourListSpec, spacing), 0, LIMIT, ABOVE)},
    {CHOICE("mode", AT(VeerBehaviourListSpec, list.mode), mode_names, 0)},
    {NUMBER("response", AT(VeerBehaviourListSpec, list.response), 0, LIMIT, 0)},
    {COUNT("max_mates", AT(VeerBehaviourListSpec, list.max_mates), 0, VEER_MAX_NEIGHBOURS, 0)},
    {NODE("behaviours", AT(VeerBehaviourListSpec, behaviours), 0)},
    {POINTS("path", AT(VeerBehaviourListSpec, path), SCALED)},
    {FLAG("loop", AT(VeerBehaviourListSpec, list.is_loop))},
};
const VeerSchema veer_behaviour_list_schema = VEER_SCHEMA("behaviour_list", list_keys);
