// Messages that a host posts to agents: events of the tick in which they are due, in order.
#include "world/base/state.h"
#include "world/busy_world.h"
#include "world/host/check.h"
#include "world/rollback.h"

static const VeerAgentId nobody = {0, 0};

static VeerWorldDef posting_def(uint32_t max_messages)
{
    VeerWorldDef def = veer_world_def_default();
    def.max_agents = 32;
    def.max_obstacles = 4;
    def.max_messages = max_messages;
    return def;
}

static VeerWorld *make_posting(uint32_t max_messages)
{
    VeerWorldDef def = posting_def(max_messages);
    return make_world_of(&def);
}

static void post(VeerWorld *world, VeerAgentId to, uint32_t data, float delay)
{
    VeerMessage message = {7, data};
    assert_int_equal(veer_agent_post(world, to, nobody, message, delay), VEER_OK);
}

/// The messages of the last tick, which come behind all else.
static uint32_t read_messages(const VeerWorld *world, const VeerEvent **out)
{
    uint32_t count = 0, first = 0;
    *out = veer_world_events(world, &count);
    while (first < count && (*out)->kind != VEER_EVENT_MESSAGE) {
        ++*out, ++first;
    }
    for (uint32_t i = first; i < count; ++i) {
        assert_int_equal((*out)[i - first].kind, VEER_EVENT_MESSAGE);
    }
    return count - first;
}

static void messages_come_in_the_tick_in_which_they_are_due(void **unused)
{
    (void)unused;
    static const struct {
        float delay, dt;
        uint32_t ticks;
    } posts[] = {{0.0f, TICK, 1},  {1e-9f, TICK, 1},   {TICK, TICK, 1}, {0.02f, TICK, 2},
                 {1.0f, TICK, 60}, {1.0f, 0.01f, 100}, {0.3f, 0.1f, 3}, {20.0f, 0.02f, 1000}};
    for (size_t i = 0; i < sizeof posts / sizeof *posts; ++i) {
        VeerWorld *world = make_posting(4);
        VeerAgentId from = add_agent_at(world, vec3(9, 0, 0));
        VeerAgentId to = add_agent_at(world, vec3(0, 0, 0));
        step_times(world, 100, posts[i].dt);
        VeerMessage message = {UINT32_MAX, 0x7fc00001u};
        assert_int_equal(veer_agent_post(world, to, from, message, posts[i].delay), VEER_OK);
        assert_int_equal(veer_world_message_count(world), 1);
        const VeerEvent *events = NULL;
        for (uint32_t tick = 1; tick <= posts[i].ticks + 3; ++tick) {
            step_times(world, 1, posts[i].dt);
            uint32_t count = read_messages(world, &events);
            assert_int_equal(count, tick == posts[i].ticks);
            assert_true(count == 0 || memcmp(&events->agent, &to, sizeof to) == 0);
            assert_true(count == 0 || memcmp(&events->other, &from, sizeof from) == 0);
            assert_true(count == 0 || memcmp(&events->message, &message, sizeof message) == 0);
        }
        assert_int_equal(veer_world_message_count(world), 0);
        veer_world_destroy(world);
    }
}

/// What a sorted list would hold of them.
typedef struct Listed {
    double due;
    VeerAgentId to;
    uint32_t data;
} Listed;

typedef struct List {
    Listed all[200];
    uint32_t count, serial;
} List;

static void list_add(List *list, Listed added)
{
    uint32_t at = list->count++;
    for (; at > 0 && list->all[at - 1].due > added.due; --at) {
        list->all[at] = list->all[at - 1];
    }
    list->all[at] = added;
}

/// The due ones whose agents are there are the messages of the last tick.
static void expect_listed(const VeerWorld *world, List *list)
{
    const VeerEvent *event = NULL;
    uint32_t left = read_messages(world, &event), due = 0;
    for (; due < list->count && list->all[due].due <= veer_world_time(world); ++due) {
        if (veer_agent_is_alive(world, list->all[due].to)) {
            assert_true(left > 0);
            assert_int_equal(event->message.data, list->all[due].data);
            assert_memory_equal(&event->agent, &list->all[due].to, sizeof event->agent);
            ++event, --left;
        }
    }
    assert_int_equal(left, 0);
    list->count -= due;
    memmove(list->all, list->all + due, list->count * sizeof *list->all);
}

#define EXACT_TICK 0x1p-6f

static void post_some(VeerWorld *world, Dice *dice, List *list)
{
    for (uint32_t n = roll_index(dice, 6); n > 0; --n) {
        VeerAgentId to = veer_agent_at(world, roll_index(dice, 16));
        float delay = roll_index(dice, 3) == 0 ? 0.0f : EXACT_TICK * (float)roll_index(dice, 40);
        if (to.generation > 0 && list->count < 200) {
            post(world, to, list->serial, delay);
            list_add(list, (Listed){veer_world_time(world) + (double)delay, to, list->serial++});
        }
    }
}

static void swap_some(VeerWorld *world, Dice *dice)
{
    if (roll_index(dice, 4) == 0) {
        (void)veer_agent_destroy(world, veer_agent_at(world, roll_index(dice, 16)));
    } else if (roll_index(dice, 4) == 0 && veer_agent_count(world) < 16) {
        add_agent_at(world, vec3(roll(dice, -1e4f, 1e4f), 0.0f, 0.0f));
    }
}

static void messages_come_in_the_order_of_a_sorted_list(void **unused)
{
    (void)unused;
    for (uint32_t seed = 0; seed < suite_seeds(40); ++seed) {
        Dice dice = make_dice(seed);
        VeerWorld *world = make_posting(200);
        List list = {.count = 0};
        for (int i = 0; i < 16; ++i) {
            add_agent_at(world, vec3(40.0f * (float)i, 0.0f, 0.0f));
        }
        for (int tick = 0; tick < 300; ++tick) {
            post_some(world, &dice, &list);
            swap_some(world, &dice);
            step_times(world, 1, EXACT_TICK);
            expect_listed(world, &list);
            assert_int_equal(veer_world_message_count(world), list.count);
            assert_true(veer_world_check(world, NULL));
        }
        assert_true(list.serial > 300);
        veer_world_destroy(world);
    }
}

static void messages_to_agents_that_are_gone_come_to_nothing(void **unused)
{
    (void)unused;
    VeerWorldDef def = posting_def(3);
    def.has_lifetimes = true;
    VeerWorld *world = make_world_of(&def);
    VeerAgentId gone = add_agent_at(world, vec3(0, 0, 0)), to = add_agent_at(world, vec3(9, 0, 0));
    post(world, gone, 1, 1.0f);
    post(world, to, 2, 1.0f);
    post(world, gone, 3, 2.0f);
    VeerMessage message = {0, 4};
    assert_int_equal(veer_agent_post(world, to, gone, message, 0.0f), VEER_FULL);
    // Whom it was from may be gone when it comes.
    veer_agent_destroy(world, gone);
    VeerAgentId next = add_agent_at(world, vec3(0, 0, 0)); // in the same slot
    assert_int_equal(veer_world_message_count(world), 3);
    assert_int_equal(veer_agent_post(world, to, next, message, 1.5f), VEER_OK);
    assert_int_equal(veer_world_message_count(world), 2);
    post(world, next, 5, 3.0f);
    assert_int_equal(veer_agent_post(world, to, next, message, 0.0f), VEER_FULL);
    veer_agent_destroy(world, next);
    veer_agent_set_time_to_live(world, to, 1.5f);
    const VeerEvent *events = NULL;
    uint32_t heard = 0;
    for (int tick = 0; tick < 240; ++tick) {
        step_times(world, 1, TICK);
        uint32_t count = read_messages(world, &events);
        assert_true(count == 0 || events->message.data == 2);
        heard += count;
    }
    assert_int_equal(heard, 1); // the other was due as its agent's time ran out
    assert_int_equal(veer_world_message_count(world), 0);
    veer_world_destroy(world);
}

static void a_message_may_be_from_one_that_is_gone_when_it_comes(void **unused)
{
    (void)unused;
    VeerWorld *world = make_posting(2);
    VeerAgentId from = add_agent_at(world, vec3(0, 0, 0)), to = add_agent_at(world, vec3(9, 0, 0));
    assert_int_equal(veer_agent_post(world, to, from, (VeerMessage){1, 2}, 0.0f), VEER_OK);
    veer_agent_destroy(world, from);
    step_times(world, 1, TICK);
    const VeerEvent *event = NULL;
    assert_int_equal(read_messages(world, &event), 1);
    assert_memory_equal(&event->other, &from, sizeof from);
    assert_false(veer_agent_is_alive(world, event->other));
    veer_world_destroy(world);
}

static void posts_that_cannot_be_are_refused_and_change_nothing(void **unused)
{
    (void)unused;
    static const float bad[] = {-1.0f, -0x1p-149f, NAN, INFINITY, -INFINITY};
    VeerWorld *world = make_posting(2), *without = make_posting(0);
    VeerAgentId agent = add_agent_at(world, vec3(0, 0, 0)),
                gone = add_agent_at(world, vec3(9, 0, 0));
    VeerMessage message = {1, 2};
    veer_agent_destroy(world, gone);
    post(world, agent, 1, 3.0f);
    Copy copy = copy_of(world);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; ++i) {
        assert_int_equal(veer_agent_post(world, agent, nobody, message, bad[i]), VEER_BAD_VALUE);
    }
    assert_int_equal(veer_agent_post(world, gone, nobody, message, 0), VEER_BAD_HANDLE);
    assert_int_equal(veer_agent_post(world, nobody, agent, message, 0), VEER_BAD_HANDLE);
    assert_int_equal(veer_agent_post(world, agent, gone, message, 0), VEER_BAD_HANDLE);
    assert_int_equal(veer_agent_post(NULL, agent, nobody, message, 0), VEER_BAD_HANDLE);
    assert_unchanged(world, copy);
    post(world, agent, 2, FLT_MAX);
    copy = copy_of(world);
    assert_int_equal(veer_agent_post(world, agent, nobody, message, 0), VEER_FULL);
    assert_unchanged(world, copy);
    agent = add_agent_at(without, vec3(0, 0, 0));
    assert_int_equal(veer_agent_post(without, agent, nobody, message, 0), VEER_FULL);
    assert_int_equal(veer_world_message_count(without), 0);
    assert_int_equal(veer_world_message_count(NULL), 0);
    VeerWorldDef def = posting_def((1u << 20) + 1u);
    VeerWorld *none = NULL;
    assert_int_equal(veer_world_create(&def, &none), VEER_BAD_VALUE);
    veer_world_destroy(world);
    veer_world_destroy(without);
}

static VeerStatus posted_in_step;

static void post_in_step(void *user, VeerStage stage)
{
    (void)stage;
    VeerWorld *world = user;
    posted_in_step =
        veer_agent_post(world, veer_agent_at(world, 0), nobody, (VeerMessage){1, 2}, 0);
}

static void nothing_is_posted_during_a_step(void **unused)
{
    (void)unused;
    VeerWorld *world = make_posting(2);
    add_agent_at(world, vec3(0, 0, 0));
    assert_int_equal(veer_world_set_stage_callback(world, post_in_step, world), VEER_OK);
    step_times(world, 1, TICK);
    assert_int_equal(posted_in_step, VEER_BUSY);
    assert_int_equal(veer_world_message_count(world), 0);
    veer_world_destroy(world);
}

static void many_that_are_due_at_once_all_come(void **unused)
{
    (void)unused;
    enum { MANY = 5000 };
    VeerWorld *world = make_posting(MANY);
    VeerAgentId to = add_agent_at(world, vec3(0, 0, 0));
    for (uint32_t i = 0; i < MANY; ++i) {
        post(world, to, i, 0.0f);
    }
    step_times(world, 1, TICK);
    const VeerEvent *events = NULL;
    assert_int_equal(read_messages(world, &events), MANY);
    for (uint32_t i = 0; i < MANY; ++i) {
        assert_int_equal(events[i].message.data, i);
    }
    veer_world_destroy(world);
}

/// What the host does before each tick of a busy world.
static void chat(VeerWorld *world, int tick)
{
    uint32_t slot = (uint32_t)tick * 53u % BUSY_AGENTS;
    VeerAgentId to = veer_agent_at(world, slot), from = veer_agent_at(world, slot / 2);
    for (uint32_t i = 0; i < 4 && to.generation > 0 && from.generation > 0; ++i) {
        VeerMessage message = {i, (uint32_t)tick};
        VeerStatus status =
            veer_agent_post(world, to, from, message, 0.3f * (float)i + 0.01f * (float)(tick % 30));
        assert_true(status == VEER_OK || status == VEER_FULL);
    }
    if (tick % 9 == 4) {
        (void)veer_agent_destroy(world, veer_agent_at(world, slot + 1));
    }
}

static VeerWorldDef chatting_def(void)
{
    VeerWorldDef def = busy_def(VEER_PLANAR, (VeerTasks){0});
    def.max_messages = 64;
    return def;
}

static void messages_are_saved_and_taken_over(void **unused)
{
    (void)unused;
    VeerWorldDef def = chatting_def();
    Busy busy = make_busy_of(&def, NULL), other = make_busy_of(&def, NULL);
    for (int tick = 0; tick < 40; ++tick) {
        chat(busy.world, tick);
        step_times(busy.world, 1, TICK);
    }
    assert_true(veer_world_message_count(busy.world) > 20);
    size_t size = veer_world_packed_size(busy.world);
    void *packed = malloc(size);
    assert_int_equal(veer_world_pack(busy.world, packed, size), VEER_OK);
    assert_int_equal(veer_world_import(other.world, packed, size, NULL), VEER_OK);
    free(packed);
    expect_same_future(busy.world, other.world, chat, 40, 80);
    veer_world_destroy(busy.world);
    veer_world_destroy(other.world);
}

static void a_host_that_moves_the_bodies_gets_the_same_messages(void **unused)
{
    (void)unused;
    VeerWorldDef def = chatting_def();
    Busy stepped = make_busy_of(&def, NULL), hosted = make_busy_of(&def, NULL);
    uint32_t heard = 0;
    for (int tick = 0; tick < 120; ++tick) {
        chat(stepped.world, tick);
        step_times(stepped.world, 1, TICK);
        assert_int_equal(veer_world_steer(hosted.world, TICK), VEER_OK);
        chat(hosted.world, tick); // between the two, they come with the same tick
        assert_int_equal(veer_world_moved(hosted.world, TICK), VEER_OK);
        const VeerEvent *a = NULL, *b = NULL;
        uint32_t count = read_messages(stepped.world, &a);
        assert_int_equal(read_messages(hosted.world, &b), count);
        if (count > 0) {
            assert_memory_equal(a, b, count * sizeof *a);
        }
        heard += count;
    }
    assert_true(heard > 100);
    veer_world_destroy(stepped.world);
    veer_world_destroy(hosted.world);
}

static void hashes_and_parts_tell_of_messages_that_can_still_come(void **unused)
{
    (void)unused;
    static const uint32_t orders[2][3] = {{1, 2, 3}, {3, 1, 2}};
    VeerWorld *worlds[2];
    for (int w = 0; w < 2; ++w) {
        VeerAgentId agents[4];
        worlds[w] = make_posting(8);
        for (int i = 0; i < 3; ++i) { // handles depend on the order of creation
            VeerAgentDef def = veer_agent_def_default();
            def.id = orders[w][i];
            def.position = vec3(9.0f * (float)def.id, 0, 0);
            agents[def.id] = add_agent(worlds[w], &def);
        }
        assert_int_equal(
            veer_agent_post(worlds[w], agents[1], agents[2], (VeerMessage){1, 5}, 1.0f), VEER_OK);
        post(worlds[w], agents[3], 6, 1.0f);
    }
    uint64_t hash = veer_world_hash(worlds[0]);
    VeerWorldDigest digest = veer_world_digest(worlds[0]);
    assert_true(veer_world_hash(worlds[1]) == hash);
    post(worlds[1], veer_agent_at(worlds[1], 0), 9, 2.0f);
    assert_true(veer_world_hash(worlds[1]) != hash);
    VeerWorldPart part = veer_world_locate(worlds[1], digest);
    assert_int_equal(part.kind, VEER_PART_MESSAGES);
    assert_string_equal(veer_part_kind_name(part.kind), "messages");
    veer_world_destroy(worlds[0]);
    veer_world_destroy(worlds[1]);
    VeerWorld *with = make_posting(8), *without = make_posting(0);
    assert_true(veer_world_hash(with) == veer_world_hash(without));
    VeerAgentId agent = add_agent_at(with, vec3(0, 0, 0));
    add_agent_at(without, vec3(0, 0, 0));
    post(with, agent, 1, 1.0f);
    veer_agent_destroy(with, agent);
    veer_agent_destroy(without, veer_agent_at(without, 0));
    assert_true(veer_world_hash(with) == veer_world_hash(without)); // it comes to nothing
    veer_world_destroy(with);
    veer_world_destroy(without);
}

static void messages_that_cannot_be_are_found(void **unused)
{
    (void)unused;
    for (int i = 0; i < 9; ++i) {
        VeerWorld *world = make_posting(6);
        VeerAgentId to = add_agent_at(world, vec3(0, 0, 0));
        for (uint32_t k = 0; k < 5; ++k) {
            post(world, to, k, (float)k);
        }
        assert_true(veer_world_check(world, NULL));
        static const char *const names[] = {
            "message.due",        "message.due",         "message.serial",
            "message.serial",     "message_head.count",  "message",
            "message_head.count", "message_head.unused", "message.due"};
        VeerWaiting *messages = world->messages;
        VeerMessageHead *head = world->message_head;
        i == 0   ? (void)(messages[2].due = (double)NAN)
        : i == 1 ? (void)(messages[0].due = -1.0)
        : i == 2 ? (void)(messages[0].due = 9.0) // behind those below it
        : i == 3 ? (void)(messages[1].serial = 77)
        : i == 4 ? (void)(head->count = 7)
        : i == 5 ? (void)(head->count = 4) // less than there are
        : i == 6 ? (void)(memset(messages, 0, 6 * sizeof *messages), head->count = 0)
        : i == 7 ? (void)(head->unused = 1)
                 : (void)(messages[4].due = (double)INFINITY);
        VeerStateFault fault = {"nothing", 0};
        assert_false(veer_world_check(world, &fault));
        assert_string_equal(fault.what, names[i]);
        veer_world_destroy(world);
    }
}

static void messages_ask_for_no_memory(void **unused)
{
    (void)unused;
    VeerTestAllocator counting = {0};
    VeerWorldDef def = posting_def(100);
    def.allocator = veer_test_allocator(&counting);
    VeerWorld *world = make_world_of(&def);
    VeerAgentId to = add_agent_at(world, vec3(0, 0, 0));
    counting.calls = 0;
    for (uint32_t i = 0; i < 100; ++i) {
        post(world, to, i, 0.01f * (float)i);
    }
    assert_int_equal(counting.calls, 0);
    expect_no_allocation(world, &counting, 100);
}

/// A listener: counts what it hears of a kind.
static void count_message(void *user, const VeerEvent *event)
{
    uint32_t *sum = user;
    *sum += event->message.data;
}

static void listeners_hear_messages(void **unused)
{
    (void)unused;
    VeerWorld *world = make_posting(4);
    VeerAgentId to = add_agent_at(world, vec3(0, 0, 0));
    void *memory = aligned_alloc(64, (veer_notifier_size(2, 2) + 63u) / 64u * 64u);
    VeerNotifier *notifier = veer_notifier_init(memory, 2, 2);
    VeerListenerId listener;
    uint32_t sum = 0;
    assert_int_equal(veer_notifier_attach(notifier, VEER_EVENT_BIT(VEER_EVENT_MESSAGE),
                                          count_message, &sum, &listener),
                     VEER_OK);
    post(world, to, 20, 0.0f);
    post(world, to, 22, 0.0f);
    step_times(world, 1, TICK);
    assert_int_equal(veer_notifier_tell_world(notifier, world), VEER_OK);
    assert_int_equal(sum, 42);
    free(memory);
    veer_world_destroy(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(messages_come_in_the_tick_in_which_they_are_due),
        cmocka_unit_test(messages_come_in_the_order_of_a_sorted_list),
        cmocka_unit_test(messages_to_agents_that_are_gone_come_to_nothing),
        cmocka_unit_test(a_message_may_be_from_one_that_is_gone_when_it_comes),
        cmocka_unit_test(posts_that_cannot_be_are_refused_and_change_nothing),
        cmocka_unit_test(nothing_is_posted_during_a_step),
        cmocka_unit_test(many_that_are_due_at_once_all_come),
        cmocka_unit_test(messages_are_saved_and_taken_over),
        cmocka_unit_test(a_host_that_moves_the_bodies_gets_the_same_messages),
        cmocka_unit_test(hashes_and_parts_tell_of_messages_that_can_still_come),
        cmocka_unit_test(messages_that_cannot_be_are_found),
        cmocka_unit_test(messages_ask_for_no_memory),
        cmocka_unit_test(listeners_hear_messages),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
