/// What the cells of a scenario's map cost.
#include "io/scenario/map/map.h"

#include <string.h>

bool veer_map_has_costs(const VeerMapText *text)
{
    size_t count = (size_t)text->width * text->height;
    for (size_t i = 0; text->costs && i < count; i++) {
        if (text->costs[i] != 1) {
            return true;
        }
    }
    return false;
}

/// A digit of base 16; 16: it is none.
static uint32_t digit_of(char letter)
{
    static const char digits[] = "0123456789abcdef";
    const char *found = letter ? strchr(digits, letter) : NULL;
    return found ? (uint32_t)(found - digits) : 16u;
}

static bool load_row(VeerLoader *loader, const VeerNode *row)
{
    VeerGrid *map = loader->scenario->map;
    uint32_t width = veer_grid_def(map)->width, height = veer_grid_def(map)->height;
    VeerCell cell = {0, (int32_t)(height - 1u - row->index)};
    if (!veer_reader_expect(&loader->reader, row, VEER_NODE_STRING)) {
        return false;
    }
    if (strlen(row->value.string) != 2u * (size_t)width) {
        return veer_reader_fail(&loader->reader, row,
                                "must have two digits for each of %u cells, has %u letters",
                                (unsigned)width, (unsigned)strlen(row->value.string));
    }
    for (const char *at = row->value.string; *at; at += 2, cell.x++) {
        uint32_t high = digit_of(at[0]), low = digit_of(at[1]), cost = 16u * high + low;
        if (high > 15u || low > 15u || cost == 0) {
            return veer_reader_fail(&loader->reader, row, "must be costs from 01 to ff, has '%.2s'",
                                    at);
        }
        (void)veer_grid_set_cost(map, cell, (uint8_t)cost);
    }
    return true;
}

static bool load_cost(VeerLoader *loader, const VeerNode *node)
{
    VeerGrid *map = loader->scenario->map;
    const VeerGridDef *def = veer_grid_def(map);
    int32_t right = (int32_t)def->width, top = (int32_t)def->height;
    VeerCostSpec cost;
    if (!veer_reader_object(&loader->reader, node, &veer_cost_schema, &cost)) {
        return false;
    }
    VeerCellRect rect = veer_map_rect(def, cost.lower, cost.upper);
    VeerCell lower = {rect.lower.x < 0 ? 0 : rect.lower.x, rect.lower.y < 0 ? 0 : rect.lower.y};
    double cells = veer_map_box_cells(def, cost.lower, cost.upper);
    if (!veer_reader_spend(&loader->reader, node, cells)) {
        return false;
    }
    for (VeerCell cell = lower; cell.y < rect.upper.y && cell.y < top; cell.y++) {
        for (cell.x = lower.x; cell.x < rect.upper.x && cell.x < right; cell.x++) {
            (void)veer_grid_set_cost(map, cell, (uint8_t)cost.cost);
        }
    }
    return true;
}

bool veer_load_costs(VeerLoader *loader, const VeerMapSpec *spec)
{
    const VeerNode *rows = spec->cost_rows;
    uint32_t height = veer_grid_def(loader->scenario->map)->height;
    (void)veer_reader_first(&loader->reader, rows);
    if (rows && rows->count != height) {
        return veer_reader_fail(&loader->reader, rows, "must have %u rows as the map, has %u",
                                (unsigned)height, (unsigned)rows->count);
    }
    return veer_load_each(loader, rows, load_row) && veer_load_each(loader, spec->costs, load_cost);
}

/// A row of costs, two digits each.
static VeerNode *row_of(VeerStore *store, const uint8_t *costs, uint32_t width)
{
    static const char digits[] = "0123456789abcdef";
    char *text = veer_store_take(store, 2u * (size_t)width + 1u, 1);
    for (uint32_t x = 0; text && x < width; x++) {
        text[2u * (size_t)x] = digits[costs[x] >> 4];
        text[2u * (size_t)x + 1u] = digits[costs[x] & 15u];
    }
    return veer_node_string(store, text);
}

void veer_keep_costs(VeerStore *store, VeerNode *map, const VeerMapText *text)
{
    if (!veer_map_has_costs(text) || veer_node_member(map, "cost_rows")) {
        return;
    }
    VeerNode *rows = veer_node_append(map, "cost_rows", veer_node_create(store, VEER_NODE_ARRAY));
    for (uint32_t y = text->height; y-- > 0;) {
        veer_node_append(rows, NULL,
                         row_of(store, text->costs + (size_t)y * text->width, text->width));
    }
}
