/* Copies and memsets alone, by size, and both directions at once. */
#include "sim/base/duration.h"
#include "sim/model/cost.h"
#include "sim/study/fits.h"

#include <string.h>

#define GIGA    INT64_C(1000000000)
#define MILLION INT64_C(1000000)

enum {
    MIB = 1 << 20,
    SMALLEST_BY_ENGINE = 64 * 1024 /* bytes, of the sizes of copies.cu */
};

static bool is_alone(const struct sight_row *row, enum sight_kind kind)
{
    return row->kind == kind && row->start != TIMELINE_UNKNOWN && strcmp(row->label, "alone") == 0;
}

/* The mean length of the copies of a size; 0 if there are none. */
static int64_t mean_length(const struct sight *sight, enum sight_kind kind, int64_t bytes)
{
    int64_t sum = 0, count = 0;
    for (size_t i = 0; i < sight->count; i++)
        if (is_alone(&sight->rows[i], kind) && sight->rows[i].bytes == bytes) {
            sum += sight_length(&sight->rows[i]);
            count++;
        }
    return count ? duration_divide(sum, 1, count) : 0;
}

/* Bytes per second of `bytes` in `ns`. */
static int64_t rate_of(int64_t bytes, int64_t ns)
{
    return ns > 0 ? duration_divide(bytes, GIGA, ns) : 0;
}

/* A pinned copy takes a latency and its bytes at a rate: the rate from the largest less 1 MiB, the
 * latency from what 1 MiB takes beyond its bytes, to be corrected by fit_plain_chains(). */
static void fit_direction(const struct sight *sight, enum sight_kind kind, enum profile_key latency,
                          enum profile_key rate, struct figures *figures)
{
    int64_t small = mean_length(sight, kind, MIB);
    if (small == 0)
        return;
    for (size_t i = 0; i < sight->count; i++) {
        const struct sight_row *row = &sight->rows[i];
        if (is_alone(row, kind) && row->bytes >= 16 * MIB && sight_length(row) > small)
            figures_add(figures, rate, rate_of(row->bytes - MIB, sight_length(row) - small));
    }
    int64_t found = figures_value(figures, rate, GIGA);
    for (size_t i = 0; i < sight->count; i++) {
        const struct sight_row *row = &sight->rows[i];
        if (!is_alone(row, kind) || row->bytes != MIB)
            continue;
        int64_t rest = sight_length(row) - duration_divide(MIB, GIGA, found);
        figures_see(figures, "copies", latency, rest > 0 ? rest : 0);
    }
}

/* How long a copy takes that travels in the command stream, alone and while an engine copies in;
 * and the largest that does so behind other work, which takes less than two thirds of what an
 * engine takes for the least (traces/experiments/inline-busy.txt: 1.0 and 2.4 us). */
static void fit_inline(const struct sight *sight, struct figures *figures)
{
    int64_t most = figures_value(figures, PROFILE_copy_inline_bytes, 0), always = 0;
    int64_t engine = figures_seen(figures, "copies", PROFILE_copy_h2d_latency, 0);
    for (size_t i = 0; i < sight->count; i++) {
        const struct sight_row *row = &sight->rows[i];
        if (is_alone(row, SIGHT_H2D) && row->bytes <= (most ? most : 4))
            figures_add_at(figures, PROFILE_copy_h2d_inline, row->bytes, sight_length(row));
        if (sight_is_in(row, "beside") && row->kind == SIGHT_H2D && row->bytes <= most &&
            row->start != TIMELINE_UNKNOWN)
            figures_add_at(figures, PROFILE_copy_h2d_inline_beside, row->bytes, sight_length(row));
        if (sight_is_in(row, "behind") && row->kind == SIGHT_H2D && row->bytes > always &&
            row->start != TIMELINE_UNKNOWN && sight_length(row) * 3 < engine * 2)
            always = row->bytes;
    }
    figures_add(figures, PROFILE_copy_inline_always, always);
}

static bool is_in_turn(const struct sight_row *row)
{
    return row->kind == SIGHT_H2D && sight_is_in(row, "in turn");
}

/* Without the first, which pays for the rest before it. */
static int64_t mean_in_turn(const struct sight *sight, int64_t bytes)
{
    int64_t sum = 0, count = 0;
    for (size_t i = 0; i < sight->count; i++) {
        const struct sight_row *row = &sight->rows[i];
        if (!is_in_turn(row) || row->bytes != bytes)
            continue;
        sum += count ? row->returned - row->enter : 0;
        count++;
    }
    return count > 1 ? duration_divide(sum, 1, count - 1) : 0;
}

/* The host writes what travels in the command stream, which takes it longer than to ask for a copy
 * of any size: the largest size that takes it a quarter longer than a copy by the engine. */
void fit_small_copies(const struct sight *sight, struct figures *figures)
{
    int64_t engine = mean_in_turn(sight, SMALLEST_BY_ENGINE), most = 0;
    for (size_t i = 0; i < sight->count; i++) {
        const struct sight_row *row = &sight->rows[i];
        if (is_in_turn(row) && row->bytes < SMALLEST_BY_ENGINE && row->bytes > most &&
            mean_in_turn(sight, row->bytes) * 4 > engine * 5)
            most = row->bytes;
    }
    figures_add(figures, PROFILE_copy_inline_bytes, most);
    for (size_t i = 0; i < sight->count; i++) {
        const struct sight_row *row = &sight->rows[i];
        if (is_in_turn(row) && row->bytes <= most)
            figures_add_at(figures, PROFILE_host_copy_inline, row->bytes,
                           row->returned - row->enter);
    }
}

static void fit_curve(const struct sight *sight, enum sight_kind kind, enum profile_key curve,
                      struct figures *figures)
{
    for (size_t i = 0; i < sight->count; i++) {
        const struct sight_row *row = &sight->rows[i];
        if (is_alone(row, kind))
            figures_add_at(figures, curve, row->bytes, sight_length(row));
    }
}

struct direction {
    enum sight_kind kind;
    int64_t latency, rate; /* alone */
    const char *label;     /* of the copies both ways that are looked at */
};

static bool is_duplex(const struct sight_row *row, const struct direction *direction)
{
    return row->kind == direction->kind && row->start != TIMELINE_UNKNOWN &&
           strcmp(row->label, direction->label) == 0;
}

/* How long the bytes of a copy moved while those of copies of the other direction did. */
static int64_t overlap(const struct sight *sight, const struct sight_row *row,
                       const struct direction *own, const struct direction *other)
{
    int64_t sum = 0;
    for (size_t i = 0; i < sight->count; i++) {
        const struct sight_row *beside = &sight->rows[i];
        if (!is_duplex(beside, other))
            continue;
        int64_t from = row->start + own->latency, to = row->seen_end;
        int64_t begin = beside->start + other->latency;
        from = begin > from ? begin : from;
        to = beside->seen_end < to ? beside->seen_end : to;
        sum += to > from ? to - from : 0;
    }
    return sum;
}

/* How many bytes one of the other direction had left to move when this one began; -1: none ran.
 * Only beside one it has the latency of both ways. */
static int64_t left_beside(const struct sight *sight, const struct sight_row *row,
                           const struct direction *other)
{
    for (size_t i = 0; i < sight->count; i++) {
        const struct sight_row *beside = &sight->rows[i];
        if (!is_duplex(beside, other) || beside->start > row->start ||
            row->start >= beside->seen_end)
            continue;
        int64_t moves = sight_length(beside) - other->latency, left = beside->seen_end - row->start;
        return left >= moves ? beside->bytes : duration_divide(beside->bytes, left, moves);
    }
    return -1;
}

/* Copies of a size both ways at once: the sum of how long they took and what they moved, without
 * what went while the other direction rested, at the rate alone. */
struct both_ways {
    int64_t bytes, ns, count;
    int64_t share; /* of what much on the other way adds to the latency, in millionths */
};

static struct both_ways sum_both_ways(const struct sight *sight, const struct direction *own,
                                      const struct direction *other, int64_t size)
{
    struct both_ways sum = {0};
    for (size_t i = 0; i < sight->count; i++) {
        const struct sight_row *row = &sight->rows[i];
        int64_t left = is_duplex(row, own) ? left_beside(sight, row, other) : -1;
        if (row->bytes != size || left < 0)
            continue;
        int64_t shared = overlap(sight, row, own, other);
        int64_t rest = sight_length(row) - own->latency - shared;
        if (rest < 0 || shared <= 9 * rest) /* the first and the last of all are alone for long */
            continue;
        sum.bytes += row->bytes - duration_divide(own->rate, rest, GIGA);
        sum.ns += sight_length(row) - rest;
        sum.share += duration_divide(MILLION, left, left + COST_DUPLEX_HALF);
        sum.count++;
    }
    return sum;
}

/* The rate from what large copies take more than small ones, the latency from what small ones take
 * beyond their bytes. Sizes as programs have them: copies in of 64 MiB are slower on some hosts,
 * 38 to 46 GB/s where those of 16 have 50 (traces/experiments/duplex-rates.txt). False if there are
 * too few, or if they say nothing. */
enum { SMALL_DUPLEX = 4 * MIB };

static bool find_duplex(const struct sight *sight, const struct direction *own,
                        const struct direction *other, int64_t *latency, int64_t *rate,
                        int64_t *share)
{
    struct both_ways small = sum_both_ways(sight, own, other, SMALL_DUPLEX);
    struct both_ways large = sum_both_ways(sight, own, other, 16 * MIB);
    if (small.count == 0 || large.count == 0)
        return false;
    int64_t bytes = small.bytes / small.count, ns = small.ns / small.count;
    *rate = rate_of(large.bytes / large.count - bytes, large.ns / large.count - ns);
    if (*rate <= 0 || bytes <= 0)
        return false;
    int64_t rest = ns - duration_divide(bytes, GIGA, *rate);
    *latency = rest > 0 ? rest : 0;
    *share = small.share / small.count;
    return true;
}

/* The latency beside copies without end, from that of the small ones: cost_duplex_latency(). */
static int64_t of_endless(int64_t latency, int64_t alone, int64_t share)
{
    return latency > alone && share > 0 ? alone + duration_divide(latency - alone, MILLION, share)
                                        : latency;
}

/* What is left of the rate of copies in where those out write memory that no cache of the host
 * holds. */
static void fit_far(const struct sight *sight, struct direction in, struct direction out,
                    int64_t duplex_rate, struct figures *figures)
{
    in.label = out.label = "far";
    struct both_ways sum = sum_both_ways(sight, &in, &out, 16 * MIB);
    if (sum.count == 0 || duplex_rate <= 0)
        return;
    int64_t rate = rate_of(sum.bytes, sum.ns - sum.count * in.latency);
    int64_t share = duration_divide(rate, 1000, duplex_rate);
    figures_add(figures, PROFILE_copy_h2d_far, share < 1 ? 1 : share > 1000 ? 1000 : share);
}

/* When the bytes of both move depends on the latencies themselves: two more rounds settle them to
 * the nanosecond. */
static void fit_duplex(const struct sight *sight, struct direction in, struct direction out,
                       struct figures *figures)
{
    int64_t in_rate = 0, out_rate = 0, in_alone = in.latency, out_alone = out.latency;
    int64_t in_share = MILLION, out_share = MILLION;
    for (int i = 0; i < 3; i++) {
        int64_t in_latency, out_latency;
        if (!find_duplex(sight, &in, &out, &in_latency, &in_rate, &in_share) ||
            !find_duplex(sight, &out, &in, &out_latency, &out_rate, &out_share))
            return;
        in.latency = in_latency;
        out.latency = out_latency;
    }
    figures_add(figures, PROFILE_copy_h2d_duplex_rate, in_rate);
    figures_add(figures, PROFILE_copy_h2d_duplex_latency,
                of_endless(in.latency, in_alone, in_share));
    figures_add(figures, PROFILE_copy_d2h_duplex_rate, out_rate);
    figures_add(figures, PROFILE_copy_d2h_duplex_latency,
                of_endless(out.latency, out_alone, out_share));
    fit_far(sight, in, out, in_rate, figures);
}

static struct direction direction(const struct figures *figures, enum sight_kind kind)
{
    bool in = kind == SIGHT_H2D;
    return (struct direction){
        kind,
        figures_seen(figures, "copies", in ? PROFILE_copy_h2d_latency : PROFILE_copy_d2h_latency,
                     0),
        figures_value(figures, in ? PROFILE_copy_h2d_rate : PROFILE_copy_d2h_rate, GIGA), "duplex"};
}

void fit_copies(const struct sight *sight, struct figures *figures)
{
    figures->seen_count = 0; /* a new pass */
    fit_direction(sight, SIGHT_H2D, PROFILE_copy_h2d_latency, PROFILE_copy_h2d_rate, figures);
    fit_direction(sight, SIGHT_D2H, PROFILE_copy_d2h_latency, PROFILE_copy_d2h_rate, figures);
    fit_inline(sight, figures);
    fit_curve(sight, SIGHT_D2D, PROFILE_copy_d2d, figures);
    fit_curve(sight, SIGHT_MEMSET, PROFILE_copy_memset, figures);
    fit_duplex(sight, direction(figures, SIGHT_H2D), direction(figures, SIGHT_D2H), figures);
}
