/// What a scenario expects of its run, and whether it was met.
#include "io/scenario/load/load.h"

#include <math.h>
#include <string.h>

static bool read_bound(VeerLoader *loader, const VeerNode *node, double *out)
{
    if (!node) {
        return true;
    }
    if (node->kind == VEER_NODE_STRING && strcmp(node->value.string, "all") == 0) {
        *out = loader->scenario->def.max_agents;
        return true;
    }
    if (node->kind != VEER_NODE_NUMBER) {
        return veer_reader_fail(&loader->reader, node, "must be a number or \"all\", is %s",
                                veer_node_kind_name(node->kind));
    }
    *out = node->value.number;
    return true;
}

static bool check_key(VeerLoader *loader, const VeerNode *node)
{
    uint32_t count = 0;
    while (veer_score_keys[count]) {
        if (strcmp(veer_score_keys[count++], node->key) == 0) {
            return true;
        }
    }
    return veer_reader_fail(&loader->reader, node, "unknown key, the nearest known one is \"%s\"",
                            veer_nearest_name(node->key, veer_score_keys, count));
}

static bool load_bound(VeerLoader *loader, const VeerNode *node, VeerExpectation *expectation)
{
    VeerBoundSpec spec = {0};
    *expectation = (VeerExpectation){node->key, -(double)INFINITY, (double)INFINITY};
    return check_key(loader, node) &&
           veer_reader_object(&loader->reader, node, &veer_bound_schema, &spec) &&
           read_bound(loader, spec.at_least, &expectation->at_least) &&
           read_bound(loader, spec.at_most, &expectation->at_most);
}

bool veer_load_expectations(VeerLoader *loader)
{
    VeerScenario *scenario = loader->scenario;
    const VeerNode *expect = loader->file.expect;
    if (!expect) {
        return true;
    }
    if (!veer_reader_expect(&loader->reader, expect, VEER_NODE_OBJECT)) {
        return false;
    }
    scenario->expectations =
        veer_reader_take(&loader->reader, expect->count, sizeof *scenario->expectations);
    bool is_loaded = scenario->expectations;
    for (const VeerNode *node = expect->first; node && is_loaded; node = node->next) {
        is_loaded =
            load_bound(loader, node, &scenario->expectations[scenario->expectation_count++]);
    }
    return is_loaded;
}
