// Shards: agents come out of worlds and into others bit by bit, whatever their slots; and what
// cannot be spread is refused by name.
#include "world/host/shard.h"
#include "world/world_maker.h"

enum { TICKS = 40, MOST = 90 };

static VeerAgentDef agent_of(Dice *dice, uint32_t i)
{
    VeerAgentDef def = veer_agent_def_default();
    def.position = vec3(roll(dice, -9.0f, 9.0f), roll(dice, -9.0f, 9.0f), 0.0f);
    def.radius = i % 3 == 0 ? 0.5f : 0.3f;
    def.max_turn_rate = i % 5 == 0 ? 2.0f : INFINITY;
    def.avoid.max_neighbours = 4 + i % 3;
    def.avoid_mask = i % 7 == 0 ? 2u : UINT32_MAX;
    return def;
}

/// A crowd to one place, past a wall and a ball, of which many come to touch.
static VeerWorld *make_crowd(uint32_t count, uint32_t seed)
{
    VeerWorldDef def = veer_world_def_default();
    def.max_agents = count;
    def.max_profiles = 16;
    VeerWorld *world = make_world_of(&def);
    Dice dice = make_dice(seed);
    VeerVec3 wall[] = {vec3(-3.0f, -5.0f, 0.0f), vec3(-3.0f, -1.0f, 0.0f)};
    (void)add_moving_ball(world, VEER_MOTION_VELOCITY, vec3(-6.0f, 0.0f, 0.0f),
                          vec3(1.0f, 0.0f, 0.0f), 1.0f);
    (void)add_chain(world, wall, 2);
    for (uint32_t i = 0; i < count; ++i) {
        VeerAgentDef agent = agent_of(&dice, i);
        VeerAgentId id = add_agent(world, &agent);
        assert_int_equal(veer_agent_go_to(world, id, (VeerVec3){0}, 1.0f), VEER_OK);
    }
    return world;
}

static VeerWorld *make_shard(const VeerWorld *from, uint32_t max_agents, bool with_agents)
{
    VeerWorld *shard = NULL;
    assert_int_equal(veer_shard_door()->make(from, max_agents, with_agents, &shard), VEER_OK);
    return shard;
}

/// All agents of a world in another one, in any order, so that their slots differ.
static VeerWorld *make_shuffled(const VeerWorld *whole, uint32_t seed)
{
    const VeerShardDoor *door = veer_shard_door();
    uint32_t slots[MOST], count = veer_agent_slot_count(whole);
    VeerWorld *shard = make_shard(whole, MOST + 10, false);
    Dice dice = make_dice(seed);
    for (uint32_t i = 0; i < count; ++i) {
        uint32_t at = roll_index(&dice, i + 1);
        slots[i] = slots[at];
        slots[at] = i;
    }
    for (uint32_t i = 0; i < count; ++i) {
        VeerShardAgent agent;
        door->get(whole, slots[i], &agent);
        assert_int_equal(door->put(shard, VEER_NO_SLOT, &agent), i);
    }
    door->settle(shard);
    return shard;
}

static void agents_in_other_slots_have_the_same_future(void **unused)
{
    (void)unused;
    for (uint32_t seed = 0; seed < suite_seeds(20); ++seed) {
        VeerWorld *whole = make_crowd(MOST, seed);
        step_times(whole, 3, 0.1f);
        VeerWorld *shard = make_shuffled(whole, seed + 100);
        for (int tick = 0; tick < TICKS; ++tick) {
            assert_true(veer_world_hash(shard) == veer_world_hash(whole));
            step_times(whole, 1, 0.1f);
            step_times(shard, 1, 0.1f);
        }
        veer_world_destroy(whole);
        veer_world_destroy(shard);
    }
}

static void a_shard_with_more_room_has_the_same_agents_in_the_same_slots(void **unused)
{
    (void)unused;
    VeerWorld *whole = make_crowd(MOST, 3);
    step_times(whole, 20, 0.1f);
    VeerWorld *shard = make_shard(whole, 4 * MOST, true);
    for (int tick = 0; tick < TICKS; ++tick) {
        uint32_t count, shard_count;
        step_times(whole, 1, 0.1f);
        step_times(shard, 1, 0.1f);
        const VeerEvent *events = veer_world_events(whole, &count);
        const VeerEvent *others = veer_world_events(shard, &shard_count);
        assert_int_equal(count, shard_count);
        assert_true(count == 0 || memcmp(events, others, count * sizeof *events) == 0);
        assert_true(veer_world_hash(shard) == veer_world_hash(whole));
    }
    veer_world_destroy(whole);
    veer_world_destroy(shard);
}

static void hashes_of_agents_and_of_the_rest_are_that_of_the_world(void **unused)
{
    (void)unused;
    VeerWorld *whole = make_crowd(20, 3), *shard = make_shard(whole, 20, false);
    uint64_t sum = veer_world_hash(shard);
    for (uint32_t slot = 0; slot < 20; ++slot) {
        sum += veer_shard_door()->hash(whole, slot);
    }
    assert_true(sum == veer_world_hash(whole));
    veer_world_destroy(whole);
    veer_world_destroy(shard);
}

static void an_agent_is_put_in_the_place_of_another(void **unused)
{
    (void)unused;
    const VeerShardDoor *door = veer_shard_door();
    VeerWorld *whole = make_crowd(20, 3), *other = make_crowd(20, 4);
    for (uint32_t slot = 0; slot < 20; ++slot) {
        VeerShardAgent agent;
        door->get(other, slot, &agent);
        assert_int_equal(door->put(whole, slot, &agent), slot);
    }
    assert_true(veer_world_hash(whole) == veer_world_hash(other));
    veer_world_destroy(whole);
    veer_world_destroy(other);
}

static void what_is_dropped_gives_its_slot_and_is_no_event(void **unused)
{
    (void)unused;
    const VeerShardDoor *door = veer_shard_door();
    VeerWorld *world = make_crowd(20, 3);
    VeerAgentId before = veer_agent_at(world, 7);
    VeerShardAgent agent;
    uint32_t count;
    door->get(world, 7, &agent);
    uint64_t hash = veer_world_hash(world);
    door->drop(world, 7);
    assert_int_equal(veer_agent_count(world), 19);
    assert_int_equal(door->put(world, VEER_NO_SLOT, &agent), 7);
    assert_true(veer_agent_at(world, 7).generation != before.generation);
    assert_true(veer_world_hash(world) == hash);
    door->settle(world);
    step_times(world, 1, 0.1f);
    const VeerEvent *events = veer_world_events(world, &count);
    for (uint32_t i = 0; i < count; ++i) {
        assert_true(events[i].kind != VEER_EVENT_REMOVED);
    }
    veer_world_destroy(world);
}

static void there_is_no_room_beyond_what_a_shard_was_made_for(void **unused)
{
    (void)unused;
    const VeerShardDoor *door = veer_shard_door();
    VeerWorld *whole = make_crowd(20, 3), *full = make_shard(whole, 20, true);
    VeerWorldDef def = veer_world_def_default();
    VeerShardAgent agent;
    door->get(whole, 0, &agent);
    assert_int_equal(door->put(full, VEER_NO_SLOT, &agent), VEER_NO_SLOT);
    def.max_profiles = 1;
    VeerWorld *narrow = make_world_of(&def);
    assert_int_equal(door->put(narrow, VEER_NO_SLOT, &agent), 0);
    door->get(whole, 1, &agent);
    assert_int_equal(door->put(narrow, VEER_NO_SLOT, &agent), VEER_NO_SLOT);
    veer_world_destroy(narrow);
    veer_world_destroy(whole);
    veer_world_destroy(full);
}

static void pairs_are_sorted_and_those_beyond_the_room_are_counted(void **unused)
{
    (void)unused;
    const VeerShardDoor *door = veer_shard_door();
    VeerWorld *world = make_crowd(2, 3);
    uint32_t count,
        room = veer_world_pair_capacity(&(VeerWorldDef){.max_agents = 2, .max_obstacles = 256});
    VeerPair *pairs = calloc(room + 5, sizeof *pairs);
    assert_non_null(pairs);
    for (uint32_t i = 0; i < room + 5; ++i) {
        pairs[i].id = room + 5 - i;
    }
    uint64_t dropped = veer_world_stats(world).pairs_dropped;
    door->set_pairs(world, pairs, room + 5);
    const VeerPair *kept = door->pairs(world, &count);
    assert_int_equal(count, room);
    assert_int_equal(kept[0].id, 1);
    assert_int_equal(kept[1].id, 2);
    assert_int_equal(veer_world_stats(world).pairs_dropped - dropped, 5);
    free(pairs);
    veer_world_destroy(world);
}

/// A shard that is asked about in a tick, and how often in each stage.
typedef struct Asked {
    uint32_t times[VEER_SHARD_CUT + 1];
    uint32_t moves;
} Asked;

/// Of a world that has all agents itself: what it is told is what it has.
static float answer(void *user, VeerWorld *world, VeerShardStage stage, float value)
{
    const VeerShardDoor *door = veer_shard_door();
    Asked *asked = user;
    asked->times[stage]++;
    uint32_t count = veer_agent_slot_count(world);
    for (uint32_t slot = 0; slot < count; ++slot) {
        VeerShardMove move;
        if (stage != VEER_SHARD_SEEN && stage != VEER_SHARD_MOST && stage != VEER_SHARD_FOUND) {
            door->get_move(world, stage, slot, &move);
            door->put_move(world, stage, slot, &move);
            asked->moves += move.is_moving;
        }
    }
    return value;
}

/// All agents are its own, and none of them sees a ghost.
static VeerParts whole_parts(Asked *asked)
{
    static uint8_t kinds[MOST];
    memset(kinds, VEER_SHARD_OWN, sizeof kinds);
    const VeerVec3 lower = {-INFINITY, -INFINITY, -INFINITY},
                   upper = {INFINITY, INFINITY, INFINITY};
    return (VeerParts){answer, asked, kinds, {lower, upper}, 0.1f, 0.1f, {0, 1}};
}

static void a_tick_asks_and_goes_on_with_what_it_is_told(void **unused)
{
    (void)unused;
    VeerWorld *whole = make_crowd(MOST, 5), *shard = make_shard(whole, MOST, true);
    Asked asked = {.moves = 0};
    VeerParts parts = whole_parts(&asked);
    uint32_t count = parts.substep.count = veer_world_substeps(whole, parts.step);
    parts.dt = parts.step / (float)count;
    assert_true(count > 1);
    for (int tick = 0; tick < TICKS; ++tick) {
        step_times(whole, 1, 0.1f);
        for (parts.substep.index = 0; parts.substep.index < count; parts.substep.index++) {
            assert_int_equal(veer_shard_door()->substep(shard, &parts), VEER_OK);
        }
        assert_true(veer_world_hash(shard) == veer_world_hash(whole));
    }
    int times = TICKS * (int)count;
    assert_int_equal(asked.times[VEER_SHARD_SEEN], times);
    assert_int_equal(asked.times[VEER_SHARD_MOVED], times);
    assert_int_equal(asked.times[VEER_SHARD_MOST], 2 * times);
    assert_int_equal(asked.times[VEER_SHARD_FOUND], times);
    assert_true((int)asked.times[VEER_SHARD_ROUND] > times);
    assert_true((int)asked.times[VEER_SHARD_CUT] >= times);
    assert_true(asked.moves > 0);
    step_times(shard, 1, 0.1f);
    assert_int_equal(asked.times[VEER_SHARD_FOUND], times); // no more
    veer_world_destroy(whole);
    veer_world_destroy(shard);
}

/// Three in a row, of which the last is a ghost: the first does not see it, the second does.
enum { INNER, BORDER, GHOST, ROW };

static VeerVec3 safe_of(const VeerWorld *world, uint32_t slot)
{
    VeerShardAgent agent;
    veer_shard_door()->get(world, slot, &agent);
    return agent.safe;
}

/// Puts the ghost where it is, once it is asked for; and then tells where it goes.
static float put_ghost(void *user, VeerWorld *world, VeerShardStage stage, float value)
{
    const VeerShardDoor *door = veer_shard_door();
    const VeerShardMove move = {{-1.0f, 0.0f, 0.0f}, 0};
    if (stage == VEER_SHARD_SEEN) {
        VeerShardAgent *agent = user;
        assert_true(safe_of(world, INNER).x > 0.0f); // it has decided by now
        assert_true(safe_of(world, BORDER).x == 0.0f);
        assert_int_equal(door->put(world, GHOST, agent), GHOST);
    } else if (stage == VEER_SHARD_MOVED) {
        door->put_move(world, stage, GHOST, &move);
    }
    return value;
}

static void who_sees_no_ghost_decides_before_they_are_there(void **unused)
{
    (void)unused;
    const VeerShardDoor *door = veer_shard_door();
    const uint8_t kinds[ROW] = {VEER_SHARD_OWN, VEER_SHARD_OWN, VEER_SHARD_GHOST};
    VeerWorld *whole = make_world(VEER_PLANAR), *shard = make_world(VEER_PLANAR);
    VeerShardAgent ghost;
    for (uint32_t i = 0; i < ROW; ++i) {
        VeerVec3 at = vec3(40.0f * (float)(i > INNER) + 2.0f * (float)(i > BORDER), 0.0f, 0.0f);
        VeerAgentId agent = add_agent_at(whole, at);
        // By a model without batches: what these decide is in the columns at the end of the stage.
        VeerAvoidParams rays = veer_avoid_params_for(VEER_AVOID_RAYS);
        assert_int_equal(veer_agent_set_avoidance(whole, agent, VEER_AVOID_RAYS, &rays), VEER_OK);
        VeerVec3 goal = vec3(i == GHOST ? 0.0f : 90.0f, 0.0f, 0.0f);
        assert_int_equal(veer_agent_go_to(whole, agent, goal, 1.0f), VEER_OK);
        door->get(whole, i, &ghost);
        assert_int_equal(door->put(shard, VEER_NO_SLOT, &ghost), i);
    }
    door->get_seen(whole, GHOST, &ghost);
    ghost.position.x += 0.5f; // where its own part has put it meanwhile
    assert_int_equal(veer_agent_set_position(whole, veer_agent_at(whole, GHOST), ghost.position),
                     VEER_OK);
    door->settle(shard);
    const VeerVec3 lower = {-INFINITY, -INFINITY, 0.0f}, upper = {20.0f, INFINITY, 0.0f};
    const VeerParts parts = {put_ghost, &ghost, kinds, {lower, upper}, 0.1f, 0.1f, {0, 1}};
    assert_int_equal(door->substep(shard, &parts), VEER_OK);
    step_times(whole, 1, 0.1f);
    for (uint32_t i = INNER; i <= BORDER; ++i) {
        assert_true(door->hash(shard, i) == door->hash(whole, i));
    }
    door->get(shard, GHOST, &ghost);
    assert_true(ghost.position.x == 42.4f && ghost.velocity.x == -1.0f); // as it was told
    assert_true(ghost.safe.x == 0.0f && ghost.preferred.x == 0.0f);
    veer_world_destroy(whole);
    veer_world_destroy(shard);
}

static void others_see_of_an_agent_what_they_heed(void **unused)
{
    (void)unused;
    VeerWorld *world = make_crowd(3, 5);
    const VeerAvoidModel models[] = {VEER_AVOID_CROWD, VEER_AVOID_RAYS, VEER_AVOID_MAGNETS};
    for (uint32_t i = 0; i < 3; ++i) {
        VeerShardAgent agent;
        veer_shard_door()->get(world, i, &agent);
        agent.profile.model = (uint8_t)models[i];
        memset(&agent.memory, 0x11, sizeof agent.memory);
        agent.goal_stalled = i == 0 ? 1e6f : 0.01f;
        agent.safe.x = agent.heading.x = 1.0f;
        assert_int_equal(veer_shard_door()->put(world, i, &agent), i);
        veer_shard_door()->get_seen(world, i, &agent);
        assert_true(agent.safe.x == 0.0f && agent.heading.x == 0.0f);
        assert_true((agent.goal_stalled > 0.0f) == (i == 0));
        assert_true((agent.memory.crowd.corner == 0x11111111u) == (i == 0));
        assert_true((agent.memory.rays.side != 0.0f) == (i < 2));
        assert_true(agent.memory.crowd.detour == 0.0f);
    }
    veer_world_destroy(world);
}

static void the_halo_holds_what_is_sensed_and_what_may_be_touched(void **unused)
{
    (void)unused;
    const VeerShardDoor *door = veer_shard_door();
    VeerWorld *world = make_crowd(4, 5);
    const uint8_t kinds[] = {VEER_SHARD_OWN, VEER_SHARD_OWN, VEER_SHARD_GHOST, VEER_SHARD_NOBODY};
    VeerShardReach reach;
    door->drop(world, 1);
    door->reach(world, kinds, &reach);
    assert_int_equal(reach.count, 1);
    assert_true(reach.radius == 0.5f && reach.speed == 1.4f);
    assert_true(door->halo(&reach, 0.01f) > reach.sense_range + reach.radius);
    assert_true(door->halo(&reach, 0.01f) < 1.01f * (reach.sense_range + reach.radius));
    reach.sense_range = 0.0f;
    assert_true(door->halo(&reach, 1.0f) > 2.0f * (reach.radius + reach.speed));
    veer_world_destroy(world);
}

// --- What is refused ---

static void assert_refused(VeerWorld *world, const char *word)
{
    const char *refusal = veer_shard_door()->refusal(world);
    assert_non_null(refusal);
    assert_non_null(strstr(refusal, word));
    veer_world_destroy(world);
}

static void worlds_with_what_reaches_further_are_refused(void **unused)
{
    (void)unused;
    VeerWorldDef plain = veer_world_def_default(), def = plain;
    def.map = veer_world_map_def_default(VEER_MAP_GRID);
    assert_refused(make_world_of(&def), "map");
    def = plain;
    def.foresight.has_window = true;
    assert_refused(make_world_of(&def), "foresight");
    def = plain;
    def.max_squads = 1;
    assert_refused(make_world_of(&def), "squads");
    def = plain;
    def.has_lifetimes = true;
    assert_refused(make_world_of(&def), "lifetimes");
}

static void states_that_are_not_done_are_refused(void **unused)
{
    (void)unused;
    VeerWorld *world = make_crowd(3, 1);
    assert_int_equal(veer_world_steer(world, 0.1f), VEER_OK);
    assert_refused(world, "veer_world_moved");
    world = make_crowd(3, 1);
    assert_int_equal(veer_agent_destroy(world, veer_agent_at(world, 1)), VEER_OK);
    assert_refused(world, "removals");
    VeerWorldDef def = veer_world_def_default();
    def.max_messages = 1;
    world = make_world_of(&def);
    VeerAgentId agent = add_agent_at(world, (VeerVec3){0});
    assert_null(veer_shard_door()->refusal(world));
    assert_int_equal(veer_agent_post(world, agent, agent, (VeerMessage){.kind = 1}, 1.0f), VEER_OK);
    assert_refused(world, "messages");
}

static void bodies_that_push_each_other_on_are_refused(void **unused)
{
    (void)unused;
    VeerWorld *world = make_crowd(3, 1);
    VeerObstacleDef obstacle = veer_obstacle_def_default();
    const VeerVec3 wall[] = {vec3(20.0f, 0.0f, 0.0f), vec3(20.0f, 1.0f, 0.0f)};
    assert_int_equal(veer_agent_set_mass(world, veer_agent_at(world, 1), 2.0f), VEER_OK);
    assert_refused(world, "masses");
    world = make_crowd(3, 1);
    (void)add_moving_ball(world, VEER_MOTION_FREE, vec3(50.0f, 0.0f, 0.0f), (VeerVec3){0}, 1.0f);
    assert_refused(world, "free balls");
    world = make_crowd(3, 1);
    obstacle.shape = VEER_SHAPE_CHAIN;
    obstacle.vertices = wall;
    obstacle.vertex_count = 2;
    obstacle.motion = VEER_MOTION_VELOCITY;
    (void)add_obstacle(world, &obstacle);
    assert_refused(world, "moving walls");
    world = make_crowd(3, 1);
    obstacle = veer_obstacle_def_default();
    obstacle.is_ghost = true;
    obstacle.radius = 1.0f;
    VeerObstacleId ghost = add_obstacle(world, &obstacle);
    assert_non_null(veer_shard_door()->refusal(world));
    assert_int_equal(veer_sensor_set_mask(world, ghost, 0), VEER_OK);
    assert_null(veer_shard_door()->refusal(world));
    assert_int_equal(veer_obstacle_destroy(world, ghost), VEER_OK);
    step_times(world, 1, 0.1f);
    assert_null(veer_shard_door()->refusal(world));
    veer_world_destroy(world);
}

static void agents_that_go_by_others_are_refused(void **unused)
{
    (void)unused;
    VeerWorld *world = make_crowd(3, 1);
    VeerAgentId first = veer_agent_at(world, 0), second = veer_agent_at(world, 1);
    assert_int_equal(veer_agent_follow_agent(world, first, second, 1.0f), VEER_OK);
    assert_refused(world, "follow");
    world = make_crowd(3, 1);
    VeerBehaviourList list = veer_behaviour_list_default();
    VeerBehaviourListId id;
    assert_int_equal(veer_behaviour_list_create(world, &list, &id), VEER_OK);
    assert_null(veer_shard_door()->refusal(world));
    assert_int_equal(veer_agent_set_behaviours(world, first, id), VEER_OK);
    assert_refused(world, "behaviours");
    world = make_crowd(3, 1);
    VeerAvoidParams params = veer_avoid_params_default();
    assert_int_equal(veer_agent_set_avoidance(world, first, VEER_AVOID_CUSTOM, &params), VEER_OK);
    assert_refused(world, "callbacks");
}

// --- Shared decisions ---

#define MOST_SUBSTEPS 8

typedef struct Half {
    uint32_t words[MOST_SUBSTEPS][VEER_DECISION_WORDS * MOST];
    uint32_t count;
    int substep;
    bool decides_all;
} Half;

static void part_of_half(void *user, uint32_t count, uint32_t *begin, uint32_t *end)
{
    Half *half = user;
    half->count = count;
    *begin = 0;
    *end = half->decides_all ? count : count / 2;
}

/// Who decides for all tells of the second half; the other one takes it over.
static void share_half(void *user, VeerWorld *world)
{
    Half *half = user;
    uint32_t *words = half->words[half->substep++];
    if (half->decides_all) {
        size_t written =
            veer_shard_door()->get_decisions(world, half->count / 2, half->count, words);
        assert_true(written <= VEER_DECISION_WORDS * MOST);
    } else {
        veer_shard_door()->put_decisions(world, half->count / 2, half->count, words);
    }
}

static void step_half(VeerWorld *world, Half *half, bool decides_all)
{
    const VeerSharing sharing = {part_of_half, share_half, half};
    half->decides_all = decides_all;
    half->substep = 0;
    assert_in_range(veer_world_substeps(world, 0.1f), 2, MOST_SUBSTEPS);
    assert_int_equal(veer_shard_door()->step_shared(world, 0.1f, &sharing), VEER_OK);
}

static void decisions_of_another_process_are_as_good_as_own_ones(void **unused)
{
    (void)unused;
    VeerWorld *all = make_crowd(MOST, 3), *some = make_crowd(MOST, 3), *alone = make_crowd(MOST, 3);
    static Half half;
    for (int tick = 0; tick < 3 * TICKS; ++tick) {
        step_half(all, &half, true);
        step_half(some, &half, false);
        step_times(alone, 1, 0.1f);
        assert_true(veer_world_hash(some) == veer_world_hash(alone));
        assert_true(veer_world_hash(all) == veer_world_hash(alone));
    }
    veer_world_destroy(all);
    veer_world_destroy(some);
    veer_world_destroy(alone);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(agents_in_other_slots_have_the_same_future),
        cmocka_unit_test(a_shard_with_more_room_has_the_same_agents_in_the_same_slots),
        cmocka_unit_test(hashes_of_agents_and_of_the_rest_are_that_of_the_world),
        cmocka_unit_test(an_agent_is_put_in_the_place_of_another),
        cmocka_unit_test(what_is_dropped_gives_its_slot_and_is_no_event),
        cmocka_unit_test(there_is_no_room_beyond_what_a_shard_was_made_for),
        cmocka_unit_test(pairs_are_sorted_and_those_beyond_the_room_are_counted),
        cmocka_unit_test(a_tick_asks_and_goes_on_with_what_it_is_told),
        cmocka_unit_test(who_sees_no_ghost_decides_before_they_are_there),
        cmocka_unit_test(others_see_of_an_agent_what_they_heed),
        cmocka_unit_test(the_halo_holds_what_is_sensed_and_what_may_be_touched),
        cmocka_unit_test(worlds_with_what_reaches_further_are_refused),
        cmocka_unit_test(states_that_are_not_done_are_refused),
        cmocka_unit_test(bodies_that_push_each_other_on_are_refused),
        cmocka_unit_test(agents_that_go_by_others_are_refused),
        cmocka_unit_test(decisions_of_another_process_are_as_good_as_own_ones),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
