/// Sentences of reasons. The core has no printf: numbers are written here.
#include "math/vec.h"
#include "veer/explain.h"

/// What there is to say of a kind: '@' is the body, '#' the value, '^' the limit, '*' the place.
typedef struct Sentence {
    const char *name, *topic, *text;
} Sentence;

static const Sentence sentences[VEER_REASON_KIND_COUNT] = {
    [VEER_REASON_NO_GOAL] = {"no_goal", "goal", "It has no goal: it rests, and gives way."},
    [VEER_REASON_GOAL] = {"goal", "goal", "It goes to *, # m away."},
    [VEER_REASON_FOLLOWS] = {"follows", "goal",
                             "It follows @, # m away, and does not avoid it on the way."},
    [VEER_REASON_HOST_STEERS] = {"host_steers", "goal", "Its host has it go at # m/s."},
    [VEER_REASON_KEEPS_SLOT] = {"keeps_slot", "goal",
                                "It keeps its slot in its squad's formation, at *, # m away."},
    [VEER_REASON_BEHAVES] = {"behaves", "goal", "It does as its list of behaviours says: #."},
    [VEER_REASON_AT_GOAL] = {"at_goal", "goal",
                             "It is at its goal, within ^ m: it rests, and gives way."},
    [VEER_REASON_LOST] = {"lost", "goal", "What it followed is gone."},
    [VEER_REASON_IMMOVABLE] = {"immovable", "goal", "It is immovable, whatever its goal."},
    [VEER_REASON_NO_SPEED] = {"no_speed", "goal", "It cannot move: its max_speed is 0."},
    [VEER_REASON_PATH] = {"path", "path", "Its path leads there in # m."},
    [VEER_REASON_FIELD] = {"field", "path", "It follows a field that it shares with others."},
    [VEER_REASON_NO_PATH_YET] = {"no_path_yet", "path",
                                 "It waits for its path: # agents wait for the search."},
    [VEER_REASON_PARTIAL_PATH] = {"partial_path", "path",
                                  "No path leads to its goal: it goes to *, # m short of it."},
    [VEER_REASON_GAVE_UP] = {"gave_up", "path",
                             "It stopped, since it got no further for ^ s; it tries again."},
    [VEER_REASON_NO_PROGRESS] = {"no_progress", "path",
                                 "It is blocked: no nearer to its goal for # s."},
    [VEER_REASON_BACKS_OFF] = {"backs_off", "path",
                               "It backs off for a while, since it got no further."},
    [VEER_REASON_QUEUES] = {"queues", "path", "It lets those ahead on the same path go first."},
    [VEER_REASON_STANDS] = {"stands", "path", "It stands: it gets no nearer to its goal."},
    [VEER_REASON_AT_GATE] = {"at_gate", "path",
                             "It waits before the single-file passage at *: others go first."},
    [VEER_REASON_BEFORE_MAZE] = {"before_maze", "path",
                                 "It waits at a maze until a node of it is free."},
    [VEER_REASON_IN_MAZE] = {"in_maze", "path",
                             "It waits in a maze until it may reserve the next node."},
    [VEER_REASON_SQUAD_NO_PLACE] = {"squad_no_place", "path",
                                    "Its squad found no place for it: it stays."},
    [VEER_REASON_SQUAD_WAITING] = {"squad_waiting", "path",
                                   "Its squad has only a place to wait in for it, at *."},
    [VEER_REASON_SQUAD_AT_GAP] = {"squad_at_gap", "path",
                                  "Its squad has to wait at the gap at *: another one goes first."},
    [VEER_REASON_SENSES] = {"senses", "senses", "Bodies within ^ m that it avoids: #."},
    [VEER_REASON_WALLS] = {"walls", "senses", "Pieces of walls that it keeps off: #."},
    [VEER_REASON_NO_MODEL] = {"no_model", "senses", "It avoids nobody: its model is none."},
    [VEER_REASON_MASKED] = {"masked", "senses",
                            "It does not sense @, # m away: avoid_mask excludes its layers."},
    [VEER_REASON_OTHER_HEIGHT] = {"other_height", "senses",
                                  "It does not sense @, # m away in plan: it is above or below."},
    [VEER_REASON_OUT_OF_RANGE] = {"out_of_range", "senses",
                                  "It does not sense @, which would touch it in # s: sense_range "
                                  "is ^ m."},
    [VEER_REASON_CROWDED_OUT] = {"crowded_out", "senses",
                                 "It does not sense @, which would touch it in # s: nearer ones "
                                 "are as many as max_neighbours, ^."},
    [VEER_REASON_RIGHT_OF_WAY] = {"right_of_way", "senses",
                                  "It has the right of way over @, # m away."},
    [VEER_REASON_IGNORED] = {"ignored", "senses", "It is not avoided by @, # m away."},
    [VEER_REASON_TARGETS] = {"targets", "decides", "Targets of its list that pull it: #."},
    [VEER_REASON_PREFERS] = {"prefers", "decides", "It prefers # m/s."},
    [VEER_REASON_PREFERS_REST] = {"prefers_rest", "decides", "It prefers to stand."},
    [VEER_REASON_FREE] = {"free", "decides", "Nothing keeps it from that."},
    [VEER_REASON_TURNS] = {"turns", "decides", "It goes aside at # m/s because of @."},
    [VEER_REASON_SLOWS] = {"slows", "decides", "It gets on at # m/s in place of ^ because of @."},
    [VEER_REASON_HELD_UP] = {"held_up", "decides",
                             "It is held up by @: it gets on at # m/s in place of ^."},
    [VEER_REASON_WALLED_IN] = {"walled_in", "decides",
                               "Walls are in its way: it gets on at # m/s in place of ^."},
    [VEER_REASON_BOTTLENECK] = {"bottleneck", "decides",
                                "It is held up in the crowd before the narrow place at *: # m/s."},
    [VEER_REASON_REMEMBERS] =
        {"remembers", "decides",
         "It goes at # m/s in place of ^ by what came before: it was held up, or is on a detour."},
    [VEER_REASON_ITSELF] = {"itself", "decides",
                            "It goes at # m/s in place of ^, whatever is about it."},
    [VEER_REASON_ACCELERATION] = {"acceleration", "body",
                                  "Its acceleration, ^ m/s², allows # m/s in the next tick."},
    [VEER_REASON_BRAKING] = {"braking", "body",
                             "Its braking, ^ m/s², allows # m/s in the next tick."},
    [VEER_REASON_TURN_RATE] = {"turn_rate", "body",
                               "Its turn rate, ^ rad/s, allows # m/s in the next tick."},
    [VEER_REASON_VEHICLE] = {"vehicle", "body", "Its vehicle allows # m/s in the next tick."},
    [VEER_REASON_KNOCKED] = {"knocked", "body", "Impacts knocked it off its course."},
    [VEER_REASON_TOUCHES] = {"touches", "body", "It touches @."},
};

static const Sentence *sentence_of(VeerReasonKind kind)
{
    return (uint32_t)kind < VEER_REASON_KIND_COUNT ? &sentences[kind] : NULL;
}

const char *veer_reason_kind_name(VeerReasonKind kind)
{
    return sentence_of(kind) ? sentence_of(kind)->name : NULL;
}

const char *veer_reason_topic(VeerReasonKind kind)
{
    return sentence_of(kind) ? sentence_of(kind)->topic : NULL;
}

/// Text that is being written.
typedef struct Writer {
    char *out; ///< out[capacity]
    uint32_t capacity, length;
} Writer;

static void put(Writer *writer, char letter)
{
    if (writer->length + 1u < writer->capacity) {
        writer->out[writer->length] = letter;
    }
    writer->length++;
}

static void put_text(Writer *writer, const char *text)
{
    for (; *text; text++) {
        put(writer, *text);
    }
}

static void put_whole(Writer *writer, uint64_t value)
{
    char digits[20];
    uint32_t count = 0;
    do {
        digits[count++] = (char)('0' + value % 10u);
        value /= 10u;
    } while (value > 0);
    while (count > 0) {
        put(writer, digits[--count]);
    }
}

/// To a hundredth, without zeros at the end.
static void put_number(Writer *writer, float value)
{
    double size = value < 0.0f ? -(double)value : (double)value;
    if (!(size < 1e15)) {
        put_text(writer, value < 0.0f ? "-infinity" : "infinity");
        return;
    }
    uint64_t hundredths = (uint64_t)(size * 100.0 + 0.5);
    if (value < 0.0f && hundredths > 0) {
        put(writer, '-');
    }
    put_whole(writer, hundredths / 100u);
    uint32_t rest = (uint32_t)(hundredths % 100u);
    if (rest > 0) {
        put(writer, '.');
        put(writer, (char)('0' + rest / 10u));
    }
    if (rest % 10u > 0) {
        put(writer, (char)('0' + rest % 10u));
    }
}

static void put_place(Writer *writer, VeerVec3 place)
{
    put(writer, '(');
    put_number(writer, place.x);
    put_text(writer, ", ");
    put_number(writer, place.y);
    if (place.z != 0.0f) {
        put_text(writer, ", ");
        put_number(writer, place.z);
    }
    put(writer, ')');
}

static void put_body(Writer *writer, const VeerFound *body)
{
    if (body->kind != VEER_FOUND_AGENT && body->kind != VEER_FOUND_OBSTACLE) {
        put_text(writer, "several together");
        return;
    }
    put_text(writer, veer_found_kind_name(body->kind));
    put(writer, ' ');
    put_whole(writer, body->id);
}

static void put_part(Writer *writer, const VeerReason *reason, char part)
{
    switch (part) {
    case '@':
        put_body(writer, &reason->body);
        break;
    case '#':
        put_number(writer, reason->value);
        break;
    case '^':
        put_number(writer, reason->limit);
        break;
    case '*':
        put_place(writer, reason->place);
        break;
    default:
        put(writer, part);
    }
}

uint32_t veer_reason_text(const VeerReason *reason, char *out, uint32_t capacity)
{
    const Sentence *sentence = reason ? sentence_of(reason->kind) : NULL;
    Writer writer = {out, out ? capacity : 0, 0};
    for (const char *at = sentence ? sentence->text : ""; *at; at++) {
        put_part(&writer, reason, *at);
    }
    if (writer.capacity > 0) {
        uint32_t last = writer.capacity - 1u;
        writer.out[writer.length < last ? writer.length : last] = '\0';
    }
    return writer.length;
}
