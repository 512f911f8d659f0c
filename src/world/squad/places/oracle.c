/// Lengths of the shortest paths over the floors of a map, from one point to many.
#include "base/hash.h"
#include "math/vec.h"
#include "world/map/map.h"
#include "world/squad/base/map.h"
#include "world/squad/places/places.h"

/// Bytes for the mesh of a grid and the searches over it, for each cell; at least and at most.
#define BYTES_PER_CELL 24u
#define LEAST_BYTES ((size_t)1 << 19)
#define MAX_BYTES ((size_t)3 << 23)

/// Room for intervals: three times what was ever used.
static uint32_t room_over(const VeerMesh *mesh)
{
    return mesh->side_count + 1024u;
}

static size_t size_over_mesh(const VeerWorldMapDef *def, uint32_t side)
{
    VeerMesh linked = def->mesh.pieces ? *def->mesh.pieces : *def->mesh.whole;
    linked.link_count = def->max_links;
    return veer_mesh_search_size(&linked, room_over(&linked)) +
           veer_mesh_lengths_size(&linked, side);
}

static size_t size_over_grid(const VeerGridDef *def)
{
    size_t size = LEAST_BYTES + (size_t)def->width * def->height * BYTES_PER_CELL;
    return size < MAX_BYTES ? size : MAX_BYTES;
}

void veer_squad_oracle_lay_out(VeerSquadOracle *oracle, const VeerWorldMapDef *def,
                               VeerArena *arena, uint32_t side)
{
    oracle->most = side;
    oracle->size = 0;
    if (side > 0 && def->kind == VEER_MAP_MESH) {
        oracle->size = size_over_mesh(def, side);
    } else if (side > 0 && def->kind == VEER_MAP_GRID) {
        oracle->size = size_over_grid(&def->grid);
    }
    oracle->memory = veer_arena_take(arena, oracle->size, 1);
}

/// Puts search and reach behind what of the memory is used. @return whether they fit
static bool open_search(VeerSquadOracle *oracle, size_t used)
{
    uint32_t room = room_over(oracle->mesh);
    size_t search = veer_mesh_search_size(oracle->mesh, room);
    size_t reach = veer_mesh_lengths_size(oracle->mesh, oracle->most);
    if (used + search + reach > oracle->size) {
        return false;
    }
    oracle->search = veer_mesh_search_init(oracle->memory + used, oracle->mesh, room);
    oracle->reach =
        veer_mesh_lengths_init(oracle->memory + used + search, oracle->mesh, oracle->most);
    return true;
}

/// Makes the mesh of a grid, at the memory's begin; what that needs lies at its end, where the
/// searches come then. @return whether there was room for all
static bool make_mesh(VeerSquadOracle *oracle, const VeerGrid *grid)
{
    size_t scratch = veer_grid_mesh_size(grid);
    VeerMeshDef def;
    if (scratch == 0 || scratch > oracle->size ||
        veer_grid_mesh(oracle->memory + oracle->size - scratch, grid, &def) != VEER_OK) {
        return false;
    }
    size_t size = veer_mesh_size(&def);
    if (size == 0 || size + scratch > oracle->size) {
        return false;
    }
    oracle->mesh = veer_mesh_init(oracle->memory, &def, NULL, NULL);
    return oracle->mesh && open_search(oracle, size);
}

/// The mesh of what is free for the squad's largest body, if it is not that already.
static bool bring_mesh(VeerSquadOracle *oracle, const VeerSquadRun *run)
{
    VeerWorld *world = run->world;
    uint32_t number = veer_map_class_for(world, run->radius);
    uint64_t key = veer_hash_add(veer_squad_map_version(run), 1u);
    key = veer_hash_words(key, &world->map.head->radii[number], sizeof(float));
    if (oracle->key != key) {
        oracle->is_made = make_mesh(oracle, veer_map_class(world, number)->grid);
        oracle->key = key;
    }
    return oracle->is_made;
}

/// The part of the mesh that the goals are in: that of the first that lies on it, not just near.
static uint32_t part_of(const VeerMesh *mesh, const VeerVec3 *goals, uint32_t count)
{
    for (uint32_t i = 0; i < count; ++i) {
        VeerVec3 on_it;
        uint32_t polygon = veer_mesh_nearest(mesh, goals[i], &on_it);
        if (length2(sub2(plane2(on_it), plane2(goals[i]))) <= VEER_LENGTH_SLOP) {
            return veer_mesh_component(mesh, polygon);
        }
    }
    return veer_mesh_component(mesh, veer_mesh_nearest(mesh, goals[0], NULL));
}

bool veer_squad_oracle_aim(VeerSquadOracle *oracle, const VeerSquadRun *run, const VeerVec3 *goals,
                           uint32_t count)
{
    const VeerWorldMap *map = &run->world->map;
    bool is_told = false;
    if (veer_links_has_open(run->world)) {
        return false; // it knows none
    }
    if (map->mesh.whole) {
        oracle->mesh = map->mesh.searched;
        is_told = open_search(oracle, 0);
    } else if (map->grid.walls && !map->grid.costs) {
        is_told = bring_mesh(oracle, run);
    }
    if (is_told) {
        oracle->part = part_of(oracle->mesh, goals, count);
        // What is free of a grid is free for the middle of the body.
        float radius = map->mesh.whole ? min_f(run->radius, VEER_WORLD_LIMIT) : 0.0f;
        veer_mesh_lengths_aim(oracle->reach, goals, count, oracle->part, radius);
    }
    return is_told;
}

bool veer_squad_oracle_read(VeerSquadOracle *oracle, VeerVec3 from, float *squares)
{
    bool is_told = veer_mesh_lengths_from(oracle->reach, oracle->search, from, oracle->part);
    for (uint32_t i = 0; is_told && i < veer_mesh_lengths_count(oracle->reach); ++i) {
        double length = veer_mesh_lengths_at(oracle->reach, i);
        squares[i] = (float)(length * length);
    }
    return is_told;
}
