// A game with bodies and physics of its own: veer says where to go, the engine moves them, and veer
// closes the tick. The engine here is tiny: discs that keep out of each other, and are knocked
// back.
#include <math.h>
#include <stdio.h>
#include <veer/veer.h>

enum { COUNT = 60 };

// What the engine has of a body; columns of these are veer's.
typedef struct Body {
    VeerAgentId agent;
    VeerVec3 position, velocity, wanted;
    float radius;
} Body;

// The engine: bodies turn their velocity to the wanted one, move, and are pushed out of each other.
static void engine_step(Body *bodies, float dt)
{
    for (int i = 0; i < COUNT; ++i) {
        VeerVec3 *v = &bodies[i].velocity, wanted = bodies[i].wanted;
        float x = wanted.x - v->x, y = wanted.y - v->y;
        float change = sqrtf(x * x + y * y), most = 20.0f * dt; // m/s²
        float part = change > most ? most / change : 1.0f;
        v->x += x * part;
        v->y += y * part;
        bodies[i].position.x += v->x * dt;
        bodies[i].position.y += v->y * dt;
    }
    for (int i = 0; i < COUNT; ++i) {
        for (int k = i + 1; k < COUNT; ++k) {
            VeerVec3 *a = &bodies[i].position, *b = &bodies[k].position;
            float x = b->x - a->x, y = b->y - a->y, distance = sqrtf(x * x + y * y);
            float overlap = bodies[i].radius + bodies[k].radius - distance;
            if (overlap > 0.0f && distance > 0.0f) {
                float push = 0.5f * overlap / distance;
                *a = (VeerVec3){a->x - x * push, a->y - y * push, 0.0f};
                *b = (VeerVec3){b->x + x * push, b->y + y * push, 0.0f};
            }
        }
    }
}

static void add_bodies(VeerWorld *world, Body *bodies)
{
    for (int i = 0; i < COUNT; ++i) {
        float angle = 6.2831853f * (float)i / COUNT;
        VeerAgentDef def = veer_agent_def_default();
        def.position = (VeerVec3){20.0f * cosf(angle), 20.0f * sinf(angle), 0.0f};
        def.max_acceleration = 20.0f; // braking follows
        def.model = VEER_AVOID_CROWD;
        bodies[i] = (Body){.position = def.position, .radius = def.radius};
        veer_agent_create(world, &def, &bodies[i].agent);
        VeerVec3 opposite = {-def.position.x, -def.position.y, 0.0f};
        veer_agent_go_to(world, bodies[i].agent, opposite, 0.5f);
    }
}

static int count_arrivals(const VeerWorld *world)
{
    uint32_t count = 0;
    int arrived = 0;
    const VeerEvent *events = veer_world_events(world, &count);
    for (uint32_t i = 0; i < count; ++i) {
        arrived += events[i].kind == VEER_EVENT_ARRIVED;
    }
    return arrived;
}

int main(void)
{
    VeerWorldDef def = veer_world_def_default();
    VeerWorld *world = NULL;
    static Body bodies[COUNT];
    if (veer_world_create(&def, &world) != VEER_OK) {
        return 1;
    }
    add_bodies(world, bodies);
    VeerBodyColumns wanted = {.agents = {&bodies->agent, sizeof(Body)},
                              .safe_velocities = {&bodies->wanted, sizeof(Body)}};
    VeerBodyColumns moved = {.agents = {&bodies->agent, sizeof(Body)},
                             .positions = {&bodies->position, sizeof(Body)},
                             .velocities = {&bodies->velocity, sizeof(Body)}};
    VeerClock clock = veer_clock_default(1.0f / 60.0f);
    int arrived = 0;
    for (int frame = 0; frame < 144 * 120 && arrived < COUNT; ++frame) {
        if (frame == 144 * 5) {
            bodies[0].velocity = (VeerVec3){0.0f, 9.0f, 0.0f}; // a blast: faster than it can go
        }
        for (uint32_t n = veer_clock_advance(&clock, 1.0 / 144.0); n > 0; --n) {
            veer_world_steer(world, clock.dt);
            veer_world_read_agents(world, 1.0f, &wanted, COUNT);
            engine_step(bodies, clock.dt);
            veer_world_write_agents(world, &moved, COUNT);
            veer_world_moved(world, clock.dt);
            arrived += count_arrivals(world);
        }
        // Draw here: veer_world_read_agents(world, veer_clock_fraction(&clock), ...).
    }
    printf("%d of %d arrived after %.1f s\n", arrived, COUNT, veer_world_time(world));
    veer_world_destroy(world);
    return arrived == COUNT ? 0 : 1;
}
