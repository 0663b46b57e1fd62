#include "sim/analysis/validation.h"

#include "sim/base/mem.h"
#include "sim/base/percentile.h"

#include <stdlib.h>
#include <string.h>

void validation_init(struct validation *validation, int64_t null_tolerance)
{
    *validation = (struct validation){.null_tolerance = null_tolerance};
}

static void keep_errors(struct validation *v, size_t index, const struct compare *c)
{
    struct validation_row *row = &v->rows[index];
    v->errors =
        mem_grow(v->errors, &v->error_capacity, v->error_count + c->known, sizeof *v->errors);
    for (size_t i = 0; i < c->match.count; i++) {
        if (!c->places[i].known || c->b_span <= 0)
            continue;
        int64_t share = compare_error_share(c, i);
        v->errors[v->error_count++] = (struct validation_error){share, index};
        row->places++;
        row->places_near += share <= TIMELINE_NEAR_PLACE;
    }
    row->run_places = c->run_places;
    row->run_places_near = c->run_places_near;
}

static size_t group_of(struct validation *v, const char *name)
{
    for (size_t i = 0; i < v->group_count; i++)
        if (strcmp(v->groups[i], name) == 0)
            return i;
    v->groups = mem_grow(v->groups, &v->group_capacity, v->group_count + 1, sizeof *v->groups);
    v->groups[v->group_count] = mem_strdup(name);
    return v->group_count++;
}

const struct validation_row *validation_add(struct validation *v, const char *name,
                                            const char *group, const struct compare *c)
{
    v->rows = mem_grow(v->rows, &v->capacity, v->count + 1, sizeof *v->rows);
    struct validation_row *row = &v->rows[v->count++];
    *row = (struct validation_row){
        .name = mem_strdup(name),
        .label = mem_strdup(name),
        .group = group_of(v, group),
        .measured = c->b_wall,
        .whole = compare_is_whole(c),
        .calls_of_others = c->calls_of_others,
        .ours = c->ours,
        .serial = c->serial,
        .streams = c->streams,
        .better_is_serial = compare_better_null(c) == &c->serial,
        .beyond = compare_beyond_noise(c),
        .noise_wall = c->noise_wall,
        .noise_p95 = c->noise_p95,
        .operations = c->match.count,
        .how = c->match.how,
        .unmatched = c->match.only_a_count + c->match.only_b_count,
        .relations = c->relations,
        .relations_typical = c->relations_typical,
        .noise_runs = c->noise_runs,
        .runs_agreeing = c->runs_agreeing,
        .undecided = c->undecided,
        .undecided_right = c->undecided_right,
        .undecided_ways = c->undecided_ways,
        .modes = c->mode_count,
        .mode = c->mode,
        .disturbance = c->disturbance,
        .disturbed = c->disturbed,
        .answers = c->elapsed.count,
        .answer_median = c->elapsed.error_median,
        .answer_worst = c->elapsed.error_worst,
        .says_nothing = compare_says_nothing(c, v->null_tolerance),
        .features = feature_find(c->a),
    };
    if (row->whole && !row->disturbed)
        keep_errors(v, v->count - 1, c);
    return row;
}

/* --- names ---------------------------------------------------------------------------------------
 */

/* A row's folder and name, to be compared from the end. */
struct place {
    char *path;
    size_t length, row;
};

/* The character `i` from the end, so that what is in the same folder stands together. */
static int at_end(const struct place *p, size_t i)
{
    int c = i < p->length ? (unsigned char)p->path[p->length - 1 - i] : -1;
    return c == '/' ? 0 : c;
}

static int compare_places(const void *a, const void *b)
{
    const struct place *x = a, *y = b;
    size_t i = 0;
    while (i < x->length && at_end(x, i) == at_end(y, i))
        i++;
    int p = at_end(x, i), q = at_end(y, i);
    if (p != q)
        return p < q ? -1 : 1;
    return x->row < y->row ? -1 : x->row > y->row;
}

/* How many characters at the end of a path tell it from another one: whole names. 0 if their last
 * names differ, all of it if the other one ends with it. */
static size_t telling(const struct place *p, const struct place *other)
{
    size_t same = 0, i = 0;
    for (; i <= p->length && i <= other->length; i++) {
        int c = at_end(p, i), d = at_end(other, i);
        bool ends = c <= 0 && d <= 0;
        if (ends)
            same = i + 1;
        if (c != d || c < 0)
            break;
    }
    if (same == 0)
        return 0;
    while (same < p->length && at_end(p, same) != 0)
        same++;
    return same < p->length ? same : p->length;
}

void validation_tell_apart(struct validation *v)
{
    struct place *places = mem_zalloc((v->count + 1) * sizeof *places);
    for (size_t i = 0; i < v->count; i++) {
        struct strbuf path;
        const char *folder = v->groups[v->rows[i].group];
        strbuf_init(&path);
        strbuf_addf(&path, "%s%s%s", folder, *folder ? "/" : "", v->rows[i].name);
        places[i] = (struct place){mem_strdup(path.text), path.length, i};
        strbuf_release(&path);
    }
    qsort(places, v->count, sizeof *places, compare_places);
    for (size_t i = 0; i < v->count; i++) {
        const struct place *p = &places[i];
        size_t before = i > 0 ? telling(p, &places[i - 1]) : 0;
        size_t after = i + 1 < v->count ? telling(p, &places[i + 1]) : 0;
        size_t length = before > after ? before : after;
        if (length) {
            free(v->rows[p->row].label);
            v->rows[p->row].label = mem_strdup(p->path + p->length - length);
        }
    }
    for (size_t i = 0; i < v->count; i++)
        free(places[i].path);
    free(places);
}

/* --- what they come to ---------------------------------------------------------------------------
 */

struct ranked {
    int64_t value;
    size_t row;
};

static int compare_ranked(const void *a, const void *b)
{
    const struct ranked *x = a, *y = b;
    if (x->value != y->value)
        return x->value < y->value ? -1 : 1;
    return x->row < y->row ? -1 : x->row > y->row;
}

typedef int64_t (*figure)(const struct validation_row *row);

/* Over those of the rows; signs do not count. */
static struct validation_spread spread_of(const struct validation *v, const bool *member,
                                          figure figure_of)
{
    struct validation_spread spread = {LABEL_UNKNOWN, LABEL_UNKNOWN, LABEL_UNKNOWN, 0};
    struct ranked *ranked = mem_zalloc((v->count + 1) * sizeof *ranked);
    size_t count = 0;
    for (size_t i = 0; i < v->count; i++) {
        int64_t value = member[i] ? figure_of(&v->rows[i]) : LABEL_UNKNOWN;
        if (value != LABEL_UNKNOWN)
            ranked[count++] = (struct ranked){llabs(value), i};
    }
    qsort(ranked, count, sizeof *ranked, compare_ranked);
    if (count) {
        spread.median = ranked[percentile_rank(count, 500)].value;
        spread.p90 = ranked[percentile_rank(count, 900)].value;
        spread.worst = ranked[count - 1].value;
        spread.worst_row = ranked[count - 1].row;
    }
    free(ranked);
    return spread;
}

static int64_t error_figure(const struct validation_row *row)
{
    return row->ours.wall_error;
}

static int64_t beyond_figure(const struct validation_row *row)
{
    return row->beyond;
}

static int64_t noise_figure(const struct validation_row *row)
{
    return row->noise_wall;
}

static int64_t serial_figure(const struct validation_row *row)
{
    return row->serial.wall_error;
}

static int64_t streams_figure(const struct validation_row *row)
{
    return row->streams.wall_error;
}

static int64_t placement_figure(const struct validation_row *row)
{
    return row->disturbed ? LABEL_UNKNOWN : row->ours.placement_p95;
}

static int64_t placement_beyond_figure(const struct validation_row *row)
{
    int64_t error = placement_figure(row), noise = row->noise_p95;
    if (error == LABEL_UNKNOWN || noise == LABEL_UNKNOWN)
        return error;
    return error > noise ? error - noise : 0;
}

static int64_t answer_figure(const struct validation_row *row)
{
    return row->answer_worst;
}

const struct compare_figures *validation_better_null(const struct validation_row *row)
{
    return row->better_is_serial ? &row->serial : &row->streams;
}

static int64_t placement_of(const struct validation *v, const bool *member)
{
    int64_t *shares = mem_zalloc((v->error_count + 1) * sizeof *shares);
    size_t count = 0;
    for (size_t i = 0; i < v->error_count; i++)
        if (member[v->errors[i].row])
            shares[count++] = v->errors[i].share;
    percentile_sort(shares, count);
    int64_t result = count ? shares[percentile_rank(count, 950)] : LABEL_UNKNOWN;
    free(shares);
    return result;
}

static struct validation_class class_of(const struct validation *v, const bool *member)
{
    struct validation_class class = {.beyond = spread_of(v, member, beyond_figure),
                                     .placement_p95 = placement_of(v, member)};
    size_t runs = 0, agreeing = 0;
    for (size_t i = 0; i < v->count; i++) {
        if (!member[i])
            continue;
        const struct validation_row *row = &v->rows[i];
        const struct compare_figures *null = validation_better_null(row);
        class.scenarios++;
        class.places += row->places;
        class.places_near += row->places_near;
        class.run_places += row->run_places;
        class.run_places_near += row->run_places_near;
        class.relations += row->relations;
        class.right += row->ours.relations_right;
        class.null_wrong += row->relations - null->relations_right;
        class.gained += null->relations_gained;
        if (row->noise_runs == 0)
            continue;
        class.repeated += row->relations;
        class.repeated_right += row->ours.relations_right;
        class.typical += row->relations_typical;
        class.undecided += row->undecided;
        class.undecided_right += row->undecided_right;
        class.undecided_ways += row->undecided_ways;
        runs += row->relations * row->noise_runs;
        agreeing += row->runs_agreeing;
    }
    class.agreeing = compare_share((int64_t)agreeing, (int64_t)runs);
    return class;
}

static void find_classes(const struct validation *v, struct validation_summary *s, bool *member)
{
    for (int f = 0; f < FEATURE_COUNT; f++) {
        for (size_t i = 0; i < v->count; i++)
            member[i] = v->rows[i].whole && v->rows[i].features >> f & 1;
        s->classes[f] = class_of(v, member);
    }
    s->groups = mem_zalloc((v->group_count + 1) * sizeof *s->groups);
    for (size_t g = 0; g < v->group_count; g++) {
        for (size_t i = 0; i < v->count; i++)
            member[i] = v->rows[i].whole && v->rows[i].group == g;
        s->groups[g] = class_of(v, member);
    }
    for (size_t i = 0; i < v->count; i++)
        member[i] = v->rows[i].whole && !v->rows[i].disturbed;
    s->undisturbed = class_of(v, member);
}

void validation_summarize(const struct validation *v, struct validation_summary *s)
{
    memset(s, 0, sizeof *s);
    bool *member = mem_zalloc((v->count + 1) * sizeof *member);
    s->scenarios = v->count;
    for (size_t i = 0; i < v->count; i++) {
        const struct validation_row *row = &v->rows[i];
        member[i] = row->whole;
        s->whole += row->whole;
        s->calls_of_others += row->calls_of_others && !row->whole;
        s->disturbed += row->disturbed;
        s->with_modes += row->modes > 1;
        s->say_nothing += row->says_nothing;
        s->operations += row->operations;
    }
    s->error = spread_of(v, member, error_figure);
    s->beyond = spread_of(v, member, beyond_figure);
    s->noise = spread_of(v, member, noise_figure);
    s->serial = spread_of(v, member, serial_figure);
    s->streams = spread_of(v, member, streams_figure);
    s->placement = spread_of(v, member, placement_figure);
    s->placement_beyond = spread_of(v, member, placement_beyond_figure);
    s->answers = spread_of(v, member, answer_figure);
    s->all = class_of(v, member);
    s->relations_share = compare_share((int64_t)s->all.right, (int64_t)s->all.relations);
    find_classes(v, s, member);
    free(member);
}

void validation_summary_release(struct validation_summary *s)
{
    free(s->groups);
    s->groups = NULL;
}

void validation_release(struct validation *v)
{
    for (size_t i = 0; i < v->count; i++) {
        free(v->rows[i].name);
        free(v->rows[i].label);
    }
    for (size_t i = 0; i < v->group_count; i++)
        free(v->groups[i]);
    free(v->groups);
    free(v->rows);
    free(v->errors);
    *v = (struct validation){0};
}
