#include "tui/cmd/tolerance.h"

#include "sim/analysis/label.h"

#include <stdlib.h>

static const struct {
    enum option_id option;
    int part;
    const char *what;
    bool least;
} rows[TOLERANCE_COUNT] = {
#define TOLERANCE(id, option, part, what, least)                                                   \
    [TOLERANCE_##id] = {OPTION_##option, part, what, least},
    TOLERANCES(TOLERANCE)
#undef TOLERANCE
};

static const char *option_name(enum option_id id)
{
    for (size_t i = 0; i < option_count; i++)
        if (option_table[i].id == id)
            return option_table[i].name;
    return "";
}

/* Of what is counted there is no more than all. */
static int most_percent(enum option_id id)
{
    return id == OPTION_RELATIONS || id == OPTION_OVER_NULL ? 100 : 1000;
}

/* Up to three percentages with commas between them; returns how many, or -1. */
static int read_percentages(const char *text, int most, int64_t parts[3])
{
    for (int count = 0; count < 3; count++) {
        char *end;
        double percent = strtod(text, &end);
        if (end == text || !(percent >= 0 && percent <= most))
            return -1;
        parts[count] = (int64_t)(percent * 10000 + 0.5);
        if (*end == '\0')
            return count + 1;
        if (*end != ',')
            return -1;
        text = end + 1;
    }
    return -1;
}

static int read_option(struct tolerances *t, enum option_id id, int most,
                       const struct arguments *args, struct err *err)
{
    const char *text = arguments_value(args, id, NULL);
    int64_t parts[3];
    if (!text)
        return 0;
    int count = read_percentages(text, most_percent(id), parts);
    if (count != 1 && count != most) {
        err_set(err, ERR_INPUT, "--%s takes a percentage from 0 to %d, not '%.100s'",
                option_name(id), most_percent(id), text);
        return most == 3 ? err_hint(err, "or three: for the median, 90 %% and the worst scenario")
                         : -1;
    }
    /* one number for each scenario: it is the worst that counts */
    for (int i = 0; i < TOLERANCE_COUNT; i++)
        if (rows[i].option == id && count == 1 && rows[i].part == most - 1)
            t->limits[i] = parts[0];
        else if (rows[i].option == id && count > 1)
            t->limits[i] = parts[rows[i].part];
    return 0;
}

int tolerances_read(struct tolerances *t, const struct arguments *args, struct err *err)
{
    for (int i = 0; i < TOLERANCE_COUNT; i++)
        t->limits[i] = -1;
    for (int i = 0; i < TOLERANCE_COUNT; i++) {
        bool last = i + 1 == TOLERANCE_COUNT || rows[i + 1].part == 0;
        if (last && read_option(t, rows[i].option, rows[i].part + 1, args, err) < 0)
            return -1;
    }
    return 0;
}

int64_t tolerances_wall(const struct tolerances *t, int64_t otherwise)
{
    return t->limits[TOLERANCE_WALL_WORST] < 0 ? otherwise : t->limits[TOLERANCE_WALL_WORST];
}

/* Of all scenarios and of the classes of feature what gains least over the null models. */
static int64_t least_over_null(const struct validation_summary *s)
{
    int64_t least = compare_share((int64_t)s->all.gained, (int64_t)s->all.null_wrong);
    for (int i = 0; i < FEATURE_COUNT; i++) {
        const struct validation_class *class = &s->classes[i];
        int64_t share = compare_share((int64_t) class->gained, (int64_t) class->null_wrong);
        if (share != LABEL_UNKNOWN && (least == LABEL_UNKNOWN || share < least))
            least = share;
    }
    return least;
}

static int64_t figure_of(const struct validation_summary *s, enum tolerance id)
{
    switch (id) {
    case TOLERANCE_WALL_MEDIAN:
        return s->beyond.median;
    case TOLERANCE_WALL_P90:
        return s->beyond.p90;
    case TOLERANCE_WALL_WORST:
        return s->beyond.worst;
    case TOLERANCE_PLACEMENT:
        return s->all.placement_p95;
    case TOLERANCE_RELATIONS:
        return s->relations_share;
    case TOLERANCE_OVER_NULL:
        return least_over_null(s);
    case TOLERANCE_ELAPSED:
        return s->answers.worst;
    case TOLERANCE_COUNT:
        break;
    }
    return LABEL_UNKNOWN;
}

/* Whether a figure may be missing: there was nothing to judge. */
static bool may_be_missing(enum tolerance id)
{
    return id == TOLERANCE_RELATIONS || id == TOLERANCE_OVER_NULL || id == TOLERANCE_ELAPSED;
}

static void add_limit(struct strbuf *sb, enum tolerance id, int64_t limit)
{
    strbuf_adds(sb, rows[id].least ? ", at least " : ", at most ");
    label_percent(sb, limit);
    strbuf_adds(sb, " was asked for\n");
}

bool tolerances_hold(const struct tolerances *t, const struct validation_summary *s,
                     struct strbuf *said)
{
    bool hold = true;
    for (int i = 0; i < TOLERANCE_COUNT; i++) {
        enum tolerance id = (enum tolerance)i;
        int64_t limit = t->limits[i], figure = figure_of(s, id);
        if (limit < 0)
            continue;
        if (figure == LABEL_UNKNOWN && may_be_missing(id)) {
            strbuf_addf(said, "nothing to judge: %s", rows[i].what);
            add_limit(said, id, limit);
            continue;
        }
        if (figure != LABEL_UNKNOWN && (rows[i].least ? figure >= limit : figure <= limit))
            continue;
        hold = false;
        strbuf_addf(said, "exceeded: %s: ", rows[i].what);
        label_percent(said, figure);
        add_limit(said, id, limit);
    }
    return hold;
}
