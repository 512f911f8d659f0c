/// The squads of a file, and what they are told.
#include "io/scenario/load/load.h"

#include <string.h>

static bool check_order(VeerLoader *loader, const VeerNode *node, const VeerOrderEntry *entry)
{
    VeerOrderKind kind = entry->order.kind;
    bool has_points = entry->order.point_count > 0;
    bool has_target = entry->target.kind != VEER_NAMED_NONE;
    bool needs_target = kind == VEER_ORDER_FOLLOW || kind == VEER_ORDER_ESCORT;
    bool needs_points =
        kind == VEER_ORDER_GO || kind == VEER_ORDER_PATROL || kind == VEER_ORDER_QUEUE;
    needs_target = needs_target || (kind == VEER_ORDER_SURROUND && !has_points);
    return veer_reader_check(&loader->reader, node, !needs_points || has_points,
                             "needs the key \"points\"") &&
           veer_reader_check(&loader->reader, node, !needs_target || has_target,
                             "needs one of the keys \"group\" and \"obstacle\"");
}

/// Reads twice: for the kind, then what is stated over its defaults.
static bool read_order(VeerReader *reader, const VeerNode *node, VeerOrderSpec *spec)
{
    if (!veer_reader_object(reader, node, &veer_order_schema, spec)) {
        return false;
    }
    spec->order = veer_order_default((VeerOrderKind)spec->kind);
    return veer_reader_object(reader, node, &veer_order_schema, spec);
}

bool veer_load_order(VeerLoader *loader, const VeerNode *node, VeerOrderEntry *entry)
{
    VeerOrderSpec spec = {0};
    if (!read_order(&loader->reader, node, &spec)) {
        return false;
    }
    if (spec.points.count > VEER_MAX_ORDER_POINTS) {
        return veer_reader_fail(&loader->reader, node, "points must be <= %d, are %u",
                                VEER_MAX_ORDER_POINTS, (unsigned)spec.points.count);
    }
    entry->order = spec.order;
    entry->order.point_count = spec.points.count;
    if (spec.points.count > 0) {
        memcpy(entry->order.points, spec.points.at, spec.points.count * sizeof *spec.points.at);
    }
    return veer_reader_check(&loader->reader, node, !(spec.group && spec.obstacle),
                             "must not have both \"group\" and \"obstacle\"") &&
           veer_target_find(loader, node, spec.group, spec.obstacle, spec.index, &entry->target) &&
           check_order(loader, node, entry);
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
    return veer_reader_check(&loader->reader, node,
                             out->shape != VEER_FORMATION_OFFSETS || offsets.count > 0,
                             "this shape needs the key \"offsets\"");
}

static bool load_squad(VeerLoader *loader, const VeerNode *node)
{
    VeerSquadSpec *spec = &loader->scenario->squads[node->index].spec;
    *spec = (VeerSquadSpec){.def = veer_squad_def_default()};
    return veer_reader_object(&loader->reader, node, &veer_squad_schema, spec) &&
           veer_target_name(loader, node, spec->name,
                            (VeerNamed){VEER_NAMED_SQUAD, node->index, 1}) &&
           set_offsets(loader, node, spec->offsets, &spec->def.formation);
}

bool veer_load_squads(VeerLoader *loader)
{
    VeerScenario *scenario = loader->scenario;
    const VeerNode *list = loader->file.squads;
    scenario->squads = veer_reader_take_list(&loader->reader, list, "squads", VEER_MAX_SQUADS,
                                             sizeof *scenario->squads);
    scenario->squad_count = scenario->squads && list ? list->count : 0;
    scenario->squad_ids =
        veer_reader_take(&loader->reader, scenario->squad_count, sizeof *scenario->squad_ids);
    return loader->reader.status == VEER_OK && veer_load_each(loader, list, load_squad);
}

static bool load_orders(VeerLoader *loader, VeerSquadEntry *entry)
{
    const VeerNode *list = entry->spec.orders;
    entry->orders = veer_reader_take_list(&loader->reader, list, "orders", VEER_MAX_ORDERS,
                                          sizeof *entry->orders);
    bool is_loaded = entry->orders;
    for (const VeerNode *node = list ? list->first : NULL; node && is_loaded; node = node->next) {
        is_loaded = veer_load_order(loader, node, &entry->orders[entry->order_count++]);
    }
    return is_loaded;
}

bool veer_load_orders(VeerLoader *loader)
{
    bool is_loaded = true;
    for (uint32_t i = 0; i < loader->scenario->squad_count && is_loaded; i++) {
        is_loaded = load_orders(loader, &loader->scenario->squads[i]);
    }
    return is_loaded;
}
