// Two crowds that meet in a corridor between bare walls: who comes keeps right.
#include "base/random.h"
#include "world/world_maker.h"

#define PACE 1.4f
#define LENGTH 60.0f
#define END 5.0f // m beyond the corridor, where their goals are

enum { MOST = 200, LIMIT = 100 };

/// A corridor, and as many who come from either end.
typedef struct Corridor {
    float width, radius, turn; ///< m, m, rad
    int each, ticks_a_second;
    uint64_t seed;
} Corridor;

typedef struct Meeting {
    Corridor corridor;
    VeerWorld *world;
    VeerAgentId agents[MOST];
    float furthest[MOST]; ///< m, along its path
    float seconds[MOST];  ///< until it is at its end; 0: it is not
    float swept;          ///< m, the most that any was swept back
} Meeting;

static VeerVec3 turned(const Corridor *corridor, VeerVec3 at)
{
    float cosine = cosf(corridor->turn), sine = sinf(corridor->turn);
    return vec3(at.x * cosine - at.y * sine, at.x * sine + at.y * cosine, 0.0f);
}

static void add_side(VeerWorld *world, const Corridor *corridor, float y)
{
    VeerVec3 ends[2] = {turned(corridor, vec3(-2.0f * END, y, 0.0f)),
                        turned(corridor, vec3(LENGTH + 2.0f * END, y, 0.0f))};
    add_chain(world, ends, 2);
}

/// Adds one of a group, which stands in rows, shaken; +1 goes along x, -1 comes.
static VeerAgentId add_one(Meeting *meeting, int i, float way)
{
    const Corridor *corridor = &meeting->corridor;
    float gap = 2.6f * corridor->radius, room = corridor->width - 2.2f * corridor->radius;
    int rows = (int)(room / gap) + 1;
    uint64_t key = (uint64_t)(2 * i + (way > 0.0f));
    float x = gap * (float)(i / rows) + 0.1f * veer_random_unit(corridor->seed, 1, key);
    float y = gap * ((float)(i % rows) - 0.5f * (float)(rows - 1));
    VeerAgentDef def = veer_agent_def_default();
    float from = way > 0.0f ? x : LENGTH - x, to = way > 0.0f ? LENGTH + END : -END;
    def.position = turned(corridor, vec3(from, y, 0.0f));
    def.radius = corridor->radius;
    def.preferred_speed = PACE;
    def.max_speed = 1.3f * PACE;
    VeerAgentId agent = add_agent(meeting->world, &def);
    VeerVec3 goal = turned(corridor, vec3(to, y, 0.0f));
    assert_int_equal(veer_agent_go_to(meeting->world, agent, goal, 2.0f), VEER_OK);
    return agent;
}

static float way_of(const Meeting *meeting, int i)
{
    return i < meeting->corridor.each ? 1.0f : -1.0f;
}

static void open_meeting(Meeting *meeting, const Corridor *corridor)
{
    *meeting = (Meeting){.corridor = *corridor, .world = make_world(VEER_PLANAR)};
    add_side(meeting->world, corridor, -0.5f * corridor->width);
    add_side(meeting->world, corridor, 0.5f * corridor->width);
    for (int i = 0; i < 2 * corridor->each; i++) {
        float way = way_of(meeting, i);
        meeting->agents[i] = add_one(meeting, i % corridor->each, way);
        meeting->furthest[i] = -INFINITY;
    }
}

/// Who is at its end leaves. @return how many have not
static int note(Meeting *meeting, float seconds)
{
    int left = 0;
    float cosine = cosf(meeting->corridor.turn), sine = sinf(meeting->corridor.turn);
    for (int i = 0; i < 2 * meeting->corridor.each; i++) {
        if (meeting->seconds[i] > 0.0f) {
            continue;
        }
        VeerAgentState state = read_agent(meeting->world, meeting->agents[i]);
        float along = (state.position.x * cosine + state.position.y * sine) * way_of(meeting, i);
        meeting->furthest[i] = max_f(meeting->furthest[i], along);
        meeting->swept = max_f(meeting->swept, meeting->furthest[i] - along);
        if (state.status == VEER_AGENT_ARRIVED) {
            meeting->seconds[i] = seconds;
            assert_int_equal(veer_agent_destroy(meeting->world, meeting->agents[i]), VEER_OK);
        }
        left += meeting->seconds[i] == 0.0f;
    }
    return left;
}

/// All get by, in at most `longer` times the time that the longest free way takes, and nobody is
/// swept back far.
static void assert_pass(Corridor corridor, float longer)
{
    Meeting meeting;
    open_meeting(&meeting, &corridor);
    float free = (LENGTH + END) / PACE, tick = 1.0f / (float)corridor.ticks_a_second;
    float seconds = 0.0f;
    int left = 2 * corridor.each;
    for (int i = 1; left > 0 && seconds < LIMIT; i++) {
        step_times(meeting.world, 1, tick);
        seconds = (float)i * tick;
        left = note(&meeting, seconds);
    }
    if (left > 0 || seconds > longer * free || meeting.swept > 5.0f) {
        fail_msg("%g m: %d left after %g s, swept %g m", (double)corridor.width, left,
                 (double)seconds, (double)meeting.swept);
    }
    veer_world_destroy(meeting.world);
}

static void crowds_pass_each_other_in_corridors(void **state)
{
    (void)state;
    assert_pass((Corridor){3.0f, 0.25f, 0.0f, 100, 30, 1}, 1.3f);
    assert_pass((Corridor){3.0f, 0.25f, 0.7f, 100, 60, 2}, 1.3f);
    assert_pass((Corridor){2.5f, 0.25f, 0.0f, 60, 30, 3}, 1.5f);
    assert_pass((Corridor){6.0f, 0.25f, 2.0f, 100, 30, 4}, 1.3f);
}

static void long_ticks_are_no_matter(void **state)
{
    (void)state;
    assert_pass((Corridor){3.0f, 0.25f, 0.0f, 100, 10, 5}, 1.4f);
}

/// How far one alone, who begins at the right wall, goes to the left in half of a corridor, m.
static float shift_of_one(float width)
{
    Corridor corridor = {width, 0.25f, 0.0f, 1, 60, 1};
    Meeting meeting;
    open_meeting(&meeting, &corridor);
    assert_int_equal(veer_agent_destroy(meeting.world, meeting.agents[1]), VEER_OK);
    float from = read_agent(meeting.world, meeting.agents[0]).position.y;
    step_times(meeting.world, 60 * 20, 1.0f / 60.0f);
    float to = read_agent(meeting.world, meeting.agents[0]).position.y;
    veer_world_destroy(meeting.world);
    return to - from;
}

static void one_alone_keeps_to_its_lane_where_there_are_two(void **state)
{
    (void)state;
    float shift = shift_of_one(4.0f); // into the right half, which is 1.75 m of room
    assert_true(shift > 0.1f && shift < 1.75f);
    assert_true(fabsf(shift_of_one(1.4f)) < 0.01f);  // two streams have no room
    assert_true(fabsf(shift_of_one(12.0f)) < 0.01f); // open
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(crowds_pass_each_other_in_corridors),
        cmocka_unit_test(long_ticks_are_no_matter),
        cmocka_unit_test(one_alone_keeps_to_its_lane_where_there_are_two),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
