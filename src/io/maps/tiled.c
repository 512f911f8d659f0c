/// Maps of the Tiled editor: their head, tilesets, and layers within layers.
#include "io/maps/tiled.h"

#include "io/base/input.h"
#include "io/maps/tiled_layers.h"
#include "veer/mapfile.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_TILES = 1 << 20, MAX_COST = 255 };

#define MAX_SIDE 1e6 // pixels of a tile

/// Reads a member that must be there.
static bool read_member(VeerTiled *tiled, const VeerNode *owner, const char *key,
                        const VeerProperty *property, void *out)
{
    const VeerNode *node = veer_node_member(owner, key);
    return node ? veer_reader_property(&tiled->reader, node, property, out)
                : veer_reader_fail(&tiled->reader, owner, "needs \"%s\"", key);
}

bool veer_tiled_number(VeerTiled *tiled, const VeerNode *owner, const char *key, double lower,
                       double upper, double *out)
{
    const VeerProperty number = {.kind = VEER_PROPERTY_TIME, .lower = lower, .upper = upper};
    return read_member(tiled, owner, key, &number, out);
}

static bool whole(VeerTiled *tiled, const VeerNode *owner, const char *key, double upper,
                  uint32_t *out)
{
    const VeerProperty count = {.kind = VEER_PROPERTY_COUNT, .lower = 1.0, .upper = upper};
    return read_member(tiled, owner, key, &count, out);
}

static bool is_text(const VeerNode *node, const char *text)
{
    return node && node->kind == VEER_NODE_STRING && strcmp(node->value.string, text) == 0;
}

const VeerNode *veer_tiled_property(const VeerNode *owner, const char *name)
{
    const VeerNode *list = veer_node_member(owner, "properties");
    for (const VeerNode *node = list ? list->first : NULL; node; node = node->next) {
        if (is_text(veer_node_member(node, "name"), name)) {
            return veer_node_member(node, "value");
        }
    }
    return NULL;
}

static bool is_named_blocked(const VeerNode *owner)
{
    static const char *const keys[] = {"class", "type", "name"};
    static const char *const names[] = {"blocked", "walls", "collision"};
    for (size_t i = 0; i < 9; i++) {
        if (is_text(veer_node_member(owner, keys[i / 3]), names[i % 3])) {
            return true;
        }
    }
    return false;
}

bool veer_tiled_blocked(VeerTiled *tiled, const VeerNode *owner, bool *out)
{
    const VeerNode *node = veer_tiled_property(owner, "blocked");
    if (node) {
        *out = veer_tiled_is_true(node);
        tiled->is_marked = true;
        return veer_reader_expect(&tiled->reader, node, VEER_NODE_FLAG);
    }
    if (is_named_blocked(owner)) {
        *out = true;
        tiled->is_marked = true;
    }
    return true;
}

static bool read_tile(VeerTiled *tiled, const VeerNode *node, uint32_t first)
{
    static const VeerProperty flag = {.kind = VEER_PROPERTY_FLAG};
    static const VeerProperty price = {
        .kind = VEER_PROPERTY_TIME, .lower = 1.0, .upper = (double)MAX_COST};
    const VeerNode *blocked = veer_tiled_property(node, "blocked");
    const VeerNode *cost = veer_tiled_property(node, "cost");
    double id = 0.0, costs = 0.0;
    if (!blocked && !cost) {
        return true;
    }
    if (!veer_tiled_number(tiled, node, "id", 0.0, (double)(tiled->tile_count - first - 1u), &id)) {
        return false;
    }
    VeerTile *tile = &tiled->tiles[first + (uint32_t)id];
    tiled->is_marked = true;
    tile->has_blocked |= blocked != NULL;
    if ((blocked && !veer_reader_property(&tiled->reader, blocked, &flag, &tile->is_blocked)) ||
        (cost && !veer_reader_property(&tiled->reader, cost, &price, &costs))) {
        return false;
    }
    tile->cost = (uint8_t)costs;
    return true;
}

/// How many tiles there are, over all sets that are part of the file.
static bool count_tiles(VeerTiled *tiled, const VeerNode *sets)
{
    for (const VeerNode *set = sets; set; set = set->next) {
        uint32_t first = 0, count = 0;
        if (!veer_node_member(set, "tiles")) {
            continue;
        }
        if (!whole(tiled, set, "firstgid", (double)MAX_TILES, &first) ||
            !whole(tiled, set, "tilecount", (double)MAX_TILES, &count)) {
            return false;
        }
        tiled->tile_count = first + count > tiled->tile_count ? first + count : tiled->tile_count;
    }
    return true;
}

static bool read_tilesets(VeerTiled *tiled, const VeerNode *root)
{
    const VeerNode *sets = veer_reader_first(&tiled->reader, veer_node_member(root, "tilesets"));
    if (tiled->reader.status != VEER_OK || !count_tiles(tiled, sets)) {
        return false;
    }
    tiled->tiles = veer_reader_take(&tiled->reader, tiled->tile_count + 1u, sizeof(VeerTile));
    if (!tiled->tiles) {
        return false;
    }
    for (const VeerNode *set = sets; set; set = set->next) {
        const VeerNode *tiles = veer_node_member(set, "tiles");
        const VeerNode *first = veer_node_member(set, "firstgid");
        for (const VeerNode *node = tiles ? tiles->first : NULL; node; node = node->next) {
            if (!read_tile(tiled, node, (uint32_t)first->value.number)) {
                return false;
            }
        }
    }
    return true;
}

/// Whether a member is there, and not 0.
static bool is_set(const VeerNode *owner, const char *key)
{
    const VeerNode *node = veer_node_member(owner, key);
    return node && (node->kind != VEER_NODE_NUMBER || node->value.number != 0.0);
}

/// Recursion is bounded, as is the depth of the text.
static bool read_layers(VeerTiled *tiled, const VeerNode *owner)
{
    const VeerNode *layers = veer_node_member(owner, "layers");
    if (!layers) {
        return veer_reader_fail(&tiled->reader, owner, "needs \"layers\"");
    }
    const VeerNode *layer = veer_reader_first(&tiled->reader, layers);
    for (; layer && tiled->reader.status == VEER_OK; layer = layer->next) {
        const VeerNode *type = veer_node_member(layer, "type");
        bool is_read = is_text(type, "group")         ? read_layers(tiled, layer)
                       : is_text(type, "tilelayer")   ? veer_tiled_tiles(tiled, layer)
                       : is_text(type, "objectgroup") ? veer_tiled_objects(tiled, layer)
                                                      : true;
        if (is_read && (is_set(layer, "offsetx") || is_set(layer, "offsety"))) {
            return veer_reader_fail(&tiled->reader, layer, "must not be offset");
        }
    }
    return tiled->reader.status == VEER_OK;
}

static bool make_grid(VeerTiled *tiled)
{
    VeerGridDef def = veer_grid_def_default();
    def.width = tiled->width;
    def.height = tiled->height;
    size_t cells = (size_t)def.width * def.height;
    void *memory = veer_reader_take_block(&tiled->reader, veer_grid_size(&def));
    tiled->costs = veer_reader_take(&tiled->reader, cells, 1);
    if (!memory || !tiled->costs) {
        return false;
    }
    tiled->grid = veer_grid_init(memory, &def);
    memset(tiled->costs, 1, cells);
    return true;
}

static bool read_head(VeerTiled *tiled, const VeerNode *root)
{
    const VeerNode *orientation = veer_node_member(root, "orientation");
    const VeerNode *infinite = veer_node_member(root, "infinite");
    if (!is_text(orientation, "orthogonal")) {
        return veer_reader_fail(&tiled->reader, orientation ? orientation : root,
                                "must be a map of Tiled with \"orientation\": \"orthogonal\"");
    }
    if (veer_tiled_is_true(infinite)) {
        return veer_reader_fail(&tiled->reader, infinite, "must be false");
    }
    if (!whole(tiled, root, "width", (double)VEER_MAX_GRID_CELLS, &tiled->width) ||
        !whole(tiled, root, "height", (double)VEER_MAX_GRID_CELLS, &tiled->height) ||
        !veer_tiled_number(tiled, root, "tilewidth", 1.0, MAX_SIDE, &tiled->tile_width) ||
        !veer_tiled_number(tiled, root, "tileheight", 1.0, MAX_SIDE, &tiled->tile_height)) {
        return false;
    }
    return veer_reader_within(&tiled->reader, root, VEER_LIMIT_CELLS,
                              (double)tiled->width * tiled->height, "tiles");
}

static bool read_map(VeerTiled *tiled, const VeerNode *root)
{
    if (!veer_reader_expect(&tiled->reader, root, VEER_NODE_OBJECT) || !read_head(tiled, root) ||
        !make_grid(tiled) || !read_tilesets(tiled, root) || !read_layers(tiled, root)) {
        return false;
    }
    return veer_reader_check(&tiled->reader, root, tiled->is_marked,
                             "nothing in it is blocked: give a layer, a tile or an object the "
                             "property \"blocked\"");
}

static bool write_text(VeerTiled *tiled, VeerMapText *out)
{
    size_t cells = (size_t)tiled->width * tiled->height;
    VeerMapText map = {tiled->width, tiled->height, malloc(cells), malloc(cells)};
    if (!map.cells || !map.costs) {
        veer_map_text_free(&map);
        return veer_reader_fail_memory(&tiled->reader);
    }
    memcpy(map.costs, tiled->costs, cells);
    for (size_t i = 0; i < cells; i++) {
        VeerCell cell = {(int32_t)(i % tiled->width), (int32_t)(i / tiled->width)};
        map.cells[i] = veer_grid_is_blocked(tiled->grid, cell) ? '@' : '.';
    }
    *out = map;
    return true;
}

VeerStatus veer_map_tiled_read(const char *name, const char *text, size_t length,
                               const VeerInputLimits *limits, VeerMapText *out,
                               VeerInputError *error)
{
    VeerInputError own;
    if (!veer_input_is_given(name, text, length, out, &error, &own)) {
        return VEER_BAD_VALUE;
    }
    VeerStore store = {0};
    VeerTiled tiled = {
        .reader = {.file = name, .error = error, .store = &store, .scale = 1.0, .limits = limits}};
    const VeerNode *root = veer_source_parse(&tiled.reader, text ? text : "", length);
    bool is_read = root && read_map(&tiled, root) && write_text(&tiled, out);
    veer_store_clear(&store);
    return is_read ? VEER_OK : tiled.reader.status;
}
