#include "tui/view/source_pane.h"

#include "sim/analysis/instant_text.h"
#include "sim/analysis/label.h"
#include "sim/base/text.h"
#include "sim/draw/code_line.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { AROUND = 2 };

/* --- rows ----------------------------------------------------------------------------------------
 */

static const struct instant_host *host_of(const struct source_pane *pane, uint32_t thread)
{
    if (thread >= pane->instants->hosts.threads)
        return NULL;
    const struct instant_host *host = &pane->instant->hosts[thread];
    return host->n == HOST_NO_CALL ? NULL : host;
}

size_t source_pane_row(const struct source_pane *pane, uint32_t thread)
{
    const struct timeline *t = pane->instants->timeline;
    const struct instant_host *host = host_of(pane, thread);
    if (host == NULL || host->call.place == 0 || host->call.place >= t->places.count)
        return LISTING_NO_ROW;
    const struct program_place *place = &t->places.rows[host->call.place];
    return listing_find(pane->listing, timeline_name(t, place->file), place->line);
}

static size_t top_for(size_t top, size_t row, size_t rows, int32_t height)
{
    if (rows <= (size_t)height)
        return 0;
    size_t last = rows - (size_t)height;
    size_t around = height > 2 * AROUND + 1 ? AROUND : 0;
    if (row != LISTING_NO_ROW) {
        size_t least = row + around + 1 > (size_t)height ? row + around + 1 - (size_t)height : 0;
        size_t most = row > around ? row - around : 0;
        top = top < least ? least : top > most ? most : top;
    }
    return top < last ? top : last;
}

size_t source_pane_top(const struct source_pane *pane, int32_t height)
{
    if (height < 1)
        return 0;
    return top_for(pane->top, source_pane_row(pane, pane->focus), pane->listing->row_count, height);
}

/* --- marks ---------------------------------------------------------------------------------------
 */

static const char mark_now[] = "\u25b6", mark_past[] = "\u00b7";

static bool several(const struct source_pane *pane)
{
    uint32_t threads = 0;
    for (uint32_t u = 0; u < pane->instants->hosts.threads; u++)
        threads += host_steps_count(&pane->instants->hosts, u) > 0;
    return threads > 1;
}

/* A thread's mark: an arrow while it is in the call, a dot once it is behind it; its number where
 * there are several. */
static void put_mark(const struct source_pane *pane, struct grid *grid, int32_t row, int32_t column,
                     uint32_t thread, bool numbers)
{
    const struct instant_host *host = &pane->instant->hosts[thread];
    bool in = host->state == HOST_IN_CALL;
    char text[16];
    if (numbers)
        snprintf(text, sizeof text, "%" PRIu32, thread % 10);
    else
        snprintf(text, sizeof text, "%s", in ? mark_now : mark_past);
    bool blocked = in && host->rule != RULE_ID_ISSUE;
    grid_text(grid, row, column, column, text, blocked ? ROLE_BLOCKED : ROLE_KEY);
}

/* --- drawing -------------------------------------------------------------------------------------
 */

static enum bar_role role_of_line(const char *text)
{
    text += strspn(text, " \t");
    return strncmp(text, "//", 2) == 0 || *text == '#' ? ROLE_NOTE : ROLE_LABEL;
}

static void draw_source(const struct source_pane *pane, struct grid *grid,
                        const struct pane_area *area)
{
    int32_t height = area->bottom - area->top + 1;
    size_t top = source_pane_top(pane, height);
    size_t focus = source_pane_row(pane, pane->focus);
    int32_t text = area->left + 7;
    bool numbers = several(pane);
    for (int32_t r = 0; r < height && top + (size_t)r < pane->listing->row_count; r++) {
        size_t row = top + (size_t)r;
        const struct listing_row *at = &pane->listing->rows[row];
        const struct listing_file *file = &pane->listing->files[at->file];
        char number[16];
        snprintf(number, sizeof number, "%4" PRIu32, at->line + 1);
        grid_text(grid, area->top + r, area->left, area->right, number, ROLE_NOTE);
        uint32_t includes = file->lines[at->line].includes;
        int32_t column = text + (int32_t)(at->depth < 4 ? at->depth : 4) * 2;
        if (includes != LISTING_NO_FILE)
            grid_text(grid, area->top + r, text - 1, area->right,
                      pane->listing->files[includes].open ? "\u25bc" : "\u25b8", ROLE_NOTE);
        const char *line = listing_text(pane->listing, row);
        code_line_draw(grid, area->top + r, column, area->right, line, strlen(line),
                       role_of_line(line));
        if (row == focus)
            grid_mark(grid, area->top + r, area->left + 4, area->right, CELL_REVERSE);
    }
    for (uint32_t u = 0; u < pane->instants->hosts.threads; u++) {
        size_t row = source_pane_row(pane, u);
        if (row != LISTING_NO_ROW && row >= top && row < top + (size_t)height && u != pane->focus)
            put_mark(pane, grid, area->top + (int32_t)(row - top), area->left + 5, u, numbers);
    }
    if (focus != LISTING_NO_ROW)
        put_mark(pane, grid, area->top + (int32_t)(focus - top), area->left + 5, pane->focus,
                 numbers);
}

/* The calls of the thread around the one that it is in. */
static void draw_calls(const struct source_pane *pane, struct grid *grid,
                       const struct pane_area *area)
{
    const struct timeline *t = pane->instants->timeline;
    const struct instant_host *host = host_of(pane, pane->focus);
    uint32_t count = host_steps_count(&pane->instants->hosts, pane->focus);
    uint32_t n = host ? host->n : 0;
    int32_t height = area->bottom - area->top + 1;
    size_t top = top_for(n > (uint32_t)height / 2 ? n - (uint32_t)height / 2 : 0, n, count, height);
    struct strbuf text;
    strbuf_init(&text);
    for (int32_t r = 0; r < height && top + (size_t)r < count; r++) {
        uint32_t row = (uint32_t)top + (uint32_t)r;
        struct host_call call = host_steps_call(&pane->instants->hosts, pane->focus, row);
        strbuf_clear(&text);
        label_place(&text, t, call.place);
        strbuf_addc(&text, ' ');
        instant_text_call(&text, pane->instants, &call);
        grid_text(grid, area->top + r, area->left + 2, area->right, text.text, ROLE_LABEL);
        if (host && row == n) {
            grid_mark(grid, area->top + r, area->left, area->right, CELL_REVERSE);
            put_mark(pane, grid, area->top + r, area->left, pane->focus, several(pane));
        }
    }
    strbuf_release(&text);
}

/* The file's name, or what the list is; and which thread is in focus where there are several. */
static void draw_heading(const struct source_pane *pane, struct grid *grid,
                         const struct pane_area *area)
{
    const struct timeline *t = pane->instants->timeline;
    struct strbuf text;
    strbuf_init(&text);
    if (pane->listing->row_count) {
        strbuf_adds(&text, text_file_name(pane->listing->files[0].path));
    } else {
        strbuf_adds(&text, "Calls");
    }
    if (several(pane)) {
        strbuf_addf(&text, ", thread %" PRIu32, pane->focus);
        if (pane->focus < t->threads.count && t->threads.rows[pane->focus].name)
            strbuf_addf(&text, " (%s)", timeline_name(t, t->threads.rows[pane->focus].name));
    }
    grid_text(grid, area->top, area->left, area->right, text.text, ROLE_TITLE);
    strbuf_release(&text);
}

void source_pane_draw(const struct source_pane *pane, struct grid *grid,
                      const struct pane_area *area)
{
    struct pane_area rest = *area;
    if (area->bottom < area->top || area->right < area->left)
        return;
    if (area->bottom > area->top) {
        draw_heading(pane, grid, area);
        rest.top++;
    }
    if (pane->listing->row_count)
        draw_source(pane, grid, &rest);
    else
        draw_calls(pane, grid, &rest);
}
