// Listeners that come and go while they are told.
#include "world/world_maker.h"

#include "veer/notify.h"

#include <stdlib.h>

enum { MOST = 8 };

/// A listener that notes what it hears, and does something about it.
typedef struct Ear {
    VeerNotifier *notifier;
    VeerListenerId detaches; ///< whom, once it hears anything
    struct Ear *attaches;
    VeerListenerId id;
    int heard[32];
    int count, tells; ///< how often it tells of another event, of kind BLOCKED
    char name;
    char *order; ///< names of those who heard, in order
} Ear;

static void hear(void *user, const VeerEvent *event)
{
    Ear *ear = user;
    ear->heard[ear->count++] = (int)event->kind;
    if (ear->order) {
        ear->order[strlen(ear->order)] = ear->name;
    }
    if (ear->detaches.generation != 0) {
        assert_int_equal(veer_notifier_detach(ear->notifier, ear->detaches), VEER_OK);
        ear->detaches = (VeerListenerId){0, 0};
    }
    if (ear->attaches) {
        VeerStatus status = veer_notifier_attach(ear->notifier, VEER_ALL_EVENTS, hear,
                                                 ear->attaches, &ear->attaches->id);
        assert_int_equal(status, VEER_OK);
        ear->attaches = NULL;
    }
    if (ear->tells > 0) {
        ear->tells--;
        VeerEvent more = {.kind = VEER_EVENT_BLOCKED};
        assert_int_equal(veer_notifier_tell(ear->notifier, &more), VEER_OK);
    }
}

static VeerNotifier *make(void)
{
    void *memory = aligned_alloc(64, veer_notifier_size(MOST, 2));
    assert_non_null(memory);
    return veer_notifier_init(memory, MOST, 2);
}

static void attach(VeerNotifier *notifier, Ear *ears, int count, char *order)
{
    for (int i = 0; i < count; ++i) {
        ears[i].notifier = notifier;
        ears[i].name = (char)('a' + i);
        ears[i].order = order;
        assert_int_equal(
            veer_notifier_attach(notifier, VEER_ALL_EVENTS, hear, &ears[i], &ears[i].id), VEER_OK);
    }
}

static void tell(VeerNotifier *notifier, VeerEventKind kind)
{
    VeerEvent event = {.kind = kind};
    assert_int_equal(veer_notifier_tell(notifier, &event), VEER_OK);
}

static void events_of_no_kind_are_refused(void **state)
{
    (void)state;
    VeerNotifier *notifier = make();
    Ear ears[1] = {{0}};
    char order[32] = "";
    attach(notifier, ears, 1, order);
    const uint32_t kinds[] = {VEER_EVENT_KIND_COUNT, 64, UINT32_MAX};
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; ++i) {
        VeerEvent event = {.kind = (VeerEventKind)kinds[i]};
        assert_int_equal(veer_notifier_tell(notifier, &event), VEER_BAD_VALUE);
    }
    assert_string_equal(order, "");
    free(notifier);
}

static void all_hear_in_the_order_of_attaching(void **state)
{
    (void)state;
    VeerNotifier *notifier = make();
    Ear ears[4] = {{0}};
    char order[32] = "";
    attach(notifier, ears, 4, order);
    tell(notifier, VEER_EVENT_ARRIVED);
    assert_string_equal(order, "abcd");
    // A slot that was freed is taken again, but its new tenant is last.
    assert_int_equal(veer_notifier_detach(notifier, ears[1].id), VEER_OK);
    attach(notifier, &ears[1], 1, order);
    ears[1].name = 'B';
    tell(notifier, VEER_EVENT_ARRIVED);
    assert_string_equal(order, "abcdacdB");
    assert_int_equal(veer_notifier_count(notifier), 4);
    free(notifier);
}

static void only_those_who_asked_for_a_kind_hear_it(void **state)
{
    (void)state;
    VeerNotifier *notifier = make();
    Ear ear = {.notifier = notifier};
    uint32_t kinds = VEER_EVENT_BIT(VEER_EVENT_LOST) | VEER_EVENT_BIT(VEER_EVENT_GAVE_UP);
    assert_int_equal(veer_notifier_attach(notifier, kinds, hear, &ear, &ear.id), VEER_OK);
    for (int kind = VEER_EVENT_ARRIVED; kind <= VEER_EVENT_GAVE_UP; ++kind) {
        tell(notifier, (VeerEventKind)kind);
    }
    assert_int_equal(ear.count, 2);
    assert_int_equal(ear.heard[0], VEER_EVENT_LOST);
    assert_int_equal(ear.heard[1], VEER_EVENT_GAVE_UP);
    free(notifier);
}

/// Each may take out itself, one before and one after it: nobody else is left out or told twice.
static void detaching_while_notifying_is_safe(void **state)
{
    (void)state;
    for (int who = 0; who < 4; ++who) {
        for (int whom = 0; whom < 4; ++whom) {
            VeerNotifier *notifier = make();
            Ear ears[4] = {{0}};
            attach(notifier, ears, 4, NULL);
            ears[who].detaches = ears[whom].id;
            tell(notifier, VEER_EVENT_ARRIVED);
            for (int i = 0; i < 4; ++i) {
                assert_int_equal(ears[i].count, i == whom && whom > who ? 0 : 1);
            }
            tell(notifier, VEER_EVENT_ARRIVED);
            for (int i = 0; i < 4; ++i) {
                assert_int_equal(ears[i].count, i != whom ? 2 : whom > who ? 0 : 1);
            }
            free(notifier);
        }
    }
}

static void all_may_leave_while_notifying(void **state)
{
    (void)state;
    VeerNotifier *notifier = make();
    Ear ears[MOST] = {{0}};
    attach(notifier, ears, MOST, NULL);
    for (int i = 0; i < MOST; ++i) {
        ears[i].detaches = ears[i].id;
    }
    tell(notifier, VEER_EVENT_ARRIVED);
    tell(notifier, VEER_EVENT_ARRIVED);
    assert_int_equal(veer_notifier_count(notifier), 0);
    for (int i = 0; i < MOST; ++i) {
        assert_int_equal(ears[i].count, 1);
    }
    free(notifier);
}

static void who_is_attached_meanwhile_hears_the_next_event(void **state)
{
    (void)state;
    VeerNotifier *notifier = make();
    Ear ears[3] = {{0}};
    attach(notifier, ears, 2, NULL);
    ears[2].notifier = notifier;
    // The second leaves, and its slot goes to the third while the event is told of.
    ears[0].detaches = ears[1].id;
    ears[0].attaches = &ears[2];
    tell(notifier, VEER_EVENT_ARRIVED);
    assert_int_equal(ears[1].count, 0);
    assert_int_equal(ears[2].count, 0);
    tell(notifier, VEER_EVENT_ARRIVED);
    assert_int_equal(ears[2].count, 1);
    assert_int_equal(veer_notifier_detach(notifier, ears[1].id), VEER_BAD_HANDLE);
    free(notifier);
}

static void events_of_listeners_wait_their_turn(void **state)
{
    (void)state;
    VeerNotifier *notifier = make();
    Ear ears[2] = {{0}};
    attach(notifier, ears, 2, NULL);
    ears[0].tells = 3;
    tell(notifier, VEER_EVENT_ARRIVED);
    for (int i = 0; i < 2; ++i) {
        assert_int_equal(ears[i].count, 4);
        assert_int_equal(ears[i].heard[0], VEER_EVENT_ARRIVED);
        assert_int_equal(ears[i].heard[3], VEER_EVENT_BLOCKED);
    }
    free(notifier);
}

/// Tells of more events than may wait.
static void chatter(void *user, const VeerEvent *event)
{
    VeerNotifier *notifier = user;
    VeerEvent more = {.kind = VEER_EVENT_BLOCKED};
    if (event->kind == VEER_EVENT_ARRIVED) {
        assert_int_equal(veer_notifier_tell(notifier, &more), VEER_OK);
        assert_int_equal(veer_notifier_tell(notifier, &more), VEER_OK);
        assert_int_equal(veer_notifier_tell(notifier, &more), VEER_FULL);
    }
}

static void no_more_wait_than_there_is_room_for(void **state)
{
    (void)state;
    VeerNotifier *notifier = make();
    VeerListenerId id;
    assert_int_equal(veer_notifier_attach(notifier, VEER_ALL_EVENTS, chatter, notifier, &id),
                     VEER_OK);
    tell(notifier, VEER_EVENT_ARRIVED);
    tell(notifier, VEER_EVENT_ARRIVED);
    free(notifier);
}

static void a_world_tells_what_happened(void **state)
{
    (void)state;
    VeerNotifier *notifier = make();
    VeerWorld *world = make_world(VEER_PLANAR);
    Ear ear = {.notifier = notifier};
    attach(notifier, &ear, 1, NULL);
    VeerAgentId agent = add_agent_at(world, vec3(0, 0, 0));
    assert_int_equal(veer_agent_go_to(world, agent, vec3(0.1f, 0, 0), 0.5f), VEER_OK);
    VeerAgentId other = add_agent_at(world, vec3(9, 9, 0));
    step_times(world, 1, TICK);
    assert_int_equal(veer_agent_destroy(world, other), VEER_OK);
    assert_int_equal(veer_notifier_tell_world(notifier, world), VEER_OK);
    step_times(world, 1, TICK);
    assert_int_equal(veer_notifier_tell_world(notifier, world), VEER_OK);
    assert_int_equal(ear.heard[ear.count - 1], VEER_EVENT_REMOVED);
    veer_world_destroy(world);
    free(notifier);
}

static void bad_values_are_refused(void **state)
{
    (void)state;
    assert_int_equal(veer_notifier_size(0, 1), 0);
    assert_int_equal(veer_notifier_size(1, UINT32_MAX), 0);
    assert_null(veer_notifier_init(NULL, 0, 0));
    VeerNotifier *notifier = make();
    VeerListenerId id = {7, 7};
    assert_int_equal(veer_notifier_attach(notifier, 1, NULL, NULL, &id), VEER_BAD_VALUE);
    assert_int_equal(veer_notifier_attach(notifier, 0, hear, NULL, &id), VEER_BAD_VALUE);
    assert_int_equal(id.slot, 7);
    assert_int_equal(veer_notifier_detach(notifier, (VeerListenerId){0, 0}), VEER_BAD_HANDLE);
    Ear ears[MOST] = {{0}};
    attach(notifier, ears, MOST, NULL);
    assert_int_equal(veer_notifier_attach(notifier, 1, hear, &ears[0], &id), VEER_FULL);
    free(notifier);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(events_of_no_kind_are_refused),
        cmocka_unit_test(all_hear_in_the_order_of_attaching),
        cmocka_unit_test(only_those_who_asked_for_a_kind_hear_it),
        cmocka_unit_test(detaching_while_notifying_is_safe),
        cmocka_unit_test(all_may_leave_while_notifying),
        cmocka_unit_test(who_is_attached_meanwhile_hears_the_next_event),
        cmocka_unit_test(events_of_listeners_wait_their_turn),
        cmocka_unit_test(no_more_wait_than_there_is_room_for),
        cmocka_unit_test(a_world_tells_what_happened),
        cmocka_unit_test(bad_values_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
