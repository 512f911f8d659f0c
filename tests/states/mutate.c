#include "states/mutate.h"

#include "veer/draw.h"
#include "veer/event.h"
#include "veer/foresight.h"
#include "veer/link.h"
#include "world/field/field.h"
#include "world/host/check.h"
#include "world/host/export.h"
#include "world/squad/places/places.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void die(const VeerStateBase *base, const char *what, const char *why)
{
    fprintf(stderr, "states: %s: %s: %s\n", base->subject->name, what, why);
    abort();
}

static uint32_t pick(const VeerStateDice *dice, uint32_t below)
{
    return dice->draw(dice->source) % below;
}

VeerStateBase veer_state_base_open(const VeerStateSubject *subject)
{
    VeerWorld *world = veer_state_subject_make(subject);
    VeerStateBase base = {.subject = subject, .world = world};
    base.size = veer_world_export_size(world);
    base.exported = malloc(base.size);
    base.later = malloc(base.size);
    base.changed = malloc(base.size);
    base.saved = malloc(veer_world_save_size(world));
    if (!base.exported || !base.later || !base.changed || !base.saved) {
        die(&base, "memory", "none");
    }
    (void)veer_world_save(world, base.saved, veer_world_save_size(world));
    (void)veer_world_export(world, base.exported, base.size);
    for (int i = 0; i < 15; ++i) {
        (void)veer_world_step(world, 1.0f / 30.0f);
    }
    (void)veer_world_export(world, base.later, base.size);
    (void)veer_world_restore(world, base.saved, veer_world_save_size(world));
    return base;
}

void veer_state_base_close(VeerStateBase *base)
{
    veer_world_destroy(base->world);
    free(base->exported);
    free(base->later);
    free(base->changed);
    free(base->saved);
}

// --- Parts of the state, so that each is changed as often ---

typedef struct Part {
    const void *begin;
    size_t size;    ///< bytes in all
    size_t element; ///< bytes of one
} Part;

enum { MAX_PARTS = 128 };

typedef struct Parts {
    Part parts[MAX_PARTS];
    uint32_t count;
} Parts;

static void add_part(Parts *parts, const void *begin, size_t count, size_t element)
{
    if (begin && count > 0 && element > 0) {
        parts->parts[parts->count++] = (Part){begin, count * element, element};
    }
}

static void add_body_parts(Parts *parts, const VeerWorld *world)
{
    uint32_t agents = world->def.max_agents, obstacles = world->def.max_obstacles;
    add_part(parts, world->head, 1, sizeof *world->head);
#define ADD(type, name, rule) add_part(parts, world->agent.name, agents, sizeof(type));
    VEER_AGENT_COLUMNS(ADD, VEER_LEAVE_OUT)
    VEER_AGENT_SHARE_COLUMNS(ADD)
    VEER_AGENT_SLOT_COLUMNS(ADD)
#undef ADD
#define ADD(type, name, rule) add_part(parts, world->obstacle.name, obstacles, sizeof(type));
    VEER_OBSTACLE_COLUMNS(ADD)
#undef ADD
    add_part(parts, world->profiles, 8, sizeof *world->profiles);
    add_part(parts, world->behaviour_lists, world->def.max_behaviour_lists,
             sizeof *world->behaviour_lists);
    add_part(parts, world->vertices, world->head->vertex_count, sizeof *world->vertices);
    add_part(parts, world->pairs, world->head->pair_count, sizeof *world->pairs);
    add_part(parts, world->removals, 8, sizeof *world->removals);
    add_part(parts, world->agent_end, world->def.has_lifetimes ? agents : 0, sizeof(double));
    add_part(parts, world->obstacle_end, world->def.has_lifetimes ? obstacles : 0, sizeof(double));
    if (world->def.max_messages > 0) {
        add_part(parts, world->message_head, 1, sizeof *world->message_head);
        add_part(parts, world->messages, world->message_head->count, sizeof *world->messages);
    }
}

static void add_squad_parts(Parts *parts, const VeerWorld *world)
{
    uint32_t members = world->def.max_squads > 0 ? world->def.max_agents : 0;
#define ADD(type, name, rule) add_part(parts, world->member.name, members, sizeof(type));
    VEER_MEMBER_COLUMNS(ADD)
#undef ADD
    for (int often = 0; often < 6; ++often) {
        add_part(parts, world->squads, world->def.max_squads, sizeof *world->squads);
    }
    if (world->job_side > 0) {
        add_part(parts, world->job, 1, sizeof *world->job);
        add_part(parts, world->job_from, world->job_side, sizeof *world->job_from);
        add_part(parts, world->job_places, world->job_side, sizeof *world->job_places);
        add_part(parts, world->job_members, world->job_side, sizeof *world->job_members);
        add_part(parts, world->job_wanted, world->def.max_squads, sizeof *world->job_wanted);
    }
}

static void add_map_parts(Parts *parts, const VeerWorld *world)
{
    const VeerWorldMap *map = &world->map;
    uint32_t agents = world->def.max_agents;
    if (!map->head) {
        return;
    }
    for (int often = 0; often < 4; ++often) {
        add_part(parts, map->head, 1, sizeof *map->head);
        add_part(parts, map->routes.all, agents, sizeof *map->routes.all);
        add_part(parts, map->traffic.gates, agents, sizeof *map->traffic.gates);
        add_part(parts, map->traffic.reservations, agents, sizeof *map->traffic.reservations);
        add_part(parts, map->links.use, agents, sizeof *map->links.use);
        add_part(parts, map->fields.head, 1, sizeof *map->fields.head);
    }
    add_part(parts, map->blocked, map->shape.words, sizeof *map->blocked);
    add_part(parts, map->grid.costs, (size_t)world->def.map.grid.width * world->def.map.grid.height,
             1);
    add_part(parts, map->routes.chunks, map->head->chunk_count, sizeof *map->routes.chunks);
    add_part(parts, map->covers.agents, agents, sizeof *map->covers.agents);
    add_part(parts, map->covers.obstacles, world->def.max_obstacles, sizeof *map->covers.obstacles);
    add_part(parts, map->links.all, world->def.map.max_links, sizeof *map->links.all);
}

static void add_field_parts(Parts *parts, const VeerWorld *world)
{
    const VeerMapFields *fields = &world->map.fields;
    if (fields->block) {
        const unsigned char *solver = (const unsigned char *)fields->solver;
        for (int often = 0; often < 3; ++often) {
            add_part(parts, solver, 40, 4); // what it is at
            add_part(parts, fields->block, 16, 4);
        }
        add_part(parts, solver, (size_t)(fields->block - solver) / 4u, 4);
        add_part(parts, fields->block, fields->size * (world->def.map.max_fields + 1u) / 4u, 4);
    }
    for (int often = 0; often < 4; ++often) {
        add_part(parts, world->foresight.agents, world->def.max_agents,
                 sizeof *world->foresight.agents);
    }
}

static Parts parts_of(const VeerWorld *world)
{
    Parts parts = {.count = 0};
    add_body_parts(&parts, world);
    add_squad_parts(&parts, world);
    add_map_parts(&parts, world);
    add_field_parts(&parts, world);
    return parts;
}

// --- Changes ---

static const uint32_t words[] = {
    0u,          1u,          2u,          0xFFFFFFFFu, 0xFFFFFFFEu, 0x7FFFFFFFu, 0x80000000u,
    0x7FC00000u, 0x7F800000u, 0xFF800000u, 0x7F7FFFFFu, 0xFF7FFFFFu, 0x49742400u, 0xC9742400u,
    0x49742401u, 0x00000001u, 0x80000001u, 0x3F800000u, 0xBF800000u, 0x33D6BF95u, 0x5F000000u,
    0x0000FFFFu, 0x00010001u, 0x01010101u, 0x10000000u, 0x7FFFu,     20u,         12u};

static uint32_t any_word(const VeerStateDice *dice)
{
    uint32_t kind = pick(dice, 4), value = dice->draw(dice->source);
    if (kind == 0) {
        float number = ((float)(int32_t)value) * 1e-8f; // -21 to 21
        memcpy(&value, &number, sizeof value);
        return value;
    }
    return kind == 1 ? value : words[value % (sizeof words / sizeof *words)];
}

/// Where an element of a part is, in the exported bytes; more often one of the first.
static size_t place_in(const VeerWorld *world, const Part *part, const VeerStateDice *dice)
{
    size_t count = part->size / part->element;
    size_t number = pick(dice, (uint32_t)(count < 16 || pick(dice, 2) ? count : 16));
    size_t begin = (size_t)((const unsigned char *)part->begin - world->state_block);
    return VEER_EXPORT_HEAD + begin + number * part->element;
}

static void change_word(unsigned char *at, const VeerStateDice *dice)
{
    uint32_t value;
    memcpy(&value, at, sizeof value);
    switch (pick(dice, 4)) {
    case 0:
        value ^= 1u << pick(dice, 32);
        break;
    case 1:
        value += pick(dice, 9) - 4u;
        break;
    default:
        value = any_word(dice);
    }
    memcpy(at, &value, sizeof value);
}

static void change_byte(unsigned char *at, const VeerStateDice *dice)
{
    uint32_t kind = pick(dice, 3);
    *at = (unsigned char)(kind == 0   ? *at ^ 1u << pick(dice, 8)
                          : kind == 1 ? *at + pick(dice, 5) - 2u
                                      : pick(dice, 256));
}

static void change_once(VeerStateBase *base, const Parts *parts, const VeerStateDice *dice)
{
    const Part *part = &parts->parts[pick(dice, parts->count)];
    unsigned char *bytes = base->changed;
    size_t at = place_in(base->world, part, dice), other = place_in(base->world, part, dice);
    size_t within = part->element >= 4 ? 4u * pick(dice, (uint32_t)(part->element / 4u)) : 0;
    switch (pick(dice, 8)) {
    case 0: // another one's
        memcpy(bytes + at, base->exported + other, part->element);
        break;
    case 1: // as it will be
        memcpy(bytes + at, base->later + at, part->element);
        break;
    case 2:
        change_byte(bytes + at + pick(dice, (uint32_t)part->element), dice);
        break;
    case 3: // anywhere
        change_word(bytes + VEER_EXPORT_HEAD +
                        pick(dice, (uint32_t)(base->size - VEER_EXPORT_HEAD - 4u)),
                    dice);
        break;
    default:
        if (part->element < 4) {
            change_byte(bytes + at, dice);
        } else {
            change_word(bytes + at + within, dice);
        }
    }
}

void veer_state_change(VeerStateBase *base, const VeerStateDice *dice)
{
    Parts parts = parts_of(base->world);
    uint32_t changes = 1u + pick(dice, pick(dice, 4) ? 2u : 6u);
    memcpy(base->changed, base->exported, base->size);
    while (changes-- > 0) {
        change_once(base, &parts, dice);
    }
    veer_export_mend(base->changed, base->size);
}

// --- What a host does ---

static void draw_ball(void *user, VeerDrawRole role, uint32_t group, VeerVec3 centre, float radius)
{
    *(float *)user += centre.x + radius + (float)role + (float)group;
}

static void draw_line(void *user, VeerDrawRole role, uint32_t group, VeerVec3 from, VeerVec3 to)
{
    *(float *)user += from.x + to.x + (float)role + (float)group;
}

static void draw_polygon(void *user, VeerDrawRole role, const VeerVec3 *points, uint32_t count)
{
    *(float *)user += points[count - 1u].x + (float)role;
}

static void read_agent(const VeerWorld *world, VeerAgentId agent)
{
    VeerVec3 points[64];
    VeerTimedPoint timed[64];
    VeerAgentState state;
    VeerRouteState route;
    VeerMemberState member;
    VeerForesightState foresight;
    VeerLinkId link;
    (void)veer_agent_get(world, agent, &state);
    (void)veer_agent_route(world, agent, &route);
    (void)veer_agent_route_points(world, agent, points, 64);
    (void)veer_agent_member(world, agent, &member);
    (void)veer_agent_foresight(world, agent, &foresight);
    (void)veer_agent_foresight_points(world, agent, timed, 64);
    (void)veer_agent_link(world, agent, &link);
    (void)veer_agent_behaviours(world, agent);
}

static void read_all(VeerWorld *world, bool shows_fields)
{
    float sum = 0.0f;
    uint32_t count;
    VeerDraw draw = {.ball = draw_ball,
                     .line = draw_line,
                     .polygon = draw_polygon,
                     .user = &sum,
                     .show_velocities = true,
                     .show_goals = true,
                     .show_routes = true,
                     .show_fields = shows_fields,
                     .show_covered = true,
                     .show_held = true};
    veer_world_draw(world, &draw);
    (void)veer_world_hash(world);
    (void)veer_world_events(world, &count);
    for (uint32_t slot = 0; slot < veer_agent_slot_count(world); ++slot) {
        read_agent(world, veer_agent_at(world, slot));
    }
    for (uint32_t slot = 0; slot < world->def.max_squads; ++slot) {
        VeerSquadState state;
        VeerSquadDef def;
        VeerOrder orders[VEER_MAX_ORDERS];
        VeerSquadId squad = veer_squad_at(world, slot);
        (void)veer_squad_get(world, squad, &state);
        (void)veer_squad_def(world, squad, &def);
        (void)veer_squad_orders(world, squad, orders, VEER_MAX_ORDERS);
    }
    for (uint32_t slot = 0; slot < veer_obstacle_slot_count(world); ++slot) {
        VeerVec3 where;
        (void)veer_obstacle_predict(world, veer_obstacle_at(world, slot), 1.0f, &where);
    }
    for (uint32_t number = 0; number < 4; ++number) {
        const VeerField *field = veer_world_field(world, number);
        VeerVec3 way =
            field ? veer_field_direction(field, (VeerVec3){3.5f, 3.5f, 1.5f}) : (VeerVec3){0};
        sum += way.x;
    }
}

/// Changes what a host may, at random.
static void call_something(VeerWorld *world, const VeerStateDice *dice)
{
    VeerAgentId agent = veer_agent_at(world, pick(dice, world->def.max_agents));
    VeerObstacleId obstacle = veer_obstacle_at(world, pick(dice, world->def.max_obstacles));
    VeerAgentDef def = veer_agent_def_default();
    VeerVec3 point = {(float)pick(dice, 20), (float)pick(dice, 16), (float)pick(dice, 5)};
    switch (pick(dice, 10)) {
    case 0:
        (void)veer_agent_destroy(world, agent);
        break;
    case 1:
        def.position = point;
        (void)veer_agent_create(world, &def, &agent);
        break;
    case 2:
        (void)veer_obstacle_destroy(world, obstacle);
        break;
    case 3:
        (void)veer_agent_route_to(world, agent, point, 0.5f);
        break;
    case 4:
        (void)veer_agent_stop(world, agent);
        break;
    case 5:
        (void)veer_squad_add(world, veer_squad_at(world, pick(dice, 3)), agent);
        break;
    case 6:
        (void)veer_squad_destroy(world, veer_squad_at(world, pick(dice, 3)));
        break;
    case 7:
        (void)veer_world_grid_fill(world, (VeerCellRect){{3, 8}, {9, 10}}, pick(dice, 2));
        break;
    case 8:
        (void)veer_obstacle_set_position(world, obstacle, point);
        break;
    default:
        (void)veer_squad_skip(world, veer_squad_at(world, pick(dice, 3)));
    }
}

static void require_sound(const VeerStateBase *base, const char *when)
{
    VeerStateFault fault;
    if (!veer_world_check(base->world, &fault)) {
        fprintf(stderr, "slot %u\n", fault.slot);
        die(base, when, fault.what);
    }
}

static void go_on(VeerStateBase *base, const VeerStateDice *dice)
{
    static const float times[] = {1.0f / 30.0f, 1.0f / 30.0f, 1.0f, 1e-3f};
    // All directions of a field are more work than all else.
    read_all(base->world, pick(dice, 16) == 0);
    for (int step = 0; step < 3; ++step) {
        if (pick(dice, 3) == 0) {
            call_something(base->world, dice);
            require_sound(base, "after a call");
        }
        if (veer_world_step(base->world, times[pick(dice, 4)]) != VEER_OK) {
            die(base, "a step", "is refused");
        }
        require_sound(base, "after a step");
    }
    read_all(base->world, pick(dice, 16) == 0);
}

bool veer_state_try(VeerStateBase *base, const VeerStateDice *dice)
{
    size_t size = veer_world_save_size(base->world);
    VeerStateFault fault = {NULL, 0};
    VeerStatus status = veer_world_import(base->world, base->changed, base->size, &fault);
    if (status == VEER_BAD_STATE) {
        if (memcmp(base->world->state_block, base->saved, size) != 0) {
            die(base, "a refused state", "has left something behind");
        }
        if (!fault.what) {
            die(base, "a refused state", "is not said to be wrong");
        }
        return false;
    }
    if (status != VEER_OK) {
        die(base, "an import", veer_status_name(status));
    }
    go_on(base, dice);
    (void)veer_world_restore(base->world, base->saved, size);
    return true;
}
