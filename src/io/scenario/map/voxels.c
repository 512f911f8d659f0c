/// Maps of voxels, of scenarios in space.
#include "io/maps/maps.h"
#include "io/scenario/map/map.h"
#include "veer/movingai.h"

#include <string.h>

static bool make_voxels(VeerLoader *loader, const VeerNode *node, const VeerVoxelsDef *def)
{
    size_t size = veer_voxels_size(def);
    if (size == 0) {
        return veer_reader_fail(&loader->reader, node,
                                "must have 1 to %d voxels to a side, and lie within %g m of the "
                                "origin",
                                VEER_MAX_VOXEL_CELLS, (double)VEER_WORLD_LIMIT);
    }
    double cells = (double)def->cells.x * def->cells.y * def->cells.z;
    if (!veer_reader_within(&loader->reader, node, VEER_LIMIT_VOXELS, cells, "voxels")) {
        return false;
    }
    void *memory = veer_reader_take_block(&loader->reader, size);
    if (!memory) {
        return false;
    }
    loader->scenario->voxels = veer_voxels_init(memory, def);
    return true;
}

/// The next number of a list, a whole one.
static bool take_number(VeerLoader *loader, const VeerNode **node, int32_t lower, int32_t upper,
                        int32_t *out)
{
    uint32_t number = 0;
    bool is_taken = veer_reader_count(&loader->reader, *node, lower, upper, &number);
    *out = (int32_t)number;
    *node = (*node)->next;
    return is_taken;
}

/// Blocks runs along x: x, y, z of the first voxel, and how many, one after the other.
static bool lay_runs(VeerLoader *loader, const VeerNode *runs, const VeerVoxelsDef *def)
{
    const VeerNode *node = veer_reader_first(&loader->reader, runs);
    if (node && runs->count % 4 != 0) {
        return veer_reader_fail(&loader->reader, runs,
                                "must have four numbers for each run: x, y, z, and how many");
    }
    VeerVoxel cells = def->cells;
    while (node) {
        VeerVoxel at;
        int32_t count = 0;
        if (!take_number(loader, &node, 0, cells.x - 1, &at.x) ||
            !take_number(loader, &node, 0, cells.y - 1, &at.y) ||
            !take_number(loader, &node, 0, cells.z - 1, &at.z) ||
            !take_number(loader, &node, 1, cells.x - at.x, &count)) {
            return false;
        }
        veer_voxels_fill(loader->scenario->voxels,
                         (VeerVoxelBox){at, {at.x + count, at.y + 1, at.z + 1}}, true);
    }
    return loader->reader.status == VEER_OK;
}

/// Writes the runs of blocked voxels into an array.
static bool append_runs(VeerReader *reader, const VeerNode *file, const VeerVoxels *voxels,
                        VeerNode *runs)
{
    VeerVoxel cells = veer_voxels_def(voxels)->cells, at;
    for (at.z = 0; at.z < cells.z; at.z++) {
        for (at.y = 0; at.y < cells.y; at.y++) {
            for (at.x = 0; at.x < cells.x; at.x++) {
                VeerVoxel end = at;
                for (; end.x < cells.x && veer_voxels_is_blocked(voxels, end); end.x++) {
                }
                const int32_t run[] = {at.x, at.y, at.z, end.x - at.x};
                for (int i = 0; end.x > at.x && i < 4; i++) {
                    veer_node_append(runs, NULL, veer_node_number(reader->store, run[i]));
                }
                at.x = end.x;
            }
            // What is kept must be read back.
            if (runs && !veer_reader_within(reader, file, VEER_LIMIT_VALUES, runs->count,
                                            "numbers of runs of blocked voxels")) {
                return false;
            }
        }
    }
    return true;
}

/// Puts what a file holds in place of its path, so that the scenario's text holds all of it.
static bool keep_runs(VeerLoader *loader, VeerNode *file)
{
    VeerStore *store = loader->reader.store;
    const VeerVoxels *voxels = loader->scenario->voxels;
    VeerVoxel cells = veer_voxels_def(voxels)->cells;
    VeerNode *runs = veer_node_create(store, VEER_NODE_ARRAY);
    if (!append_runs(&loader->reader, file, voxels, runs)) {
        return false;
    }
    veer_node_append(file->parent, "width", veer_node_number(store, cells.x));
    veer_node_append(file->parent, "height", veer_node_number(store, cells.y));
    veer_node_append(file->parent, "depth", veer_node_number(store, cells.z));
    veer_node_replace(file, "runs", runs);
    return veer_reader_check_memory(&loader->reader, !store->is_out);
}

/// Into a VeerVoxelText.
static VeerStatus read_text(const char *path, const VeerInputLimits *limits, void *out,
                            VeerInputError *error)
{
    return veer_voxel_text_read_file(path, limits, out, error);
}

static bool load_file(VeerLoader *loader, const VeerNode *map, VeerVoxelsDef *def)
{
    VeerVoxelText text;
    if (!veer_load_file(loader, veer_node_member(map, "file"), read_text, &text)) {
        return false;
    }
    def->cells = text.cells;
    bool is_made = make_voxels(loader, map, def);
    if (is_made) {
        veer_voxel_text_lay(&text, loader->scenario->voxels, (VeerVoxel){0, 0, 0});
        is_made = keep_runs(loader, veer_node_member(map, "file"));
    }
    veer_voxel_text_free(&text);
    return is_made;
}

static bool load_tunnels(VeerLoader *loader, const VeerNode *node, const VeerVoxelsDef *def)
{
    VeerTunnelsSpec spec = {.bore = 5, .halls = 10, .turns = 2};
    if (!node) {
        return true;
    }
    if (!veer_reader_object(&loader->reader, node, &veer_tunnels_schema, &spec)) {
        return false;
    }
    int32_t side = (int32_t)spec.bore + 2, halls = (int32_t)spec.halls;
    VeerVoxel cells = def->cells;
    if (cells.y < side || cells.z < side || cells.x < 2 * halls + side) {
        return veer_reader_fail(&loader->reader, node,
                                "needs %d voxels of height and depth, and %d of width", (int)side,
                                (int)(2 * halls + side));
    }
    veer_map_lay_tunnels(&spec, loader->seed, loader->scenario->voxels);
    return true;
}

static bool load_size(VeerLoader *loader, const VeerNode *node, const VeerMapSpec *spec,
                      VeerVoxelsDef *def)
{
    if (!spec->width || !spec->height || !spec->depth) {
        return veer_reader_fail(&loader->reader, node,
                                "needs \"file\", or \"width\", \"height\" and \"depth\"");
    }
    def->cells = (VeerVoxel){(int32_t)spec->width, (int32_t)spec->height, (int32_t)spec->depth};
    return make_voxels(loader, node, def);
}

bool veer_load_voxels(VeerLoader *loader, const VeerNode *node, const VeerMapSpec *spec)
{
    VeerVoxelsDef *def = &loader->scenario->def.map.voxels;
    if (veer_map_stated(spec) & VEER_STATED_OF_GRIDS) {
        return veer_reader_fail(&loader->reader, node,
                                "in space must have none of \"rows\", \"maze\", \"city\", "
                                "\"obstacles\", \"crowds\"");
    }
    loader->scenario->def.map.kind = VEER_MAP_VOXELS;
    *def = veer_voxels_def_default();
    def->origin = spec->origin;
    def->cell_size = spec->cell_size;
    bool is_made = spec->file ? load_file(loader, node, def) : load_size(loader, node, spec, def);
    if (!is_made || !lay_runs(loader, spec->runs, def) ||
        !load_tunnels(loader, spec->tunnels, def)) {
        return false;
    }
    veer_map_lay_scatter_voxels(spec->scatter, loader->seed, loader->scenario->voxels);
    if (!veer_load_boxes(loader, spec->blocked, true) ||
        !veer_load_boxes(loader, spec->free, false)) {
        return false;
    }
    veer_voxels_commit(loader->scenario->voxels);
    return true;
}
