/// The last word on displacements: nobody goes further into anybody, or through.
///
/// Rounds of pushes may end before all agree: in a press, or where bodies come from far in one
/// tick. What they leave is cut short: of two that would still overlap, who goes towards the other
/// stops where they touch. A cut may bring a follower to overlap, which is cut in turn; there is
/// always an end to it, since displacements get only shorter and nobody meets anybody where all
/// stand.
#include "math/vec.h"
#include "world/contact/contact.h"

#define GRAIN 512u
/// Passes after which who is cut again does not move at all.
#define PASSES 16u

/// Of the agent's displacement: x may it go, 0 to 1, y after the pass. In the place of next_shift.
static VeerVec3 *parts_of(const VeerWorld *world, uint32_t slot)
{
    return &world->next_shift[slot];
}

/// m, what is left of an agent's displacement.
static VeerVec3 shift_of(const VeerWorld *world, uint32_t slot)
{
    return scale3(veer_world_flat(world, world->scratch.shift[slot]), parts_of(world, slot)->x);
}

/// Of bodies that lie in each other by more than counts as contact, from the start or by what drove
/// them, rounds alone have the say: what drives a heap apart goes through others that are on their
/// way out.
static bool is_apart(const VeerMeeting *meeting)
{
    float least = (1.0f - 2.0f * VEER_OVERLAP_SLOP) * meeting->reach;
    return dot3(meeting->offset, meeting->offset) >= least * least;
}

/// The part of that which an agent may go.
static float room_of(const VeerContacting *contacting, uint32_t slot)
{
    const VeerWorld *world = contacting->world;
    uint32_t slots[VEER_MAX_MET], count = veer_contact_met(contacting, slot, slots);
    VeerVec3 shift = shift_of(world, slot);
    bool is_far = veer_is_far(world->agent.position[slot]);
    float part = 1.0f;
    for (uint32_t i = 0; i < count; ++i) {
        VeerMeeting meeting = veer_contact_meeting(world, slot, slots[i], is_far);
        meeting.move = sub3(shift, shift_of(world, slots[i]));
        if (is_apart(&meeting)) {
            meeting.reach *= 1.0f - VEER_OVERLAP_SLOP;
            part = min_f(part, veer_contact_part(&meeting, shift));
        }
    }
    return part;
}

/// Cuts one short. @return whether it had to be
static bool cut(const VeerContacting *contacting, uint32_t slot, uint32_t pass)
{
    const VeerWorld *world = contacting->world;
    const VeerNearContacts *contacts = &world->scratch.contacts[slot];
    float part = room_of(contacting, slot);
    if (part == 1.0f || (contacts->is_near_obstacle && veer_contact_is_driven(world, slot))) {
        return false;
    }
    parts_of(world, slot)->y *= pass < PASSES ? part : 0.0f;
    return true;
}

typedef struct CutPass {
    const VeerContacting *contacting;
    uint32_t number;
} CutPass;

static float cut_range(void *context, uint32_t begin, uint32_t end)
{
    const CutPass *pass = context;
    const VeerWorld *world = pass->contacting->world;
    bool has_any = false;
    for (uint32_t slot = begin; slot < end; ++slot) {
        const VeerNearContacts *contacts = &world->scratch.contacts[slot];
        bool matters = contacts->agent_count > 0 && !contacts->is_buried;
        // Of two who now meet, and did not before, rounds have changed one.
        bool may_meet = pass->number > 0 || contacts->is_changed;
        if (matters && may_meet && parts_of(world, slot)->x > 0.0f) {
            has_any |= cut(pass->contacting, slot, pass->number);
        }
    }
    return has_any;
}

static void take_range(void *context, uint32_t begin, uint32_t end, uint32_t worker)
{
    (void)worker;
    const VeerContacting *contacting = context;
    for (uint32_t slot = begin; slot < end; ++slot) {
        VeerVec3 *parts = parts_of(contacting->world, slot);
        parts->x = parts->y;
    }
}

/// One pass, of all at once: in any order. @return whether any was cut
static bool run_pass(VeerContacting *contacting, uint32_t number)
{
    VeerWorld *world = contacting->world;
    CutPass pass = {contacting, number};
    float has_any = veer_world_most(world, contacting->count, GRAIN, cut_range, &pass);
    if (has_any > 0.0f) {
        veer_world_run(world, contacting->count, GRAIN, take_range, contacting);
    }
    return veer_contact_share(world, VEER_SHARD_CUT, has_any) > 0.0f;
}

static void begin_range(void *context, uint32_t begin, uint32_t end, uint32_t worker)
{
    (void)worker;
    const VeerContacting *contacting = context;
    for (uint32_t slot = begin; slot < end; ++slot) {
        *parts_of(contacting->world, slot) = (VeerVec3){1.0f, 1.0f, 1.0f};
    }
}

static void shorten_range(void *context, uint32_t begin, uint32_t end, uint32_t worker)
{
    (void)worker;
    const VeerContacting *contacting = context;
    VeerScratchColumns *scratch = &contacting->world->scratch;
    for (uint32_t slot = begin; slot < end; ++slot) {
        float part = parts_of(contacting->world, slot)->x;
        if (part < 1.0f) {
            scratch->shift[slot] = scale3(scratch->shift[slot], part);
            scratch->contacts[slot].is_changed = true;
        }
    }
}

void veer_contact_cut(VeerContacting *contacting)
{
    veer_world_run(contacting->world, contacting->count, GRAIN, begin_range, contacting);
    uint32_t number = 0;
    while (run_pass(contacting, number)) {
        ++number;
    }
    if (number > 0) {
        veer_world_run(contacting->world, contacting->count, GRAIN, shorten_range, contacting);
    }
}
