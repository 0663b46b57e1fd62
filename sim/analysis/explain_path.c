/* The explanation's second part: the critical path and what it consists of. */
#include "sim/analysis/explain_inside.h"
#include "sim/analysis/explain_text.h"
#include "sim/analysis/label.h"
#include "sim/analysis/poll_choice.h"
#include "sim/base/duration.h"

#include <inttypes.h>
#include <string.h>

enum { ITEMS_SHOWN = 2 };

static void add_cell(struct strbuf *sb, const char *text, int width)
{
    int length = (int)strlen(text);
    for (int i = length; i < width; i++)
        strbuf_addc(sb, ' ');
    strbuf_adds(sb, text);
}

/* "4 times process (line 29)", "12 calls of step (line 30)". */
static void add_item(struct page *page, const struct shares_item *item)
{
    struct strbuf *sb = &page->line;
    shares_item_text(sb, page->t, item);
    if (item->place) {
        strbuf_adds(sb, " (");
        page_add_line(sb, page->t, item->place);
        strbuf_addc(sb, ')');
    }
}

/* Whether an item of the share that comes before has the line as well. */
static bool is_said(const struct shares *shares, size_t item)
{
    for (size_t i = 0; i < item; i++)
        if (shares->items[i].share == shares->items[item].share &&
            shares->items[i].place == shares->items[item].place)
            return true;
    return false;
}

/* What has most of a share. */
static void add_items(struct page *page, enum share share)
{
    const struct shares *shares = &page->explain->shares;
    size_t shown = 0, left = 0, lines = 0;
    for (size_t i = 0; i < shares->count; i++) {
        const struct shares_item *item = &shares->items[i];
        if (item->share != share)
            continue;
        if (shown == ITEMS_SHOWN || (shown && label_ppm(item->time, shares->wall) < 10000)) {
            left++;
            lines += !is_said(shares, i);
            continue;
        }
        if (shown++)
            strbuf_adds(&page->line, ", ");
        add_item(page, item);
    }
    if (left)
        strbuf_addf(&page->line, ", %zu more%s%s", lines ? lines : left, lines ? " line" : "",
                    lines > 1 ? "s" : "");
}

static void add_shares(struct page *page)
{
    enum { NAME = 24, TIME = 10, PERCENT = 9 };
    const struct shares *shares = &page->explain->shares;
    struct strbuf row, cell;
    strbuf_init(&row);
    strbuf_init(&cell);
    for (int i = 0; i < SHARE_COUNT; i++) {
        if (shares->time[i] == 0)
            continue;
        strbuf_clear(&row);
        strbuf_addf(&row, "  %-*s", NAME, share_text((enum share)i));
        strbuf_clear(&cell);
        duration_add_human(&cell, shares->time[i]);
        add_cell(&row, cell.text, TIME);
        strbuf_clear(&cell);
        label_percent(&cell, label_ppm(shares->time[i], shares->wall));
        add_cell(&row, cell.text, PERCENT);
        add_items(page, (enum share)i);
        if (label_ppm(shares->staged[i], shares->time[i]) >= 10000) {
            strbuf_adds(&page->line, "; for ");
            duration_add_human(&page->line, shares->staged[i]);
            strbuf_adds(&page->line, " of that the host moves their bytes");
        }
        if (page->line.length) {
            size_t begin = page->sb->length, indent = row.length + 2;
            page_flush(page, (int)indent, (int)indent);
            memcpy(page->sb->text + begin, row.text, row.length);
        } else {
            strbuf_addf(page->sb, "%s\n", row.text);
        }
    }
    strbuf_release(&row);
    strbuf_release(&cell);
}

/* Where a measurement does not tell most of it. */
static void add_unknown(struct page *page)
{
    const struct shares *shares = &page->explain->shares;
    if (label_ppm(shares->time[SHARE_ID_UNKNOWN], shares->wall) < 100000)
        return;
    strbuf_adds(&page->line, "For ");
    label_percent(&page->line, label_ppm(shares->time[SHARE_ID_UNKNOWN], shares->wall));
    strbuf_adds(&page->line, " of the path the reason is not known: hardware connections and room "
                             "on the SMs are not recorded. Explain the scenario or the program "
                             "itself to see what is predicted.");
    page_flush(page, 2, 2);
}

/* Where it is not known as the program goes by what is done first. */
static void add_no_slack(struct page *page, size_t count, size_t all)
{
    const struct poll_choice choice = poll_choice_find(page->t);
    if (count == 0 || !choice.found)
        return;
    strbuf_addf(&page->line,
                "Of %zu of %zu operation%s it is not known what comes of a later end: ", count, all,
                all == 1 ? "" : "s");
    label_calls(&page->line, page->t, choice.call, 1);
    strbuf_adds(&page->line, " (");
    page_add_line(&page->line, page->t, page->t->calls.rows[choice.call].place);
    strbuf_adds(&page->line, ") asks in turn which of several are done, and others may be served "
                             "before one that is late.");
    page_flush(page, 2, 2);
}

static void add_slack(struct page *page)
{
    const struct explain *explain = page->explain;
    const struct timeline *t = page->t;
    size_t tight = 0, loose = 0, unknown = 0;
    uint32_t most = TIMELINE_NO_OP;
    for (uint32_t id = 0; id < t->ops.count; id++) {
        int64_t slack = explain->slack[id];
        if (!timeline_is_work(&t->ops.rows[id]) || !timeline_is_timed(t, &t->ops.rows[id]))
            continue;
        if (slack == TIMELINE_UNKNOWN) {
            unknown += timeline_has_times(&t->ops.rows[id]);
            continue;
        }
        tight += slack == 0;
        loose += slack > 0;
        if (slack > 0 && (most == TIMELINE_NO_OP || slack > explain->slack[most]))
            most = id;
    }
    add_no_slack(page, unknown, tight + loose + unknown);
    if (tight + loose == 0)
        return;
    strbuf_addf(&page->line,
                "%zu of %zu operation%s %s no slack: if one ends later, so does the run", tight,
                tight + loose, tight + loose == 1 ? "" : "s", tight == 1 ? "has" : "have");
    if (most != TIMELINE_NO_OP) {
        strbuf_adds(&page->line, "; most slack: ");
        label_op(&page->line, t, most);
        if (t->ops.rows[most].place) {
            strbuf_adds(&page->line, " (");
            page_add_line(&page->line, t, t->ops.rows[most].place);
            strbuf_addc(&page->line, ')');
        }
        strbuf_adds(&page->line, ", which could end ");
        duration_add_human(&page->line, explain->slack[most]);
        strbuf_adds(&page->line, " later");
    }
    strbuf_addc(&page->line, '.');
    page_flush(page, 2, 2);
}

void explain_text_path(struct strbuf *sb, const struct explain *explain, int width)
{
    struct page page;
    page_begin(&page, sb, explain, width);
    strbuf_adds(sb, explain->keep ? "Critical path of the whole run" : "Critical path");
    if (explain->shares.wall > 0) {
        strbuf_adds(sb, ": ");
        duration_add_human(sb, explain->shares.wall);
        strbuf_adds(sb, " went into");
    }
    strbuf_addc(sb, '\n');
    add_shares(&page);
    add_unknown(&page);
    summary_bound_text(&page.line, &explain->summary);
    page_flush(&page, 2, 2);
    add_slack(&page);
    page_end(&page);
}
