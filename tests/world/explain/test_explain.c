// Why an agent does what it does, in worlds that have each situation.
#include "draw/draw_counter.h"
#include "world/explain_reader.h"

static VeerAgentId add_with(VeerWorld *world, VeerVec3 at, uint32_t layer, uint32_t mask)
{
    VeerAgentDef def = veer_agent_def_default();
    def.position = at;
    def.layer = layer;
    def.avoid_mask = mask;
    return add_agent(world, &def);
}

static void send(VeerWorld *world, VeerAgentId agent, VeerVec3 to)
{
    assert_int_equal(veer_agent_go_to(world, agent, to, 0.3f), VEER_OK);
}

// --- Goals ---

static void an_agent_without_a_goal_says_so(void **state)
{
    (void)state;
    VeerWorld *world = make_world(VEER_PLANAR);
    VeerAgentId agent = add_agent_at(world, vec3(0, 0, 0));
    step_times(world, 1, TICK);
    assert_says(world, agent, VEER_REASON_NO_GOAL, "It has no goal: it rests, and gives way.");
    assert_says(world, agent, VEER_REASON_PREFERS_REST, "It prefers to stand.");
    assert_false(has_reason(world, agent, VEER_REASON_FREE));
    veer_world_destroy(world);
}

static void an_agent_with_a_list_does_what_that_says(void **state)
{
    (void)state;
    VeerWorld *world = make_world(VEER_PLANAR);
    VeerAgentDef def = veer_agent_def_default();
    def.model = VEER_AVOID_POTENTIAL;
    def.avoid = veer_avoid_params_for(def.model);
    VeerAgentId agent = add_agent(world, &def);
    VeerBehaviourList list = veer_behaviour_list_default();
    for (int i = 0; i < 2; ++i) {
        list.behaviours[i] = veer_behaviour_default(VEER_BEHAVIOUR_SEEK);
        list.behaviours[i].point = vec3(i == 0 ? 30.0f : 0.0f, i == 1 ? 30.0f : 0.0f, 0.0f);
    }
    list.behaviour_count = 2;
    VeerBehaviourListId id;
    assert_int_equal(veer_behaviour_list_create(world, &list, &id), VEER_OK);
    assert_int_equal(veer_agent_set_behaviours(world, agent, id), VEER_OK);
    step_times(world, 1, TICK);
    assert_false(has_reason(world, agent, VEER_REASON_NO_GOAL));
    assert_says(world, agent, VEER_REASON_BEHAVES, "It does as its list of behaviours says: 2.");
    assert_says(world, agent, VEER_REASON_TARGETS, "Targets of its list that pull it: 2.");
    assert_says(world, agent, VEER_REASON_PREFERS, "It prefers 1.4 m/s.");
    assert_true(has_reason(world, agent, VEER_REASON_FREE));
    veer_world_destroy(world);
}

static void an_agent_alone_is_free(void **state)
{
    (void)state;
    VeerWorld *world = make_world(VEER_PLANAR);
    VeerAgentId agent = add_agent_at(world, vec3(0, 0, 0));
    send(world, agent, vec3(-3, 4, 0));
    step_times(world, 1, 0.0625f);
    assert_says(world, agent, VEER_REASON_GOAL, "It goes to (-3, 4), 4.91 m away.");
    assert_says(world, agent, VEER_REASON_PREFERS, "It prefers 1.4 m/s.");
    assert_says(world, agent, VEER_REASON_FREE, "Nothing keeps it from that.");
    assert_says(world, agent, VEER_REASON_SENSES, "Bodies within 10 m that it avoids: 0.");
    VeerReason prefers = read_reason(world, agent, VEER_REASON_PREFERS);
    VeerAgentState now = read_agent(world, agent);
    assert_near3(prefers.place, add3(now.position, now.preferred_velocity), 1e-6f);
    step_times(world, 300, TICK);
    assert_says(world, agent, VEER_REASON_AT_GOAL,
                "It is at its goal, within 0.3 m: it rests, and gives way.");
    veer_world_destroy(world);
}

static void followers_say_whom_and_when_that_is_gone(void **state)
{
    (void)state;
    VeerWorld *world = make_world(VEER_PLANAR);
    VeerAgentId agent = add_agent_at(world, vec3(0, 0, 0));
    VeerAgentId target = add_agent_at(world, vec3(6, 0, 0));
    VeerObstacleId ball = add_ball(world, vec3(0, 9, 0), 2.0f);
    assert_int_equal(veer_agent_follow_agent(world, agent, target, 2.0f), VEER_OK);
    assert_says(world, agent, VEER_REASON_FOLLOWS,
                "It follows agent 2, 5 m away, and does not avoid it on the way.");
    assert_false(has_reason(world, agent, VEER_REASON_RIGHT_OF_WAY));
    assert_int_equal(veer_agent_destroy(world, target), VEER_OK);
    assert_says(world, agent, VEER_REASON_LOST, "What it followed is gone.");
    step_times(world, 1, TICK);
    assert_true(has_reason(world, agent, VEER_REASON_LOST));
    assert_int_equal(veer_agent_follow_obstacle(world, agent, ball, 3.0f), VEER_OK);
    VeerReason follows = read_reason(world, agent, VEER_REASON_FOLLOWS);
    assert_int_equal(follows.body.kind, VEER_FOUND_OBSTACLE);
    assert_float_equal(follows.value, 6.5f, 0.1f);
    assert_int_equal(veer_obstacle_destroy(world, ball), VEER_OK);
    assert_true(has_reason(world, agent, VEER_REASON_LOST));
    assert_int_equal(veer_agent_set_preferred_velocity(world, agent, vec3(0.5f, 0, 0)), VEER_OK);
    assert_says(world, agent, VEER_REASON_HOST_STEERS, "Its host has it go at 0.5 m/s.");
    veer_world_destroy(world);
}

static void what_cannot_move_says_why(void **state)
{
    (void)state;
    VeerWorld *world = make_world(VEER_PLANAR);
    VeerAgentDef def = veer_agent_def_default();
    def.max_speed = 0.0f;
    VeerAgentId slow = add_agent(world, &def);
    def.is_immovable = true;
    def.position = vec3(9, 0, 0);
    VeerAgentId fixed = add_agent(world, &def);
    send(world, slow, vec3(9, 9, 0));
    send(world, fixed, vec3(9, 9, 0));
    step_times(world, 1, TICK);
    assert_says(world, slow, VEER_REASON_NO_SPEED, "It cannot move: its max_speed is 0.");
    assert_says(world, fixed, VEER_REASON_IMMOVABLE, "It is immovable, whatever its goal.");
    assert_false(has_reason(world, fixed, VEER_REASON_NO_SPEED));
    step_times(world, 180, TICK);
    VeerReason stalled = read_reason(world, slow, VEER_REASON_NO_PROGRESS);
    assert_float_equal(stalled.value, 3.0f, 0.1f);
    veer_world_destroy(world);
}

// --- Senses ---

static void what_a_mask_excludes_is_named(void **state)
{
    (void)state;
    VeerWorld *world = make_world(VEER_PLANAR);
    VeerAgentId agent = add_with(world, vec3(0, 0, 0), 1u, 1u);
    (void)add_with(world, vec3(5, 0, 0), 2u, 1u);
    (void)add_with(world, vec3(3, 0, 0), 2u, 1u);
    (void)add_with(world, vec3(-2, 0, 0), 3u, 1u);
    assert_says(world, agent, VEER_REASON_MASKED,
                "It does not sense agent 3, 2 m away: avoid_mask excludes its layers.");
    VeerObstacleDef wall = veer_obstacle_def_default();
    VeerVec3 ends[2] = {{-4, 1.5f, 0}, {4, 1.5f, 0}};
    wall.shape = VEER_SHAPE_CHAIN;
    wall.vertices = ends;
    wall.vertex_count = 2;
    wall.layer = 2u;
    VeerObstacleId chain = add_obstacle(world, &wall);
    assert_says(world, agent, VEER_REASON_MASKED,
                "It does not sense obstacle 0, 1 m away: avoid_mask excludes its layers.");
    assert_int_equal(veer_obstacle_set_layer(world, chain, 3u), VEER_OK);
    assert_int_equal(read_reason(world, agent, VEER_REASON_MASKED).body.id, 3);
    veer_world_destroy(world);
}

static void ghosts_that_are_not_avoided_are_no_silence(void **state)
{
    (void)state;
    VeerWorld *world = make_world(VEER_PLANAR);
    VeerAgentId agent = add_with(world, vec3(0, 0, 0), 1u, 1u);
    VeerObstacleDef def = veer_obstacle_def_default();
    def.position = vec3(3, 0, 0);
    def.layer = 0;
    def.is_ghost = true;
    (void)add_obstacle(world, &def);
    assert_false(has_reason(world, agent, VEER_REASON_MASKED));
    def.is_ghost = false;
    (void)add_obstacle(world, &def);
    assert_int_equal(read_reason(world, agent, VEER_REASON_MASKED).body.id, 1);
    veer_world_destroy(world);
}

static void what_is_too_far_away_is_named_if_it_comes(void **state)
{
    (void)state;
    VeerWorld *world = make_world(VEER_PLANAR);
    VeerAgentDef def = veer_agent_def_default();
    def.avoid.sense_range = 3.0f;
    VeerAgentId agent = add_agent(world, &def);
    VeerObstacleId ball =
        add_moving_ball(world, VEER_MOTION_VELOCITY, vec3(6, 0, 0), vec3(-4, 0, 0), 0.5f);
    (void)add_moving_ball(world, VEER_MOTION_VELOCITY, vec3(6, 6, 0), vec3(-4, 0, 0), 0.5f);
    assert_says(
        world, agent, VEER_REASON_OUT_OF_RANGE,
        "It does not sense obstacle 0, which would touch it in 1.25 s: sense_range is 3 m.");
    assert_int_equal(veer_obstacle_set_velocity(world, ball, vec3(4, 0, 0)), VEER_OK);
    assert_false(has_reason(world, agent, VEER_REASON_OUT_OF_RANGE));
    veer_world_destroy(world);
}

static void what_nearer_ones_hide_is_named(void **state)
{
    (void)state;
    VeerWorld *world = make_world(VEER_PLANAR);
    VeerAgentDef def = veer_agent_def_default();
    def.avoid.max_neighbours = 2;
    VeerAgentId agent = add_agent(world, &def);
    for (int i = 0; i < 2; i++) {
        (void)add_agent_at(world, vec3(0, i ? 1.5f : -1.5f, 0));
    }
    (void)add_blind(world, vec3(4, 0, 0), vec3(-3, 0, 0));
    step_times(world, 1, 0.001f);
    VeerReason hidden = read_reason(world, agent, VEER_REASON_CROWDED_OUT);
    assert_int_equal(hidden.body.id, 4);
    assert_float_equal(hidden.value, 1.0f, 0.01f);
    assert_float_equal(hidden.limit, 2.0f, 0.0f);
    assert_false(has_reason(world, agent, VEER_REASON_RIGHT_OF_WAY));
    veer_world_destroy(world);
}

static void what_is_above_is_named(void **state)
{
    (void)state;
    VeerWorld *world = make_world(VEER_PLANAR);
    VeerAgentDef def = veer_agent_def_default();
    def.height = 2.0f;
    VeerAgentId agent = add_agent(world, &def);
    def.position = vec3(3, 0, 5);
    (void)add_agent(world, &def);
    assert_says(world, agent, VEER_REASON_OTHER_HEIGHT,
                "It does not sense agent 2, 2 m away in plan: it is above or below.");
    veer_world_destroy(world);
}

static void who_yields_alone_and_who_does_not_is_named(void **state)
{
    (void)state;
    VeerWorld *world = make_world(VEER_PLANAR);
    VeerAgentDef def = veer_agent_def_default();
    def.priority = INFINITY;
    VeerAgentId king = add_agent(world, &def);
    def.priority = 1.0f;
    def.position = vec3(3, 0, 0);
    VeerAgentId other = add_agent(world, &def);
    VeerAgentId blind = add_blind(world, vec3(0, 5, 0), vec3(1, 0, 0));
    assert_says(world, king, VEER_REASON_RIGHT_OF_WAY,
                "It has the right of way over agent 2, 2 m away.");
    assert_says(world, king, VEER_REASON_IGNORED, "It is not avoided by agent 3, 4 m away.");
    assert_false(has_reason(world, other, VEER_REASON_RIGHT_OF_WAY));
    assert_says(world, blind, VEER_REASON_NO_MODEL, "It avoids nobody: its model is none.");
    veer_world_destroy(world);
}

// --- Decisions ---

static VeerWorld *make_meeting(float other_y, VeerAgentId *agent, bool is_fixed)
{
    VeerWorld *world = make_world(VEER_PLANAR);
    VeerAgentDef def = veer_agent_def_default();
    *agent = add_agent(world, &def);
    send(world, *agent, vec3(20, 0, 0));
    def.position = vec3(3, other_y, 0);
    def.is_immovable = is_fixed;
    VeerAgentId other = add_agent(world, &def);
    if (!is_fixed) {
        send(world, other, vec3(-20, other_y, 0));
    }
    def.position = vec3(4, 6, 0);
    (void)add_agent(world, &def);
    step_times(world, 60, TICK);
    return world;
}

static void who_is_turned_aside_says_by_whom(void **state)
{
    (void)state;
    VeerAgentId agent;
    VeerWorld *world = make_meeting(0.3f, &agent, false);
    VeerReason reason = read_reason(world, agent, VEER_REASON_TURNS);
    assert_int_equal(reason.body.id, 2);
    VeerAgentState now = read_agent(world, agent);
    assert_float_equal(reason.value, fabsf(now.safe_velocity.y), 0.1f);
    assert_near3(reason.place, read_agent(world, reason.body.agent).position, 0.0f);
    veer_world_destroy(world);
}

/// A slow one ahead in a corridor.
static void who_is_slowed_down_says_by_whom(void **state)
{
    (void)state;
    VeerWorld *world = make_world(VEER_PLANAR);
    VeerVec3 left[2] = {{-9, 0.7f, 0}, {90, 0.7f, 0}}, right[2] = {{-9, -0.7f, 0}, {90, -0.7f, 0}};
    add_chain(world, left, 2);
    add_chain(world, right, 2);
    VeerAgentId agent = add_agent_at(world, vec3(0, 0, 0));
    VeerAgentId slow = add_agent_at(world, vec3(2, 0, 0));
    send(world, agent, vec3(80, 0, 0));
    send(world, slow, vec3(80, 0, 0));
    assert_int_equal(veer_agent_set_max_speed(world, slow, 1.0f), VEER_OK);
    step_times(world, 360, TICK);
    VeerReason reason = read_reason(world, agent, VEER_REASON_SLOWS);
    assert_int_equal(reason.body.id, 2);
    assert_float_equal(reason.value, 1.0f, 0.15f);
    assert_float_equal(reason.limit, 1.4f, 0.01f);
    assert_true(has_reason(world, agent, VEER_REASON_WALLS));
    assert_int_equal(veer_agent_set_max_speed(world, slow, 0.1f), VEER_OK);
    step_times(world, 360, TICK);
    reason = read_reason(world, agent, VEER_REASON_HELD_UP);
    assert_int_equal(reason.body.id, 2);
    assert_float_equal(reason.value, 0.1f, 0.05f);
    veer_world_destroy(world);
}

static void who_stands_before_a_wall_says_so(void **state)
{
    (void)state;
    VeerWorld *world = make_world(VEER_PLANAR);
    VeerVec3 ring[4] = {{-3, -3, 0}, {3, -3, 0}, {3, 3, 0}, {-3, 3, 0}};
    VeerObstacleDef def = veer_obstacle_def_default();
    def.shape = VEER_SHAPE_CHAIN;
    def.vertices = ring;
    def.vertex_count = 4;
    def.is_closed = true;
    (void)add_obstacle(world, &def);
    VeerAgentId agent = add_agent_at(world, vec3(0, 0, 0));
    assert_int_equal(veer_agent_set_preferred_velocity(world, agent, vec3(1, 0, 0)), VEER_OK);
    VeerReason reason = {.value = 1.0f};
    for (int i = 0; i < 200 && reason.value > 0.5f; i++) {
        step_times(world, 1, TICK);
        (void)find_reason(world, agent, VEER_REASON_WALLED_IN, &reason);
    }
    assert_true(reason.value < 0.5f && read_agent(world, agent).position.x > 1.0f);
    assert_float_equal(reason.limit, 1.0f, 0.01f);
    veer_world_destroy(world);
}

/// Stands whatever it sees; with `user` set only once it has decided before.
static VeerAvoidResult stubborn(const VeerView *view, const VeerAvoidParams *params,
                                VeerVec3 preferred, void *user)
{
    (void)params;
    VeerAvoidResult result = {.velocity = preferred, .memory = view->memory};
    if (!user || view->memory.crowd.jam > 0.0f) {
        result.velocity = vec3(0, 0, 0);
    }
    result.memory.crowd.jam = 1.0f;
    return result;
}

static void what_nothing_about_it_explains_is_its_models(void **state)
{
    (void)state;
    VeerWorld *world = make_world(VEER_PLANAR);
    VeerAgentDef def = veer_agent_def_default();
    def.model = VEER_AVOID_CUSTOM;
    VeerAgentId agent = add_agent(world, &def);
    (void)add_agent_at(world, vec3(0, 3, 0));
    send(world, agent, vec3(9, 0, 0));
    assert_int_equal(veer_world_set_avoid_callback(world, 0, stubborn, NULL), VEER_OK);
    step_times(world, 3, TICK);
    assert_says(world, agent, VEER_REASON_ITSELF,
                "It goes at 0 m/s in place of 1.4, whatever is about it.");
    assert_int_equal(veer_world_set_avoid_callback(world, 0, stubborn, world), VEER_OK);
    assert_says(world, agent, VEER_REASON_REMEMBERS,
                "It goes at 0 m/s in place of 1.4 by what came before: it was held up, or is on a "
                "detour.");
    veer_world_destroy(world);
}

// --- Bodies ---

static VeerAgentId add_limited(VeerWorld *world, float acceleration, float braking, float turn)
{
    VeerAgentDef def = veer_agent_def_default();
    def.position = vec3(0, 9 * (float)veer_agent_count(world), 0);
    def.max_speed = 10.0f;
    def.max_acceleration = acceleration;
    def.max_braking = braking;
    def.max_turn_rate = turn;
    def.model = VEER_AVOID_NONE;
    return add_agent(world, &def);
}

static void limits_that_hold_a_body_are_named(void **state)
{
    (void)state;
    VeerWorld *world = make_world(VEER_PLANAR);
    VeerAgentId slow = add_limited(world, 2.0f, 60.0f, INFINITY);
    VeerAgentId weak = add_limited(world, 600.0f, 3.0f, INFINITY);
    VeerAgentId stiff = add_limited(world, INFINITY, INFINITY, 1.0f);
    VeerAgentDef def = veer_agent_def_for(VEER_VEHICLE_CAR);
    def.position = vec3(0, 50, 0);
    VeerAgentId car = add_agent(world, &def);
    VeerVec3 ahead = vec3(8, 0, 0), none = vec3(0, 0, 0);
    assert_int_equal(veer_agent_set_preferred_velocity(world, slow, ahead), VEER_OK);
    assert_int_equal(veer_agent_set_preferred_velocity(world, stiff, vec3(0, 5, 0)), VEER_OK);
    assert_int_equal(veer_agent_set_preferred_velocity(world, weak, none), VEER_OK);
    assert_int_equal(veer_agent_set_preferred_velocity(world, car, vec3(-9, 0.1f, 0)), VEER_OK);
    assert_int_equal(veer_agent_set_velocity(world, weak, ahead), VEER_OK);
    assert_int_equal(veer_agent_set_velocity(world, stiff, vec3(5, 0, 0)), VEER_OK);
    step_times(world, 1, TICK);
    VeerReason low = read_reason(world, slow, VEER_REASON_ACCELERATION);
    VeerReason brakes = read_reason(world, weak, VEER_REASON_BRAKING);
    assert_float_equal(low.limit, 2.0f, 0.0f);
    assert_float_equal(brakes.limit, 3.0f, 0.0f);
    assert_float_equal(read_reason(world, stiff, VEER_REASON_TURN_RATE).limit, 1.0f, 0.0f);
    assert_true(has_reason(world, car, VEER_REASON_VEHICLE));
    step_times(world, 1, TICK);
    assert_float_equal(length3(read_agent(world, slow).velocity), low.value, 1e-6f);
    assert_float_equal(length3(read_agent(world, weak).velocity), brakes.value, 1e-6f);
    veer_world_destroy(world);
}

static void who_was_knocked_and_who_touches_says_so(void **state)
{
    (void)state;
    VeerWorld *world = make_world(VEER_PLANAR);
    VeerAgentDef def = veer_agent_def_default();
    def.model = VEER_AVOID_NONE;
    def.mass = 1.0f;
    def.max_acceleration = 2.0f;
    VeerAgentId agent = add_agent(world, &def);
    VeerObstacleId rock =
        add_moving_ball(world, VEER_MOTION_FREE, vec3(1.05f, 0, 0), vec3(-6, 0, 0), 0.5f);
    step_times(world, 1, TICK);
    assert_says(world, agent, VEER_REASON_KNOCKED, "Impacts knocked it off its course.");
    assert_int_equal(read_reason(world, agent, VEER_REASON_TOUCHES).body.obstacle.slot, rock.slot);
    VeerAgentId heavy = add_agent_at(world, vec3(9, 0, 0)),
                other = add_agent_at(world, vec3(9, 0.9f, 0));
    step_times(world, 1, TICK);
    assert_int_equal(read_reason(world, heavy, VEER_REASON_TOUCHES).body.agent.slot, other.slot);
    assert_says(world, other, VEER_REASON_TOUCHES, "It touches agent 2.");
    veer_world_destroy(world);
}

// --- Calls ---

static void what_does_not_fit_is_counted(void **state)
{
    (void)state;
    VeerAgentId agent;
    VeerWorld *world = make_meeting(0.3f, &agent, false);
    VeerReason all[VEER_MAX_REASONS], few[2];
    uint32_t count = 0, again = 0;
    assert_int_equal(veer_world_explain(world, agent, TICK, all, VEER_MAX_REASONS, &count),
                     VEER_OK);
    assert_int_equal(veer_world_explain(world, agent, TICK, few, 2, &again), VEER_OK);
    assert_int_equal(count, again);
    assert_int_equal(few[1].kind, all[1].kind);
    assert_int_equal(veer_world_explain(world, agent, TICK, NULL, 0, &again), VEER_OK);
    assert_int_equal(count, again);
    assert_int_equal(veer_world_explain(world, agent, TICK, NULL, 1, &again), VEER_BAD_VALUE);
    assert_int_equal(veer_world_explain(world, agent, TICK, few, 2, NULL), VEER_BAD_VALUE);
    assert_int_equal(veer_world_explain(world, agent, 0.0f, few, 2, &again), VEER_BAD_VALUE);
    assert_int_equal(veer_world_explain(world, (VeerAgentId){9, 1}, TICK, few, 2, &again),
                     VEER_BAD_HANDLE);
    veer_world_destroy(world);
}

/// A goal and a preferred velocity are lines, and who is met is a line and a ball.
static void reasons_with_places_are_drawn(void **state)
{
    (void)state;
    VeerAgentId agent;
    VeerWorld *world = make_meeting(0.3f, &agent, false);
    VeerReason reasons[VEER_MAX_REASONS];
    uint32_t count = 0;
    assert_int_equal(veer_world_explain(world, agent, TICK, reasons, VEER_MAX_REASONS, &count),
                     VEER_OK);
    Count counter = {0};
    VeerDraw calls = {.ball = count_ball, .line = count_line, .user = &counter};
    veer_draw_reasons(world, agent, reasons, count, &calls);
    assert_int_equal(counter.lines[VEER_DRAW_GOAL], 1);
    assert_int_equal(counter.lines[VEER_DRAW_PREFERRED], 1);
    assert_int_equal(counter.lines[VEER_DRAW_TRACE + VEER_TRACE_HIT], 1);
    assert_int_equal(counter.balls[VEER_DRAW_TRACE + VEER_TRACE_HIT], 1);
    assert_int_equal(counter.lines[VEER_DRAW_ROUTE], 0);
    veer_draw_reasons(world, (VeerAgentId){9, 1}, reasons, count, &calls);
    veer_draw_reasons(world, agent, NULL, count, &calls);
    assert_int_equal(counter.lines[VEER_DRAW_GOAL], 1);
    veer_world_destroy(world);
}

static void sentences_are_cut_and_end(void **state)
{
    (void)state;
    VeerReason reason = {
        .kind = VEER_REASON_GOAL, .place = {-0.004f, 1.999f, 2.5f}, .value = 0.05f};
    char text[100], cut[8] = "xxxxxxx";
    uint32_t length = veer_reason_text(&reason, text, sizeof text);
    assert_string_equal(text, "It goes to (0, 2, 2.5), 0.05 m away.");
    assert_int_equal(length, strlen(text));
    assert_int_equal(veer_reason_text(&reason, cut, 7), length);
    assert_string_equal(cut, "It goe");
    assert_int_equal(veer_reason_text(NULL, text, sizeof text), 0);
    reason.kind = VEER_REASON_KIND_COUNT;
    assert_int_equal(veer_reason_text(&reason, text, sizeof text), 0);
    assert_string_equal(text, "");
    reason = (VeerReason){.kind = VEER_REASON_SLOWS, .value = -INFINITY, .limit = INFINITY};
    veer_reason_text(&reason, text, sizeof text);
    assert_non_null(strstr(text, "-infinity m/s in place of infinity because of several together"));
    assert_null(veer_reason_kind_name(VEER_REASON_KIND_COUNT));
    assert_null(veer_reason_topic((VeerReasonKind)-1));
}

static void kinds_have_names_of_their_own_and_topics_in_order(void **state)
{
    (void)state;
    const char *topic = "";
    int topics = 0;
    for (int i = 0; i < VEER_REASON_KIND_COUNT; i++) {
        for (int j = 0; j < i; j++) {
            assert_string_not_equal(veer_reason_kind_name((VeerReasonKind)i),
                                    veer_reason_kind_name((VeerReasonKind)j));
        }
        topics += strcmp(veer_reason_topic((VeerReasonKind)i), topic) != 0;
        topic = veer_reason_topic((VeerReasonKind)i);
    }
    assert_int_equal(topics, 5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_agent_without_a_goal_says_so),
        cmocka_unit_test(an_agent_with_a_list_does_what_that_says),
        cmocka_unit_test(an_agent_alone_is_free),
        cmocka_unit_test(followers_say_whom_and_when_that_is_gone),
        cmocka_unit_test(what_cannot_move_says_why),
        cmocka_unit_test(what_a_mask_excludes_is_named),
        cmocka_unit_test(ghosts_that_are_not_avoided_are_no_silence),
        cmocka_unit_test(what_is_too_far_away_is_named_if_it_comes),
        cmocka_unit_test(what_nearer_ones_hide_is_named),
        cmocka_unit_test(what_is_above_is_named),
        cmocka_unit_test(who_yields_alone_and_who_does_not_is_named),
        cmocka_unit_test(who_is_turned_aside_says_by_whom),
        cmocka_unit_test(who_is_slowed_down_says_by_whom),
        cmocka_unit_test(who_stands_before_a_wall_says_so),
        cmocka_unit_test(what_nothing_about_it_explains_is_its_models),
        cmocka_unit_test(limits_that_hold_a_body_are_named),
        cmocka_unit_test(who_was_knocked_and_who_touches_says_so),
        cmocka_unit_test(what_does_not_fit_is_counted),
        cmocka_unit_test(reasons_with_places_are_drawn),
        cmocka_unit_test(sentences_are_cut_and_end),
        cmocka_unit_test(kinds_have_names_of_their_own_and_topics_in_order),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
