#include "sim/analysis/compare.h"

#include "sim/base/duration.h"
#include "sim/base/wrap.h"

#include <stdlib.h>
#include <string.h>

/* Rows of the report: a title, then columns of these widths. */
enum { TITLE = 30, COLUMN = 14, LISTED = 10 };

static void add_time(struct strbuf *sb, int64_t ns)
{
    size_t begin = sb->length;
    label_time(sb, ns);
    strbuf_align_right(sb, begin, COLUMN);
}

static void add_share(struct strbuf *sb, int64_t ppm, bool sign)
{
    size_t begin = sb->length;
    if (sign)
        label_change(sb, ppm);
    else
        label_percent(sb, ppm);
    strbuf_align_right(sb, begin, COLUMN);
}

static void add_title(struct strbuf *sb, const char *title)
{
    size_t begin = sb->length;
    strbuf_adds(sb, title);
    strbuf_pad(sb, begin, TITLE);
}

static const char *source_of(const struct timeline *t)
{
    return t->source == TIMELINE_MEASURED ? "measured" : "predicted";
}

/* Two of one kind are told apart as `compare` calls them. */
static const char *name_of(const struct compare *c, const struct timeline *t)
{
    if (c->a->source == c->b->source)
        return t == c->a ? "a" : "b";
    return source_of(t);
}

/* Two predictions, before and after a change say, differ; neither is right. */
static bool is_difference(const struct compare *c)
{
    return c->a->source == TIMELINE_PREDICTED && c->b->source == TIMELINE_PREDICTED;
}

/* What the figures are. */
static const char *error_of(const struct compare *c)
{
    return is_difference(c) ? "difference" : "error";
}

static bool is_instrumented(const struct timeline *t)
{
    return t->measurement.instrument_wall != TIMELINE_UNKNOWN;
}

/* Of the places that are compared. Those of an instrument's runs may take longer than the wall
 * time, which is that of plain ones. */
static void add_span(struct strbuf *sb, const struct compare *c)
{
    add_title(sb,
              is_instrumented(c->a) || is_instrumented(c->b) ? "span with the instrument" : "span");
    add_time(sb, c->known ? c->a_span : TIMELINE_UNKNOWN);
    add_time(sb, c->known ? c->b_span : TIMELINE_UNKNOWN);
    add_share(sb, c->known ? compare_share(c->a_span - c->b_span, c->b_span) : LABEL_UNKNOWN, true);
    strbuf_addc(sb, '\n');
}

static void add_head(struct strbuf *sb, const struct compare *c)
{
    add_title(sb, "");
    const char *const titles[] = {name_of(c, c->a), name_of(c, c->b), error_of(c)};
    for (size_t i = 0; i < sizeof titles / sizeof *titles; i++) {
        size_t begin = sb->length;
        strbuf_adds(sb, titles[i]);
        strbuf_align_right(sb, begin, COLUMN);
    }
    strbuf_addc(sb, '\n');
    add_title(sb, "wall time");
    add_time(sb, c->a->wall);
    add_time(sb, c->b_wall);
    add_share(sb, c->ours.wall_error, true);
    strbuf_adds(sb, "\n");
    add_span(sb, c);
    strbuf_addc(sb, '\n');
}

static void add_relations(struct strbuf *sb, const struct compare *c, size_t right)
{
    size_t begin = sb->length;
    if (c->relations == 0)
        strbuf_adds(sb, "none");
    else
        strbuf_addf(sb, "%zu of %zu", right, c->relations);
    strbuf_align_right(sb, begin, COLUMN);
}

static void add_figures(struct strbuf *sb, const struct compare *c, const char *title,
                        const struct compare_figures *f)
{
    add_title(sb, title);
    add_share(sb, f->wall_error, true);
    add_share(sb, f->placement_median, false);
    add_share(sb, f->placement_p95, false);
    add_share(sb, f->placement_worst, false);
    add_relations(sb, c, f->relations_right);
    strbuf_addc(sb, '\n');
}

static void add_table(struct strbuf *sb, const struct compare *c)
{
    static const char *const titles[] = {"wall", "median", "95 %", "worst", "relations"};
    add_title(sb,
              is_difference(c) ? "wall and placement differ by" : "error of wall and placement");
    for (size_t i = 0; i < sizeof titles / sizeof *titles; i++) {
        size_t begin = sb->length;
        strbuf_adds(sb, titles[i]);
        strbuf_align_right(sb, begin, COLUMN);
    }
    strbuf_addc(sb, '\n');
    add_figures(sb, c, is_difference(c) ? "a from b" : name_of(c, c->a), &c->ours);
    if (is_difference(c)) { /* neither has noise, and nobody wants to know what guesses would do */
        strbuf_addc(sb, '\n');
        return;
    }
    add_figures(sb, c, "null: one after the other", &c->serial);
    add_figures(sb, c, "null: streams back to back", &c->streams);
    add_title(sb, c->noise_of_processes ? "noise between processes" : "noise of the measurement");
    add_share(sb, c->noise_wall, false);
    add_share(sb, c->noise_median, false);
    add_share(sb, c->noise_p95, false);
    add_share(sb, c->noise_worst, false);
    if (c->noise_relations != TIMELINE_UNKNOWN && c->noise_relations_right != TIMELINE_UNKNOWN) {
        size_t begin = sb->length;
        strbuf_addf(sb, "%lld of %lld", (long long)c->noise_relations_right,
                    (long long)c->noise_relations);
        strbuf_align_right(sb, begin, COLUMN);
    }
    strbuf_adds(sb, "\n\n");
}

/* Which of several outcomes it is held against. */
static void add_modes(struct strbuf *sb, const struct compare *c)
{
    if (c->mode_count < 2)
        return;
    uint32_t runs = 0;
    for (size_t i = 0; i < c->mode_count; i++)
        runs += c->b->modes.rows[i].runs;
    strbuf_addf(sb, "The runs have %zu modes:", c->mode_count);
    for (size_t i = 0; i < c->mode_count; i++) {
        const struct timeline_mode *mode = &c->b->modes.rows[i];
        strbuf_adds(sb, i ? ", " : " ");
        duration_add_human(sb, mode->wall);
        strbuf_adds(sb, " (");
        label_percent(sb, runs ? duration_divide(mode->runs, 1000000, runs) : LABEL_UNKNOWN);
        strbuf_adds(sb, i == c->mode ? ", the nearest)" : ")");
    }
    strbuf_adds(sb, ".\n");
    if (!c->mode_has_places)
        strbuf_adds(sb, "Of the nearest, the times of the operations are not known.\n");
}

static void add_instrument(struct strbuf *sb, const struct compare *c)
{
    if (c->disturbance == LABEL_UNKNOWN)
        return;
    if (!c->disturbed && llabs(c->disturbance) < 1000)
        return;
    strbuf_adds(sb, "The instrument changed the wall time by ");
    label_change(sb, c->disturbance);
    strbuf_adds(sb, c->disturbed ? ": placement is not scored.\n" : ".\n");
}

static void add_answer(struct strbuf *sb, const struct compare *c, const struct elapsed_pair *pair)
{
    const struct timeline_answer *a = &c->a->answers.rows[pair->a];
    const struct timeline_call *call = &c->a->calls.rows[a->call];
    size_t begin = sb->length;
    strbuf_adds(sb, "elapsed");
    if (call->place) {
        strbuf_adds(sb, " (");
        label_place(sb, c->a, call->place);
        strbuf_addc(sb, ')');
    }
    strbuf_pad(sb, begin, TITLE);
    add_time(sb, a->elapsed);
    add_time(sb, c->b->answers.rows[pair->b].elapsed);
    int64_t signed_error =
        pair->more < 0 && pair->error != LABEL_UNKNOWN ? -pair->error : pair->error;
    add_share(sb, signed_error, true);
    strbuf_addc(sb, '\n');
}

/* What cudaEventElapsedTime answered: each, or how far they are off where there are many. */
static void add_elapsed(struct strbuf *sb, const struct compare *c)
{
    const struct elapsed *e = &c->elapsed;
    for (size_t i = 0; i < e->count && e->count <= LISTED; i++)
        add_answer(sb, c, &e->pairs[i]);
    if (e->count > LISTED) {
        strbuf_addf(sb, "%zu elapsed times, off by ", e->count);
        label_percent(sb, e->error_median);
        strbuf_adds(sb, " in the median; the worst:\n");
        add_answer(sb, c, &e->pairs[e->worst]);
    }
    if (e->only_a + e->only_b)
        strbuf_addf(sb, "%zu elapsed times stand in one of both only\n", e->only_a + e->only_b);
    if (e->count)
        strbuf_addc(sb, '\n');
}

static void add_op(struct strbuf *sb, const struct timeline *t, uint32_t op)
{
    label_op(sb, t, op);
    if (t->ops.rows[op].place) {
        strbuf_adds(sb, " (");
        label_place(sb, t, t->ops.rows[op].place);
        strbuf_addc(sb, ')');
    }
}

static void add_unmatched(struct strbuf *sb, const char *title, const struct timeline *t,
                          const uint32_t *ids, size_t count)
{
    if (count == 0)
        return;
    strbuf_addf(sb, "%zu only %s:", count, title);
    for (size_t i = 0; i < count && i < LISTED; i++) {
        strbuf_adds(sb, i ? ", " : " ");
        add_op(sb, t, ids[i]);
    }
    strbuf_adds(sb, count > LISTED ? ", ...\n" : "\n");
}

static void add_matching(struct strbuf *sb, const struct compare *c)
{
    strbuf_addf(sb, "%zu operation%s matched by %s", c->match.count, c->match.count == 1 ? "" : "s",
                match_how_name(c->match.how));
    if (c->match.only_a_count + c->match.only_b_count) {
        strbuf_adds(sb, "; unmatched ones hold ");
        label_percent(sb, c->match.unmatched);
        strbuf_adds(sb, " of the busy time");
    }
    strbuf_adds(sb, ".\n");
    add_unmatched(sb, "in the first", c->a, c->match.only_a, c->match.only_a_count);
    add_unmatched(sb, "in the second", c->b, c->match.only_b, c->match.only_b_count);
}

/* Contested ones are in different streams, which tells equal ones apart. */
static void add_op_in_stream(struct strbuf *sb, const struct timeline *t, uint32_t op)
{
    add_op(sb, t, op);
    strbuf_adds(sb, " in ");
    label_stream(sb, t, t->ops.rows[op].stream);
}

static void add_relation(struct strbuf *sb, const struct compare *c,
                         const struct compare_wrong *wrong)
{
    bool differ = is_difference(c);
    strbuf_adds(sb, differ ? "other: " : "wrong: ");
    add_op_in_stream(sb, c->a, c->match.pairs[wrong->first].a);
    strbuf_addf(sb, " runs %s ", compare_relation_name(wrong->b));
    add_op_in_stream(sb, c->a, c->match.pairs[wrong->second].a);
    strbuf_addf(sb, differ ? " in b, %s it in a" : ", not %s it", compare_relation_name(wrong->a));
}

/* How many from `first` on read like it, which is said of all of them at once: a line tells the
 * turns of a loop apart by nothing. */
static size_t take_alike(const struct strbuf *lines, bool *said, size_t first, size_t count)
{
    size_t alike = 0;
    for (size_t i = first; i < count; i++)
        if (!said[i] && strcmp(lines[i].text, lines[first].text) == 0) {
            said[i] = true;
            alike++;
        }
    return alike;
}

static void add_wrong(struct strbuf *sb, const struct compare *c)
{
    struct strbuf lines[COMPARE_WRONG_KEPT];
    bool said[COMPARE_WRONG_KEPT] = {false};
    size_t wrong = c->relations - c->ours.relations_right, left = wrong, listed = 0;
    for (size_t i = 0; i < c->wrong_count; i++) {
        strbuf_init(&lines[i]);
        add_relation(&lines[i], c, &c->wrong[i]);
    }
    for (size_t i = 0; i < c->wrong_count && listed < LISTED; i++) {
        if (said[i])
            continue;
        size_t alike = take_alike(lines, said, i, c->wrong_count);
        strbuf_adds(sb, lines[i].text);
        if (alike > 1)
            strbuf_addf(sb, " (%zu times%s)", alike, c->wrong_count < wrong ? " and more" : "");
        strbuf_addc(sb, '\n');
        left -= alike;
        listed++;
    }
    if (left)
        strbuf_addf(sb, "and %zu more\n", left);
    if (c->relations_sampled)
        strbuf_adds(sb, "Of so many operations only neighbours in time were looked at.\n");
    for (size_t i = 0; i < c->wrong_count; i++)
        strbuf_release(&lines[i]);
}

static void add_copies(struct strbuf *sb, const struct compare *c)
{
    if (c->copies < 2) /* no order */
        return;
    if (c->copies_in_order) {
        strbuf_addf(sb, "The %zu copies run in the same order.\n", c->copies);
        return;
    }
    strbuf_adds(sb, "Copies run in another order, from ");
    add_op(sb, c->a, c->match.pairs[c->first_copy].a);
    strbuf_adds(sb, " on.\n");
}

static void add_since(struct strbuf *sb, int64_t time)
{
    size_t begin = sb->length;
    duration_add_us(sb, time);
    strbuf_align_right(sb, begin, COLUMN);
}

static void add_row_head(struct strbuf *sb, const struct compare *c, const char *title, bool error)
{
    static const char *const titles[] = {"start us", "start us", "end us", "end us"};
    add_title(sb, title);
    for (size_t i = 0; i < sizeof titles / sizeof *titles; i++) {
        size_t begin = sb->length;
        strbuf_adds(sb, titles[i]);
        strbuf_align_right(sb, begin, COLUMN);
    }
    if (error) {
        size_t begin = sb->length;
        strbuf_adds(sb, error_of(c));
        strbuf_align_right(sb, begin, COLUMN);
    }
    strbuf_addc(sb, '\n');
    add_title(sb, "");
    for (size_t i = 0; i < 4; i++) {
        size_t begin = sb->length;
        strbuf_adds(sb, name_of(c, i % 2 ? c->b : c->a));
        strbuf_align_right(sb, begin, COLUMN);
    }
    strbuf_addc(sb, '\n');
}

/* An operation's start and end in both, in us from the first start; its end alone, where starts are
 * not known, from the first end. */
static void add_row(struct strbuf *sb, const struct compare *c, size_t pair, bool error)
{
    const struct compare_place *place = &c->places[pair];
    size_t begin = sb->length;
    add_op(sb, c->a, c->match.pairs[pair].a);
    strbuf_addc(sb, ' ');
    strbuf_pad(sb, begin, TITLE);
    if (!place->known && !place->ends) {
        strbuf_adds(sb, "  not known in both\n");
        return;
    }
    for (int i = 0; i < 2 && place->ends; i++) {
        size_t blank = sb->length;
        strbuf_addc(sb, '-');
        strbuf_align_right(sb, blank, COLUMN);
    }
    if (place->known) {
        add_since(sb, place->a.from);
        add_since(sb, place->b.from);
    }
    add_since(sb, place->a.to);
    add_since(sb, place->b.to);
    if (error)
        add_share(sb, compare_error_share(c, pair), false);
    strbuf_addc(sb, '\n');
}

void compare_text_worst(struct strbuf *sb, const struct compare *compare, size_t most)
{
    uint32_t pairs[64];
    size_t count = compare_worst(compare, pairs, most < 64 ? most : 64);
    if (count == 0)
        return;
    add_row_head(sb, compare, is_difference(compare) ? "farthest apart" : "worst placed", true);
    for (size_t i = 0; i < count; i++)
        add_row(sb, compare, pairs[i], true);
}

/* What `add` has to say, broken into lines. */
static void add_sentences(struct strbuf *sb, const struct compare *c, int width,
                          void (*add)(struct strbuf *sb, const struct compare *c))
{
    struct strbuf text;
    strbuf_init(&text);
    add(&text, c);
    wrap_add_lines(sb, text.text, width, 0, 2);
    strbuf_release(&text);
}

static void add_largest(struct strbuf *sb, const struct compare *c)
{
    if (c->ours.placement_worst == LABEL_UNKNOWN)
        return;
    strbuf_addf(sb, "largest %s of placement: ", error_of(c));
    add_op(sb, c->a, c->match.pairs[c->ours.worst].a);
    strbuf_addc(sb, '\n');
}

static void add_why_no_figures(struct strbuf *sb, const struct compare *c)
{
    strbuf_adds(sb, c->calls_of_others
                        ? "Threads shared the work otherwise when it was measured: calls as they "
                          "were then are of other work, and give no figures.\n"
                        : "Too much is unmatched to give figures.\n");
}

static void add_nothing_said(struct strbuf *sb, const struct compare *c)
{
    (void)c;
    strbuf_adds(sb,
                "A null model predicts this wall time as well: alone, the scenario says little.\n");
}

void compare_text(struct strbuf *sb, const struct compare *compare, int64_t null_tolerance,
                  bool rows, int width)
{
    if (compare_is_whole(compare)) {
        add_head(sb, compare);
        add_table(sb, compare);
        add_elapsed(sb, compare);
        add_sentences(sb, compare, width, add_modes);
        add_sentences(sb, compare, width, add_instrument);
        add_sentences(sb, compare, width, add_largest);
    } else {
        add_sentences(sb, compare, width, add_why_no_figures);
    }
    add_sentences(sb, compare, width, add_matching);
    add_sentences(sb, compare, width, add_copies);
    add_sentences(sb, compare, width, add_wrong);
    if (!is_difference(compare) && compare_says_nothing(compare, null_tolerance))
        add_sentences(sb, compare, width, add_nothing_said);
    if (rows) {
        strbuf_addc(sb, '\n');
        add_row_head(sb, compare, "operation", false);
        for (size_t i = 0; i < compare->match.count; i++)
            add_row(sb, compare, i, false);
    }
}
