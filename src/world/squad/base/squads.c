/// Squads: their coming and going, their members, and what the host reads of both.
#include "world/squad/base/squads.h"
#include "base/sort.h"
#include "math/vec.h"
#include "world/body/body.h"

#include <float.h>
#include <string.h>

#define SQUAD_COOKIE 0x7EE20011u

VeerSquadDef veer_squad_def_default(void)
{
    return (VeerSquadDef){
        .formation = veer_formation_def_default(),
        .arrival_radius = 0.5f,
        .reach = 20.0f,
        .hysteresis = 0.01f,
        .cookie = SQUAD_COOKIE,
    };
}

static void need_formation(VeerRefusal *refusal, const VeerFormationDef *formation)
{
    bool is_own = formation->shape == VEER_FORMATION_OFFSETS;
    veer_need(refusal, !is_own || formation->offset_count >= 1, "def.formation.offset_count",
              "must be 1 or more", (double)formation->offset_count);
    veer_need_count(refusal, "def.formation.offset_count", is_own ? formation->offset_count : 0, 0,
                    VEER_MAX_SQUAD_OFFSETS, "must be 1 to VEER_MAX_SQUAD_OFFSETS");
    veer_formation_need(refusal, formation, is_own ? formation->offset_count : 0);
}

static void need_def(VeerRefusal *refusal, const VeerSquadDef *def)
{
    veer_need_that(refusal, def->cookie == SQUAD_COOKIE, "def", VEER_MUST_DEFAULT);
    need_formation(refusal, &def->formation);
    veer_need(refusal, (unsigned)def->mode < VEER_SQUAD_MODE_COUNT, "def.mode",
              "must be a VeerSquadMode", (double)def->mode);
    veer_need(refusal, (unsigned)def->search <= VEER_PLACE_TURNS, "def.search",
              "must be a VeerPlaceSearch", (double)def->search);
    veer_need(refusal, (unsigned)def->aim <= VEER_ASSIGN_BOTTLENECK, "def.aim",
              "must be a VeerAssignAim", (double)def->aim);
    veer_need_position(refusal, "def.up", def->up);
    veer_need_length(refusal, "def.separation", def->separation);
    veer_need(refusal, def->arrival_radius > 0.0f && def->arrival_radius <= VEER_WORLD_LIMIT,
              "def.arrival_radius", "must be > 0, at most 2e6", (double)def->arrival_radius);
    veer_need_length(refusal, "def.reach", def->reach);
    veer_need_length(refusal, "def.waiting_reach", def->waiting_reach);
    veer_need_length(refusal, "def.step", def->step);
    veer_need_length(refusal, "def.max_drop", def->max_drop);
    veer_need(refusal, def->hysteresis >= 0.0f && def->hysteresis <= 1.0f, "def.hysteresis",
              "must be 0 to 1", (double)def->hysteresis);
}

static bool is_def(const VeerSquadDef *def)
{
    VeerRefusal refusal = {.status = VEER_OK};
    need_def(&refusal, def);
    return refusal.status == VEER_OK;
}

static void fill_rules(VeerSquadSlot *squad, const VeerSquadDef *given)
{
    VeerSquadDef def = *given;
    bool is_own = def.formation.shape == VEER_FORMATION_OFFSETS;
    def.formation.offset_count = is_own ? def.formation.offset_count : 0;
    def.separation = def.separation > 0.0f ? def.separation : def.formation.spacing;
    def.step = def.step > 0.0f ? def.step : max_f(0.5f * def.separation, FLT_TRUE_MIN);
#define FILL(type, name, from) squad->rules.name = def.from;
    VEER_SQUAD_RULES(FILL)
#undef FILL
    memset(squad->offsets, 0, sizeof squad->offsets);
    for (uint32_t i = 0; i < def.formation.offset_count; ++i) {
        squad->offsets[i] = def.formation.offsets[i];
    }
}

/// The def that a squad was made of; points into the slot.
static VeerSquadDef def_of(const VeerSquadSlot *squad)
{
    VeerSquadDef def = veer_squad_def_default();
#define READ(type, name, from) def.from = squad->rules.name;
    VEER_SQUAD_RULES(READ)
#undef READ
    def.formation.offsets = squad->offsets;
    return def;
}

bool veer_squad_rules_are_good(const VeerSquadSlot *squad)
{
    VeerSquadDef def = def_of(squad);
    return is_def(&def) && squad->rules.separation > 0.0f && squad->rules.step > 0.0f;
}

VeerFormationDef veer_squad_formation(const VeerSquadSlot *squad)
{
    return def_of(squad).formation;
}

VeerFormationDef veer_squad_formation_about(const VeerSquadSlot *squad)
{
    VeerFormationDef def = veer_squad_formation(squad);
    if (squad->orders[0].kind == VEER_ORDER_SURROUND) {
        def.shape = VEER_FORMATION_CIRCLE;
        def.radius = squad->orders[0].distance;
    }
    return def;
}

void veer_squad_offsets(const VeerFormationDef *def, uint32_t count, VeerVec3 *offsets)
{
    bool is_own = def->shape == VEER_FORMATION_OFFSETS && def->offset_count < count;
    uint32_t known = is_own ? def->offset_count : count;
    (void)veer_formation_offsets(def, known, offsets);
    for (uint32_t i = known; i < count; ++i) {
        offsets[i] = (VeerVec3){-def->spacing * (float)(i - known + 1), 0.0f, 0.0f};
    }
}

VeerSquadSlot *veer_squad_find(const VeerWorld *world, VeerSquadId squad)
{
    if (!world || squad.slot >= world->def.max_squads) {
        return NULL;
    }
    VeerSquadSlot *slot = &world->squads[squad.slot];
    return slot->is_alive && slot->generation == squad.generation ? slot : NULL;
}

VeerStatus veer_squad_create(VeerWorld *world, const VeerSquadDef *def, VeerSquadId *out)
{
    VeerRefusal refusal = {.function = __func__};
    veer_need_object(&refusal, world, "world");
    veer_need_place(&refusal, out, "out");
    if (veer_need_object(&refusal, def, "def")) {
        need_def(&refusal, def);
    }
    VeerStatus status = veer_world_check_change(world, &refusal);
    if (status != VEER_OK) {
        return status;
    }
    for (uint32_t i = 0; i < world->def.max_squads; ++i) {
        VeerSquadSlot *slot = &world->squads[i];
        if (!slot->is_alive) {
            uint32_t generation = slot->generation == UINT32_MAX ? 1 : slot->generation + 1;
            memset(slot, 0, sizeof *slot);
            slot->generation = generation;
            slot->is_alive = 1;
            fill_rules(slot, def);
            *out = (VeerSquadId){i, generation};
            return VEER_OK;
        }
    }
    return veer_world_check_room(world, &refusal, false, "world.max_squads", world->def.max_squads);
}

VeerSquadSlot *veer_squad_need(VeerRefusal *refusal, const VeerWorld *world, VeerSquadId squad)
{
    VeerSquadSlot *slot = veer_squad_find(world, squad);
    veer_need_handle(refusal, slot, "squad", squad.slot);
    return slot;
}

VeerStatus veer_squad_set_def(VeerWorld *world, VeerSquadId squad, const VeerSquadDef *def)
{
    VeerRefusal refusal = {.function = __func__};
    VeerSquadSlot *slot = veer_squad_need(&refusal, world, squad);
    if (veer_need_object(&refusal, def, "def")) {
        need_def(&refusal, def);
    }
    VeerStatus status = veer_world_check_change(world, &refusal);
    if (status == VEER_OK) {
        fill_rules(slot, def);
        slot->is_begun = 0;
        slot->is_done = 0;
    }
    return status;
}

VeerStatus veer_squad_def(const VeerWorld *world, VeerSquadId squad, VeerSquadDef *out)
{
    VeerRefusal refusal = {.function = __func__};
    const VeerSquadSlot *slot = veer_squad_need(&refusal, world, squad);
    veer_need_place(&refusal, out, "out");
    VeerStatus status = veer_world_check_read(world, &refusal);
    if (status == VEER_OK) {
        *out = def_of(slot);
    }
    return status;
}

void veer_squad_forget(VeerWorld *world, uint32_t agent)
{
    if (world->def.max_squads == 0) {
        return;
    }
#define CLEAR(type, name, rule) world->member.name[agent] = (type){0};
    VEER_MEMBER_COLUMNS(CLEAR)
#undef CLEAR
}

VeerStatus veer_squad_destroy(VeerWorld *world, VeerSquadId squad)
{
    VeerRefusal refusal = {.function = __func__};
    VeerSquadSlot *slot = veer_squad_need(&refusal, world, squad);
    VeerStatus status = veer_world_check_change(world, &refusal);
    if (status != VEER_OK) {
        return status;
    }
    for (uint32_t i = 0; i < world->head->agent_slot_count; ++i) {
        if (world->member.squad[i] == squad.slot + 1) {
            veer_agent_stop(world, veer_agent_at(world, i));
        }
    }
    uint32_t generation = slot->generation;
    memset(slot, 0, sizeof *slot);
    slot->generation = generation;
    return VEER_OK;
}

static uint32_t count_members(const VeerWorld *world, uint32_t squad)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < world->head->agent_slot_count; ++i) {
        count += world->member.squad[i] == squad + 1;
    }
    return count;
}

VeerStatus veer_squad_add(VeerWorld *world, VeerSquadId squad, VeerAgentId agent)
{
    VeerRefusal refusal = {.function = __func__};
    (void)veer_squad_need(&refusal, world, squad);
    uint32_t slot = veer_agent_need(&refusal, world, agent);
    VeerStatus status = veer_world_check_change(world, &refusal);
    if (status != VEER_OK || world->member.squad[slot] == squad.slot + 1) {
        return status;
    }
    if (world->def.max_agents > VEER_MAX_SQUAD_MEMBERS &&
        count_members(world, squad.slot) >= VEER_MAX_SQUAD_MEMBERS) {
        return veer_world_check_room(world, &refusal, false, "VEER_MAX_SQUAD_MEMBERS",
                                     VEER_MAX_SQUAD_MEMBERS);
    }
    veer_agent_stop(world, agent);
    world->member.squad[slot] = squad.slot + 1;
    world->member.answer[slot] = VEER_ANSWER_PENDING;
    world->member.place_index[slot] = VEER_NO_PLACE;
    return VEER_OK;
}

VeerStatus veer_agent_leave_squad(VeerWorld *world, VeerAgentId agent)
{
    VeerRefusal refusal = {.function = __func__};
    uint32_t slot = veer_agent_need(&refusal, world, agent);
    VeerStatus status = veer_world_check_change(world, &refusal);
    bool is_member =
        status == VEER_OK && world->def.max_squads > 0 && world->member.squad[slot] != 0;
    return is_member ? veer_agent_stop(world, agent) : status;
}

VeerSquadId veer_squad_at(const VeerWorld *world, uint32_t slot)
{
    bool is_there = world && slot < world->def.max_squads && world->squads[slot].is_alive;
    return is_there ? (VeerSquadId){slot, world->squads[slot].generation} : (VeerSquadId){0, 0};
}

VeerSquadId veer_agent_squad(const VeerWorld *world, VeerAgentId agent)
{
    uint32_t slot = veer_agent_slot(world, agent);
    if (slot == VEER_NO_SLOT || world->def.max_squads == 0 || world->member.squad[slot] == 0) {
        return (VeerSquadId){0, 0};
    }
    return veer_squad_at(world, world->member.squad[slot] - 1);
}

/// Members of a list come by squad, then id, then slot.
static bool comes_first(const void *context, const void *a, const void *b)
{
    const VeerWorld *world = context;
    uint32_t first = *(const uint32_t *)a, second = *(const uint32_t *)b;
    uint32_t first_squad = world->member.squad[first], second_squad = world->member.squad[second];
    if (first_squad != second_squad) {
        return first_squad < second_squad;
    }
    return veer_agent_precedes(world, first, second);
}

static void sort_members(const VeerWorld *world, uint32_t *members, uint32_t count)
{
    for (uint32_t i = 1; i < count; ++i) {
        if (!comes_first(world, &members[i - 1], &members[i])) {
            veer_sort(members, count, sizeof *members, comes_first, world);
            return;
        }
    }
}

void veer_squad_list(VeerWorld *world)
{
    VeerSquadScratch *scratch = &world->squad_scratch;
    uint32_t count = 0;
    for (uint32_t i = 0; i < world->head->agent_slot_count; ++i) {
        if (world->member.squad[i] != 0) {
            scratch->members[count++] = i;
        }
    }
    sort_members(world, scratch->members, count);
    uint32_t place = 0;
    for (uint32_t squad = 0; squad <= world->def.max_squads; ++squad) {
        while (place < count && world->member.squad[scratch->members[place]] <= squad) {
            ++place;
        }
        scratch->first[squad] = place;
    }
}

static bool handle_comes_first(const void *context, const void *a, const void *b)
{
    const VeerWorld *world = context;
    return comes_first(world, &((const VeerAgentId *)a)->slot, &((const VeerAgentId *)b)->slot);
}

uint32_t veer_squad_members(const VeerWorld *world, VeerSquadId squad, VeerAgentId *out,
                            uint32_t capacity)
{
    uint32_t count = 0;
    if (!veer_squad_find(world, squad)) {
        return 0;
    }
    capacity = out ? capacity : 0;
    for (uint32_t i = 0; i < world->head->agent_slot_count; ++i) {
        if (world->member.squad[i] == squad.slot + 1) {
            if (count < capacity) {
                out[count] = veer_agent_at(world, i);
            }
            ++count;
        }
    }
    uint32_t written = count < capacity ? count : capacity;
    veer_sort(out, written, sizeof *out, handle_comes_first, world);
    return count;
}

VeerStatus veer_squad_get(const VeerWorld *world, VeerSquadId squad, VeerSquadState *out)
{
    VeerRefusal refusal = {.function = __func__};
    const VeerSquadSlot *slot = veer_squad_need(&refusal, world, squad);
    veer_need_place(&refusal, out, "out");
    VeerStatus status = veer_world_check_read(world, &refusal);
    if (status != VEER_OK) {
        return status;
    }
    *out = (VeerSquadState){
        .phase = (VeerSquadPhase)slot->phase,
        .order_count = slot->order_count,
        .order = slot->orders[0].kind,
        .leader = slot->lead,
        .ahead = slot->ahead,
        .speed = slot->speed,
        .abreast = slot->abreast,
        .formed_seconds = slot->formed,
    };
    for (uint32_t i = 0; i < world->head->agent_slot_count; ++i) {
        if (world->member.squad[i] == squad.slot + 1) {
            uint8_t answer = world->member.answer[i];
            out->member_count++;
            out->slot_count += answer == VEER_ANSWER_SLOT;
            out->waiting_count += answer == VEER_ANSWER_WAITING;
            out->none_count += answer == VEER_ANSWER_NONE;
        }
    }
    return VEER_OK;
}

VeerStatus veer_agent_member(const VeerWorld *world, VeerAgentId agent, VeerMemberState *out)
{
    VeerRefusal refusal = {.function = __func__};
    uint32_t slot = veer_agent_need(&refusal, world, agent);
    veer_need_place(&refusal, out, "out");
    VeerStatus status = veer_world_check_read(world, &refusal);
    if (status != VEER_OK) {
        return status;
    }
    *out = (VeerMemberState){.squad = veer_agent_squad(world, agent)};
    if (out->squad.generation == 0) {
        return VEER_OK;
    }
    const VeerMemberColumns *member = &world->member;
    out->is_answered = member->answer[slot] != VEER_ANSWER_PENDING;
    out->answer = out->is_answered ? (VeerPlaceResult)member->answer[slot] : VEER_PLACE_NONE;
    out->place = member->place[slot];
    uint8_t kind = world->agent.goal_kind[slot];
    bool is_marching = world->squads[member->squad[slot] - 1].phase == VEER_SQUAD_MARCHING;
    // A member that does not see its slot goes over the map to where that was.
    bool is_led = kind == VEER_GOAL_FORMATION || (is_marching && kind == VEER_GOAL_POINT);
    out->slot = is_led ? world->agent.goal_point[slot] : out->place;
    return VEER_OK;
}
