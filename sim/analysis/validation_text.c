#include "sim/analysis/validation.h"

#include "sim/base/duration.h"

#include <string.h>

enum { NAME = 26, SUMMARY_TITLE = 40, CLASS = 24, FIGURE = 9, PERCENT = 8 };

static void add_right(struct strbuf *sb, const char *text, size_t width)
{
    size_t begin = sb->length;
    strbuf_adds(sb, text);
    strbuf_align_right(sb, begin, width);
}

static void add_time(struct strbuf *sb, int64_t ns)
{
    size_t begin = sb->length;
    label_time(sb, ns);
    strbuf_align_right(sb, begin, FIGURE);
}

static void add_share(struct strbuf *sb, int64_t share, bool sign, size_t width)
{
    size_t begin = sb->length;
    if (sign)
        label_change(sb, share);
    else
        label_percent(sb, share);
    strbuf_align_right(sb, begin, width);
}

static void add_count(struct strbuf *sb, size_t count, size_t width)
{
    size_t begin = sb->length;
    strbuf_addf(sb, "%zu", count);
    strbuf_align_right(sb, begin, width);
}

/* "44/45": how many are right. */
static void add_right_of(struct strbuf *sb, size_t right, size_t all, size_t width)
{
    size_t begin = sb->length;
    if (all == 0)
        strbuf_adds(sb, "none");
    else
        strbuf_addf(sb, "%zu/%zu", right, all);
    strbuf_align_right(sb, begin, width);
}

/* --- rows ----------------------------------------------------------------------------------------
 */

static void add_head(struct strbuf *sb, size_t name)
{
    size_t begin = sb->length;
    strbuf_pad(sb, begin, name);
    add_right(sb, "wall", FIGURE);
    add_right(sb, "", FIGURE + 2 * PERCENT);
    add_right(sb, "placement", 3 * PERCENT);
    add_right(sb, "relations", FIGURE + 2);
    add_right(sb, "null wall errors", 2 * FIGURE);
    strbuf_addc(sb, '\n');
    begin = sb->length;
    strbuf_adds(sb, "scenario");
    strbuf_pad(sb, begin, name);
    add_right(sb, "measured", FIGURE);
    add_right(sb, "predicted", FIGURE + 1);
    add_right(sb, "error", PERCENT);
    add_right(sb, "noise", PERCENT);
    add_right(sb, "median", PERCENT);
    add_right(sb, "95 %", PERCENT);
    add_right(sb, "worst", PERCENT);
    add_right(sb, "right", FIGURE + 1);
    add_right(sb, "serial", FIGURE);
    add_right(sb, "streams", FIGURE);
    add_right(sb, "elapsed", PERCENT);
    strbuf_addc(sb, '\n');
}

/* What must be said of a row beside its figures. */
static void add_remarks(struct strbuf *sb, const struct validation_row *row)
{
    if (row->modes > 1)
        strbuf_addf(sb, "  mode %zu of %zu", row->mode + 1, row->modes);
    if (row->disturbed) {
        strbuf_adds(sb, "  disturbed by ");
        label_percent(sb, row->disturbance);
    }
    if (row->unmatched)
        strbuf_addf(sb, "  %zu unmatched", row->unmatched);
    if (row->says_nothing)
        strbuf_adds(sb, "  says nothing");
    strbuf_addc(sb, '\n');
}

static void add_row(struct strbuf *sb, const struct validation_row *row, size_t name)
{
    size_t begin = sb->length;
    strbuf_adds(sb, row->label);
    strbuf_pad(sb, begin, name);
    if (!row->whole) {
        strbuf_adds(sb, !row->calls_of_others ? "  too much is unmatched to give figures"
                                              : "  the measured calls are of other work");
        add_remarks(sb, row);
        return;
    }
    add_time(sb, row->measured);
    strbuf_addc(sb, ' ');
    add_time(sb, row->ours.wall);
    add_share(sb, row->ours.wall_error, true, PERCENT);
    add_share(sb, row->noise_wall, false, PERCENT);
    add_share(sb, row->ours.placement_median, false, PERCENT);
    add_share(sb, row->ours.placement_p95, false, PERCENT);
    add_share(sb, row->ours.placement_worst, false, PERCENT);
    add_right_of(sb, row->ours.relations_right, row->relations, FIGURE + 1);
    add_share(sb, row->serial.wall_error, true, FIGURE);
    add_share(sb, row->streams.wall_error, true, FIGURE);
    add_share(sb, row->answer_worst, false, PERCENT);
    add_remarks(sb, row);
}

void validation_text_rows(struct strbuf *sb, const struct validation *v)
{
    size_t name = NAME;
    for (size_t i = 0; i < v->count; i++) {
        size_t length = strlen(v->rows[i].label) + 1;
        name = length > name ? length : name;
    }
    add_head(sb, name);
    for (size_t i = 0; i < v->count; i++)
        add_row(sb, &v->rows[i], name);
}

/* --- the summary ---------------------------------------------------------------------------------
 */

static void add_spread(struct strbuf *sb, const struct validation *v, const char *title,
                       const struct validation_spread *spread)
{
    size_t begin = sb->length;
    if (spread->worst == LABEL_UNKNOWN)
        return;
    strbuf_adds(sb, title);
    strbuf_pad(sb, begin, SUMMARY_TITLE);
    add_share(sb, spread->median, false, PERCENT + 1);
    add_share(sb, spread->p90, false, PERCENT + 1);
    add_share(sb, spread->worst, false, PERCENT + 1);
    strbuf_addf(sb, "  %s\n", v->rows[spread->worst_row].label);
}

static void add_spreads(struct strbuf *sb, const struct validation *v,
                        const struct validation_summary *s)
{
    size_t begin = sb->length;
    strbuf_adds(sb, "over the scenarios");
    strbuf_pad(sb, begin, SUMMARY_TITLE);
    add_right(sb, "median", PERCENT + 1);
    add_right(sb, "90 %", PERCENT + 1);
    add_right(sb, "worst", PERCENT + 1);
    strbuf_addc(sb, '\n');
    add_spread(sb, v, "wall error beyond the noise", &s->beyond);
    add_spread(sb, v, "wall error", &s->error);
    add_spread(sb, v, "noise of the wall time", &s->noise);
    add_spread(sb, v, "wall error, null: one after the other", &s->serial);
    add_spread(sb, v, "wall error, null: streams back to back", &s->streams);
    add_spread(sb, v, "placement, 95 % of the operations", &s->placement);
    add_spread(sb, v, "  of it beyond the noise", &s->placement_beyond);
    add_spread(sb, v, "elapsed time, the worst answer", &s->answers);
}

static void add_percent_of(struct strbuf *sb, size_t part, size_t whole)
{
    label_percent(sb, compare_share((int64_t)part, (int64_t)whole));
}

/* What the hardware itself leaves open. */
static void add_undecided(struct strbuf *sb, const struct validation_class *all)
{
    size_t decided = all->repeated - all->undecided;
    size_t right = all->repeated_right - all->undecided_right;
    if (all->repeated == 0)
        return;
    strbuf_addf(
        sb, "%zu of them go now one way, now another, in a tenth of the hardware's runs or more",
        all->undecided);
    if (all->undecided_ways)
        strbuf_addf(sb, ";\neach of these ways counts (%zu recorded)", all->undecided_ways);
    strbuf_addf(sb, ": %zu are right. Of the %zu others %zu are (", all->undecided_right, decided,
                right);
    add_percent_of(sb, right, decided);
    strbuf_addf(sb, ").\n%zu are as in the hardware's typical run (", all->typical);
    add_percent_of(sb, all->typical, all->repeated);
    strbuf_adds(sb, "); a single run of it has ");
    label_percent(sb, all->agreeing);
    strbuf_adds(sb, " so.\n");
}

/* Where the operations are, and where a single run of the hardware has them. */
static void add_places(struct strbuf *sb, const struct validation_class *all)
{
    if (all->placement_p95 == LABEL_UNKNOWN)
        return;
    strbuf_addf(sb, "Of %zu operations whose placement is scored 95 %% are placed within ",
                all->places);
    label_percent(sb, all->placement_p95);
    strbuf_adds(sb, " of the span,\n");
    add_percent_of(sb, all->places_near, all->places);
    strbuf_adds(sb, " within ");
    label_percent(sb, TIMELINE_NEAR_PLACE);
    if (all->run_places) {
        strbuf_adds(sb, "; a single run of the hardware has ");
        add_percent_of(sb, all->run_places_near, all->run_places);
        strbuf_adds(sb, " there");
    }
    strbuf_adds(sb, ".\n");
}

static void add_counts(struct strbuf *sb, const struct validation *v,
                       const struct validation_summary *s)
{
    add_places(sb, &s->all);
    if (s->all.relations) {
        strbuf_addf(sb, "Of %zu contested relations, %zu are right (", s->all.relations,
                    s->all.right);
        label_percent(sb, s->relations_share);
        strbuf_addf(sb, "); of %zu that the better null model has wrong, %zu.\n", s->all.null_wrong,
                    s->all.gained);
    }
    add_undecided(sb, &s->all);
    if (s->with_modes)
        strbuf_addf(sb, "%zu ha%s several modes; the nearest counts.\n", s->with_modes,
                    s->with_modes == 1 ? "s" : "ve");
    if (s->disturbed)
        strbuf_addf(
            sb,
            "Of %zu, the instrument changed the wall time by more than 1 %%: their placement "
            "is not scored,\nand without them %zu of %zu relations are right.\n",
            s->disturbed, s->undisturbed.right, s->undisturbed.relations);
    size_t unmatched = s->scenarios - s->whole - s->calls_of_others;
    if (unmatched)
        strbuf_addf(sb, "Of %zu, too much is unmatched to give figures.\n", unmatched);
    if (s->calls_of_others)
        strbuf_addf(sb,
                    "Of %zu, the measured calls are of other work: threads shared it otherwise.\n",
                    s->calls_of_others);
    strbuf_addf(sb, "%zu say%s nothing: a null model is within ", s->say_nothing,
                s->say_nothing == 1 ? "s" : "");
    label_percent(sb, v->null_tolerance);
    strbuf_adds(sb, " and has every relation right.\n");
}

/* A table of classes: walls and places, or relations. */
struct table {
    bool of_relations;
    bool repeated; /* what single runs decide alike; what the prediction and a single run have as
                      the typical run has it */
};

static void add_title(struct strbuf *sb, const char *title)
{
    size_t begin = sb->length;
    strbuf_adds(sb, title);
    strbuf_pad(sb, begin, CLASS);
}

static void add_class_head(struct strbuf *sb, const char *title, struct table table)
{
    strbuf_addc(sb, '\n');
    add_title(sb, title);
    if (table.of_relations) {
        add_right(sb, "relations", FIGURE + 3);
        if (table.repeated) {
            add_right(sb, "decided", FIGURE);
            add_right(sb, "typical", FIGURE);
            add_right(sb, "single run", FIGURE + 3);
        }
        add_right(sb, "null wrong", FIGURE + 3);
        add_right(sb, "these right", FIGURE + 4);
    } else {
        add_right(sb, "scenarios", FIGURE + 1);
        add_right(sb, "wall error beyond noise", 3 * FIGURE);
        add_right(sb, "placed", FIGURE);
        size_t begin = sb->length;
        strbuf_addf(sb, "in %d %%", (int)(TIMELINE_NEAR_PLACE / 10000));
        strbuf_align_right(sb, begin, FIGURE);
        if (table.repeated)
            add_right(sb, "single run", FIGURE + 3);
    }
    strbuf_addc(sb, '\n');
}

static void add_share_of(struct strbuf *sb, size_t part, size_t whole, size_t width)
{
    add_share(sb, compare_share((int64_t)part, (int64_t)whole), false, width);
}

static void add_relations(struct strbuf *sb, const struct validation_class *class, bool repeated)
{
    add_right_of(sb, class->right, class->relations, FIGURE + 3);
    if (repeated) {
        add_share_of(sb, class->repeated_right - class->undecided_right,
                     class->repeated - class->undecided, FIGURE);
        add_share_of(sb, class->typical, class->repeated, FIGURE);
        add_share(sb, class->repeated ? class->agreeing : LABEL_UNKNOWN, false, FIGURE + 3);
    }
    add_count(sb, class->null_wrong, FIGURE + 3);
    add_share_of(sb, class->gained, class->null_wrong, FIGURE + 4);
}

static void add_walls(struct strbuf *sb, const struct validation_class *class, bool repeated)
{
    add_count(sb, class->scenarios, FIGURE + 1);
    add_share(sb, class->beyond.median, false, FIGURE);
    add_share(sb, class->beyond.p90, false, FIGURE);
    add_share(sb, class->beyond.worst, false, FIGURE);
    add_share(sb, class->placement_p95, false, FIGURE);
    add_share_of(sb, class->places_near, class->places, FIGURE);
    if (repeated)
        add_share_of(sb, class->run_places_near, class->run_places, FIGURE + 3);
}

static void add_class(struct strbuf *sb, const char *name, const struct validation_class *class,
                      struct table table)
{
    if (class->scenarios == 0)
        return;
    add_title(sb, name);
    if (table.of_relations)
        add_relations(sb, class, table.repeated);
    else
        add_walls(sb, class, table.repeated);
    strbuf_addc(sb, '\n');
}

static void add_table(struct strbuf *sb, const struct validation *v,
                      const struct validation_summary *s, struct table table)
{
    if (v->group_count > 1) {
        add_class_head(sb, "by folder", table);
        for (size_t i = 0; i < v->group_count; i++)
            add_class(sb, v->groups[i], &s->groups[i], table);
    }
    add_class_head(sb, "by feature", table);
    for (int i = 0; i < FEATURE_COUNT; i++)
        add_class(sb, feature_name((enum feature)i), &s->classes[i], table);
}

static void add_classes(struct strbuf *sb, const struct validation *v,
                        const struct validation_summary *s)
{
    add_table(sb, v, s, (struct table){.repeated = s->all.run_places > 0});
    if (s->all.relations)
        add_table(sb, v, s, (struct table){.of_relations = true, .repeated = s->all.repeated > 0});
}

void validation_text_summary(struct strbuf *sb, const struct validation *v,
                             const struct validation_summary *s)
{
    strbuf_addf(sb, "%zu scenario%s, %zu operations\n\n", s->scenarios,
                s->scenarios == 1 ? "" : "s", s->operations);
    add_spreads(sb, v, s);
    strbuf_addc(sb, '\n');
    add_counts(sb, v, s);
    add_classes(sb, v, s);
}
