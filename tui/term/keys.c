#include "tui/term/keys.h"

#include "sim/base/mem.h"
#include "sim/base/wrap.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const names[] = {
#define KEYCODE_NAME(constant, name) name,
    KEYCODES(KEYCODE_NAME)
#undef KEYCODE_NAME
};

void keycode_name(int32_t key, char *name, size_t size)
{
    if (key > KEYCODE_FIRST && key < KEYCODE_END_OF_LIST)
        snprintf(name, size, "%s", names[key - KEYCODE_FIRST - 1]);
    else if (key == ' ')
        snprintf(name, size, "Space");
    else if (key > 0 && key < 0x20)
        snprintf(name, size, "Ctrl-%c", key | 0x40);
    else {
        struct strbuf text;
        strbuf_init(&text);
        grid_add_character((uint32_t)key, &text);
        snprintf(name, size, "%s", text.text);
        strbuf_release(&text);
    }
}

int32_t keycode_from_name(const char *name)
{
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (strcmp(names[i], name) == 0)
            return KEYCODE_FIRST + 1 + (int32_t)i;
    if (strcmp(name, "Space") == 0)
        return ' ';
    if (strncmp(name, "Ctrl-", 5) == 0 && name[5] >= 'A' && name[5] <= '_' && !name[6])
        return KEYCODE_CTRL(name[5]);
    uint32_t character;
    const char *end = grid_decode(name, &character);
    return *name && !*end ? (int32_t)character : 0;
}

enum { FOOTER_GAP = 2 };

static bool holds(const struct binding *row, unsigned where)
{
    return !row->where || row->where & where;
}

void bindings_join(struct bindings *joined, const struct bindings *first,
                   const struct bindings *second)
{
    size_t count = first->count + second->count;
    struct binding *rows = mem_zalloc((count + 1) * sizeof *rows);
    memcpy(rows, first->rows, first->count * sizeof *rows);
    memcpy(rows + first->count, second->rows, second->count * sizeof *rows);
    *joined = (struct bindings){rows, count};
}

int bindings_find(const struct bindings *bindings, int32_t key, unsigned where)
{
    for (const struct binding *row = bindings->rows; row < bindings->rows + bindings->count; row++)
        for (int i = 0; i < BINDING_KEYS && row->keys[i]; i++)
            if (row->keys[i] == key && holds(row, where))
                return row->action;
    return 0;
}

int32_t bindings_key(const struct bindings *bindings, int action, unsigned where)
{
    for (const struct binding *row = bindings->rows; row < bindings->rows + bindings->count; row++)
        if (row->action == action && holds(row, where))
            return row->keys[0];
    return 0;
}

static int32_t footer_width(const struct binding *binding)
{
    char name[24];
    keycode_name(binding->keys[0], name, sizeof name);
    return grid_text_width(name) + 1 + grid_text_width(binding->brief);
}

static bool is_help(const struct binding *binding)
{
    for (int i = 0; i < BINDING_KEYS; i++)
        if (binding->keys[i] == '?')
            return true;
    return false;
}

/* What the key for help takes, when it is bound from row `first` on; there is always room for it.
 */
static int32_t help_width(const struct bindings *bindings, unsigned where, size_t first)
{
    for (size_t i = first; i < bindings->count; i++)
        if (bindings->rows[i].brief && holds(&bindings->rows[i], where) &&
            is_help(&bindings->rows[i]))
            return FOOTER_GAP + footer_width(&bindings->rows[i]);
    return 0;
}

void bindings_footer(const struct bindings *bindings, unsigned where, struct grid *grid,
                     int32_t row, int32_t from, int32_t to)
{
    int32_t column = from;
    bool full = false;
    for (size_t i = 0; i < bindings->count; i++) {
        const struct binding *binding = &bindings->rows[i];
        char name[24];
        if (!binding->brief || !holds(binding, where) || (full && !is_help(binding)))
            continue;
        if (column + footer_width(binding) + help_width(bindings, where, i + 1) - 1 > to) {
            full = true;
            continue;
        }
        keycode_name(binding->keys[0], name, sizeof name);
        column = grid_text(grid, row, column, to, name, ROLE_KEY) + 1;
        column = grid_text(grid, row, column, to, binding->brief, ROLE_LABEL) + FOOTER_GAP;
    }
}

/* "n, Tab": all keys of a row. */
static void add_keys(const struct binding *binding, struct strbuf *out)
{
    for (int i = 0; i < BINDING_KEYS && binding->keys[i]; i++) {
        char name[24];
        keycode_name(binding->keys[i], name, sizeof name);
        strbuf_addf(out, "%s%s", i ? ", " : "", name);
    }
}

enum { KEYS_COLUMN = 2, LEAST_GAP = 2 };

static int32_t keys_width(const struct bindings *bindings, unsigned where)
{
    int32_t most = 0;
    struct strbuf keys;
    strbuf_init(&keys);
    for (size_t i = 0; i < bindings->count; i++) {
        if (!bindings->rows[i].text || !holds(&bindings->rows[i], where))
            continue;
        strbuf_clear(&keys);
        add_keys(&bindings->rows[i], &keys);
        int32_t width = grid_text_width(keys.text);
        most = width > most ? width : most;
    }
    strbuf_release(&keys);
    return most;
}

struct page {
    struct grid *grid;
    int32_t top, bottom, first, line;
};

/* A text in the page's current line, if that is in sight. */
static void put(const struct page *page, int32_t column, const char *text, enum bar_role role)
{
    int32_t row = page->top + page->line - page->first;
    if (page->line >= page->first && row <= page->bottom)
        grid_text(page->grid, row, column, page->grid->width - 1, text, role);
}

/* A text from a column on, wrapped at the right edge; leaves the page in the line behind. */
static void put_wrapped(struct page *page, int32_t left, const char *text)
{
    struct strbuf lines;
    strbuf_init(&lines);
    wrap_add(&lines, text, page->grid->width - left, 0, 0);
    for (char *line = lines.text; *line; page->line++) {
        char *end = strchr(line, '\n');
        *end = 0;
        put(page, left, line, ROLE_LABEL);
        line = end + 1;
    }
    strbuf_release(&lines);
}

int32_t bindings_help(const struct bindings *bindings, unsigned where, struct grid *grid,
                      int32_t top, int32_t bottom, int32_t first)
{
    struct page page = {grid, top, bottom, first, 0};
    int32_t text_column = KEYS_COLUMN + keys_width(bindings, where) + LEAST_GAP;
    struct strbuf keys;
    strbuf_init(&keys);
    const char *heading = NULL;
    for (size_t i = 0; i < bindings->count; i++) {
        const struct binding *binding = &bindings->rows[i];
        if (binding->heading)
            heading = binding->heading;
        if (!binding->text || !holds(binding, where))
            continue;
        if (heading) {
            page.line += page.line > 0;
            put(&page, 0, heading, ROLE_TITLE);
            page.line++;
            heading = NULL;
        }
        strbuf_clear(&keys);
        add_keys(binding, &keys);
        put(&page, KEYS_COLUMN, keys.text, ROLE_KEY);
        put_wrapped(&page, text_column, binding->text);
    }
    strbuf_release(&keys);
    return page.line;
}
