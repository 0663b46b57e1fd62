#include "tui/view/stepper.h"

#include "sim/base/duration.h"

#include <inttypes.h>
#include <string.h>

enum { SECOND = 1000000000, FRAME_MS = 50, MOST_STEPS = 1000 };

/* 1, 2, 5, 10, ...: the largest that is not above. */
static int64_t round_down(int64_t value)
{
    int64_t power = 1;
    while (power <= value / 10)
        power *= 10;
    return value >= 5 * power ? 5 * power : value >= 2 * power ? 2 * power : power;
}

static int64_t faster(int64_t value, int64_t most)
{
    int64_t power = 1;
    while (power <= value / 10)
        power *= 10;
    int64_t next = value >= 5 * power ? 10 * power : value >= 2 * power ? 5 * power : 2 * power;
    return next > most ? value : next;
}

static int64_t slower(int64_t value)
{
    return value > 1 ? round_down(value - 1) : 1;
}

static void begin(struct stepper *stepper)
{
    struct host_point before = host_point_at(stepper->instants->from - 1);
    stepper->point = host_point_at(stepper->instants->from);
    instants_next(stepper->instants, &before, &stepper->point);
}

void stepper_init(struct stepper *stepper, const struct instants *instants)
{
    memset(stepper, 0, sizeof *stepper);
    stepper->instants = instants;
    stepper->thread = HOST_ANY;
    int64_t from =
        instants->timeline->zero < instants->to ? instants->timeline->zero : instants->from;
    stepper->rate = round_down((instants->to - from) / 8 + 1);
    stepper->steps = 1;
    begin(stepper);
}

static bool same(const struct host_point *a, const struct host_point *b)
{
    return a->time == b->time && a->step == b->step && a->thread == b->thread;
}

static void next_thread(struct stepper *stepper)
{
    const struct host_steps *hosts = &stepper->instants->hosts;
    uint32_t thread = stepper->thread == HOST_ANY ? 0 : stepper->thread + 1;
    while (thread < hosts->threads && host_steps_count(hosts, thread) == 0)
        thread++;
    stepper->thread = thread < hosts->threads ? thread : HOST_ANY;
    if (stepper->thread != HOST_ANY)
        stepper->focus = stepper->thread;
}

static void change_pace(struct stepper *stepper, int action)
{
    bool up = action == STEPPER_FASTER;
    if (stepper->pace == STEPPER_BY_TIME)
        stepper->rate = up ? faster(stepper->rate, INT64_C(10) * SECOND) : slower(stepper->rate);
    else
        stepper->steps = up ? faster(stepper->steps, MOST_STEPS) : slower(stepper->steps);
}

static bool at_end(const struct stepper *stepper)
{
    struct host_point next;
    return stepper->point.time >= stepper->instants->to &&
           !instants_next(stepper->instants, &stepper->point, &next);
}

static void play(struct stepper *stepper)
{
    if (!stepper->playing && at_end(stepper))
        begin(stepper);
    stepper->playing = !stepper->playing;
    stepper->rest = 0;
}

bool stepper_act(struct stepper *stepper, int action)
{
    const struct instants *instants = stepper->instants;
    struct host_point was = stepper->point, *point = &stepper->point;
    bool steps = action >= STEPPER_CALL_NEXT && action <= STEPPER_END;
    if (steps)
        stepper->playing = false; /* who steps wants to look */
    switch (action) {
    case STEPPER_CALL_NEXT:
        instants_next_call(instants, &was, stepper->thread, point);
        break;
    case STEPPER_CALL_PREVIOUS:
        instants_previous_call(instants, &was, stepper->thread, point);
        break;
    case STEPPER_EVENT_NEXT:
        instants_next_event(instants, &was, point);
        break;
    case STEPPER_EVENT_PREVIOUS:
        instants_previous_event(instants, &was, point);
        break;
    case STEPPER_BEGINNING:
        begin(stepper);
        break;
    case STEPPER_END:
        *point = host_point_at(instants->to);
        break;
    case STEPPER_PLAY:
        play(stepper);
        return true;
    case STEPPER_FASTER:
    case STEPPER_SLOWER:
        change_pace(stepper, action);
        return true;
    case STEPPER_PACE:
        stepper->pace = stepper->pace == STEPPER_BY_TIME ? STEPPER_BY_STEPS : STEPPER_BY_TIME;
        stepper->rest = 0;
        return true;
    case STEPPER_THREAD:
        next_thread(stepper);
        return true;
    default:
        return false;
    }
    if (point->step != HOST_NO_STEP)
        stepper->focus = point->thread;
    return !same(point, &was);
}

void stepper_go(struct stepper *stepper, int64_t time)
{
    const struct instants *instants = stepper->instants;
    time = time < instants->from ? instants->from : time > instants->to ? instants->to : time;
    stepper->point = host_point_at(time);
    stepper->playing = false;
}

bool stepper_go_to(struct stepper *stepper, uint32_t op)
{
    const struct timeline *t = stepper->instants->timeline;
    if (op >= t->ops.count || t->ops.rows[op].start == TIMELINE_UNKNOWN)
        return false;
    stepper_go(stepper, t->ops.rows[op].start);
    stepper->focus = t->ops.rows[op].thread;
    return true;
}

static bool tick_steps(struct stepper *stepper)
{
    struct host_point was = stepper->point;
    int64_t each = SECOND / stepper->steps;
    for (; stepper->rest >= each && stepper->playing; stepper->rest -= each) {
        stepper->playing = instants_next(stepper->instants, &stepper->point, &stepper->point);
        if (stepper->playing && stepper->point.step != HOST_NO_STEP)
            stepper->focus = stepper->point.thread;
    }
    return !stepper->playing || !same(&was, &stepper->point);
}

static bool tick_time(struct stepper *stepper)
{
    int64_t by = duration_divide(stepper->rest, stepper->rate, SECOND);
    if (by == 0)
        return false;
    stepper->rest = 0;
    int64_t left = stepper->instants->to - stepper->point.time;
    stepper->playing = by < left;
    stepper->point = host_point_at(stepper->point.time + (by < left ? by : left));
    return true;
}

bool stepper_tick(struct stepper *stepper, int64_t elapsed)
{
    if (!stepper->playing || elapsed <= 0)
        return false;
    /* who was away for long does not find the run over */
    stepper->rest += elapsed > SECOND ? SECOND : elapsed;
    return stepper->pace == STEPPER_BY_TIME ? tick_time(stepper) : tick_steps(stepper);
}

int stepper_timeout(const struct stepper *stepper)
{
    if (!stepper->playing)
        return -1;
    if (stepper->pace == STEPPER_BY_TIME)
        return FRAME_MS;
    int64_t left = (SECOND / stepper->steps - stepper->rest) / 1000000 + 1;
    return left < FRAME_MS ? FRAME_MS : (int)left;
}

void stepper_text(const struct stepper *stepper, struct strbuf *sb)
{
    if (!stepper->playing)
        strbuf_adds(sb, "paused, plays ");
    if (stepper->pace == STEPPER_BY_TIME) {
        duration_add_human(sb, stepper->rate);
        strbuf_adds(sb, " a second");
    } else {
        strbuf_addf(sb, "%" PRId64 " step%s a second", stepper->steps,
                    stepper->steps == 1 ? "" : "s");
    }
}
