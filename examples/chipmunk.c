// A ship and its asteroids in Chipmunk's hands: the engine moves and collides, veer steers.
//
// Each body of the engine has a twin in veer: the ship an agent, whose safe velocity becomes a
// force on its body; each rock a ball, which is where the engine has it. Cells of the engine's
// sensors count what begins to touch them less what ends to: a map of where rocks are.
#include <chipmunk/chipmunk.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <veer/veer.h>

enum { ROCKS = 44, SIDE = 12, TOUR = 8, SHIP = 1, ROCK, CELL };

#define TICK (1.0f / 60.0f)
#define REACH 48.0f // m, of the places that the ship flies to
#define PITCH 8.0f  // m a cell
#define THRUST 5.0  // N for each m/s that the ship is off what it should do
#define SHIP_MASS 0.724

typedef struct Rock {
    cpBody *body;
    VeerObstacleId twin;
    cpFloat radius;
} Rock;

typedef struct Tour {
    cpSpace *space;
    VeerWorld *world;
    cpBody *ship;
    VeerAgentId agent;
    Rock rocks[ROCKS];
    int cells[SIDE * SIDE]; // what touches each
    int hits, trips;
} Tour;

static VeerVec3 vector_of(cpVect v)
{
    return (VeerVec3){(float)v.x, (float)v.y, 0.0f};
}

static double roll(double lower, double upper)
{
    return lower + (upper - lower) * rand() / RAND_MAX;
}

// --- What the engine tells ---

static cpBool count_hit(cpArbiter *arbiter, cpSpace *space, cpDataPointer data)
{
    (void)arbiter;
    (void)space;
    ((Tour *)data)->hits++;
    return cpTrue;
}

static int *cell_of(cpArbiter *arbiter)
{
    cpShape *cell, *rock;
    cpArbiterGetShapes(arbiter, &cell, &rock);
    return cpShapeGetUserData(cell);
}

static cpBool enter_cell(cpArbiter *arbiter, cpSpace *space, cpDataPointer data)
{
    (void)space;
    (void)data;
    ++*cell_of(arbiter);
    return cpTrue;
}

static void leave_cell(cpArbiter *arbiter, cpSpace *space, cpDataPointer data)
{
    (void)space;
    (void)data;
    --*cell_of(arbiter);
}

// --- Bodies and their twins ---

// A tether keeps rocks about the middle, and a drive their speed at 1 m/s.
static void pull_rock(cpBody *body, cpVect gravity, cpFloat damping, cpFloat dt)
{
    (void)gravity;
    (void)damping;
    cpVect velocity = cpBodyGetVelocity(body), at = cpBodyGetPosition(body);
    velocity = cpvadd(velocity, cpvmult(at, -0.004 * dt));
    cpFloat speed = cpvlength(velocity);
    cpFloat driven = speed + (1.0 - speed) * 0.5 * dt;
    cpBodySetVelocity(body, speed > 0.0 ? cpvmult(velocity, driven / speed) : velocity);
}

static void add_rock(Tour *tour, Rock *rock, double ring)
{
    double angle = roll(0.0, 6.2831853), course = roll(0.0, 6.2831853);
    rock->radius = roll(1.08, 2.42);
    rock->body = cpBodyNew(rock->radius * rock->radius, (double)INFINITY);
    cpBodySetPosition(rock->body, cpv(ring * cos(angle), ring * sin(angle)));
    cpBodySetVelocity(rock->body, cpv(cos(course), sin(course)));
    cpBodySetVelocityUpdateFunc(rock->body, pull_rock);
    cpSpaceAddBody(tour->space, rock->body);
    cpShape *shape =
        cpSpaceAddShape(tour->space, cpCircleShapeNew(rock->body, rock->radius, cpvzero));
    cpShapeSetElasticity(shape, 1.0);
    cpShapeSetCollisionType(shape, ROCK);
    // Its twin stands where it is put, and agents expect it to go on as its velocity says.
    VeerObstacleDef def = veer_obstacle_def_default();
    def.position = vector_of(cpBodyGetPosition(rock->body));
    def.radius = (float)rock->radius;
    veer_obstacle_create(tour->world, &def, &rock->twin);
}

static void add_ship(Tour *tour)
{
    tour->ship = cpSpaceAddBody(tour->space, cpBodyNew(SHIP_MASS, (double)INFINITY));
    cpBodySetPosition(tour->ship, cpv((double)-REACH, 0.0));
    cpShape *shape = cpSpaceAddShape(tour->space, cpCircleShapeNew(tour->ship, 0.48, cpvzero));
    cpShapeSetElasticity(shape, 0.5);
    cpShapeSetCollisionType(shape, SHIP);
    VeerAgentDef def = veer_agent_def_default();
    def.position = vector_of(cpBodyGetPosition(tour->ship));
    def.radius = 0.48f;
    def.max_speed = 5.0f;
    def.max_acceleration = 20.0f; // the force gives up to 34; it falls with what is left to do
    veer_agent_create(tour->world, &def, &tour->agent);
}

static void add_cells(Tour *tour)
{
    cpBody *ground = cpSpaceGetStaticBody(tour->space);
    for (int i = 0; i < SIDE * SIDE; ++i) {
        double x = (double)PITCH * (i % SIDE - 0.5 * SIDE),
               y = (double)PITCH * (i / SIDE - 0.5 * SIDE);
        cpBB box = cpBBNew(x, y, x + (double)PITCH, y + (double)PITCH);
        cpShape *cell = cpSpaceAddShape(tour->space, cpBoxShapeNew2(ground, box, 0.0));
        cpShapeSetSensor(cell, cpTrue);
        cpShapeSetCollisionType(cell, CELL);
        cpShapeSetUserData(cell, &tour->cells[i]);
    }
}

static void begin(Tour *tour)
{
    static const double rings[5] = {6.0, 12.0, 19.0, 27.0, 36.0};
    VeerWorldDef def = veer_world_def_default();
    tour->space = cpSpaceNew();
    cpSpaceSetCollisionSlop(tour->space, 0.005); // m; its own is made for pixels
    veer_world_create(&def, &tour->world);
    cpCollisionHandler *hit = cpSpaceAddCollisionHandler(tour->space, SHIP, ROCK);
    hit->beginFunc = count_hit;
    hit->userData = tour;
    cpCollisionHandler *cell = cpSpaceAddCollisionHandler(tour->space, CELL, ROCK);
    cell->beginFunc = enter_cell;
    cell->separateFunc = leave_cell;
    add_cells(tour);
    for (int i = 0; i < ROCKS; ++i) {
        add_rock(tour, &tour->rocks[i], rings[i % 5]);
    }
    add_ship(tour);
}

static void free_shape(cpShape *shape, void *unused)
{
    (void)unused;
    cpShapeFree(shape);
}

static void end(Tour *tour)
{
    veer_world_destroy(tour->world);
    cpSpaceEachShape(tour->space, free_shape, NULL);
    cpSpaceFree(tour->space);
    cpBodyFree(tour->ship);
    for (int i = 0; i < ROCKS; ++i) {
        cpBodyFree(tour->rocks[i].body);
    }
}

// --- The tick ---

static void tick(Tour *tour)
{
    VeerAgentState ship;
    veer_world_steer(tour->world, TICK);
    veer_agent_get(tour->world, tour->agent, &ship);
    cpVect wanted = cpv((double)ship.safe_velocity.x, (double)ship.safe_velocity.y);
    cpVect off = cpvsub(wanted, cpBodyGetVelocity(tour->ship));
    cpBodySetForce(tour->ship, cpvmult(off, THRUST));
    cpSpaceStep(tour->space, (double)TICK);
    veer_agent_set_position(tour->world, tour->agent, vector_of(cpBodyGetPosition(tour->ship)));
    veer_agent_set_velocity(tour->world, tour->agent, vector_of(cpBodyGetVelocity(tour->ship)));
    for (int i = 0; i < ROCKS; ++i) {
        const Rock *rock = &tour->rocks[i];
        veer_obstacle_set_position(tour->world, rock->twin,
                                   vector_of(cpBodyGetPosition(rock->body)));
        veer_obstacle_set_velocity(tour->world, rock->twin,
                                   vector_of(cpBodyGetVelocity(rock->body)));
    }
    veer_world_moved(tour->world, TICK);
}

// Whether a rock and a cell overlap by more than the engine's slop, or are apart by more.
static int overlap(const Rock *rock, int cell)
{
    cpVect at = cpBodyGetPosition(rock->body);
    double x = (double)PITCH * (cell % SIDE - 0.5 * SIDE),
           y = (double)PITCH * (cell / SIDE - 0.5 * SIDE);
    double dx = fmax(fmax(x - at.x, at.x - x - (double)PITCH), 0.0);
    double dy = fmax(fmax(y - at.y, at.y - y - (double)PITCH), 0.0);
    double gap = sqrt(dx * dx + dy * dy) - rock->radius;
    return gap < -0.02 ? 1 : gap > 0.02 ? 0 : -1;
}

// The counters against brute force. @return cells that are wrong
static int count_wrong_cells(const Tour *tour)
{
    int wrong = 0;
    for (int cell = 0; cell < SIDE * SIDE; ++cell) {
        int least = 0, most = 0;
        for (int i = 0; i < ROCKS; ++i) {
            int found = overlap(&tour->rocks[i], cell);
            least += found == 1;
            most += found != 0;
        }
        wrong += tour->cells[cell] < least || tour->cells[cell] > most;
    }
    return wrong;
}

static bool has_arrived(const VeerWorld *world)
{
    uint32_t count = 0;
    const VeerEvent *events = veer_world_events(world, &count);
    for (uint32_t i = 0; i < count; ++i) {
        if (events[i].kind == VEER_EVENT_ARRIVED) {
            return true;
        }
    }
    return false;
}

int main(void)
{
    static Tour tour;
    int wrong = 0, place = 0;
    srand(1);
    begin(&tour);
    for (int i = 0; i < 60 * 300; ++i) {
        if (i == 0 || has_arrived(tour.world)) {
            tour.trips += i > 0;
            place = (place + 3) % TOUR;
            float angle = 6.2831853f * (float)place / TOUR;
            VeerVec3 goal = {REACH * cosf(angle), REACH * sinf(angle), 0.0f};
            veer_agent_go_to(tour.world, tour.agent, goal, 0.5f);
        }
        tick(&tour);
        wrong += count_wrong_cells(&tour);
    }
    printf("%d trips in 300 s, %d hits, %d wrong cells\n", tour.trips, tour.hits, wrong);
    end(&tour);
    return tour.trips >= 8 && tour.hits <= tour.trips / 8 && wrong == 0 ? 0 : 1;
}
