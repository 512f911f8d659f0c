/// Squads of a page.
#include "web.h"

#include <stdlib.h>
#include <string.h>

static VeerSquadId squad_id(double handle)
{
    VeerAgentId id = web_agent_id(handle); // the handles of all that a world holds are alike
    return (VeerSquadId){id.slot, id.generation};
}

double web_squad_at(const Web *web, uint32_t slot)
{
    VeerSquadId squad = veer_squad_at(web->world, slot);
    return web_handle(squad.slot, squad.generation);
}

double web_squad_of(const Web *web, double agent)
{
    VeerSquadId squad = veer_agent_squad(web->world, web_agent_id(agent));
    return web_handle(squad.slot, squad.generation);
}

static void set_shape(VeerSquadDef *def, int shape, float spacing, int mode)
{
    def->formation.shape = shape < 0 ? def->formation.shape : (VeerFormation)shape;
    def->formation.spacing = spacing > 0.0f ? spacing : def->formation.spacing;
    def->mode = mode < 0 ? def->mode : (VeerSquadMode)mode;
}

double web_squad_add(Web *web, int shape, float spacing, int mode)
{
    VeerSquadDef def = veer_squad_def_default();
    set_shape(&def, shape, spacing, mode);
    VeerSquadId squad;
    VeerStatus status = veer_squad_create(web->world, &def, &squad);
    return status == VEER_OK ? web_handle(squad.slot, squad.generation) : web_fail(status);
}

int web_squad_set(Web *web, double squad, int shape, float spacing, int mode)
{
    VeerSquadDef def;
    VeerStatus status = veer_squad_def(web->world, squad_id(squad), &def);
    if (status != VEER_OK) {
        return (int)status;
    }
    set_shape(&def, shape, spacing, mode);
    return (int)veer_squad_set_def(web->world, squad_id(squad), &def);
}

int web_squad_remove(Web *web, double squad)
{
    return (int)veer_squad_destroy(web->world, squad_id(squad));
}

int web_squad_join(Web *web, double squad, double agent)
{
    return (int)veer_squad_add(web->world, squad_id(squad), web_agent_id(agent));
}

int web_squad_order(Web *web, double squad, int kind, const VeerVec3 *points, uint32_t count,
                    float distance, double agent, float x, float y, float z, bool is_appended)
{
    if (kind < 0) {
        return (int)veer_squad_cancel(web->world, squad_id(squad));
    }
    VeerOrder order = veer_order_default((VeerOrderKind)kind);
    if (count > VEER_MAX_ORDER_POINTS) {
        return (int)VEER_BAD_VALUE;
    }
    for (uint32_t i = 0; i < count; i++) {
        order.points[i] = points[i];
    }
    order.point_count = count;
    order.distance = distance >= 0.0f ? distance : order.distance;
    order.agent = web_agent_id(agent);
    order.heading = (VeerVec3){x, y, z};
    return (int)veer_squad_order(web->world, squad_id(squad), &order, is_appended);
}

const double *web_squad_get(const Web *web, double squad)
{
    static double values[16];
    VeerSquadState state;
    VeerSquadDef def;
    if (veer_squad_get(web->world, squad_id(squad), &state) != VEER_OK ||
        veer_squad_def(web->world, squad_id(squad), &def) != VEER_OK) {
        return NULL;
    }
    values[0] = state.member_count;
    values[1] = (double)state.phase;
    values[2] = state.order_count > 0 ? (double)state.order : -1.0;
    values[3] = state.order_count;
    web_put(values + 4, state.leader);
    web_put(values + 7, state.ahead);
    values[10] = state.slot_count;
    values[11] = state.waiting_count;
    values[12] = state.none_count;
    values[13] = (double)def.formation.shape;
    values[14] = (double)def.formation.spacing;
    values[15] = (double)def.mode;
    return values;
}

uint32_t web_squad_members(const Web *web, double squad, double *out, uint32_t capacity)
{
    VeerAgentId id;
    _Static_assert(sizeof id == sizeof *out, "handles take the place of ids");
    uint32_t count =
        veer_squad_members(web->world, squad_id(squad), (VeerAgentId *)(void *)out, capacity);
    for (uint32_t i = 0; i < count && i < capacity; i++) {
        memcpy(&id, out + i, sizeof id);
        out[i] = web_handle(id.slot, id.generation);
    }
    return count;
}

/// Where each member is to be: its place at the goal, and its slot in what marches.
static void draw_member(const Web *web, uint32_t slot)
{
    VeerAgentId agent = veer_agent_at(web->world, slot);
    VeerAgentState body;
    VeerMemberState member;
    if (veer_agent_get(web->world, agent, &body) != VEER_OK ||
        veer_agent_member(web->world, agent, &member) != VEER_OK || !member.is_answered) {
        return;
    }
    VeerVec3 leg[2] = {body.position, member.slot};
    web_draw_line(WEB_DRAW_SLOT, body.group, leg, 2);
    if (member.answer != VEER_PLACE_NONE) {
        web_draw_ball(WEB_DRAW_PLACE, body.group, member.place, body.radius);
    }
}

static void draw_orders(const Web *web, VeerSquadId squad, VeerVec3 from)
{
    static VeerOrder orders[VEER_MAX_ORDERS];
    uint32_t count = veer_squad_orders(web->world, squad, orders, VEER_MAX_ORDERS);
    for (uint32_t i = 0; i < count; i++) {
        for (uint32_t k = 0; k < orders[i].point_count; k++) {
            VeerVec3 leg[2] = {from, orders[i].points[k]};
            web_draw_line(WEB_DRAW_ORDER, 0, leg, 2);
            from = leg[1];
        }
    }
}

void web_draw_squads(const Web *web)
{
    uint32_t squads = veer_world_def(web->world).max_squads;
    for (uint32_t i = 0; i < squads; i++) {
        VeerSquadId squad = veer_squad_at(web->world, i);
        VeerSquadState state;
        if (veer_squad_get(web->world, squad, &state) == VEER_OK && state.order_count > 0) {
            VeerVec3 tip = {state.leader.x + state.ahead.x, state.leader.y + state.ahead.y,
                            state.leader.z + state.ahead.z};
            VeerVec3 heading[2] = {state.leader, tip};
            web_draw_line(WEB_DRAW_LEADER, 0, heading, 2);
            draw_orders(web, squad, state.leader);
        }
    }
    for (uint32_t slot = 0; squads > 0 && slot < veer_agent_slot_count(web->world); slot++) {
        draw_member(web, slot);
    }
}
