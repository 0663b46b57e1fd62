#include "tui/view/ghost.h"

#include "sim/analysis/match.h"
#include "sim/base/duration.h"
#include "sim/base/mem.h"
#include "sim/base/wrap.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static uint32_t *nothing(size_t count)
{
    uint32_t *ops = mem_zalloc((count + 1) * sizeof *ops);
    for (size_t i = 0; i < count; i++)
        ops[i] = TIMELINE_NO_OP;
    return ops;
}

void ghost_init(struct ghost *ghost, const struct chart *before, const struct timeline *now,
                const int32_t *lines)
{
    struct match match;
    *ghost = (struct ghost){.chart = before, .now = now};
    ghost->old_of = nothing(now->ops.count);
    ghost->new_of = nothing(before->timeline->ops.count);
    match_versions(&match, before->timeline, now, lines);
    for (size_t i = 0; i < match.count; i++) {
        ghost->old_of[match.pairs[i].b] = match.pairs[i].a;
        ghost->new_of[match.pairs[i].a] = match.pairs[i].b;
    }
    ghost->gone = match.only_a_count;
    ghost->fresh = match.only_b_count;
    match_release(&match);
}

void ghost_release(struct ghost *ghost)
{
    free(ghost->old_of);
    free(ghost->new_of);
    *ghost = (struct ghost){0};
}

bool ghost_is_behind(const struct ghost *ghost, const struct chart *chart)
{
    return ghost->chart && chart->explain[0].timeline == ghost->now;
}

static bool is_without(const struct timeline *timeline, const uint32_t *partners, uint32_t op)
{
    return op < timeline->ops.count && partners[op] == TIMELINE_NO_OP &&
           timeline_is_work(&timeline->ops.rows[op]) &&
           timeline_is_timed(timeline, &timeline->ops.rows[op]);
}

bool ghost_is_fresh(const struct ghost *ghost, uint32_t op)
{
    return ghost->chart && is_without(ghost->now, ghost->old_of, op);
}

bool ghost_is_gone(const struct ghost *ghost, uint32_t op)
{
    return ghost->chart && is_without(ghost->chart->timeline, ghost->new_of, op);
}

/* --- in words ------------------------------------------------------------------------------------
 */

static void add_difference(struct strbuf *out, int64_t by, const char *more, const char *less,
                           const char *same)
{
    if (by == 0) {
        strbuf_adds(out, same);
        return;
    }
    duration_add_human(out, by < 0 ? -by : by);
    strbuf_addf(out, " %s", by < 0 ? less : more);
}

void ghost_text(const struct ghost *ghost, uint32_t op, int width, struct strbuf *out)
{
    struct strbuf text;
    if (!ghost->chart || op >= ghost->now->ops.count)
        return;
    if (ghost_is_fresh(ghost, op)) {
        strbuf_adds(out, "new: it was not there before\n");
        return;
    }
    uint32_t old = ghost->old_of[op];
    if (old == TIMELINE_NO_OP)
        return;
    const struct timeline_op *was = &ghost->chart->timeline->ops.rows[old],
                             *is = &ghost->now->ops.rows[op];
    if (was->start == TIMELINE_UNKNOWN || was->end == TIMELINE_UNKNOWN ||
        is->start == TIMELINE_UNKNOWN || is->end == TIMELINE_UNKNOWN)
        return;
    /* by each version's own zero, as the charts and the inspector have it */
    int64_t zero = ghost->chart->timeline->zero;
    int64_t later = (is->start - ghost->now->zero) - (was->start - zero);
    strbuf_init(&text);
    strbuf_adds(&text, "before: ");
    duration_add_human(&text, was->start - zero);
    strbuf_adds(&text, " to ");
    duration_add_human(&text, was->end - zero);
    strbuf_adds(&text, "; now it starts ");
    add_difference(&text, later, "later", "earlier", "at the same time");
    strbuf_adds(&text, " and takes ");
    add_difference(&text, (is->end - is->start) - (was->end - was->start), "longer", "less",
                   "as long");
    wrap_add(out, text.text, width, 0, 2);
    strbuf_release(&text);
}

/* Whole percents from 10 on, else with a decimal. */
int ghost_percent(struct strbuf *out, int64_t before, int64_t now)
{
    if (before == TIMELINE_UNKNOWN || now == TIMELINE_UNKNOWN || before <= 0)
        return 0;
    int64_t size = now < before ? before - now : now - before;
    int64_t tenths = duration_divide(size, 1000, before);
    if (size == 0) {
        strbuf_adds(out, "0 %");
        return 0;
    }
    strbuf_addc(out, now < before ? '-' : '+');
    if (tenths >= 100)
        strbuf_addf(out, "%" PRId64 " %%", duration_divide(size, 100, before));
    else
        strbuf_addf(out, "%" PRId64 ".%" PRId64 " %%", tenths / 10, tenths % 10);
    return now < before ? -1 : 1;
}

int ghost_change(struct strbuf *out, int64_t before, int64_t now)
{
    struct strbuf first, second;
    if (before == TIMELINE_UNKNOWN || now == TIMELINE_UNKNOWN || before <= 0)
        return 0;
    strbuf_init(&first);
    strbuf_init(&second);
    duration_add_human(&first, before);
    duration_add_human(&second, now);
    /* a unit that both have stands once */
    const char *unit = strrchr(first.text, ' '), *other = strrchr(second.text, ' ');
    bool same = unit && other && strcmp(unit, other) == 0;
    int length = same ? (int)(unit - first.text) : (int)first.length;
    strbuf_addf(out, "%.*s to %s (", length, first.text, second.text);
    int longer = 0;
    if (now == before)
        strbuf_adds(out, "no change");
    else
        longer = ghost_percent(out, before, now);
    strbuf_addc(out, ')');
    strbuf_release(&first);
    strbuf_release(&second);
    return longer;
}
