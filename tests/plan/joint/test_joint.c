// Joint steps of agents over a roadmap.
#include "map/grid/grid.h"
#include "plan/joint/joint.h"
#include "support/memory.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_CELLS = 128, MOST = 8 };

typedef struct Place {
    VeerGrid *grid;
    VeerNarrow *all;
    VeerJoint joint;
    VeerRoadmap *roadmap;
    VeerJointAgent agents[MOST];
    uint32_t marks[6][MOST_CELLS];
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
        .holder = place->marks[0],
        .taker = place->marks[1],
        .from = {place->marks[2], place->marks[3]},
        .queue = {place->marks[4], place->marks[5]},
    };
}

static void close_place(Place *place)
{
    free(place->grid);
    free(place->all);
    free(place->roadmap);
    free(place->joint.steps);
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
    memset(joint->holder, 0xFF, sizeof place->marks[0]);
    memset(joint->taker, 0xFF, sizeof place->marks[1]);
    for (uint32_t i = 0; i < joint->count; i++) {
        joint->agents[i].next = 0;
        joint->agents[i].lot = 7u * number + i;
        joint->agents[i].sender = VEER_JOINT_NONE;
        joint->holder[joint->agents[i].at] = i;
    }
    veer_joint_step(joint);
    for (uint32_t i = 0; i < joint->count; i++) {
        const VeerJointAgent *own = &joint->agents[i];
        uint32_t other = joint->holder[own->next];
        assert_int_equal(joint->taker[own->next], i);
        assert_true(other == VEER_JOINT_NONE || other == i || joint->agents[other].next != own->at);
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(joint_steps_lead_round_who_stays),
        cmocka_unit_test(joint_steps_exchange_two_at_a_bay),
        cmocka_unit_test(joint_steps_push_on_who_is_in_the_way),
        cmocka_unit_test(joint_steps_turn_no_full_ring),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
