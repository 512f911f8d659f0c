/// Finding by name what a file holds.
#include "io/scenario/base/base.h"

#include <string.h>

static const char *const kind_names[] = {"", "group", "obstacle", "squad"};

/// Which of the lists a name is in (FNV-1a).
static uint32_t list_of(const char *name)
{
    uint32_t hash = 2166136261u;
    for (; *name; name++) {
        hash = (hash ^ (unsigned char)*name) * 16777619u;
    }
    return (hash ^ hash >> 16) % VEER_NAME_LISTS;
}

static const VeerName *look_up(const VeerScenario *scenario, VeerNamedKind kind, const char *name)
{
    const VeerName *known = scenario->names[list_of(name)];
    while (known && !(known->target.kind == kind && strcmp(known->name, name) == 0)) {
        known = known->next;
    }
    return known;
}

bool veer_target_name(VeerLoader *loader, const VeerNode *at, const char *name, VeerNamed target)
{
    VeerScenario *scenario = loader->scenario;
    if (!name) {
        return true;
    }
    if (look_up(scenario, target.kind, name)) {
        return veer_reader_fail(&loader->reader, at, "another %s is named \"%.60s\" too",
                                kind_names[target.kind], name);
    }
    VeerName *added = veer_reader_take(&loader->reader, 1, sizeof *added);
    if (added) {
        const VeerName **list = &scenario->names[list_of(name)];
        *added = (VeerName){name, target, *list};
        *list = added;
    }
    return added;
}

bool veer_target_by_name(VeerLoader *loader, const VeerNode *at, VeerNamedKind kind,
                         const char *name, uint32_t index, VeerNamed *out)
{
    const VeerName *known = look_up(loader->scenario, kind, name);
    if (!known) {
        return veer_reader_fail(&loader->reader, at, "there is no %s named \"%.60s\"",
                                kind_names[kind], name);
    }
    *out = known->target;
    if (index == VEER_ALL) {
        return true;
    }
    if (index >= out->count) {
        return veer_reader_fail(&loader->reader, at, "index must be < %u, is %u",
                                (unsigned)out->count, (unsigned)index);
    }
    out->first += index;
    out->count = 1;
    return true;
}

bool veer_target_find(VeerLoader *loader, const VeerNode *at, const char *group,
                      const char *obstacle, uint32_t index, VeerNamed *out)
{
    if (!group && !obstacle) {
        return true;
    }
    return veer_target_by_name(loader, at, group ? VEER_NAMED_AGENT : VEER_NAMED_OBSTACLE,
                               group ? group : obstacle, index, out);
}
