#include "tui/cmd/view_title.h"

#include "sim/base/duration.h"
#include "sim/base/text.h"

/* "914 us predicted for h200"; beside another one without the device. */
static void add_wall(struct strbuf *title, const struct timeline *t, bool alone)
{
    bool measured = t->source == TIMELINE_MEASURED;
    if (t->wall != TIMELINE_UNKNOWN) {
        duration_add_human(title, t->wall);
        strbuf_addc(title, ' ');
    }
    strbuf_adds(title, measured ? "measured" : "predicted");
    if (alone)
        strbuf_addf(title, measured ? " on %s" : " for %s",
                    timeline_name(t, measured || !t->profile ? t->device_name : t->profile));
}

/* A measurement has an error, another prediction a difference. */
static void add_other(struct strbuf *title, const struct compare *c, const char *path)
{
    bool measured = c->b->source == TIMELINE_MEASURED;
    strbuf_adds(title, ", ");
    if (path)
        strbuf_addf(title, "%s: ", text_file_name(path));
    add_wall(title, c->b, false);
    if (measured && c->ours.wall_error != LABEL_UNKNOWN) {
        strbuf_adds(title, ", error ");
        label_percent(title, c->ours.wall_error);
    } else if (!measured && c->ours.wall > 0 && c->b_wall != TIMELINE_UNKNOWN) {
        int64_t change = compare_share(c->b_wall - c->ours.wall, c->ours.wall);
        strbuf_adds(title, change < 0 ? " (" : " (+");
        label_percent(title, change);
        strbuf_addc(title, ')');
    }
}

void view_title_add(struct strbuf *title, const struct chart *chart, const char *first,
                    const char *second)
{
    strbuf_addf(title, " %s: ", text_file_name(first));
    add_wall(title, chart->explain[0].timeline, !chart->compare);
    if (chart->compare)
        add_other(title, chart->compare, second);
}
