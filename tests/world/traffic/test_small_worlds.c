/// Traffic over small floors made at random, bit by bit, on every compiler, level and machine:
/// rooms that are empty, cluttered, a slalom or a maze, walls of any depth with doors of any width
/// between them, links over all of it, and agents of many radii, speeds and priorities, who get
/// other goals while links close and cells are blocked. A change that changes traffic changes these
/// hashes, and says so.
#include "base/hash.h"
#include "base/random.h"
#include "veer/link.h"
#include "world/map_maker.h"

enum { MOST = 16, LINKS = 5, TICKS = 130, TICKS_A_SAMPLE = 8 };

typedef enum Inside { EMPTY, CLUTTER, SLALOM, MAZE } Inside;

typedef struct Floor {
    VeerWorld *world;
    VeerAgentId agents[MOST];
    VeerLinkId links[LINKS];
    int32_t columns, rows; ///< rooms
    int32_t side, wall;    ///< cells, of a room, and between two
    float cell;            ///< m
    VeerVec3 origin;       ///< m
    bool is_blind;         ///< agents avoid nothing, so that more of them come to where they go
    uint64_t seed, drawn, hash;
} Floor;

static float draw(Floor *floor, float lower, float upper)
{
    return lower + (upper - lower) * veer_random_unit(floor->seed, 50, floor->drawn++);
}

static int32_t draw_index(Floor *floor, int32_t count)
{
    int32_t index = (int32_t)draw(floor, 0.0f, (float)count);
    return index < count ? index : count - 1;
}

static void fill(const Floor *floor, int32_t x, int32_t y, bool is_blocked)
{
    VeerCellRect cell = {{x, y}, {x + 1, y + 1}};
    assert_int_equal(veer_world_grid_fill(floor->world, cell, is_blocked), VEER_OK);
}

/// A maze whose rooms at odd cells lead to the left or down, some to both.
static bool is_maze_wall(Floor *floor, int32_t x, int32_t y, uint64_t number)
{
    if (x % 2 == 1 && y % 2 == 1) {
        return false;
    }
    if (x % 2 == 0 && y % 2 == 0) {
        return true;
    }
    // The passage left of a room, or below it: of each room's two one is open, of some both.
    uint64_t room = (uint64_t)((y | 1) * 64 + (x | 1));
    bool is_left = veer_random_unit(floor->seed, 51 + number, room) < 0.5f;
    bool is_both = veer_random_unit(floor->seed, 71 + number, room) < 0.2f;
    bool leads_left = (is_left || is_both || (y | 1) == 1) && (x | 1) > 1;
    bool leads_down = (!is_left || is_both || (x | 1) == 1) && (y | 1) > 1;
    return x % 2 == 0 ? !leads_left : !leads_down;
}

static bool is_wall_inside(Floor *floor, Inside inside, int32_t x, int32_t y, uint64_t number)
{
    switch (inside) {
    case CLUTTER:
        return draw(floor, 0.0f, 1.0f) < 0.15f;
    case SLALOM: // along y in every other room
        if (number % 2 == 1) {
            return y % 3 == 1 && (y % 2 == 0 ? x > 1 : x < floor->side - 2);
        }
        return x % 3 == 1 && (x % 2 == 0 ? y > 1 : y < floor->side - 2);
    case MAZE:
        return is_maze_wall(floor, x, y, number);
    default:
        return false;
    }
}

/// The lower corner of a room, in cells.
static VeerCell corner_of(const Floor *floor, int32_t number)
{
    int32_t step = floor->side + floor->wall;
    return (VeerCell){number % floor->columns * step, number / floor->columns * step};
}

static void furnish(Floor *floor, int32_t number)
{
    VeerCell corner = corner_of(floor, number);
    Inside inside = (Inside)draw_index(floor, 4);
    for (int32_t i = 0; i < floor->side * floor->side; i++) {
        int32_t x = i % floor->side, y = i / floor->side;
        bool is_wall = is_wall_inside(floor, inside, x, y, (uint64_t)number);
        fill(floor, corner.x + x, corner.y + y, is_wall);
    }
}

/// Doors to the next room, one cell wide most often, and as deep as the wall.
static void open_doors(Floor *floor, int32_t number, bool is_along_x)
{
    VeerCell corner = corner_of(floor, number);
    int32_t doors = 1 + draw_index(floor, 2);
    for (int32_t i = 0; i < doors; i++) {
        int32_t wide = draw(floor, 0.0f, 1.0f) < 0.6f ? 1 : 2 + draw_index(floor, 2);
        int32_t at = 1 + draw_index(floor, floor->side - 3);
        for (int32_t k = 0; k < wide * (floor->wall + 2); k++) {
            int32_t along = floor->side - 1 + k / wide, aside = at + k % wide;
            VeerCell cell = is_along_x ? (VeerCell){along, aside} : (VeerCell){aside, along};
            fill(floor, corner.x + cell.x, corner.y + cell.y, false);
        }
    }
}

static void build(Floor *floor)
{
    VeerCellRect all = {{0, 0}, {INT16_MAX, INT16_MAX}};
    assert_int_equal(veer_world_grid_fill(floor->world, all, true), VEER_OK);
    for (int32_t i = 0; i < floor->columns * floor->rows; i++) {
        furnish(floor, i);
    }
    for (int32_t i = 0; i < floor->columns * floor->rows; i++) {
        if (i % floor->columns + 1 < floor->columns) {
            open_doors(floor, i, true);
        }
        if (i / floor->columns + 1 < floor->rows) {
            open_doors(floor, i, false);
        }
    }
}

static VeerVec3 free_place(Floor *floor)
{
    const VeerGrid *grid = veer_world_grid(floor->world);
    const VeerGridDef *def = veer_grid_def(grid);
    for (;;) {
        VeerCell cell;
        cell.x = draw_index(floor, (int32_t)def->width);
        cell.y = draw_index(floor, (int32_t)def->height);
        if (!veer_grid_is_blocked(grid, cell)) {
            return veer_grid_centre(grid, cell);
        }
    }
}

static void add_links(Floor *floor)
{
    for (uint32_t i = 0; i < LINKS; i++) {
        VeerLinkDef def = veer_link_def_default();
        def.from = free_place(floor);
        def.to = free_place(floor);
        def.cost = floor->cell * draw(floor, 1.0f, 30.0f);
        def.is_one_way = draw(floor, 0.0f, 1.0f) < 0.3f;
        def.flags = i;
        assert_int_equal(veer_link_create(floor->world, &def, &floor->links[i]), VEER_OK);
    }
}

static void add_agents(Floor *floor)
{
    static const float priorities[8] = {0.0f, 0.5f, 1.0f, 1.0f, 1.0f, 4.0f, 2e38f, INFINITY};
    bool is_spread = draw(floor, 0.0f, 1.0f) < 0.5f;
    for (uint32_t i = 0; i < MOST; i++) {
        VeerAgentDef def = veer_agent_def_default();
        def.position = free_place(floor);
        def.radius = floor->cell * draw(floor, 0.25f, is_spread && i % 8 == 7 ? 0.9f : 0.45f);
        def.max_speed = floor->cell * draw(floor, 0.5f, i % 8 == 3 ? 12.0f : 3.0f);
        def.max_braking = draw(floor, 0.0f, 1.0f) < 0.3f ? draw(floor, 1.0f, 6.0f) : INFINITY;
        def.priority = is_spread ? priorities[draw_index(floor, 8)] : 1.0f;
        def.is_immovable = draw(floor, 0.0f, 1.0f) < 0.05f;
        def.model = floor->is_blind ? VEER_AVOID_NONE : def.model;
        floor->agents[i] = add_agent(floor->world, &def);
    }
}

static void send_all(Floor *floor)
{
    for (uint32_t i = 0; i < MOST; i++) {
        VeerVec3 goal = free_place(floor);
        goal.x += floor->cell * draw(floor, -0.3f, 0.3f);
        (void)veer_agent_route_to(floor->world, floor->agents[i], goal, 0.3f * floor->cell);
    }
}

static Floor open_floor(uint64_t seed)
{
    static const int32_t plans[4][2] = {{2, 1}, {1, 2}, {2, 2}, {3, 1}};
    Floor floor = {.seed = seed, .is_blind = seed % 3 == 2};
    floor.columns = plans[seed % 4][0];
    floor.rows = plans[seed % 4][1];
    floor.side = 7 + 2 * draw_index(&floor, 4);
    floor.wall = 1 + draw_index(&floor, 7);
    floor.cell = draw(&floor, 0.0f, 1.0f) < 0.5f ? 1.0f : draw(&floor, 0.5f, 2.5f);
    floor.origin.x = draw(&floor, -9.0f, 9.0f);
    floor.origin.y = draw(&floor, -9.0f, 9.0f);
    VeerWorldDef def = map_def((uint32_t)(floor.columns * (floor.side + floor.wall) - floor.wall),
                               (uint32_t)(floor.rows * (floor.side + floor.wall) - floor.wall));
    def.max_agents = MOST;
    def.map.grid.cell_size = floor.cell;
    def.map.grid.origin = floor.origin;
    def.map.max_links = LINKS;
    floor.world = make_world_of(&def);
    build(&floor);
    if (seed % 2 == 0) {
        add_links(&floor);
    }
    add_agents(&floor);
    return floor;
}

static void step_on(Floor *floor, float dt)
{
    for (int i = 0; i < TICKS; i++) {
        assert_int_equal(veer_world_step(floor->world, dt), VEER_OK);
        if (i % TICKS_A_SAMPLE == 0) {
            floor->hash = veer_hash_add(floor->hash, veer_world_hash(floor->world));
        }
    }
}

/// What changes halfway: some links close, a few cells are blocked, or free.
static void change(Floor *floor)
{
    for (uint32_t i = 0; i < LINKS && floor->seed % 2 == 0; i += 2) {
        (void)veer_link_set_open(floor->world, floor->links[i], false);
    }
    const VeerGrid *grid = veer_world_grid(floor->world);
    for (uint32_t i = 0; i < 4; i++) {
        VeerCell cell = veer_grid_cell_at(grid, free_place(floor));
        fill(floor, cell.x, cell.y, i < 2);
        fill(floor, cell.x + 1, cell.y, i < 2);
    }
}

static uint64_t hash_floor(uint64_t seed)
{
    static const float ticks[4] = {0.05f, 0.1f, 0.15f, 0.3f};
    Floor floor = open_floor(seed);
    float dt = ticks[draw_index(&floor, 4)];
    send_all(&floor);
    step_on(&floor, dt);
    send_all(&floor);
    change(&floor);
    step_on(&floor, dt);
    veer_world_destroy(floor.world);
    return floor.hash;
}

static void expect_floors(const char *name, uint64_t first, uint64_t count, uint64_t expected)
{
    uint64_t hash = 0;
    for (uint64_t seed = first; seed < first + count; seed++) {
        hash = veer_hash_add(hash, hash_floor(seed));
    }
    print_message("%s: 0x%016llx\n", name, (unsigned long long)hash);
    assert_true(hash == expected);
}

static void small_floors_are_crossed_the_same_everywhere(void **state)
{
    (void)state;
    expect_floors("floors", 0, 12, UINT64_C(0x2084f64cc35981e5));
}

static void other_small_floors_are_crossed_the_same_everywhere(void **state)
{
    (void)state;
    expect_floors("other floors", 12, 12, UINT64_C(0xa6a4236942c8e965));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(small_floors_are_crossed_the_same_everywhere),
        cmocka_unit_test(other_small_floors_are_crossed_the_same_everywhere),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
