// A ship and its asteroids in ODE's hands, in space: the engine moves and collides, veer steers.
//
//   ode [TRIPS [SEED]]
//
// 250 rocks bounce in shells about the middle, and a ship flies between six places at the edge,
// through them. The bridge (veer/ode.h) makes the ship an agent, whose safe velocity becomes force
// and torque, and each rock an obstacle, which is where the engine has it. docs/engines.md.
#include <math.h>
#include <ode/ode.h>
#include <stdio.h>
#include <stdlib.h>
#include <veer/ode.h>
#include <veer/veer.h>

enum { ROCKS = 250, TOUR = 6 };

#define TICK (1.0f / 30.0f)
#define WARM_UP 60.0f // s, at least, for the rocks alone
#define REACH 48.0    // m, of the places that the ship flies to
#define SLOP 0.005    // m, by which bodies may overlap

typedef struct Tour {
    dWorldID engine;
    dSpaceID space;
    dJointGroupID contacts;
    VeerWorld *world;
    VeerOde *bridge;
    VeerAgentId ship;
    dGeomID hull;
    dBodyID rocks[ROCKS];
    double radii[ROCKS], shells[ROCKS]; // m
    bool is_hit, was_hit;               // in this tick, in the last
    int hits, trips;
} Tour;

static double roll(double lower, double upper)
{
    return lower + (upper - lower) * rand() / RAND_MAX;
}

static double length(const double *v)
{
    return sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
}

static void roll_direction(double *out)
{
    double up = roll(-1.0, 1.0), round = roll(0.0, 6.2831853), out_of_axis = sqrt(1.0 - up * up);
    out[0] = out_of_axis * cos(round);
    out[1] = out_of_axis * sin(round);
    out[2] = up;
}

// --- Bodies ---

static dBodyID add_body(Tour *tour, dGeomID geom, double mass, double radius)
{
    dMass inertia;
    dBodyID body = dBodyCreate(tour->engine);
    dMassSetSphereTotal(&inertia, mass, radius);
    dBodySetMass(body, &inertia);
    dGeomSetBody(geom, body);
    return body;
}

// Somewhere on a shell where no other rock is.
static void place_rock(Tour *tour, int i)
{
    double at[3];
    bool is_free = false;
    while (!is_free) {
        is_free = true;
        roll_direction(at);
        for (int k = 0; k < i; ++k) {
            const dReal *other = dBodyGetPosition(tour->rocks[k]);
            double off[3];
            for (int axis = 0; axis < 3; ++axis) {
                off[axis] = at[axis] * tour->shells[i] - other[axis];
            }
            is_free = is_free && length(off) > tour->radii[i] + tour->radii[k] + 0.2;
        }
    }
    double shell = tour->shells[i];
    dBodySetPosition(tour->rocks[i], at[0] * shell, at[1] * shell, at[2] * shell);
}

static void add_rocks(Tour *tour)
{
    static const struct {
        int last;
        double shell;
    } shells[4] = {{8, 9.0}, {40, 17.0}, {110, 25.0}, {ROCKS, 35.0}};
    for (int i = 0, shell = 0; i < ROCKS; ++i) {
        double course[3];
        shell += i == shells[shell].last;
        tour->radii[i] = roll(1.08, 2.42);
        tour->shells[i] = shells[shell].shell;
        dGeomID geom = dCreateSphere(tour->space, tour->radii[i]);
        tour->rocks[i] = add_body(tour, geom, pow(tour->radii[i], 3.0), tour->radii[i]);
        place_rock(tour, i);
        roll_direction(course);
        dBodySetLinearVel(tour->rocks[i], course[0], course[1], course[2]);
        veer_ode_add_geom(tour->bridge, geom, NULL);
    }
}

static void add_ship(Tour *tour)
{
    tour->hull = dCreateSphere(tour->space, 0.48);
    dBodyID body = add_body(tour, tour->hull, 0.724, 0.48);
    dBodySetPosition(body, REACH, 0.0, 0.0);
    VeerAgentDef def = veer_agent_def_for(VEER_VEHICLE_TORQUE);
    def.vehicle.torque.lateral = 1.0f; // its force has any direction
    def.max_speed = 5.0f;
    def.max_turn_rate = 6.0f;
    def.radius = 0.0f; // of its geom
    def.avoid.sense_range = 30.0f;
    def.avoid.max_neighbours = 32;
    def.avoid.time_horizon = def.avoid.time_horizon_obstacles = 3.0f;
    // 5 N for each m/s that it is off what it should do, and so at most 25; a finite torque.
    VeerDrive drive = {.response = 5.0f / 0.724f, .max_force = 25.0f, .max_torque = 1.33f};
    veer_ode_add_agent(tour->bridge, body, &def, &drive, &tour->ship);
}

// --- The tick ---

// A spring keeps a rock on its shell, and a drive its speed at 1 m/s.
static void pull_rocks(Tour *tour)
{
    for (int i = 0; i < ROCKS; ++i) {
        const dReal *at = dBodyGetPosition(tour->rocks[i]), *v = dBodyGetLinearVel(tour->rocks[i]);
        double away = length(at), speed = length(v), force[3];
        for (int axis = 0; axis < 3; ++axis) {
            force[axis] = -0.02 * (away - tour->shells[i]) * at[axis] / fmax(away, 1e-9) +
                          0.5 * (1.0 - speed) * v[axis] / fmax(speed, 1e-9);
            force[axis] *= pow(tour->radii[i], 3.0);
        }
        dBodyAddForce(tour->rocks[i], force[0], force[1], force[2]);
    }
}

static void meet(void *data, dGeomID a, dGeomID b)
{
    Tour *tour = data;
    dContact contact = {0};
    if (dCollide(a, b, 1, &contact.geom, sizeof contact) == 0) {
        return;
    }
    tour->is_hit |= a == tour->hull || b == tour->hull;
    contact.surface.mode = dContactBounce;
    contact.surface.bounce = 1.0;
    dJointID joint = dJointCreateContact(tour->engine, tour->contacts, &contact);
    dJointAttach(joint, dGeomGetBody(a), dGeomGetBody(b));
}

static void tick(Tour *tour)
{
    veer_ode_steer(tour->bridge, TICK);
    veer_ode_push(tour->bridge, TICK);
    pull_rocks(tour);
    tour->was_hit = tour->is_hit;
    tour->is_hit = false;
    dSpaceCollide(tour->space, tour, meet);
    tour->hits += tour->is_hit && !tour->was_hit;
    dWorldQuickStep(tour->engine, (double)TICK);
    dJointGroupEmpty(tour->contacts);
    veer_ode_moved(tour->bridge, TICK);
}

// Whether all rocks are some way off the place where the ship starts.
static bool is_start_free(const Tour *tour)
{
    for (int i = 0; i < ROCKS; ++i) {
        const dReal *at = dBodyGetPosition(tour->rocks[i]);
        const double off[3] = {at[0] - REACH, at[1], at[2]};
        if (length(off) < tour->radii[i] + 3.0) {
            return false;
        }
    }
    return true;
}

static void begin(Tour *tour)
{
    VeerWorldDef def = veer_world_def_default();
    def.space = VEER_SPATIAL;
    dInitODE2(0);
    tour->engine = dWorldCreate();
    tour->space = dHashSpaceCreate(NULL);
    tour->contacts = dJointGroupCreate(0);
    dWorldSetContactSurfaceLayer(tour->engine, SLOP);
    veer_world_create(&def, &tour->world);
    veer_ode_create(tour->space, tour->world, &tour->bridge);
    add_rocks(tour);
    for (int i = 0; i < (int)(WARM_UP / TICK) || !is_start_free(tour); ++i) {
        tick(tour);
    }
    add_ship(tour);
}

static void end(Tour *tour)
{
    veer_ode_destroy(tour->bridge);
    veer_world_destroy(tour->world);
    dJointGroupDestroy(tour->contacts);
    dSpaceDestroy(tour->space);
    dWorldDestroy(tour->engine);
    dCloseODE();
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

static void go_on(Tour *tour)
{
    static const float places[TOUR][3] = {{-1, 0, 0}, {0, 1, 0},  {0, -1, 0},
                                          {0, 0, 1},  {0, 0, -1}, {1, 0, 0}};
    const float *place = places[tour->trips % TOUR], reach = (float)REACH;
    VeerVec3 goal = {reach * place[0], reach * place[1], reach * place[2]};
    veer_agent_go_to(tour->world, tour->ship, goal, 0.5f);
}

int main(int argc, char **argv)
{
    static Tour tour;
    int trips = argc > 1 ? atoi(argv[1]) : 12;
    long ticks = 0, most = (long)(60.0f / TICK) * trips;
    srand(argc > 2 ? (unsigned)atoi(argv[2]) : 1);
    begin(&tour);
    go_on(&tour);
    for (; tour.trips < trips && ticks < most; ++ticks) {
        tick(&tour);
        if (has_arrived(tour.world)) {
            tour.trips++;
            go_on(&tour);
        }
    }
    printf("%d trips of %.1f s, %d hits\n", tour.trips, (double)((float)ticks * TICK) / tour.trips,
           tour.hits);
    bool is_good = tour.trips == trips && tour.hits == 0;
    end(&tour);
    return is_good ? 0 : 1;
}
