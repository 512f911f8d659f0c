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

static bool is_formation(const VeerFormationDef *formation)
{
    VeerVec3 offset;
    bool is_own = formation->shape == VEER_FORMATION_OFFSETS;
    uint32_t count = is_own ? formation->offset_count : 0;
    return count <= VEER_MAX_SQUAD_OFFSETS && (!is_own || count > 0) &&
           are_positions3(formation->offsets, count) &&
           veer_formation_offsets(formation, is_own ? 1 : 0, &offset) == VEER_OK;
}

static bool is_def(const VeerSquadDef *def)
{
    return def->cookie == SQUAD_COOKIE && is_formation(&def->formation) &&
           (unsigned)def->mode < VEER_SQUAD_MODE_COUNT &&
           (unsigned)def->search <= VEER_PLACE_TURNS &&
           (unsigned)def->aim <= VEER_ASSIGN_BOTTLENECK && is_position3(def->up) &&
           veer_world_is_length(def->separation) && veer_world_is_length(def->arrival_radius) &&
           def->arrival_radius > 0.0f && veer_world_is_length(def->reach) &&
           veer_world_is_length(def->waiting_reach) && veer_world_is_length(def->step) &&
           veer_world_is_length(def->max_drop) && def->hysteresis >= 0.0f &&
           def->hysteresis <= 1.0f;
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
    if (!world || !def || !out || !is_def(def)) {
        return VEER_BAD_VALUE;
    }
    if (world->is_stepping) {
        return VEER_BUSY;
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
    return VEER_FULL;
}

VeerStatus veer_squad_set_def(VeerWorld *world, VeerSquadId squad, const VeerSquadDef *def)
{
    VeerSquadSlot *slot = veer_squad_find(world, squad);
    VeerStatus status = veer_world_check_change(world, slot, def && is_def(def));
    if (status == VEER_OK) {
        fill_rules(slot, def);
        slot->is_begun = 0;
        slot->is_done = 0;
    }
    return status;
}

VeerStatus veer_squad_def(const VeerWorld *world, VeerSquadId squad, VeerSquadDef *out)
{
    const VeerSquadSlot *slot = veer_squad_find(world, squad);
    VeerStatus status = veer_world_check_read(slot, out);
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
    VeerSquadSlot *slot = veer_squad_find(world, squad);
    VeerStatus status = veer_world_check_change(world, slot, true);
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
    uint32_t slot = veer_agent_slot(world, agent);
    bool is_there = veer_squad_find(world, squad) && slot != VEER_NO_SLOT;
    VeerStatus status = veer_world_check_change(world, is_there, true);
    if (status != VEER_OK || world->member.squad[slot] == squad.slot + 1) {
        return status;
    }
    if (world->def.max_agents > VEER_MAX_SQUAD_MEMBERS &&
        count_members(world, squad.slot) >= VEER_MAX_SQUAD_MEMBERS) {
        return VEER_FULL;
    }
    veer_agent_stop(world, agent);
    world->member.squad[slot] = squad.slot + 1;
    world->member.answer[slot] = VEER_ANSWER_PENDING;
    world->member.place_index[slot] = VEER_NO_PLACE;
    return VEER_OK;
}

VeerStatus veer_agent_leave_squad(VeerWorld *world, VeerAgentId agent)
{
    uint32_t slot = veer_agent_slot(world, agent);
    if (slot == VEER_NO_SLOT) {
        return VEER_BAD_HANDLE;
    }
    bool is_in_none = world->def.max_squads == 0 || world->member.squad[slot] == 0;
    return is_in_none ? veer_world_check_idle(world) : veer_agent_stop(world, agent);
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
    const VeerSquadSlot *slot = veer_squad_find(world, squad);
    VeerStatus status = veer_world_check_read(slot, out);
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
    uint32_t slot = veer_agent_slot(world, agent);
    VeerStatus status = veer_world_check_read(slot != VEER_NO_SLOT, out);
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
