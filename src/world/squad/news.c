/// What squads have to tell: answers to their members, and what became of their orders.
#include "base/sort.h"
#include "world/squad/squad.h"

static VeerSquadId squad_id(const VeerWorld *world, uint32_t index)
{
    return (VeerSquadId){index, world->squads[index].generation};
}

static void push_answers(VeerWorld *world)
{
    static const VeerEventKind kinds[] = {VEER_EVENT_NO_PLACE, VEER_EVENT_SLOT_GIVEN,
                                          VEER_EVENT_WAITING};
    for (uint32_t slot = 0; slot < world->head->agent_slot_count; ++slot) {
        uint8_t answer = world->member.answer[slot];
        if (world->member.news[slot] == 0) {
            continue;
        }
        world->member.news[slot] = 0;
        if (answer != VEER_ANSWER_PENDING) {
            VeerEvent event = {.kind = kinds[answer],
                               .agent = {slot, world->agent.generation[slot]}};
            event.squad = squad_id(world, world->member.squad[slot] - 1);
            veer_event_push(world, event);
        }
    }
}

static void push_orders(VeerWorld *world, VeerEventKind kind, uint32_t bit)
{
    for (uint32_t index = 0; index < world->def.max_squads; ++index) {
        if (world->squads[index].news & bit) {
            VeerEvent event = {.kind = kind};
            event.squad = squad_id(world, index);
            veer_event_push(world, event);
            world->squads[index].news &= ~bit;
        }
    }
}

void veer_squad_notify(VeerWorld *world)
{
    if (world->def.max_squads == 0) {
        return;
    }
    uint32_t first = world->event_count;
    push_answers(world);
    veer_sort(world->events + first, world->event_count - first, sizeof *world->events,
              veer_event_comes_first, world);
    push_orders(world, VEER_EVENT_ORDER_DONE, VEER_NEWS_DONE);
    push_orders(world, VEER_EVENT_ORDER_LOST, VEER_NEWS_LOST);
}
