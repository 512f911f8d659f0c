/// The map of a file, however it is made.
#include "io/scenario/map/map.h"
#include "io/maps/maps.h"
#include "veer/mapfile.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static bool make_grid(VeerLoader *loader, const VeerNode *node, const VeerGridDef *def)
{
    size_t size = veer_grid_size(def);
    if (size == 0) {
        return veer_reader_fail(&loader->reader, node,
                                "is too large or empty, must lie within %g m of the origin",
                                (double)VEER_WORLD_LIMIT);
    }
    double cells = (double)def->width * def->height;
    if (!veer_reader_within(&loader->reader, node, VEER_LIMIT_CELLS, cells, "cells")) {
        return false;
    }
    void *memory = veer_reader_take_block(&loader->reader, size);
    if (!memory) {
        return false;
    }
    loader->scenario->map = veer_grid_init(memory, def);
    return true;
}

/// Rows of text, the first on top: '.' and ' ' are free, the rest is blocked.
static bool load_rows(VeerLoader *loader, const VeerNode *rows, VeerGridDef *def)
{
    VeerReader *reader = &loader->reader;
    if (!veer_reader_expect(reader, rows, VEER_NODE_ARRAY)) {
        return false;
    }
    def->height = rows->count;
    for (const VeerNode *row = rows->first; row; row = row->next) {
        if (!veer_reader_expect(reader, row, VEER_NODE_STRING)) {
            return false;
        }
        size_t length = strlen(row->value.string);
        def->width = row == rows->first ? (uint32_t)length : def->width;
        if (length != def->width || length == 0) {
            return veer_reader_fail(reader, row, "must have %u cells as the first row, has %u",
                                    (unsigned)def->width, (unsigned)length);
        }
    }
    if (!make_grid(loader, rows, def)) {
        return false;
    }
    for (const VeerNode *row = rows->first; row; row = row->next) {
        VeerCell cell = {0, (int32_t)(def->height - 1u - row->index)};
        for (const char *at = row->value.string; *at; at++, cell.x++) {
            bool is_free = *at == ' ' || veer_map_letter_is_free(*at);
            veer_grid_set_blocked(loader->scenario->map, cell, !is_free);
        }
    }
    return true;
}

/// Puts the rows of a map in place of its path, so that the scenario's text holds all of it.
static void keep_rows(VeerStore *store, VeerNode *file, const VeerMapText *text)
{
    VeerNode *rows = veer_node_create(store, VEER_NODE_ARRAY);
    for (uint32_t y = text->height; y-- > 0;) {
        const char *cells = text->cells + (size_t)y * text->width;
        veer_node_append(rows, NULL,
                         veer_node_string(store, veer_store_copy(store, cells, text->width)));
    }
    veer_node_replace(file, "rows", rows);
}

/// Into a VeerMapText.
static VeerStatus read_text(const char *path, const VeerInputLimits *limits, void *out,
                            VeerInputError *error)
{
    return veer_map_read_file(path, limits, out, error);
}

/// A map in a file: its first row is the lowest.
static bool load_file(VeerLoader *loader, const VeerNode *map, VeerGridDef *def)
{
    VeerMapText text;
    if (!veer_load_file(loader, veer_node_member(map, "file"), read_text, &text)) {
        return false;
    }
    def->width = text.width;
    def->height = text.height;
    def->has_costs = def->has_costs || veer_map_has_costs(&text);
    bool is_made = make_grid(loader, map, def);
    if (is_made) {
        VeerStore *store = loader->reader.store;
        VeerNode *node = veer_node_member(map, "file");
        veer_map_text_lay(&text, loader->scenario->map, (VeerCell){0, 0});
        keep_rows(store, node, &text);
        veer_keep_costs(store, node->parent, &text);
        is_made = veer_reader_check_memory(&loader->reader, !store->is_out);
    }
    veer_map_text_free(&text);
    return is_made;
}

static bool load_maze(VeerLoader *loader, const VeerNode *node, VeerGridDef *def)
{
    VeerMazeSpec spec = {.corridor = 8, .wall = 1};
    if (!veer_reader_object(&loader->reader, node, &veer_maze_schema, &spec)) {
        return false;
    }
    veer_map_size_maze(&spec, def);
    if (def->width > VEER_MAX_GRID_CELLS || def->height > VEER_MAX_GRID_CELLS) {
        return veer_reader_fail(&loader->reader, node, "must have <= %d cells to a side",
                                VEER_MAX_GRID_CELLS);
    }
    if (!make_grid(loader, node, def)) {
        return false;
    }
    return veer_reader_check_memory(
        &loader->reader,
        veer_map_lay_maze(&spec, loader->seed, loader->reader.store, loader->scenario->map));
}

static bool load_city(VeerLoader *loader, const VeerNode *node, VeerGridDef *def)
{
    VeerCitySpec spec = {.avenue = 12, .lane = 5, .block = 40, .squares = 0.08f};
    if (!veer_reader_object(&loader->reader, node, &veer_city_schema, &spec)) {
        return false;
    }
    def->width = spec.width;
    def->height = spec.height;
    if (!make_grid(loader, node, def)) {
        return false;
    }
    veer_map_lay_city(&spec, loader->seed, loader->scenario->map);
    return true;
}

static bool load_empty(VeerLoader *loader, const VeerNode *node, const VeerMapSpec *spec,
                       VeerGridDef *def)
{
    if (!spec->width || !spec->height) {
        return veer_reader_fail(
            &loader->reader, node,
            "needs one of \"rows\", \"file\", \"maze\", \"city\", \"mesh\", \"obj\", or "
            "\"width\" and \"height\"");
    }
    def->width = spec->width;
    def->height = spec->height;
    return make_grid(loader, node, def);
}

uint32_t veer_map_stated(const VeerMapSpec *spec)
{
    const bool stated[] = {spec->rows,
                           spec->file,
                           spec->maze,
                           spec->city,
                           (spec->width | spec->height) > 0,
                           spec->depth > 0,
                           spec->runs,
                           spec->tunnels,
                           spec->free,
                           spec->blocked,
                           spec->has_obstacles,
                           spec->def.has_crowds,
                           spec->scatter > 0};
    uint32_t bits = 0;
    for (uint32_t i = 0; i < sizeof stated / sizeof *stated; i++) {
        bits |= (uint32_t)stated[i] << i;
    }
    return bits;
}

static bool load_cells(VeerLoader *loader, const VeerNode *node, const VeerMapSpec *spec,
                       VeerGridDef *def)
{
    uint32_t sources = veer_map_stated(spec) & VEER_STATED_SOURCES;
    if (sources & (sources - 1u)) {
        return veer_reader_fail(&loader->reader, node,
                                "must have only one of \"rows\", \"file\", \"maze\", \"city\", "
                                "and \"width\" with \"height\"");
    }
    return spec->rows   ? load_rows(loader, spec->rows, def)
           : spec->file ? load_file(loader, node, def)
           : spec->maze ? load_maze(loader, spec->maze, def)
           : spec->city ? load_city(loader, spec->city, def)
                        : load_empty(loader, node, spec, def);
}

static bool load_grid(VeerLoader *loader, const VeerNode *node, const VeerMapSpec *spec)
{
    VeerWorldMapDef *def = &loader->scenario->def.map;
    if (veer_map_stated(spec) & VEER_STATED_OF_VOXELS) {
        return veer_reader_fail(&loader->reader, node,
                                "\"depth\", \"runs\" and \"tunnels\" need a spatial world");
    }
    def->kind = VEER_MAP_GRID;
    def->grid = veer_grid_def_default();
    def->grid.origin = spec->origin;
    def->grid.cell_size = spec->cell_size;
    def->grid.has_costs = spec->costs || spec->cost_rows;
    if (!load_cells(loader, node, spec, &def->grid)) {
        return false;
    }
    veer_map_lay_scatter(spec->scatter, loader->seed, loader->scenario->map);
    if (!veer_load_boxes(loader, spec->blocked, true) ||
        !veer_load_boxes(loader, spec->free, false) || !veer_load_costs(loader, spec)) {
        return false;
    }
    veer_grid_commit(loader->scenario->map);
    if (!veer_load_links(loader, spec->links)) {
        return false;
    }
    loader->maps_obstacles = spec->has_obstacles;
    return true;
}

/// A file of level geometry is one, whichever key it was given by.
static void take_level(const VeerNode *map, VeerMapSpec *spec)
{
    size_t length = spec->file ? strlen(spec->file) : 0;
    if (length >= 4 && !spec->level && strcmp(spec->file + length - 4, ".obj") == 0) {
        veer_node_member(map, "file")->key = "obj";
        spec->level = spec->file;
        spec->file = NULL;
    }
}

bool veer_load_map(VeerLoader *loader)
{
    VeerScenario *scenario = loader->scenario;
    const VeerNode *node = loader->file.map;
    scenario->def.map = veer_world_map_def_default(VEER_MAP_NONE);
    if (!node) {
        return true;
    }
    VeerMapSpec spec = {.cell_size = 1.0f, .piece_size = 0.5f, .def = scenario->def.map};
    spec.def.max_route_points = 0; // not stated
    if (!veer_reader_object(&loader->reader, node, &veer_map_schema, &spec)) {
        return false;
    }
    scenario->def.map = spec.def;
    scenario->piece_size = spec.piece_size;
    take_level(node, &spec);
    bool is_planar = loader->space == VEER_PLANAR;
    bool is_grid = is_planar && !spec.mesh && !spec.graph && !spec.level;
    bool has_links = is_grid || spec.mesh || spec.level;
    bool has_costs = spec.costs || spec.cost_rows;
    VeerReader *reader = &loader->reader;
    if (!veer_reader_check(reader, node, (is_grid || !has_costs) && (has_links || !spec.links),
                           "\"costs\" and \"cost_rows\" are for grids, \"links\" for grids and "
                           "meshes") ||
        !veer_reader_check(reader, node, !spec.level || is_planar,
                           "with \"obj\" needs a planar world") ||
        !veer_reader_check(reader, node, spec.level || !spec.walker,
                           "\"walker\" goes with \"obj\"") ||
        !veer_reader_check(reader, node, !spec.mesh || is_planar,
                           "with \"mesh\" needs a planar world") ||
        !veer_reader_check(reader, node, !spec.mesh || !spec.graph,
                           "must have one of \"mesh\" and \"graph\"")) {
        return false;
    }
    return spec.level   ? veer_load_level(loader, node, &spec)
           : spec.mesh  ? veer_load_mesh(loader, node, &spec)
           : spec.graph ? veer_load_graph(loader, node, &spec)
           : is_planar  ? load_grid(loader, node, &spec)
                        : veer_load_voxels(loader, node, &spec);
}
