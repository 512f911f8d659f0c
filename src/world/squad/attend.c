/// Attending: keeping places about what moves.
#include "world/squad/attend.h"
#include "math/vec.h"
#include "world/squad/base/constants.h"
#include "world/squad/places/places.h"

/// Slots in which something stands are drawn in by this part, so often.
/// Slots in which something stands are drawn in by half, so often at most.
#define DRAWS 6u

/// Slots about the target, in the scratch's `wanted`. @return how far they reach, m
static float shape(const VeerSquadRun *run)
{
    VeerVec3 *offsets = run->world->squad_scratch.wanted;
    VeerFormationDef def = veer_squad_formation_about(run->squad);
    veer_squad_offsets(&def, run->count, offsets);
    float reach = 0.0f;
    for (uint32_t i = 0; i < run->count; ++i) {
        // Nobody stands where the target is: the nearest go before it.
        if (length3(offsets[i]) < 0.5f * def.spacing) {
            offsets[i].x += max_f(def.spacing, 2.0f * run->radius);
        }
        reach = max_f(reach, length3(offsets[i]));
    }
    return reach;
}

static VeerVec3 place_of(const VeerFrame *frame, VeerVec3 centre, VeerVec3 offset)
{
    VeerVec3 place = along3(along3(centre, frame->ahead, offset.x), frame->left, offset.y);
    return along3(place, frame->up, offset.z);
}

/// Turns the formation towards where the target looks, as fast as its members can follow.
static VeerVec3 turn(const VeerSquadRun *run, VeerVec3 facing, float reach)
{
    VeerSquadSlot *squad = run->squad;
    float most = run->slowest * run->dt / max_f(reach, squad->rules.spacing);
    VeerVec3 change = sub3(facing, squad->ahead);
    if (dot3(facing, squad->ahead) < -0.99f) {
        change = cross3(veer_squad_frame(run).up, squad->ahead);
    }
    return unit3(add3(squad->ahead, clamp_length3(change, most)), facing);
}

static void give_seats(const VeerSquadRun *run, const VeerFrame *frame, VeerVec3 centre)
{
    const VeerSquadScratch *scratch = &run->world->squad_scratch;
    for (uint32_t i = 0; i < run->count; ++i) {
        scratch->formation[i] = place_of(frame, centre, scratch->wanted[i]);
    }
    veer_squad_give_seats(run, run->members, run->count);
}

/// A slot drawn in towards the target until a body has room in it.
static VeerVec3 draw_in(const VeerSquadRun *run, VeerVec3 centre, VeerVec3 place)
{
    for (uint32_t i = 0; i < DRAWS && veer_squad_clearance(run, place) < run->radius; ++i) {
        place = along3(centre, sub3(place, centre), 0.5f);
    }
    return place;
}

/// Which way the target looks. A ring does not turn with it.
static VeerVec3 look_of(const VeerSquadRun *run, const VeerSquadTarget *target)
{
    const VeerSquadSlot *squad = run->squad;
    bool is_slow = length3(target->velocity) < VEER_PROGRESS_PART * run->slowest;
    VeerVec3 heading = is_slow ? target->heading : target->velocity;
    bool is_ring = squad->orders[0].kind == VEER_ORDER_SURROUND;
    return is_ring ? squad->ahead
                   : veer_formation_frame(heading, squad->ahead, squad->rules.up, true).ahead;
}

/// Where the formation's origin is: at the target, or behind it.
static VeerVec3 centre_of(const VeerOrder *order, VeerVec3 target, VeerVec3 ahead)
{
    return order->kind == VEER_ORDER_FOLLOW ? along3(target, ahead, -order->distance) : target;
}

void veer_squad_attend(VeerSquadRun *run, bool is_anew)
{
    VeerWorld *world = run->world;
    VeerSquadSlot *squad = run->squad;
    VeerSquadTarget target;
    (void)veer_squad_target(world, &squad->orders[0], &target);
    float reach = shape(run);
    VeerVec3 before = squad->ahead;
    VeerVec3 facing = look_of(run, &target);
    squad->ahead = is_anew ? facing : turn(run, facing, reach);
    VeerFrame was = veer_formation_frame(is_anew ? facing : before, facing, squad->rules.up, true);
    VeerFrame frame = veer_formation_frame(squad->ahead, facing, squad->rules.up, true);
    squad->lead = centre_of(&squad->orders[0], target.position, squad->ahead);
    squad->speed = length3(target.velocity);
    if (is_anew || !veer_squad_is_seated(run, run->members, run->count)) {
        give_seats(run, &frame, squad->lead);
    }
    float worst = 0.0f;
    for (uint32_t i = 0; i < run->count; ++i) {
        uint32_t slot = run->members[i];
        VeerVec3 offset = world->squad_scratch.wanted[world->member.place_index[slot]];
        VeerVec3 place = draw_in(run, target.position, place_of(&frame, squad->lead, offset));
        VeerVec3 swing =
            sub3(place_of(&frame, (VeerVec3){0}, offset), place_of(&was, (VeerVec3){0}, offset));
        VeerVec3 velocity = along3(target.velocity, swing, 1.0f / run->dt);
        float distance = length3(veer_world_flat(world, sub3(place, world->agent.position[slot])));
        veer_squad_tell(run, slot, VEER_ANSWER_SLOT, place);
        veer_squad_lead(run, slot, place, veer_world_flat(world, velocity));
        bool is_there = distance <= squad->rules.arrival_radius;
        world->agent.status[slot] = is_there ? VEER_AGENT_ARRIVED : VEER_AGENT_MOVING;
        worst = max_f(worst, distance);
    }
    squad->known_count = run->count;
    squad->formed = worst <= FORMED_RADII * run->radius ? squad->formed + run->dt : 0.0f;
}
