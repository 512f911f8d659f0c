/// Voxels as maps of worlds: memory, edits and reads.
#include "base/hash.h"
#include "geom/box.h"
#include "map/voxels/voxels.h"
#include "math/vec.h"
#include "world/map/map.h"
#include "world/map/traits.h"

#include <string.h>

/// Regions that a search may reach, and corners of a path at most.
#define MAX_REGIONS (1u << 16)
#define MAX_TURNS (1u << 13)

const VeerVoxels *veer_world_voxels(const VeerWorld *world)
{
    return world ? world->map.voxels.blocked : NULL;
}

const VeerVoxels *veer_world_covered_voxels(const VeerWorld *world)
{
    return world ? world->map.voxels.covered : NULL;
}

static VeerVoxel bricks_of(const VeerVoxelsDef *def)
{
    return (VeerVoxel){(def->cells.x + 3) >> 2, (def->cells.y + 3) >> 2, (def->cells.z + 3) >> 2};
}

static void need(VeerRefusal *refusal, const VeerWorldDef *def)
{
    const VeerVoxelsDef *voxels = &def->map.voxels;
    VeerVoxel cells = voxels->cells;
    bool has_fields = def->map.max_fields > 0;
    int32_t most = VEER_MAX_VOXEL_CELLS;
    bool are_cells = cells.x >= 1 && cells.y >= 1 && cells.z >= 1 && cells.x <= most &&
                     cells.y <= most && cells.z <= most;
    veer_need(refusal, def->space == VEER_SPATIAL, "def.space", "must be VEER_SPATIAL with voxels",
              (double)def->space);
    veer_need_that(refusal, are_cells, "def.map.voxels.cells",
                   "must be 1 to VEER_MAX_VOXEL_CELLS on each axis");
    veer_need_position(refusal, "def.map.voxels.origin", voxels->origin);
    veer_need(refusal, voxels->cell_size > 0.0f && voxels->cell_size <= VEER_WORLD_LIMIT,
              "def.map.voxels.cell_size", "must be > 0, at most 2e6", (double)voxels->cell_size);
    veer_need_that(refusal, veer_voxels_size(voxels) > 0, "def.map.voxels", VEER_MUST_DEFAULT);
    veer_need_that(refusal, !has_fields || !def->map.has_crowds, "def.map.has_crowds",
                   "must be false over voxels");
    size_t field = has_fields && are_cells
                       ? veer_field_size((uint32_t)cells.x, (uint32_t)cells.y, (uint32_t)cells.z)
                       : 1;
    veer_need_that(refusal, field > 0, "def.map.voxels.cells",
                   "must be fewer where agents share fields");
}

static VeerMapShape shape(const VeerWorldMapDef *def)
{
    VeerVoxel bricks = bricks_of(&def->voxels), cells = def->voxels.cells;
    return (VeerMapShape){
        (size_t)bricks.x * (size_t)bricks.y * (size_t)bricks.z,
        def->voxels.cell_size,
        {(uint32_t)cells.x, (uint32_t)cells.y, (uint32_t)cells.z, def->has_covers}};
}

static uint64_t content(const VeerWorldMapDef *def)
{
    const VeerVoxelsDef *voxels = &def->voxels;
    uint64_t hash = veer_hash_words(VEER_MAP_VOXELS, &voxels->cells, sizeof voxels->cells);
    hash = veer_hash_words(hash, &voxels->origin, sizeof voxels->origin);
    return veer_hash_words(hash, &voxels->cell_size, sizeof voxels->cell_size);
}

static size_t cells_of(const VeerVoxelsDef *def)
{
    return (size_t)def->cells.x * (size_t)def->cells.y * (size_t)def->cells.z;
}

/// Capacity for runs of free voxels: all that are possible in a small map; in a large one, one per
/// 64 voxels and four a row, several times what is usual.
static uint32_t run_room(const VeerVoxelsDef *def)
{
    size_t rows = (size_t)def->cells.y * (size_t)def->cells.z;
    size_t all = rows * ((size_t)def->cells.x / 2u + 1u);
    size_t usual = 4u * rows + cells_of(def) / 64u + 4096u;
    size_t room = all < usual ? all : usual;
    return room < UINT32_MAX ? (uint32_t)room : UINT32_MAX;
}

static VeerVoxels *take_voxels(VeerArena *arena, const VeerVoxelsDef *def)
{
    void *memory = veer_arena_take(arena, 1, veer_voxels_size(def));
    return arena->base ? veer_voxels_init(memory, def) : NULL;
}

static void lay_out_search(VeerWorld *world, VeerArena *arena)
{
    const VeerVoxelsDef *def = &world->def.map.voxels;
    VeerWorldMap *map = &world->map;
    size_t cells = cells_of(def);
    uint32_t regions = cells < MAX_REGIONS ? (uint32_t)cells : MAX_REGIONS;
    for (uint32_t i = 0; i < world->def.map.max_classes; i++) {
        map->classes[i].voxels = take_voxels(arena, def);
        void *labels = veer_arena_take(arena, 1, veer_voxel_labels_size(def, run_room(def)));
        map->classes[i].voxel_labels =
            arena->base ? veer_voxel_labels_init(labels, def, run_room(def)) : NULL;
    }
    void *search = veer_arena_take(arena, 1, veer_voxel_search_size(regions));
    map->voxels.search = arena->base ? veer_voxel_search_init(search, regions) : NULL;
    map->routes.room = MAX_TURNS;
    map->routes.voxels = veer_arena_take(arena, map->routes.room, sizeof *map->routes.voxels);
    map->routes.points = veer_arena_take(arena, map->routes.room, sizeof *map->routes.points);
    map->routes.spare_room =
        (uint32_t)(map->routes.room * sizeof *map->routes.voxels / sizeof *map->routes.spare);
}

static void lay_out_scratch(VeerWorld *world, VeerArena *arena)
{
    const VeerVoxelsDef *def = &world->def.map.voxels;
    VeerWorldMap *map = &world->map;
    map->voxels.blocked = map->voxels.covered = take_voxels(arena, def);
    if (world->def.map.has_covers) {
        map->voxels.covered = take_voxels(arena, def);
        void *memory = veer_arena_take(arena, 1, veer_voxel_occupancy_size(def));
        map->voxels.occupancy = arena->base ? veer_voxel_occupancy_init(memory, def) : NULL;
    }
    lay_out_search(world, arena);
}

/// Brings the words of all bricks from the state to the map. @param from  voxels of its size, which
/// the state takes over first; NULL: none
static void lay(VeerWorld *world, const VeerVoxels *from)
{
    VeerVoxelBox all = {{0, 0, 0}, world->def.map.voxels.cells};
    VeerVoxel bricks = bricks_of(&world->def.map.voxels), at;
    uint64_t *kept = world->map.blocked;
    for (at.z = 0; at.z < bricks.z; at.z++) {
        for (at.y = 0; at.y < bricks.y; at.y++) {
            for (at.x = 0; at.x < bricks.x; at.x++, kept++) {
                uint64_t within = veer_brick_within(at, &all);
                if (from) {
                    *kept = *veer_bricks_word(&from->levels[0], at.x, at.y, at.z) & within;
                }
                // voxels beyond the map are blocked
                veer_voxels_put_word(world->map.voxels.blocked, at, *kept | ~within);
            }
        }
    }
}

static void rebuild(VeerWorld *world)
{
    VeerWorldMap *map = &world->map;
    lay(world, NULL);
    veer_voxels_commit(map->voxels.blocked);
    if (map->voxels.occupancy) {
        (void)veer_voxels_dilate(map->voxels.blocked, 0.0f, map->voxels.covered);
        (void)veer_voxel_occupancy_init(map->voxels.occupancy, &world->def.map.voxels);
        veer_map_recount(world);
    }
}

static void build_class(VeerWorld *world, uint32_t number)
{
    VeerWorldMap *map = &world->map;
    VeerMapClass *class = &map->classes[number];
    uint32_t version = veer_voxels_version(map->voxels.covered);
    if (!class->is_built || class->version != version) {
        float limit = (float)VEER_MAX_VOXEL_RADIUS * world->def.map.voxels.cell_size;
        float radius = min_f(map->head->radii[number], limit);
        (void)veer_voxels_dilate(map->voxels.covered, radius, class->voxels);
        class->has_labels = veer_voxel_labels_build(class->voxel_labels, class->voxels) == VEER_OK;
        class->version = version;
        class->is_built = true;
    }
}

/// Applies edits: voxels are blocked where the state says so, or where they are covered.
static void cover_again(VeerWorldMap *map, VeerVoxelBox box)
{
    VeerVoxel at;
    for (at.z = box.lower.z; at.z < box.upper.z; at.z++) {
        for (at.y = box.lower.y; at.y < box.upper.y; at.y++) {
            for (at.x = box.lower.x; at.x < box.upper.x; at.x++) {
                bool is_blocked = veer_voxel_is_set(map->voxels.blocked, at) ||
                                  veer_voxel_occupancy_count(map->voxels.occupancy, at) > 0;
                veer_voxels_set_blocked(map->voxels.covered, at, is_blocked);
            }
        }
    }
    veer_voxels_commit(map->voxels.covered);
}

static void finish_edit(VeerWorld *world, bool has_opened, VeerVoxelBox edited)
{
    const VeerVoxels *voxels = world->map.voxels.blocked;
    float half = 0.5f * world->def.map.voxels.cell_size;
    VeerVec3 lower = veer_voxels_centre(voxels, edited.lower), corner = {half, half, half};
    VeerVec3 upper = veer_voxels_centre(voxels, edited.upper);
    veer_voxels_commit(world->map.voxels.blocked);
    if (world->map.voxels.occupancy) {
        cover_again(&world->map, edited);
    }
    VeerBounds box = {sub3(lower, corner), sub3(upper, corner)};
    veer_map_note_edit(world, (VeerMapOpening){has_opened, box, INFINITY, 0.0f});
}

VeerStatus veer_world_voxels_fill(VeerWorld *world, VeerVoxelBox box, bool is_blocked)
{
    VeerRefusal refusal = {.function = __func__};
    veer_need_that(&refusal, veer_world_voxels(world), "world", "must have voxels");
    VeerStatus status = veer_world_check_change(world, &refusal);
    if (status == VEER_OK && veer_voxels_clip(world->map.voxels.blocked, &box)) {
        veer_voxels_fill(world->map.voxels.blocked, box, is_blocked);
        lay(world, world->map.voxels.blocked);
        finish_edit(world, !is_blocked, box);
    }
    return status;
}

VeerStatus veer_world_voxels_copy(VeerWorld *world, const VeerVoxels *from)
{
    const VeerVoxels *own = veer_world_voxels(world);
    bool fits = own && veer_voxels_are_sized(from, own->def.cells);
    VeerRefusal refusal = {.function = __func__};
    veer_need_that(&refusal, own, "world", "must have voxels");
    veer_need_object(&refusal, from, "from");
    veer_need_that(&refusal, fits, "from", "must have as many voxels on each axis as the world");
    VeerStatus status = veer_world_check_change(world, &refusal);
    if (status == VEER_OK) {
        lay(world, from);
        finish_edit(world, true, (VeerVoxelBox){{0, 0, 0}, own->def.cells});
    }
    return status;
}

static float gap(const VeerWorld *world, VeerVec3 point, float limit)
{
    return veer_voxels_gap(world->map.voxels.blocked, point, limit);
}

static bool is_clear(const VeerMapSight *sight, VeerVec3 from, VeerVec3 to)
{
    return veer_voxels_is_clear(sight->map->voxels.blocked, from, to, sight->radius);
}

static bool collect_voxels(void *context, const VeerVoxelWall *found)
{
    VeerWallCollector *collector = context;
    const VeerWallQuery *query = collector->query;
    VeerVec3 offset = sub3(found->nearest, query->point);
    VeerNearWall wall = {.a = found->box.lower, .b = found->box.upper, .obstacle = VEER_NO_SLOT};
    if (query->is_far) {
        VeerWall from = veer_walls_from(collector->world, query, &wall);
        offset = veer_box_nearest((VeerBounds){from.a, from.b}, (VeerVec3){0});
    }
    uint64_t order = VEER_MAP_ORDER | found->order;
    veer_walls_add(collector, (VeerNearWall){order, found->box.lower, found->box.upper,
                                             VEER_NO_SLOT, length3(offset), offset});
    return true;
}

static void search_walls(VeerWallCollector *collector, float range)
{
    veer_voxels_walls(collector->world->map.voxels.blocked, collector->query->point, range,
                      collect_voxels, collector);
}

static void find_walls(VeerWallCollector *collector)
{
    float size = collector->world->def.map.voxels.cell_size;
    veer_walls_search(collector, size, search_walls);
}

static VeerBounds bounds(const VeerWorldMap *map)
{
    const VeerVoxelsDef *def = veer_voxels_def(map->voxels.blocked);
    VeerVec3 cells = vec3((float)def->cells.x, (float)def->cells.y, (float)def->cells.z);
    return (VeerBounds){def->origin, along3(def->origin, cells, def->cell_size)};
}

static bool covers_are_on(const VeerWorldMapDef *def)
{
    return def->has_covers;
}

static VeerCover place_cover(const VeerWorldMap *map, VeerVec3 position, float radius)
{
    VeerVoxelBall ball = veer_voxels_ball(map->voxels.blocked, position, radius);
    return (VeerCover){.disc = {ball.x, ball.y, ball.radius}, .z = ball.z};
}

static VeerVoxelBall ball_of(const VeerCover *cover)
{
    return (VeerVoxelBall){cover->disc.x, cover->disc.y, cover->z, cover->disc.radius};
}

static void count_cover(VeerWorldMap *map, const VeerCover *from, const VeerCover *to)
{
    veer_voxel_occupancy_move(map->voxels.occupancy, map->voxels.blocked, map->voxels.covered,
                              ball_of(from), ball_of(to));
}

static uint32_t commit_covers(VeerWorldMap *map)
{
    veer_voxels_commit(map->voxels.covered);
    return veer_voxels_version(map->voxels.covered);
}

static uint64_t hash_voxels(const VeerWorldMap *map, uint64_t hash)
{
    return veer_voxels_hash(map->voxels.covered, hash);
}

static const VeerCoverTraits covers = {covers_are_on, place_cover, count_cover, commit_covers,
                                       hash_voxels};

const VeerMapTraits veer_map_traits_voxels = {
    .kind = VEER_MAP_VOXELS,
    .need = need,
    .shape = shape,
    .content = content,
    .lay_out_scratch = lay_out_scratch,
    .lay_out_search = lay_out_search,
    .rebuild = rebuild,
    .build_class = build_class,
    .bounds = bounds,
    .gap = gap,
    .is_clear = is_clear,
    .find_walls = find_walls,
    .covers = &covers,
};
