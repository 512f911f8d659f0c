// A ship and its asteroids in Chipmunk's hands: the engine moves and collides, veer steers.
//
//   chipmunk [TRIPS [SEED [cells]]]
//
// 44 rocks bounce about the middle, and a ship flies between eight places at the edge, through
// them. The bridge (veer/chipmunk.h) makes the ship an agent, whose safe velocity becomes a force,
// and each rock an obstacle, which is where the engine has it. The engine's sensors over the cells
// of a graph count what touches them: a map of where rocks are. With `cells` the ship is flown by
// that map alone, as in the article that the tour is from, and hits rocks now and then, so that the
// program fails only where it hits far more than that. docs/engines.md.
#include <chipmunk/chipmunk.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <veer/chipmunk.h>
#include <veer/veer.h>

enum { ROCKS = 44, SIDE = 25, TOUR = 8, IS_SHIP = 1, IS_ROCK = 2 };

#define TICK (1.0f / 30.0f)
#define WARM_UP 60.0f // s, at least, for the rocks alone
#define REACH 48.0f   // m, of the places that the ship flies to
#define PITCH 4.0f    // m, from cell to cell, of 3.8 m

typedef struct Tour {
    cpSpace *space;
    VeerWorld *world;
    VeerChipmunk *bridge;
    VeerGraph *cells;
    void *memory, *search_memory; // of the cells, and of paths over them
    VeerSearch *search;
    VeerCellPilot pilot;
    bool is_by_cells; // the pilot flies
    VeerAgentId ship;
    cpBody *rocks[ROCKS];
    double radii[ROCKS], rings[ROCKS]; // m
    int hits, trips;
} Tour;

static double roll(double lower, double upper)
{
    return lower + (upper - lower) * rand() / RAND_MAX;
}

// --- Rocks ---

// A spring keeps a rock on its ring, and a drive its speed at 1 m/s.
static void pull_rock(cpBody *body, cpVect gravity, cpFloat damping, cpFloat dt)
{
    (void)gravity;
    (void)damping;
    double ring = *(const double *)cpBodyGetUserData(body);
    cpVect velocity = cpBodyGetVelocity(body), at = cpBodyGetPosition(body);
    double off = cpvlength(at) - ring;
    velocity = cpvadd(velocity, cpvmult(cpvnormalize(at), -0.02 * off * dt));
    double speed = cpvlength(velocity), driven = speed + (1.0 - speed) * 0.5 * dt;
    cpBodySetVelocity(body, speed > 0.0 ? cpvmult(velocity, driven / speed) : velocity);
}

static void add_rock(Tour *tour, int i, double ring, double angle)
{
    double radius = roll(1.08, 2.42), course = roll(0.0, 6.2831853);
    tour->radii[i] = radius;
    tour->rings[i] = ring;
    tour->rocks[i] = cpSpaceAddBody(tour->space, cpBodyNew(radius * radius, (double)INFINITY));
    cpBodySetPosition(tour->rocks[i], cpvmult(cpvforangle(angle), ring));
    cpBodySetVelocity(tour->rocks[i], cpvforangle(course));
    cpBodySetVelocityUpdateFunc(tour->rocks[i], pull_rock);
    cpBodySetUserData(tour->rocks[i], &tour->rings[i]);
    cpShape *shape = cpCircleShapeNew(tour->rocks[i], radius, cpvzero);
    cpShapeSetElasticity(cpSpaceAddShape(tour->space, shape), 1.0);
    cpShapeSetCollisionType(shape, IS_ROCK);
    cpShapeSetFilter(shape, cpShapeFilterNew(CP_NO_GROUP, IS_ROCK, CP_ALL_CATEGORIES));
    veer_chipmunk_add_shape(tour->bridge, shape, NULL);
}

static void add_rocks(Tour *tour)
{
    static const struct {
        int count;
        double ring;
    } rings[5] = {{1, 1.0}, {3, 9.0}, {7, 17.0}, {13, 25.0}, {20, 35.0}};
    for (int ring = 0, rock = 0; ring < 5; ++ring) {
        double first = roll(0.0, 6.2831853);
        for (int i = 0; i < rings[ring].count; ++i, ++rock) {
            add_rock(tour, rock, rings[ring].ring, first + 6.2831853 * i / rings[ring].count);
        }
    }
}

// --- The ship ---

static cpBool count_hit(cpArbiter *arbiter, cpSpace *space, cpDataPointer tour)
{
    (void)arbiter;
    (void)space;
    ((Tour *)tour)->hits++;
    return cpTrue;
}

static void add_ship(Tour *tour)
{
    cpBody *body =
        cpSpaceAddBody(tour->space, cpBodyNew(0.724, cpMomentForCircle(0.724, 0.0, 0.48, cpvzero)));
    cpBodySetPosition(body, cpv((double)REACH, 0.0));
    cpShape *shape = cpSpaceAddShape(tour->space, cpCircleShapeNew(body, 0.48, cpvzero));
    cpShapeSetElasticity(shape, 0.5);
    cpShapeSetCollisionType(shape, IS_SHIP);
    cpShapeSetFilter(shape, cpShapeFilterNew(CP_NO_GROUP, IS_SHIP, CP_ALL_CATEGORIES));
    VeerAgentDef def = veer_agent_def_for(VEER_VEHICLE_TORQUE);
    def.vehicle.torque.lateral = 1.0f; // its force has any direction
    def.max_speed = 5.0f;
    def.max_turn_rate = 6.0f;
    def.radius = 0.0f; // of its shape
    def.avoid.sense_range = 30.0f;
    def.avoid.max_neighbours = 32;
    def.avoid.time_horizon = def.avoid.time_horizon_obstacles = 3.0f;
    // 5 N for each m/s that it is off what it should do, and so at most 25; a finite torque.
    VeerDrive drive = {.response = 5.0f / 0.724f, .max_force = 25.0f, .max_torque = 1.7f};
    def.model = tour->is_by_cells ? VEER_AVOID_NONE : def.model;
    veer_chipmunk_add_agent(tour->bridge, body, &def, &drive, &tour->ship);
    cpCollisionHandler *hit = cpSpaceAddCollisionHandler(tour->space, IS_SHIP, IS_ROCK);
    hit->beginFunc = count_hit;
    hit->userData = tour;
}

// --- Cells ---

static void *take(size_t size)
{
    return aligned_alloc(64, (size + 63) / 64 * 64);
}

static void add_cells(Tour *tour)
{
    float first = -0.5f * PITCH * (SIDE - 1);
    VeerTilingDef tiling = {VEER_TILING_SQUARES, SIDE, SIDE, {first, first, 0.0f}, PITCH, 3.8f};
    void *scratch = take(veer_tiling_size(&tiling));
    VeerGraphDef def;
    veer_tiling_graph(scratch, &tiling, &def);
    tour->memory = take(veer_graph_size(&def));
    tour->cells = veer_graph_init(tour->memory, &def);
    free(scratch);
    veer_chipmunk_add_cells(tour->bridge, tour->cells, IS_ROCK); // the ship is ignored
    tour->search_memory = take(veer_search_size(SIDE * SIDE));
    tour->search = veer_search_init(tour->search_memory, SIDE * SIDE);
    tour->pilot = veer_cell_pilot_default();
}

// The engine's counts against brute force. @return cells that are wrong
static int count_wrong_cells(const Tour *tour)
{
    int wrong = 0;
    for (uint32_t cell = 0; cell < SIDE * SIDE; ++cell) {
        uint32_t least = 0, most = 0, count = veer_chipmunk_touching(tour->bridge, cell);
        for (int i = 0; i < ROCKS; ++i) {
            cpVect at = cpBodyGetPosition(tour->rocks[i]);
            VeerVec3 middle = {(float)at.x, (float)at.y, 0.0f};
            double gap = (double)veer_graph_distance(tour->cells, cell, middle) - tour->radii[i];
            least += gap < -1e-4; // m, of rounding
            most += gap < 1e-4;
        }
        wrong += count < least || count > most ||
                 veer_graph_is_blocked(tour->cells, cell) != (count > 0);
    }
    return wrong;
}

// --- The tour ---

// Whether all rocks are some way off the place where the ship starts.
static bool is_start_free(const Tour *tour)
{
    for (int i = 0; i < ROCKS; ++i) {
        cpVect off = cpvsub(cpBodyGetPosition(tour->rocks[i]), cpv((double)REACH, 0.0));
        if (cpvlength(off) < tour->radii[i] + 3.0) {
            return false;
        }
    }
    return true;
}

static void begin(Tour *tour)
{
    VeerWorldDef def = veer_world_def_default();
    tour->space = cpSpaceNew();
    cpSpaceSetCollisionSlop(tour->space, 0.005); // m; its own is made for pixels
    veer_world_create(&def, &tour->world);
    veer_chipmunk_create(tour->space, tour->world, &tour->bridge);
    add_cells(tour);
    add_rocks(tour);
    for (int i = 0; i < (int)(WARM_UP / TICK) || !is_start_free(tour); ++i) {
        veer_chipmunk_step(tour->bridge, TICK);
    }
    add_ship(tour);
}

static void end(Tour *tour)
{
    veer_chipmunk_remove_body(tour->bridge, veer_chipmunk_body(tour->bridge, tour->ship));
    for (int i = 0; i < ROCKS; ++i) {
        veer_chipmunk_remove_body(tour->bridge, tour->rocks[i]);
    }
    veer_chipmunk_destroy(tour->bridge);
    veer_world_destroy(tour->world);
    cpSpaceFree(tour->space);
    free(tour->memory);
    free(tour->search_memory);
}

static void steer_by_cells(Tour *tour)
{
    VeerAgentState ship;
    veer_agent_get(tour->world, tour->ship, &ship);
    VeerVec3 wanted = veer_cell_pilot_step(&tour->pilot, tour->cells, tour->search, &ship, TICK);
    veer_agent_set_preferred_velocity(tour->world, tour->ship, wanted);
}

static bool has_arrived(const Tour *tour)
{
    uint32_t count = 0;
    const VeerEvent *events = veer_world_events(tour->world, &count);
    if (tour->is_by_cells) {
        return !tour->pilot.has_target;
    }
    for (uint32_t i = 0; i < count; ++i) {
        if (events[i].kind == VEER_EVENT_ARRIVED) {
            return true;
        }
    }
    return false;
}

static void go_on(Tour *tour)
{
    static const float places[TOUR][2] = {{-1, 1}, {0, -1}, {1, 1},   {-1, 0},
                                          {1, -1}, {0, 1},  {-1, -1}, {1, 0}};
    const float *place = places[tour->trips % TOUR];
    VeerVec3 goal = {REACH * place[0], REACH * place[1], 0.0f};
    if (tour->is_by_cells) {
        veer_cell_pilot_order(&tour->pilot, goal);
    } else {
        veer_agent_go_to(tour->world, tour->ship, goal, 0.5f);
    }
}

int main(int argc, char **argv)
{
    static Tour tour;
    int trips = argc > 1 ? atoi(argv[1]) : 40, wrong = 0;
    long ticks = 0, most = (long)(60.0f / TICK) * trips;
    srand(argc > 2 ? (unsigned)atoi(argv[2]) : 1);
    tour.is_by_cells = argc > 3 && strcmp(argv[3], "cells") == 0;
    begin(&tour);
    go_on(&tour);
    for (; tour.trips < trips && ticks < most; ++ticks) {
        if (tour.is_by_cells) {
            steer_by_cells(&tour);
        }
        veer_chipmunk_step(tour.bridge, TICK);
        wrong += ticks % 30 == 0 ? count_wrong_cells(&tour) : 0;
        if (has_arrived(&tour)) {
            tour.trips++;
            go_on(&tour);
        }
    }
    printf("%d trips of %.1f s, %d hits, %d wrong cells, %u of %u plans failed\n", tour.trips,
           (double)((float)ticks * TICK) / tour.trips, tour.hits, wrong, tour.pilot.failed_plans,
           tour.pilot.plans);
    int most_hits = tour.is_by_cells ? trips / 2 : 0;
    bool is_good = tour.trips == trips && tour.hits <= most_hits && wrong == 0;
    end(&tour);
    return is_good ? 0 : 1;
}
