/// Finding by name what a file holds.
#include "io/scenario/base/base.h"

#include <string.h>

static bool fail_unknown_name(VeerLoader *loader, const VeerNode *at, const char *what,
                              const char *name)
{
    return veer_reader_fail(&loader->reader, at, "there is no %s named \"%.60s\"", what, name);
}

static bool narrow(VeerLoader *loader, const VeerNode *at, uint32_t index, uint32_t *first,
                   uint32_t *count)
{
    if (index == VEER_ALL) {
        return true;
    }
    if (index >= *count) {
        return veer_reader_fail(&loader->reader, at, "index must be < %u, is %u", (unsigned)*count,
                                (unsigned)index);
    }
    *first += index;
    *count = 1;
    return true;
}

bool veer_find_obstacles(VeerLoader *loader, const VeerNode *at, const char *name, uint32_t index,
                         uint32_t *first, uint32_t *count)
{
    const VeerScenario *scenario = loader->scenario;
    for (uint32_t i = 0; i < scenario->entry_count; i++) {
        const VeerObstacleEntry *entry = &scenario->entries[i];
        if (entry->name && strcmp(entry->name, name) == 0) {
            *first = entry->first;
            *count = entry->count;
            return narrow(loader, at, index, first, count);
        }
    }
    return fail_unknown_name(loader, at, "obstacle", name);
}

bool veer_find_agents(VeerLoader *loader, const VeerNode *at, const char *name, uint32_t index,
                      uint32_t *first, uint32_t *count)
{
    const VeerScenario *scenario = loader->scenario;
    for (uint32_t i = 0; i < scenario->group_count; i++) {
        const VeerGroup *group = &scenario->groups[i];
        if (group->count && group->spec.name && strcmp(group->spec.name, name) == 0) {
            *first = group->first;
            *count = group->count;
            return narrow(loader, at, index, first, count);
        }
    }
    return fail_unknown_name(loader, at, "group", name);
}

bool veer_find_squad(VeerLoader *loader, const VeerNode *at, const char *name, uint32_t *out)
{
    const VeerScenario *scenario = loader->scenario;
    for (uint32_t i = 0; i < scenario->squad_count; i++) {
        if (strcmp(scenario->squads[i].name, name) == 0) {
            *out = i;
            return true;
        }
    }
    return veer_reader_fail(&loader->reader, at, "there is no squad named \"%.60s\"", name);
}
