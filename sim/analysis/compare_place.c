/* Where each operation lies: in both timelines and in two models that know nothing. */
#include "sim/analysis/compare_inside.h"
#include "sim/base/duration.h"
#include "sim/base/mem.h"

#include <stdlib.h>

int64_t compare_larger_error(struct relation_span x, struct relation_span y)
{
    int64_t start = llabs(x.from - y.from), end = llabs(x.to - y.to);
    return start > end ? start : end;
}

/* When the host had asked for it; its start if that is not known. */
static int64_t issued(const struct timeline_op *op)
{
    if (op->returned != TIMELINE_UNKNOWN && op->returned <= op->start)
        return op->returned;
    return op->call != TIMELINE_UNKNOWN ? op->call : op->start;
}

/* Everything in order of issue, one after the other, none before it was asked for. */
static void place_serially(struct compare *c)
{
    int64_t now = INT64_MIN;
    for (size_t i = 0; i < c->match.count; i++) {
        struct compare_place *place = &c->places[i];
        if (!place->known)
            continue;
        int64_t from = issued(compare_op_a(c, i));
        from = now > from ? now : from;
        place->serial = (struct relation_span){from, from + (place->a.to - place->a.from)};
        now = place->serial.to;
    }
}

/* Each stream back to back from its operations' calls on, as if it were alone. */
static void place_by_stream(struct compare *c)
{
    size_t streams = c->a->streams.count;
    int64_t *free_at = mem_zalloc((streams + 1) * sizeof *free_at);
    for (size_t i = 0; i <= streams; i++)
        free_at[i] = INT64_MIN;
    for (size_t i = 0; i < c->match.count; i++) {
        struct compare_place *place = &c->places[i];
        if (!place->known)
            continue;
        const struct timeline_op *op = compare_op_a(c, i);
        int64_t *at = &free_at[op->stream < streams ? op->stream : streams];
        int64_t from = issued(op);
        from = *at > from ? *at : from;
        place->streams = (struct relation_span){from, from + (place->a.to - place->a.from)};
        *at = place->streams.to;
    }
    free(free_at);
}

static void shift(struct relation_span *span, int64_t first)
{
    span->from -= first;
    span->to -= first;
}

/* Each of the four from its own first start. */
static void subtract_first(struct compare *c)
{
    int64_t a = INT64_MAX, b = INT64_MAX, serial = INT64_MAX, streams = INT64_MAX;
    for (size_t i = 0; i < c->match.count; i++) {
        const struct compare_place *place = &c->places[i];
        if (!place->known)
            continue;
        a = place->a.from < a ? place->a.from : a;
        b = place->b.from < b ? place->b.from : b;
        serial = place->serial.from < serial ? place->serial.from : serial;
        streams = place->streams.from < streams ? place->streams.from : streams;
    }
    for (size_t i = 0; i < c->match.count; i++) {
        struct compare_place *place = &c->places[i];
        if (!place->known)
            continue;
        shift(&place->a, a);
        shift(&place->b, b);
        shift(&place->serial, serial);
        shift(&place->streams, streams);
        place->error = compare_larger_error(place->a, place->b);
        c->a_span = place->a.to > c->a_span ? place->a.to : c->a_span;
        c->b_span = place->b.to > c->b_span ? place->b.to : c->b_span;
    }
}

/* Where only ends are known (measured with events), each of the two from its own first end. */
static void subtract_first_ends(struct compare *c)
{
    int64_t a = INT64_MAX, b = INT64_MAX;
    for (size_t i = 0; i < c->match.count; i++) {
        const struct compare_place *place = &c->places[i];
        if (!place->ends)
            continue;
        a = place->a.to < a ? place->a.to : a;
        b = place->b.to < b ? place->b.to : b;
    }
    for (size_t i = 0; i < c->match.count; i++) {
        struct compare_place *place = &c->places[i];
        if (!place->ends)
            continue;
        place->a.to -= a;
        place->b.to -= b;
    }
}

static bool has_times(struct relation_span span)
{
    return span.from != TIMELINE_UNKNOWN && span.to != TIMELINE_UNKNOWN;
}

void compare_find_places(struct compare *c, const struct timeline_mode_time *mode_times)
{
    c->places = mem_zalloc((c->match.count + 1) * sizeof *c->places);
    c->known = 0;
    c->a_span = c->b_span = 0;
    for (size_t i = 0; i < c->match.count; i++) {
        struct compare_place *place = &c->places[i];
        const struct timeline_op *a = compare_op_a(c, i), *b = compare_op_b(c, i);
        place->a = (struct relation_span){a->start, a->end};
        place->b = (struct relation_span){b->start, b->end};
        if (mode_times) {
            const struct timeline_mode_time *times = &mode_times[c->match.pairs[i].b];
            place->b = (struct relation_span){times->start, times->end};
        }
        place->known = c->mode_has_places && has_times(place->a) && has_times(place->b);
        place->ends = c->mode_has_places && !place->known && place->a.to != TIMELINE_UNKNOWN &&
                      place->b.to != TIMELINE_UNKNOWN;
        c->known += place->known;
    }
    place_serially(c);
    place_by_stream(c);
    subtract_first(c);
    subtract_first_ends(c);
}
