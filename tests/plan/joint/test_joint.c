// Joint steps of agents over a roadmap.
#include "map/grid/grid.h"
#include "plan/joint/steps.h"
#include "support/memory.h"

#include <stdlib.h>
#include <string.h>

enum { SIDE = 19, MOST_CELLS = SIDE * SIDE, MOST = 32 };

typedef struct Place {
    VeerGrid *grid;
    VeerNarrow *all;
    VeerJoint joint;
    VeerRoadmap *roadmap;
    VeerJointAgent agents[MOST];
    uint32_t scratch[VEER_JOINT_SCRATCH * (MOST_CELLS + 1)];
    bool is_done[MOST];
} Place;

static void open_place(Place *place, const char *const *rows, uint32_t height)
{
    VeerGridDef def = veer_grid_def_default();
    def.width = (uint32_t)strlen(rows[0]);
    def.height = height;
    memset(place, 0, sizeof *place);
    place->grid = veer_grid_init(malloc(veer_grid_size(&def)), &def);
    place->all = veer_narrow_init(malloc(veer_narrow_size(def.width, height)), def.width, height);
    place->roadmap =
        veer_roadmap_init(malloc(veer_roadmap_size(def.width, height)), def.width, height);
    for (uint32_t i = 0; i < def.width * height; i++) {
        VeerCell cell = {(int32_t)(i % def.width), (int32_t)(i / def.width)};
        veer_grid_set_blocked(place->grid, cell, rows[cell.y][cell.x] == '#');
    }
    veer_grid_commit(place->grid);
    (void)veer_narrow_mark(place->all, place->grid, 100, 0);
    uint32_t queue[MOST_CELLS];
    VeerRoadmapDef wanted = {place->all, place->all, 0.45f, 1, queue, MOST_CELLS};
    uint32_t nodes = veer_roadmap_build(place->roadmap, place->grid, &wanted);
    place->joint = (VeerJoint){
        .roadmap = place->roadmap,
        .steps = veer_joint_steps_init(malloc(veer_joint_steps_size(nodes, MOST)), nodes, MOST),
        .agents = place->agents,
        .sides = veer_joint_sides_init(malloc(veer_joint_sides_size(nodes)), nodes),
        .scratch = place->scratch,
    };
    veer_joint_sides_build(place->joint.sides, place->roadmap);
}

static void close_place(Place *place)
{
    free(place->grid);
    free(place->all);
    free(place->roadmap);
    free(place->joint.steps);
    free(place->joint.sides);
}

static uint32_t node_at(const Place *place, int32_t x, int32_t y)
{
    return veer_roadmap_at(place->roadmap, (VeerCell){x, y});
}

static void add(Place *place, VeerCell from, VeerCell to)
{
    uint32_t number = place->joint.count++;
    place->agents[number] = (VeerJointAgent){
        .at = node_at(place, from.x, from.y),
        .goal = node_at(place, to.x, to.y),
        .user = number,
    };
}

/// Takes a step, and checks that it is one.
static void step(Place *place, uint32_t number)
{
    VeerJoint *joint = &place->joint;
    for (uint32_t i = 0; i < joint->count; i++) {
        joint->agents[i].next = 0;
        joint->agents[i].lot = 7u * number + i;
    }
    veer_joint_step(joint);
    for (uint32_t i = 0; i < joint->count; i++) {
        const VeerJointAgent *own = &joint->agents[i];
        for (uint32_t k = 0; k < i; k++) {
            assert_int_not_equal(joint->agents[k].next, own->next);
            assert_false(joint->agents[k].next == own->at && joint->agents[k].at == own->next);
        }
    }
    for (uint32_t i = 0; i < joint->count; i++) {
        joint->agents[i].at = joint->agents[i].next;
    }
}

static bool are_all_there(const Place *place)
{
    for (uint32_t i = 0; i < place->joint.count; i++) {
        if (place->agents[i].at != place->agents[i].goal) {
            return false;
        }
    }
    return true;
}

static uint32_t count_steps(Place *place)
{
    uint32_t steps = 0;
    for (; steps < 100 && !are_all_there(place); steps++) {
        step(place, steps);
    }
    return steps;
}

static void joint_steps_lead_round_who_stays(void **state)
{
    (void)state;
    static const char *const ring[] = {"#####", "#...#", "#.#.#", "#...#", "#.###"};
    Place place;
    open_place(&place, ring, 5);
    add(&place, (VeerCell){1, 1}, (VeerCell){3, 3});
    assert_int_equal(count_steps(&place), 4);
    close_place(&place);
}

static void joint_steps_exchange_two_at_a_bay(void **state)
{
    (void)state;
    static const char *const bay[] = {"#########", "#.......#", "####.####", "#########"};
    Place place;
    open_place(&place, bay, 4);
    add(&place, (VeerCell){1, 1}, (VeerCell){7, 1});
    add(&place, (VeerCell){7, 1}, (VeerCell){1, 1});
    assert_in_range(count_steps(&place), 7, 20);
    close_place(&place);
}

static void joint_steps_push_on_who_is_in_the_way(void **state)
{
    (void)state;
    static const char *const bay[] = {"#########", "#.......#", "####.####", "#########"};
    Place place;
    open_place(&place, bay, 4);
    add(&place, (VeerCell){1, 1}, (VeerCell){6, 1});
    add(&place, (VeerCell){3, 1}, (VeerCell){3, 1});
    place.agents[1].only_yields = true;
    assert_in_range(count_steps(&place), 5, 20);
    close_place(&place);
}

/// Steps from all nodes to one: distances[nodes + 1], UINT32_MAX / 2 where there is no way. A
/// node's delay is paid by who leaves it.
static void find_distances(const VeerRoadmap *roadmap, uint32_t to, const uint8_t *delays,
                           uint32_t *distances)
{
    uint32_t nodes = veer_roadmap_count(roadmap), changes = 1;
    for (uint32_t i = 0; i <= nodes; i++) {
        distances[i] = i == to ? 0 : UINT32_MAX / 2u;
    }
    while (changes > 0) {
        changes = 0;
        for (uint32_t from = 1; from <= nodes; from++) {
            const VeerRoadmapNode *at = veer_roadmap_node(roadmap, from);
            for (uint32_t i = 0; i < at->count; i++) {
                uint32_t over = distances[at->next[i]] + 1u + delays[from];
                changes += over < distances[from];
                distances[from] = over < distances[from] ? over : distances[from];
            }
        }
    }
}

static void expect_further(VeerJointTable table, const uint32_t *distances, uint32_t from)
{
    const VeerRoadmapNode *at = veer_roadmap_node(table.roadmap, from);
    for (uint32_t i = 0; i < at->count; i++) {
        int32_t change = (int32_t)distances[at->next[i]] - (int32_t)distances[from];
        change = distances[from] == UINT32_MAX / 2u || change > 0 ? 1 : change;
        assert_int_equal(veer_joint_further(table, from, at->next[i]), change);
    }
}

/// However far from a goal its steps are asked for, in any order, of more goals than there is room
/// for, and with delays that change, which do not count where the second is asked for.
static void joint_steps_are_found_as_far_as_they_are_asked_for(void **state)
{
    (void)state;
    static const char *const rooms[] = {
        "...................", ".######.##########.", ".#......#........#.", ".#.####.#.######.#.",
        ".#.#....#.#....#.#.", ".#.#.####.#.##.#.#.", ".#.#......#..#...#.", ".#.##########.####.",
        "...................", "###################", "..................."};
    Place place;
    open_place(&place, rooms, 11);
    uint32_t nodes = veer_roadmap_count(place.roadmap);
    uint32_t distances[2][MOST_CELLS + 1];
    uint8_t delays[MOST_CELLS + 1] = {0}, last[MOST_CELLS + 1] = {0}, none[MOST_CELLS + 1] = {0};
    for (uint32_t k = 0; k < 500; k++) {
        uint32_t goals[2] = {k * 7919u % nodes + 1u, k * 104729u % nodes + 1u};
        for (uint32_t i = 1; i <= nodes && k >= 200 && k % 3u > 0; i++) {
            delays[i] = i * k % 31u < 9u ? (uint8_t)(i * k % (VEER_JOINT_MAX_DELAY + 1u)) : 0;
        }
        VeerJointDelays account = {last, delays, k * 13107u % (VEER_JOINT_ALL_GOALS + 1u)};
        veer_joint_steps_delay(place.joint.steps, &account, nodes);
        for (uint32_t user = 0; user < 2; user++) {
            bool is_due = veer_joint_turn(goals[user]) < account.share;
            find_distances(place.roadmap, goals[user],
                           user == 1 ? none
                           : is_due  ? delays
                                     : last,
                           distances[user]);
        }
        for (uint32_t i = 0; i < 12; i++) {
            uint32_t user = i % 3u == 1u, from = (i * 31u + k * 17u) % nodes + 1u;
            VeerJointTable table = {place.joint.steps, place.roadmap, goals[user], user == 1};
            expect_further(table, distances[user], from);
        }
    }
    close_place(&place);
}

static void joint_steps_turn_no_full_ring(void **state)
{
    (void)state;
    static const char *const ring[] = {"####", "#..#", "#..#", "##.#", "####"};
    Place place;
    open_place(&place, ring, 5);
    add(&place, (VeerCell){1, 1}, (VeerCell){2, 1});
    add(&place, (VeerCell){2, 1}, (VeerCell){2, 2});
    add(&place, (VeerCell){2, 2}, (VeerCell){1, 2});
    add(&place, (VeerCell){1, 2}, (VeerCell){1, 1});
    place.agents[4] = (VeerJointAgent){.at = node_at(&place, 2, 3), .goal = node_at(&place, 2, 3)};
    place.agents[4].user = 4;
    place.joint.count = 5;
    step(&place, 0);
    assert_int_equal(place.agents[0].at, node_at(&place, 1, 1));
    close_place(&place);
}

/// Takes steps until all have been at their goals, as agents of a world: who has come only yields.
static uint32_t count_steps_of_all(Place *place, uint32_t most)
{
    uint32_t steps = 0, left = 1;
    for (; steps < most && left > 0; steps++) {
        VeerJointAgent before[MOST];
        uint32_t count = 0;
        left = 0;
        memcpy(before, place->agents, sizeof before);
        for (uint32_t i = 0; i < place->joint.count; i++) {
            place->is_done[before[i].user] |= before[i].at == before[i].goal;
            left += !place->is_done[before[i].user];
        }
        for (uint32_t wanted = 0; wanted < 2; wanted++) {
            for (uint32_t user = 0; user < place->joint.count; user++) {
                for (uint32_t i = 0; i < place->joint.count; i++) {
                    if (before[i].user == user && place->is_done[user] == wanted) {
                        place->agents[count] = before[i];
                        place->agents[count++].only_yields = wanted;
                    }
                }
            }
        }
        step(place, steps);
    }
    return steps;
}

static void joint_steps_call_out_who_has_come_into_a_dead_end(void **state)
{
    (void)state;
    static const char *const end[] = {"###########", "#.........#", "###.#######", "###########"};
    Place place;
    open_place(&place, end, 4);
    add(&place, (VeerCell){9, 1}, (VeerCell){9, 1});
    add(&place, (VeerCell){8, 1}, (VeerCell){8, 1});
    add(&place, (VeerCell){1, 1}, (VeerCell){9, 1});
    place.is_done[0] = place.is_done[1] = true;
    // Out to the bay and to the left end, and in again: 8 steps to the goal, and 6 of waiting.
    assert_in_range(count_steps_of_all(&place, 100), 1, 24);
    close_place(&place);
}

static void joint_steps_go_back_to_let_others_out_of_a_dead_end(void **state)
{
    (void)state;
    static const char *const end[] = {"###########", "#.........#", "###.#######", "###########"};
    Place place;
    open_place(&place, end, 4);
    add(&place, (VeerCell){6, 1}, (VeerCell){9, 1});
    add(&place, (VeerCell){8, 1}, (VeerCell){1, 1});
    assert_in_range(count_steps_of_all(&place, 100), 1, 24);
    close_place(&place);
}

static void joint_steps_enter_no_full_ring_before_a_dead_end(void **state)
{
    (void)state;
    static const char *const ring[] = {"########", "##..#.##", "#......#", "#####.##", "########"};
    Place place;
    open_place(&place, ring, 5);
    add(&place, (VeerCell){3, 2}, (VeerCell){1, 2});
    add(&place, (VeerCell){2, 1}, (VeerCell){2, 1});
    add(&place, (VeerCell){3, 1}, (VeerCell){3, 1});
    add(&place, (VeerCell){2, 2}, (VeerCell){2, 2});
    place.is_done[1] = place.is_done[2] = place.is_done[3] = true;
    assert_in_range(count_steps_of_all(&place, 100), 1, 40);
    close_place(&place);
}

static uint32_t draw(uint32_t *seed, uint32_t below)
{
    *seed = *seed * 1664525u + 1013904223u;
    return (uint32_t)(((uint64_t)(*seed >> 8) * below) >> 24);
}

/// Carves a maze without loops: each room is joined to one left or above it.
static void carve(char rows[SIDE][SIDE + 1], uint32_t *seed)
{
    for (uint32_t y = 0; y < SIDE; y++) {
        memset(rows[y], '#', SIDE);
        rows[y][SIDE] = 0;
    }
    for (uint32_t y = 1; y < SIDE; y += 2) {
        for (uint32_t x = 1; x < SIDE; x += 2) {
            bool is_up = y > 1 && (x == 1 || draw(seed, 2) == 0);
            rows[y][x] = '.';
            if (is_up) {
                rows[y - 1][x] = '.';
            } else if (x > 1) {
                rows[y][x - 1] = '.';
            }
        }
    }
}

/// Bodies that fill their nodes cannot turn a corner close behind each other.
static void joint_steps_follow_straight_on_and_not_round_corners(void **state)
{
    (void)state;
    static const char *const bend[] = {"######", "#....#", "##.#.#", "####.#", "######"};
    Place place;
    open_place(&place, bend, 5);
    add(&place, (VeerCell){3, 1}, (VeerCell){4, 3});
    add(&place, (VeerCell){2, 1}, (VeerCell){4, 2});
    step(&place, 0);
    assert_int_equal(place.agents[1].at, node_at(&place, 3, 1));
    step(&place, 1);
    assert_int_equal(place.agents[0].at, node_at(&place, 4, 2));
    assert_int_equal(place.agents[1].at, node_at(&place, 3, 1));
    step(&place, 2);
    assert_int_equal(place.agents[1].at, node_at(&place, 4, 1));
    close_place(&place);
}

/// Of two nodes that are as near to its goal, whatever the lot.
static void joint_steps_push_straight_on_before_round_a_corner(void **state)
{
    (void)state;
    static const char *const room[] = {"######", "#....#", "#....#", "#....#", "######"};
    for (uint32_t number = 0; number < 20; number++) {
        Place place;
        open_place(&place, room, 5);
        add(&place, (VeerCell){2, 2}, (VeerCell){3, 2});
        add(&place, (VeerCell){3, 2}, (VeerCell){4, 3});
        step(&place, number);
        assert_int_equal(place.agents[0].at, node_at(&place, 3, 2));
        assert_int_equal(place.agents[1].at, node_at(&place, 4, 2));
        close_place(&place);
    }
}

/// Of two ways to a goal, of two steps and of six, the second where delays of the first take more.
static void joint_steps_lead_round_delays(void **state)
{
    (void)state;
    static const char *const rooms[] = {"#####", "#...#", "#.#.#", "#...#", "#.###"};
    for (uint32_t delay = 3; delay <= 5; delay += 2) {
        Place place;
        open_place(&place, rooms, 5);
        uint8_t delays[MOST_CELLS + 1] = {0};
        delays[node_at(&place, 2, 1)] = (uint8_t)delay;
        VeerJointDelays account = {delays, delays, 0};
        veer_joint_steps_delay(place.joint.steps, &account, veer_roadmap_count(place.roadmap));
        add(&place, (VeerCell){1, 1}, (VeerCell){3, 1});
        step(&place, 0);
        bool is_round = place.agents[0].at == node_at(&place, 1, 2);
        assert_int_equal(is_round, delay == 5);
        close_place(&place);
    }
}

/// In a ring one hole is enough to get anywhere, and without one nobody turns.
static void joint_steps_call_one_out_of_a_full_ring(void **state)
{
    (void)state;
    static const char *const ring[] = {"#######", "#.....#", "###.###", "###.###",
                                       "##..###", "##..###", "#######"};
    Place place;
    open_place(&place, ring, 7);
    add(&place, (VeerCell){3, 4}, (VeerCell){2, 5});
    add(&place, (VeerCell){2, 4}, (VeerCell){2, 4});
    add(&place, (VeerCell){2, 5}, (VeerCell){2, 5});
    add(&place, (VeerCell){3, 5}, (VeerCell){3, 5});
    place.is_done[1] = place.is_done[2] = place.is_done[3] = true;
    assert_in_range(count_steps_of_all(&place, 100), 1, 40);
    close_place(&place);
}

/// The nearest place to go back to has room for one more beside who is there: those whom the first
/// pushes that way have to go past it, or they come out again, and are pushed in again, for ever.
static void joint_steps_leave_room_at_the_place_to_go_back_to(void **state)
{
    (void)state;
    static const char *const bays[] = {"###############", "###.###########", "###.###########",
                                       "#.............#", "#.########.####", "#.#############",
                                       "#.#############", "#.#############", "###############"};
    Place place;
    open_place(&place, bays, 9);
    add(&place, (VeerCell){6, 3}, (VeerCell){13, 3});
    for (int32_t x = 3; x <= 5; x++) {
        add(&place, (VeerCell){x, 3}, (VeerCell){x + 5, 3});
    }
    for (uint32_t i = 0; i < 5; i++) {
        static const VeerCell there[] = {{13, 3}, {12, 3}, {11, 3}, {3, 1}, {2, 3}};
        place.is_done[place.joint.count] = true;
        add(&place, there[i], there[i]);
    }
    (void)count_steps_of_all(&place, 1);
    assert_int_equal(place.agents[0].at, node_at(&place, 5, 3));
    assert_int_equal(place.agents[1].at, node_at(&place, 2, 3));
    assert_in_range(count_steps_of_all(&place, 200), 1, 100);
    close_place(&place);
}

static void joint_steps_bring_all_to_their_goals_in_mazes_without_loops(void **state)
{
    (void)state;
    for (uint32_t run = 1; run <= 40; run++) {
        char rows[SIDE][SIDE + 1];
        const char *lines[SIDE];
        uint32_t seed = run, rooms[81];
        carve(rows, &seed);
        for (uint32_t i = 0; i < SIDE; i++) {
            lines[i] = rows[i];
        }
        Place place;
        open_place(&place, lines, SIDE);
        for (uint32_t i = 0; i < 81; i++) {
            rooms[i] = i;
        }
        for (uint32_t i = 0; i < 60; i++) {
            uint32_t other = i + draw(&seed, 81 - i), room = rooms[i];
            rooms[i] = rooms[other];
            rooms[other] = room;
        }
        for (uint32_t i = 0; i < 30; i++) {
            uint32_t from = rooms[i], to = rooms[30 + i];
            add(&place, (VeerCell){2 * (int32_t)(from % 9) + 1, 2 * (int32_t)(from / 9) + 1},
                (VeerCell){2 * (int32_t)(to % 9) + 1, 2 * (int32_t)(to / 9) + 1});
        }
        assert_in_range(count_steps_of_all(&place, 2000), 1, 600);
        close_place(&place);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(joint_steps_lead_round_who_stays),
        cmocka_unit_test(joint_steps_lead_round_delays),
        cmocka_unit_test(joint_steps_exchange_two_at_a_bay),
        cmocka_unit_test(joint_steps_push_on_who_is_in_the_way),
        cmocka_unit_test(joint_steps_are_found_as_far_as_they_are_asked_for),
        cmocka_unit_test(joint_steps_turn_no_full_ring),
        cmocka_unit_test(joint_steps_call_out_who_has_come_into_a_dead_end),
        cmocka_unit_test(joint_steps_go_back_to_let_others_out_of_a_dead_end),
        cmocka_unit_test(joint_steps_enter_no_full_ring_before_a_dead_end),
        cmocka_unit_test(joint_steps_follow_straight_on_and_not_round_corners),
        cmocka_unit_test(joint_steps_push_straight_on_before_round_a_corner),
        cmocka_unit_test(joint_steps_call_one_out_of_a_full_ring),
        cmocka_unit_test(joint_steps_leave_room_at_the_place_to_go_back_to),
        cmocka_unit_test(joint_steps_bring_all_to_their_goals_in_mazes_without_loops),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
