#include "plan/field/fields.h"

#include "plan/field/update.h"
#include "support/memory.h"

enum { W = 40, H = 40, BODIES = 200, MAX_TICKS = 2000 };

/// A map with a crowd on it.
typedef struct Crowd {
    Maps maps;
    VeerDensity *density;
    VeerField *field;
    VeerFieldSolver *solver;
} Crowd;

static Crowd open_crowd(void)
{
    Crowd crowd = {.maps = maps_open(W, H)};
    const VeerGridDef *def = veer_grid_def(crowd.maps.grid);
    crowd.density = veer_density_init(take(veer_density_size(def)), def, 1.0f);
    crowd.field = veer_field_init(take(veer_field_size(W, H, 1)), W, H, 1);
    crowd.solver =
        veer_field_solver_init(take(veer_field_solver_size(W, H, 1, true)), W, H, 1, true);
    assert_non_null(crowd.density);
    assert_non_null(crowd.solver);
    return crowd;
}

static void close_crowd(Crowd *crowd)
{
    maps_close(&crowd->maps);
    free(crowd->density);
    free(crowd->field);
    free(crowd->solver);
}

static VeerFieldCrowd params(const Crowd *crowd)
{
    VeerFieldCrowd def = veer_field_crowd_default();
    def.density = crowd->density;
    return def;
}

static void solve(Crowd *crowd, const VeerFieldCrowd *def, VeerVec3 goal, uint32_t budget)
{
    VeerFieldQuery query = fields_query(&goal, 1, false);
    VeerStatus status =
        veer_field_begin_crowd(crowd->solver, crowd->field, crowd->maps.grid, def, &query);
    assert_int_equal(status, VEER_OK);
    while (veer_field_run(crowd->solver, crowd->field, budget) != VEER_FIELD_DONE) {
    }
}

static void without_a_crowd_it_is_the_plain_field(void **state)
{
    (void)state;
    Crowd crowd = open_crowd();
    maps_scatter(&crowd.maps, 3, 0.2f, 4);
    Fields plain = fields_open(&crowd.maps);
    VeerVec3 goal = fields_middle(fields_free_cell(&crowd.maps, 3, 0));
    VeerFieldCrowd def = params(&crowd);
    solve(&crowd, &def, goal, UINT32_MAX);
    fields_solve(&plain, crowd.maps.grid, &goal, 1, true);
    for (int32_t i = 0; i < W * H; i++) {
        VeerCell cell = {i % W, i / W};
        float one = veer_field_at(crowd.field, cell), other = veer_field_at(plain.field, cell);
        assert_true(isinf(one) ? isinf(other) : fabsf(one - other) < 1e-3f);
    }
    fields_close(&plain);
    close_crowd(&crowd);
}

// Fills columns of the map with bodies that go one path.
static void fill(Crowd *crowd, int32_t from, int32_t to, VeerVec3 velocity)
{
    for (int32_t y = 0; y < H; y++) {
        for (int32_t x = from; x < to; x++) {
            for (int i = 0; i < 3; i++) {
                veer_density_add(crowd->density, fields_middle((VeerCell){x, y}), velocity);
            }
        }
    }
}

static void it_costs_more_against_a_stream_than_with_it(void **state)
{
    (void)state;
    Crowd crowd = open_crowd();
    VeerFieldCrowd def = params(&crowd);
    VeerVec3 east = {38.5f, 20.5f, 0.0f}, west = {1.5f, 20.5f, 0.0f};
    fill(&crowd, 10, 30, (VeerVec3){1.4f, 0.0f, 0.0f});
    solve(&crowd, &def, east, UINT32_MAX);
    float with = veer_field_at(crowd.field, (VeerCell){1, 20});
    solve(&crowd, &def, west, UINT32_MAX);
    float against = veer_field_at(crowd.field, (VeerCell){38, 20});
    assert_true(fabsf(with - 37.0f) < 0.1f); // as fast as one likes
    assert_true(against > 37.0f + 100.0f);
    close_crowd(&crowd);
}

static void a_standing_crowd_is_gone_round(void **state)
{
    (void)state;
    Crowd crowd = open_crowd();
    VeerFieldCrowd def = params(&crowd);
    for (int32_t y = 10; y < 30; y++) {
        for (int i = 0; i < 3; i++) {
            veer_density_add(crowd.density, fields_middle((VeerCell){20, y}),
                             (VeerVec3){0.0f, 0.0f, 0.0f});
        }
    }
    solve(&crowd, &def, (VeerVec3){38.5f, 20.5f, 0.0f}, UINT32_MAX);
    VeerVec3 at = {2.5f, 21.0f, 0.0f};
    float least = 99.0f;
    for (int i = 0; i < 2000 && hypotf(at.x - 38.5f, at.y - 20.5f) > 0.1f; i++) {
        VeerVec3 direction = veer_field_direction(crowd.field, at);
        at.x += 0.05f * direction.x, at.y += 0.05f * direction.y;
        least = fabsf(at.x - 20.5f) < 0.5f ? veer_lesser(least, fabsf(at.y - 20.0f)) : least;
    }
    assert_true(hypotf(at.x - 38.5f, at.y - 20.5f) <= 0.1f);
    assert_true(least > 9.5f && least < 99.0f); // past its end
    close_crowd(&crowd);
}

static void discomfort_is_kept_away_from(void **state)
{
    (void)state;
    Crowd crowd = open_crowd();
    VeerFieldCrowd def = params(&crowd);
    VeerVec3 goal = {38.5f, 20.5f, 0.0f};
    for (int32_t y = 0; y < H; y++) {
        assert_int_equal(veer_density_set_discomfort(crowd.density, (VeerCell){20, y}, 24.0f),
                         VEER_OK);
    }
    solve(&crowd, &def, goal, UINT32_MAX);
    // (1 + (1 + 24) / 1.4) / (1 + 1 / 1.4) for one cell of the path, 1 for all others.
    float expected = 36.0f + (1.0f + 25.0f / 1.4f) / (1.0f + 1.0f / 1.4f);
    assert_true(fabsf(veer_field_at(crowd.field, (VeerCell){1, 20}) - expected) < 0.1f);
    def.discomfort_weight = 0.0f;
    solve(&crowd, &def, goal, UINT32_MAX);
    assert_true(fabsf(veer_field_at(crowd.field, (VeerCell){1, 20}) - 37.0f) < 0.1f);
    close_crowd(&crowd);
}

static void crowd_field_in_portions_is_the_same(void **state)
{
    (void)state;
    Crowd one = open_crowd(), other = open_crowd();
    maps_scatter(&one.maps, 5, 0.1f, 4);
    maps_scatter(&other.maps, 5, 0.1f, 4);
    fill(&one, 5, 9, (VeerVec3){0.3f, 1.0f, 0.0f});
    fill(&other, 5, 9, (VeerVec3){0.3f, 1.0f, 0.0f});
    VeerVec3 goal = fields_middle(fields_free_cell(&one.maps, 5, 0));
    VeerFieldCrowd def = params(&one);
    solve(&one, &def, goal, UINT32_MAX);
    def = params(&other);
    solve(&other, &def, goal, 11);
    for (int32_t i = 0; i < W * H; i++) {
        VeerCell cell = {i % W, i / W};
        assert_true(veer_field_at(one.field, cell) == veer_field_at(other.field, cell));
    }
    close_crowd(&one);
    close_crowd(&other);
}

/// Bodies that leave a room through two doors; a cell holds two of them.
typedef struct Room {
    Crowd crowd;
    VeerVec3 at[BODIES], velocity[BODIES];
    bool is_out[BODIES];
    int held[W * H];
    int left, through_far;
} Room;

static int *held_at(Room *room, VeerVec3 at)
{
    VeerCell cell = veer_grid_cell_at(room->crowd.maps.grid, at);
    return &room->held[cell.y * W + cell.x];
}

// A wall with a door next to the crowd and another one far off.
static Room *open_room(void)
{
    Room *room = calloc(1, sizeof *room);
    room->crowd = open_crowd();
    veer_grid_fill(room->crowd.maps.grid, (VeerCellRect){{25, 0}, {26, H}}, true);
    veer_grid_set_blocked(room->crowd.maps.grid, (VeerCell){25, 8}, false);
    veer_grid_set_blocked(room->crowd.maps.grid, (VeerCell){25, 30}, false);
    maps_commit(&room->crowd.maps);
    for (int i = 0; i < BODIES; i++) {
        room->at[i] = (VeerVec3){5.5f + (float)(i % 15), 2.5f + (float)(i / 15), 0.0f};
        (*held_at(room, room->at[i]))++;
    }
    room->left = BODIES;
    return room;
}

// Moves one body along the field at up to 1.4 m/s for a quarter of a second.
static void move_body(Room *room, int i)
{
    VeerVec3 direction = veer_field_direction(room->crowd.field, room->at[i]), to = room->at[i];
    to.x += 0.35f * direction.x, to.y += 0.35f * direction.y;
    int *from = held_at(room, room->at[i]), *there = held_at(room, to);
    VeerCell cell = veer_grid_cell_at(room->crowd.maps.grid, to);
    if (there != from && (*there >= 2 || !maps_is_free(&room->crowd.maps, cell.x, cell.y))) {
        room->velocity[i] = (VeerVec3){0.0f, 0.0f, 0.0f};
        return;
    }
    (*from)--;
    (*there)++;
    room->at[i] = to;
    room->velocity[i] = (VeerVec3){1.4f * direction.x, 1.4f * direction.y, 0.0f};
    if (to.x > 26.5f) {
        room->is_out[i] = true;
        (*there)--;
        room->left--;
        room->through_far += to.y > 19.0f;
    }
}

// @return the ticks until all are out
static int empty_room(Room *room, bool is_aware)
{
    VeerFieldCrowd def = params(&room->crowd);
    VeerVec3 goal = {38.5f, 12.5f, 0.0f};
    def.length_weight = 0.0f; // in a hurry
    for (int tick = 0; tick < MAX_TICKS; tick++) {
        if (tick % 4 == 0) {
            veer_density_clear(room->crowd.density);
            for (int i = 0; i < BODIES && is_aware; i++) {
                if (!room->is_out[i]) {
                    veer_density_add(room->crowd.density, room->at[i], room->velocity[i]);
                }
            }
            solve(&room->crowd, &def, goal, UINT32_MAX);
        }
        for (int i = 0; i < BODIES; i++) {
            if (!room->is_out[i]) {
                move_body(room, i);
            }
        }
        if (room->left == 0) {
            return tick;
        }
    }
    return MAX_TICKS;
}

static void a_crowd_splits_between_two_doors(void **state)
{
    (void)state;
    Room *plain = open_room(), *aware = open_room();
    int slow = empty_room(plain, false), fast = empty_room(aware, true);
    printf("plain: %d ticks, %d through the far door; aware: %d ticks, %d\n", slow,
           plain->through_far, fast, aware->through_far);
    assert_int_equal(plain->left, 0);
    assert_int_equal(aware->left, 0);
    assert_int_equal(plain->through_far, 0);
    assert_true(aware->through_far > BODIES / 5);
    assert_true(fast * 10 < slow * 9);
    close_crowd(&plain->crowd);
    close_crowd(&aware->crowd);
    free(plain);
    free(aware);
}

static void crowd_field_refuses_what_it_cannot(void **state)
{
    (void)state;
    Crowd crowd = open_crowd();
    Fields plain = fields_open(&crowd.maps);
    VeerGridDef small = *veer_grid_def(crowd.maps.grid);
    small.height--;
    VeerDensity *other = veer_density_init(take(veer_density_size(&small)), &small, 1.0f);
    VeerVec3 goal = {3.5f, 3.5f, 0.0f};
    VeerFieldQuery query = fields_query(&goal, 1, false);
    VeerFieldCrowd good = params(&crowd);
    VeerFieldCrowd bad[13];
    for (int i = 0; i < 13; i++) {
        bad[i] = good;
    }
    bad[0].density = NULL;
    bad[1].max_speed = 0.0f;
    bad[2].most_density = good.least_density;
    bad[3].time_weight = NAN;
    bad[4].time_weight = bad[4].length_weight = 0.0f;
    bad[5].cookie = 0;
    bad[6].density = other;
    bad[7].time_weight = INFINITY;
    bad[8].max_speed = INFINITY;
    bad[9].least_density = -1.0f;
    bad[10].most_density = INFINITY;
    bad[11].length_weight = -1.0f;
    bad[12].max_speed = NAN;
    for (int i = 0; i < 13; i++) {
        assert_int_equal(
            veer_field_begin_crowd(crowd.solver, crowd.field, crowd.maps.grid, &bad[i], &query),
            VEER_BAD_VALUE);
    }
    assert_int_equal(
        veer_field_begin_crowd(plain.solver, plain.field, crowd.maps.grid, &good, &query),
        VEER_BAD_VALUE); // no room for it
    query.goal_count = 0;
    assert_int_equal(
        veer_field_begin_crowd(crowd.solver, crowd.field, crowd.maps.grid, &good, &query),
        VEER_BAD_VALUE);
    assert_null(veer_field_solver_init(NULL, 0, 3, 1, true));
    free(other);
    fields_close(&plain);
    close_crowd(&crowd);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(without_a_crowd_it_is_the_plain_field),
        cmocka_unit_test(it_costs_more_against_a_stream_than_with_it),
        cmocka_unit_test(a_standing_crowd_is_gone_round),
        cmocka_unit_test(discomfort_is_kept_away_from),
        cmocka_unit_test(crowd_field_in_portions_is_the_same),
        cmocka_unit_test(a_crowd_splits_between_two_doors),
        cmocka_unit_test(crowd_field_refuses_what_it_cannot),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
