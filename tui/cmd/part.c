#include "tui/cmd/part.h"

#include "sim/analysis/filter.h"
#include "sim/analysis/match.h"
#include "sim/base/mem.h"

#include <stdlib.h>

static int read_filter(struct filter *filter, const struct arguments *args, struct err *err)
{
    filter_init(filter);
    size_t at = 0;
    for (const char *text; (text = arguments_next(args, OPTION_ONLY, &at));)
        if (filter_add_only(filter, text, err) < 0)
            return -1;
    const char *range = arguments_value(args, OPTION_RANGE, NULL);
    const char *time = arguments_value(args, OPTION_TIME, NULL);
    if (range && filter_set_range(filter, range, err) < 0)
        return -1;
    return time ? filter_set_time(filter, time, err) : 0;
}

bool part_is_asked(const struct arguments *args)
{
    return arguments_has(args, OPTION_ONLY) || arguments_has(args, OPTION_RANGE) ||
           arguments_has(args, OPTION_TIME);
}

static void cut(struct operand *operand, const struct filter *filter, const bool *keep)
{
    operand->whole_count = operand->prediction.timeline.ops.count;
    operand->is_part = true;
    operand->lacks_some = filter->only_count || filter->has_time;
    filter_cut(filter, &operand->prediction.timeline, keep);
    operand->part_count = operand->timeline->ops.count;
}

int part_take(struct operand *operand, const struct arguments *args, struct err *err)
{
    struct filter filter;
    bool *keep = NULL;
    int rc = read_filter(&filter, args, err);
    if (rc == 0 && !filter_is_empty(&filter)) {
        rc = filter_select(&filter, operand->timeline, &keep, err);
        if (rc == 0)
            cut(operand, &filter, keep);
    }
    free(keep);
    filter_release(&filter);
    return rc;
}

int part_cut(struct timeline *timeline, const struct arguments *args, struct err *err)
{
    struct filter filter;
    bool *keep = NULL;
    int rc = read_filter(&filter, args, err);
    if (rc == 0 && !filter_is_empty(&filter)) {
        rc = filter_select(&filter, timeline, &keep, err);
        if (rc == 0)
            filter_cut(&filter, timeline, keep);
    }
    free(keep);
    filter_release(&filter);
    return rc;
}

int part_mark(struct operand *operand, const struct arguments *args, bool **keep, struct err *err)
{
    struct filter filter;
    *keep = NULL;
    int rc = read_filter(&filter, args, err);
    if (rc == 0 && !filter_is_empty(&filter))
        rc = filter_select(&filter, operand->timeline, keep, err);
    operand->is_part = *keep != NULL;
    operand->whole_count = operand->timeline->ops.count;
    for (size_t i = 0; *keep && i < operand->whole_count; i++)
        operand->part_count += (*keep)[i];
    filter_release(&filter);
    return rc;
}

/* Of b, what is matched follows a. */
static void follow(const struct operand *a, const struct operand *b, const bool *keep_a,
                   bool *keep_b)
{
    struct match match;
    match_find(&match, a->timeline, b->timeline);
    for (size_t i = 0; i < match.count; i++)
        keep_b[match.pairs[i].b] = keep_a[match.pairs[i].a];
    match_release(&match);
}

/* Of `other`, what --time says follows `a`; the rest it says for itself. */
static int cut_alike(const struct operand *a, struct operand *other, const struct filter *filter,
                     const bool *keep_a, struct err *err)
{
    bool *keep = NULL;
    int rc = filter_select(filter, other->timeline, &keep, err);
    if (rc == 0) {
        if (filter->has_time)
            follow(a, other, keep_a, keep);
        cut(other, filter, keep);
    }
    free(keep);
    return rc;
}

int part_take_alike(struct operand *a, struct operand *const *others, size_t count,
                    const struct arguments *args, struct err *err)
{
    struct filter filter;
    bool *keep = NULL;
    int rc = read_filter(&filter, args, err);
    if (rc == 0 && !filter_is_empty(&filter)) {
        rc = filter_select(&filter, a->timeline, &keep, err);
        for (size_t i = 0; rc == 0 && i < count; i++)
            rc = cut_alike(a, others[i], &filter, keep, err);
        if (rc == 0)
            cut(a, &filter, keep);
    }
    free(keep);
    filter_release(&filter);
    return rc;
}
