#include "tui/view/search.h"

#include "tui/view/cursor.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

enum { NONE = UINT32_MAX };

/* One of the two lists that are searched, up to a row: of two timelines only the first one's. */
struct searched {
    const struct chart_names *names;
    const struct timeline *timeline;
    bool calls;
    size_t end;
};

static bool is_meant(const struct searched *s, size_t name, const char *text)
{
    if (!s->calls)
        return strcasestr(timeline_name(s->timeline, (uint32_t)name), text) != NULL;
    return name > 0 && strcasestr(call_info((enum call)name)->name, text) != NULL;
}

/* How many rows of a name are before `row`. */
static size_t rows_before(const struct chart_names *names, size_t name, size_t row)
{
    size_t low = names->first[name], high = names->first[name + 1];
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (names->ids[middle] < row)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* The nearest row of a name that is meant, from `row` on, or before it if `step` < 0; NONE. */
static uint32_t nearest(const struct searched *s, const char *text, size_t row, int step)
{
    uint32_t best = NONE;
    for (size_t name = 0; name < s->names->count; name++) {
        size_t first = s->names->first[name], end = s->names->first[name + 1];
        if (first == end || !is_meant(s, name, text))
            continue;
        size_t at = rows_before(s->names, name, row);
        if (step < 0 ? at == first : at == end)
            continue;
        uint32_t found = s->names->ids[step < 0 ? at - 1 : at];
        if (found < s->end && (best == NONE || (step < 0 ? found > best : found < best)))
            best = found;
    }
    return best;
}

/* From a row on, around the end. */
static uint32_t around(const struct searched *s, const char *text, size_t row, int step)
{
    uint32_t found = nearest(s, text, row, step);
    return found != NONE ? found : nearest(s, text, step < 0 ? s->end : 0, step);
}

static struct searched ops_of(const struct chart *chart)
{
    size_t end = chart->compare ? chart->pair.second : chart->timeline->ops.count;
    return (struct searched){&chart->ops, chart->timeline, false, end};
}

static struct searched calls_of(const struct chart *chart)
{
    size_t end = chart->compare ? chart->compare->a->calls.count : chart->timeline->calls.count;
    return (struct searched){&chart->calls, chart->timeline, true, end};
}

/* Where the search stands: in the list of operations, and in that of calls. */
static size_t row_at(const struct view *view, bool calls)
{
    uint32_t op = view_op(view), call = view_call(view);
    if (calls)
        return op == TIMELINE_NO_OP && call != UINT32_MAX ? call : 0;
    return op != TIMELINE_NO_OP ? op : 0;
}

/* Operations before calls, as --op has it. */
static bool go(struct view *view, size_t further, int step)
{
    struct searched ops = ops_of(view->chart), calls = calls_of(view->chart);
    bool on_call = view_op(view) == TIMELINE_NO_OP;
    size_t row = row_at(view, false);
    uint32_t found = around(&ops, view->search, row + (on_call ? 0 : further), step);
    if (found != NONE)
        return view_go(view, found, 0, further > 0 || step < 0);
    row = row_at(view, true);
    found = around(&calls, view->search, row + (on_call ? further : 0), step);
    return found != NONE && view_go(view, TIMELINE_NO_OP, found, further > 0 || step < 0);
}

static void say_absent(struct view *view)
{
    view_say(view, "No operation and no call is called '%s'.", view->search);
}

void search_begin(struct view *view)
{
    view->page = VIEW_ON_SEARCH;
    view->searched_from = view->at;
    view->search[0] = '\0';
}

/* From where the search began, so that a letter taken back goes back. */
static void look(struct view *view)
{
    view->at = view->searched_from;
    if (view->search[0] == '\0')
        cursor_go(view, view->searched_from, false);
    else if (!go(view, 0, 1))
        say_absent(view);
}

static void add_letter(struct view *view, int32_t key)
{
    struct strbuf letter;
    strbuf_init(&letter);
    grid_add_character((uint32_t)key, &letter);
    size_t length = strlen(view->search);
    if (length + letter.length < sizeof view->search)
        memcpy(view->search + length, letter.text, letter.length + 1);
    strbuf_release(&letter);
}

static void take_letter(struct view *view)
{
    size_t length = strlen(view->search);
    while (length > 0 && ((unsigned char)view->search[length - 1] & 0xc0) == 0x80)
        length--;
    if (length > 0)
        length--;
    view->search[length] = '\0';
}

void search_key(struct view *view, int32_t key)
{
    struct view_spot here = view->at;
    switch (key) {
    case KEYCODE_ESCAPE:
        view->page = VIEW_ON_CHART;
        cursor_go(view, view->searched_from, false);
        return;
    case KEYCODE_ENTER:
        view->page = VIEW_ON_CHART;
        view->at = view->searched_from;
        cursor_go(view, here, true); /* the way back leads to where the search began */
        return;
    case KEYCODE_BACKSPACE:
        take_letter(view);
        break;
    default:
        if (key < ' ' || key >= KEYCODE_FIRST)
            return;
        add_letter(view, key);
    }
    look(view);
}

void search_step(struct view *view, int step)
{
    if (view->search[0] == '\0')
        view_say(view, "Nothing was searched for yet.");
    else if (!go(view, step > 0 ? 1 : 0, step))
        say_absent(view);
}
