/// The squads of a file, and what they are told.
#include "io/scenario/load/load.h"

#include <string.h>

/// What is followed, escorted or surrounded.
static bool load_target(VeerLoader *loader, const VeerNode *node, const VeerOrderSpec *spec,
                        VeerOrderEntry *entry)
{
    uint32_t count = 0;
    if (spec->group && spec->obstacle) {
        return veer_reader_fail(&loader->reader, node,
                                "must not have both \"group\" and \"obstacle\"");
    }
    if (spec->group) {
        entry->kind = VEER_TARGET_AGENT;
        return veer_find_agents(loader, node, spec->group, spec->index, &entry->target, &count);
    }
    if (spec->obstacle) {
        entry->kind = VEER_TARGET_OBSTACLE;
        return veer_find_obstacles(loader, node, spec->obstacle, spec->index, &entry->target,
                                   &count);
    }
    return true;
}

static bool check_order(VeerLoader *loader, const VeerNode *node, const VeerOrderEntry *entry)
{
    VeerOrderKind kind = entry->order.kind;
    bool has_points = entry->order.point_count > 0;
    bool has_target = entry->kind != VEER_TARGET_NONE;
    bool needs_target = kind == VEER_ORDER_FOLLOW || kind == VEER_ORDER_ESCORT;
    bool needs_points =
        kind == VEER_ORDER_GO || kind == VEER_ORDER_PATROL || kind == VEER_ORDER_QUEUE;
    if (needs_points && !has_points) {
        return veer_reader_fail(&loader->reader, node, "needs the key \"points\"");
    }
    if ((needs_target || (kind == VEER_ORDER_SURROUND && !has_points)) && !has_target) {
        return veer_reader_fail(&loader->reader, node,
                                "needs one of the keys \"group\" and \"obstacle\"");
    }
    return true;
}

bool veer_load_order(VeerLoader *loader, const VeerNode *node, VeerOrderEntry *entry)
{
    VeerOrderSpec spec = {.distance = -1.0f};
    if (!veer_reader_object(&loader->reader, node, &veer_order_schema, &spec)) {
        return false;
    }
    if (spec.points.count > VEER_MAX_ORDER_POINTS) {
        return veer_reader_fail(&loader->reader, node, "points must be <= %d, are %u",
                                VEER_MAX_ORDER_POINTS, (unsigned)spec.points.count);
    }
    VeerOrder *order = &entry->order;
    *order = veer_order_default((VeerOrderKind)spec.kind);
    if (spec.points.count > 0) {
        memcpy(order->points, spec.points.at, spec.points.count * sizeof *order->points);
    }
    order->point_count = spec.points.count;
    order->distance = spec.distance >= 0.0f ? spec.distance : order->distance;
    order->seconds = spec.seconds;
    order->heading = spec.heading;
    return load_target(loader, node, &spec, entry) && check_order(loader, node, entry);
}

static bool set_offsets(VeerLoader *loader, const VeerNode *node, VeerPoints offsets,
                        VeerFormationDef *out)
{
    if (offsets.count > VEER_MAX_SQUAD_OFFSETS) {
        return veer_reader_fail(&loader->reader, node, "offsets must be <= %d, are %u",
                                VEER_MAX_SQUAD_OFFSETS, (unsigned)offsets.count);
    }
    out->offsets = offsets.at;
    out->offset_count = offsets.count;
    return out->shape != VEER_FORMATION_OFFSETS || offsets.count > 0 ||
           veer_reader_fail(&loader->reader, node, "this shape needs the key \"offsets\"");
}

static bool load_squad(VeerLoader *loader, const VeerNode *node, VeerSquadEntry *entry)
{
    VeerSquadSpec spec = {.def = veer_squad_def_default()};
    if (!veer_reader_object(&loader->reader, node, &veer_squad_schema, &spec)) {
        return false;
    }
    uint32_t same = 0;
    for (; same < node->index && strcmp(loader->scenario->squads[same].name, spec.name) != 0;
         same++) {
    }
    if (same < node->index) {
        return veer_reader_fail(&loader->reader, node, "another squad is named \"%.60s\" too",
                                spec.name);
    }
    entry->name = spec.name;
    entry->node = node;
    entry->order_list = spec.orders;
    entry->def = spec.def;
    return set_offsets(loader, node, spec.offsets, &entry->def.formation);
}

bool veer_load_squads(VeerLoader *loader)
{
    VeerScenario *scenario = loader->scenario;
    const VeerNode *list = loader->file.squads;
    const VeerNode *node = veer_reader_first(&loader->reader, list);
    if (!node) {
        return loader->reader.status == VEER_OK;
    }
    if (list->count > VEER_MAX_SQUADS) {
        return veer_reader_fail(&loader->reader, list, "must have <= %d squads, has %u",
                                VEER_MAX_SQUADS, (unsigned)list->count);
    }
    scenario->squads = veer_reader_take(&loader->reader, list->count, sizeof *scenario->squads);
    scenario->squad_ids =
        veer_reader_take(&loader->reader, list->count, sizeof *scenario->squad_ids);
    if (!scenario->squads || !scenario->squad_ids) {
        return false;
    }
    for (; node; node = node->next) {
        if (!load_squad(loader, node, &scenario->squads[node->index])) {
            return false;
        }
        scenario->squad_count++;
    }
    return true;
}

static bool load_orders(VeerLoader *loader, VeerSquadEntry *entry)
{
    const VeerNode *list = entry->order_list;
    const VeerNode *node = veer_reader_first(&loader->reader, list);
    if (!node) {
        return loader->reader.status == VEER_OK;
    }
    if (list->count > VEER_MAX_ORDERS) {
        return veer_reader_fail(&loader->reader, list, "must have <= %d orders, has %u",
                                VEER_MAX_ORDERS, (unsigned)list->count);
    }
    entry->orders = veer_reader_take(&loader->reader, list->count, sizeof *entry->orders);
    if (!entry->orders) {
        return false;
    }
    for (; node; node = node->next) {
        if (!veer_load_order(loader, node, &entry->orders[entry->order_count++])) {
            return false;
        }
    }
    return true;
}

bool veer_load_orders(VeerLoader *loader)
{
    for (uint32_t i = 0; i < loader->scenario->squad_count; i++) {
        if (!load_orders(loader, &loader->scenario->squads[i])) {
            return false;
        }
    }
    return true;
}
