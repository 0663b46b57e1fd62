#include "sim/draw/page.h"

#include "sim/base/mem.h"
#include "sim/draw/code_line.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_COLUMNS = 32 }; /* of a table */

/* Cells of one paragraph, before they are broken into lines. */
struct run {
    struct page_cell *cells;
    size_t count, capacity;
};

struct maker {
    struct page *page;
    bool marks;
    struct run run;
    int32_t first, indent; /* blanks before the first and the other lines of the run */
    bool gap;              /* an empty line is due before what comes next */
};

/* --- marks within a line ------------------------------------------------------------------------
 */

static void put(struct run *run, uint32_t character, enum page_role role)
{
    run->cells = mem_grow(run->cells, &run->capacity, run->count + 1, sizeof *run->cells);
    run->cells[run->count++] = (struct page_cell){character, (uint8_t)role};
}

static void put_ascii(struct run *run, const char *text, enum page_role role)
{
    for (; *text; text++)
        put(run, (unsigned char)*text, role);
}

/* Where `mark` closes what was opened at `text`; NULL: nowhere before `end`. */
static const char *closing(const char *text, const char *end, const char *mark)
{
    size_t length = strlen(mark);
    for (const char *p = text; p + length <= end; p++) {
        if (*p == '\\' && *mark != '`')
            p++;
        else if (length == 1 && *mark == '*' && p[0] == '*' && p + 1 < end && p[1] == '*')
            p++; /* of strong emphasis within */
        else if (memcmp(p, mark, length) == 0 && p > text && (*mark != '*' || p[-1] != ' '))
            return p;
    }
    return NULL;
}

static const char *put_one(struct run *run, const char *text, enum page_role role)
{
    uint32_t character;
    const char *next = grid_decode(text, &character);
    put(run, character, role);
    return next;
}

static const char *put_code(struct maker *m, const char *text, const char *end)
{
    if (m->marks)
        put(&m->run, '`', PAGE_CODE);
    while (text < end)
        text = put_one(&m->run, text, PAGE_CODE);
    if (m->marks)
        put(&m->run, '`', PAGE_CODE);
    return text + 1;
}

/* `text` up to `end`, in a role unless marks say otherwise. */
static void put_marked(struct maker *m, const char *text, const char *end, enum page_role role)
{
    while (text < end) {
        const char *stop;
        bool open = text + 1 < end && !strchr(" \t", text[1]);
        if (*text == '\\' && text + 1 < end && strchr("\\`*_{}[]#|<>@-", text[1])) {
            text = put_one(&m->run, text + 1, role);
        } else if (*text == '`' && (stop = closing(text + 1, end, "`"))) {
            text = put_code(m, text + 1, stop);
        } else if (open && text[0] == '*' && text[1] == '*' &&
                   (stop = closing(text + 2, end, "**"))) {
            put_marked(m, text + 2, stop, PAGE_STRONG);
            text = stop + 2;
        } else if (open && *text == '*' && text[1] != '*' && (stop = closing(text + 1, end, "*"))) {
            put_marked(m, text + 1, stop, PAGE_EMPHASIS);
            text = stop + 1;
        } else if (*text == '[' && (stop = closing(text + 1, end, "](")) &&
                   memchr(stop, ')', (size_t)(end - stop))) {
            put_marked(m, text + 1, stop, role);
            text = (const char *)memchr(stop, ')', (size_t)(end - stop)) + 1;
        } else if (*text == '\t') {
            put(&m->run, ' ', role);
            text++;
        } else {
            text = put_one(&m->run, text, role);
        }
    }
}

/* --- lines --------------------------------------------------------------------------------------
 */

static void begin_line(struct page *page)
{
    page->lines =
        mem_grow(page->lines, &page->line_capacity, page->line_count + 1, sizeof *page->lines);
    page->lines[page->line_count++] = (struct page_line){.first = page->cell_count};
}

static void line_put(struct page *page, struct page_cell cell)
{
    page->cells =
        mem_grow(page->cells, &page->cell_capacity, page->cell_count + 1, sizeof *page->cells);
    page->cells[page->cell_count++] = cell;
    page->lines[page->line_count - 1].count++;
}

static void line_blanks(struct page *page, int32_t count)
{
    for (int32_t i = 0; i < count; i++)
        line_put(page, (struct page_cell){' ', PAGE_TEXT});
}

static bool is_blank(const struct page_cell *cell)
{
    return cell->character == ' ';
}

/* Cuts the blanks at the end of the last line. */
static void end_line(struct page *page)
{
    struct page_line *line = &page->lines[page->line_count - 1];
    while (line->count && is_blank(&page->cells[page->cell_count - 1])) {
        line->count--;
        page->cell_count--;
    }
}

/* The empty line between two pieces of text. */
static void separate(struct maker *m)
{
    if (m->gap && m->page->line_count)
        begin_line(m->page);
    m->gap = false;
}

/* How many cells of [at, count) go into a line of `room`, and how many blanks behind are dropped.
 */
static size_t fit(const struct page_cell *cells, size_t at, size_t count, size_t room, size_t *skip)
{
    size_t end = at, last = 0;
    *skip = 0;
    while (end < count && end - at < room) {
        end++;
        if (end < count && is_blank(&cells[end]) && !is_blank(&cells[end - 1]))
            last = end;
    }
    if (end == count)
        return count - at;
    if (last)
        end = last;
    while (end + *skip < count && is_blank(&cells[end + *skip]))
        ++*skip;
    return end - at;
}

/* Breaks the run into lines. `first` blanks of the first line were put already if `begun`. */
static void end_run(struct maker *m, bool begun)
{
    struct page *page = m->page;
    struct run *run = &m->run;
    size_t at = 0;
    int32_t most = page->width - PAGE_LEAST_WIDTH / 2;
    int32_t indent = m->indent > most ? most : m->indent;
    while (at < run->count) {
        if (!begun) {
            separate(m);
            begin_line(page);
            line_blanks(page, at ? indent : m->first > most ? most : m->first);
        }
        begun = false;
        size_t used = page->lines[page->line_count - 1].count, skip;
        size_t room = used < (size_t)page->width ? (size_t)page->width - used : 1;
        size_t count = fit(run->cells, at, run->count, room, &skip);
        for (size_t i = 0; i < count; i++)
            line_put(page, run->cells[at + i]);
        end_line(page);
        at += count + skip;
    }
    run->count = 0;
}

/* --- pieces -------------------------------------------------------------------------------------
 */

static void heading(struct maker *m, const char *text, const char *end, size_t level)
{
    end_run(m, false);
    m->gap = true;
    m->first = m->indent = 0;
    put_marked(m, text, end, PAGE_HEADING);
    size_t before = m->page->line_count + 1;
    end_run(m, false);
    if (m->marks && m->page->line_count) {
        size_t longest = 0;
        for (size_t i = before - 1; i < m->page->line_count; i++)
            if (m->page->lines[i].count > longest)
                longest = m->page->lines[i].count;
        begin_line(m->page);
        for (size_t i = 0; i < longest; i++)
            line_put(m->page, (struct page_cell){level == 1 ? '=' : '-', PAGE_HEADING});
    }
    m->gap = true;
}

static void code_line(struct maker *m, const char *text, const char *end)
{
    end_run(m, false);
    separate(m);
    int32_t column = 0, indent = m->page->width > 20 ? 4 : 0;
    begin_line(m->page);
    line_blanks(m->page, indent);
    while (text < end) {
        uint32_t character;
        int32_t cells;
        text = code_line_next(text, column, &character, &cells);
        for (; cells > 0; cells--, column++) {
            if (column && column % (m->page->width - indent) == 0) {
                begin_line(m->page);
                line_blanks(m->page, indent);
            }
            line_put(m->page, (struct page_cell){character, PAGE_CODE});
        }
    }
    end_line(m->page);
}

/* The mark of an item of a list at `text`, 0 if it is none: its bytes with the blank behind. */
static size_t item_mark(const char *text, const char *end)
{
    size_t left = (size_t)(end - text);
    if (left >= 2 && strchr("-*+", *text) && text[1] == ' ')
        return 2;
    size_t digits = strspn(text, "0123456789");
    if (digits && digits < 4 && digits + 2 <= left && strchr(".)", text[digits]) &&
        text[digits + 1] == ' ')
        return digits + 2;
    return 0;
}

static void item(struct maker *m, const char *text, const char *end, int32_t indent, size_t mark)
{
    end_run(m, false);
    m->first = indent;
    m->indent = indent + (int32_t)mark;
    if (mark == 2)
        put_ascii(&m->run, m->marks ? "-" : "", PAGE_MARK);
    if (mark == 2 && !m->marks)
        put(&m->run, 0x2022, PAGE_MARK);
    if (mark > 2)
        for (size_t i = 0; i + 1 < mark; i++)
            put(&m->run, (unsigned char)text[i], PAGE_MARK);
    put(&m->run, ' ', PAGE_TEXT);
    put_marked(m, text + mark, end, PAGE_TEXT);
}

/* --- tables -------------------------------------------------------------------------------------
 */

struct field {
    const char *text, *end;
};

/* The fields of a row `| a | b |`; a bar in backticks or behind a backslash is text. */
static size_t split_row(const char *text, const char *end, struct field fields[MOST_COLUMNS])
{
    size_t count = 0;
    const char *begin = text + 1;
    bool code = false;
    for (const char *p = begin; p <= end && count < MOST_COLUMNS; p++) {
        if (p < end && *p == '`')
            code = !code;
        if (p < end && *p == '\\' && p + 1 < end) {
            p++;
            continue;
        }
        if (p < end && (*p != '|' || code))
            continue;
        struct field field = {begin, p};
        while (field.text < field.end && strchr(" \t", *field.text))
            field.text++;
        while (field.end > field.text && strchr(" \t", field.end[-1]))
            field.end--;
        if (p < end || field.text < field.end)
            fields[count++] = field;
        begin = p + 1;
    }
    return count;
}

static bool is_rule(const char *text, const char *end)
{
    while (text < end && strchr("|-: \t", *text))
        text++;
    return text == end;
}

static const char *line_end(const char *text, const char *end)
{
    const char *newline = memchr(text, '\n', (size_t)(end - text));
    return newline ? newline : end;
}

static size_t field_width(struct maker *m, const struct field *field)
{
    m->run.count = 0;
    put_marked(m, field->text, field->end, PAGE_TEXT);
    size_t width = m->run.count;
    m->run.count = 0;
    return width;
}

/* Makes the widest column narrower until all fit. */
static void shrink(size_t *widths, size_t columns, size_t room)
{
    for (;;) {
        size_t sum = 0, widest = 0;
        for (size_t i = 0; i < columns; i++) {
            sum += widths[i] + 2;
            if (widths[i] > widths[widest])
                widest = i;
        }
        if (sum <= room + 2 || widths[widest] <= 3)
            return;
        widths[widest]--;
    }
}

/* One row: each field broken to its column's width. */
static void table_row(struct maker *m, const struct field *fields, size_t count,
                      const size_t *widths, size_t columns, enum page_role role)
{
    struct run runs[MOST_COLUMNS] = {{0}};
    size_t at[MOST_COLUMNS] = {0};
    for (size_t i = 0; i < count && i < columns; i++) {
        put_marked(m, fields[i].text, fields[i].end, role);
        runs[i] = m->run;
        m->run = (struct run){0};
    }
    for (bool more = true; more;) {
        more = false;
        begin_line(m->page);
        size_t column = 0;
        for (size_t i = 0; i < columns; i++) {
            size_t left = (size_t)m->page->width > column ? (size_t)m->page->width - column : 0;
            size_t skip = 0, width = widths[i] < left ? widths[i] : left;
            size_t put_cells = width ? fit(runs[i].cells, at[i], runs[i].count, width, &skip) : 0;
            for (size_t k = 0; k < put_cells; k++)
                line_put(m->page, runs[i].cells[at[i] + k]);
            at[i] += put_cells + skip;
            more |= width && at[i] < runs[i].count;
            size_t pad = widths[i] + 2 - put_cells;
            column += widths[i] + 2;
            line_blanks(m->page, (int32_t)(pad < left - put_cells ? pad : left - put_cells));
        }
        end_line(m->page);
    }
    for (size_t i = 0; i < columns; i++)
        free(runs[i].cells);
}

/* Lines that begin with a bar, from `text` on. Returns what is behind them. */
static const char *table(struct maker *m, const char *text, const char *end)
{
    size_t widths[MOST_COLUMNS] = {0}, columns = 0, rows = 0;
    struct field fields[MOST_COLUMNS];
    const char *behind = text;
    bool ruled = false;
    for (; behind < end && *behind == '|'; rows++) {
        const char *stop = line_end(behind, end);
        size_t count = split_row(behind, stop, fields);
        bool rule = is_rule(behind, stop);
        ruled |= rows == 1 && rule;
        for (size_t i = 0; i < count && !rule; i++) {
            size_t width = field_width(m, &fields[i]);
            if (width > widths[i])
                widths[i] = width;
        }
        if (!rule && count > columns)
            columns = count;
        behind = stop < end ? stop + 1 : end;
    }
    end_run(m, false);
    m->gap = true;
    separate(m);
    shrink(widths, columns, (size_t)m->page->width);
    size_t row = 0;
    for (const char *p = text; p < behind; row++) {
        const char *stop = line_end(p, end);
        size_t count = split_row(p, stop, fields);
        if (!is_rule(p, stop))
            table_row(m, fields, count, widths, columns,
                      ruled && row == 0 ? PAGE_STRONG : PAGE_TEXT);
        p = stop < end ? stop + 1 : end;
    }
    m->gap = true;
    return behind;
}

/* --- the whole text -----------------------------------------------------------------------------
 */

/* A line that is none of the special ones: goes on with the paragraph or item, or begins one. */
static void plain_line(struct maker *m, const char *text, const char *end, int32_t indent)
{
    size_t mark = item_mark(text, end);
    if (mark) {
        item(m, text, end, indent, mark);
        return;
    }
    if (m->run.count) {
        put(&m->run, ' ', PAGE_TEXT);
    } else if (indent == 0 || m->gap) {
        m->first = m->indent = indent;
    }
    if (*text == '>') {
        text++;
        if (m->run.count == 0)
            m->first = m->indent = indent + 2;
        text += text < end && *text == ' ';
    }
    put_marked(m, text, end, PAGE_TEXT);
}

static void make(struct maker *m, const char *text, const char *end)
{
    bool code = false;
    while (text < end) {
        const char *stop = line_end(text, end), *behind = stop < end ? stop + 1 : end;
        while (stop > text && strchr(" \t\r", stop[-1]))
            stop--;
        const char *begin = text;
        while (begin < stop && strchr(" \t", *begin))
            begin++;
        size_t level = strspn(begin, "#");
        if (stop - begin >= 3 && memcmp(begin, "```", 3) == 0) {
            end_run(m, false);
            code = !code;
            m->gap = true;
        } else if (code) {
            code_line(m, text, stop);
        } else if (begin == stop) {
            end_run(m, false);
            m->gap = true;
        } else if (begin == text && level && level <= 6 && begin[level] == ' ') {
            heading(m, begin + level + strspn(begin + level, " "), stop, level);
        } else if (begin == text && *text == '|') {
            behind = table(m, text, end);
        } else {
            plain_line(m, begin, stop, (int32_t)(begin - text < 40 ? begin - text : 40));
        }
        text = behind;
    }
    end_run(m, false);
}

void page_init(struct page *page, const char *markdown, int32_t width, bool marks)
{
    *page = (struct page){.width = width < PAGE_LEAST_WIDTH ? PAGE_LEAST_WIDTH : width};
    struct maker maker = {.page = page, .marks = marks};
    make(&maker, markdown, markdown + strlen(markdown));
    free(maker.run.cells);
}

/* The role in a chart's grid that a role of a page is drawn in. */
static enum bar_role bar_role_of(enum page_role role)
{
    static const enum bar_role roles[] = {
        [PAGE_TEXT] = ROLE_LABEL,     [PAGE_HEADING] = ROLE_TITLE, [PAGE_STRONG] = ROLE_TITLE,
        [PAGE_EMPHASIS] = ROLE_LABEL, [PAGE_CODE] = ROLE_KEY,      [PAGE_MARK] = ROLE_NOTE,
    };
    return roles[role];
}

void page_draw(const struct page *page, struct grid *grid, int32_t row, int32_t column,
               size_t first, int32_t rows)
{
    for (int32_t i = 0; i < rows && first + (size_t)i < page->line_count; i++) {
        const struct page_line *line = &page->lines[first + (size_t)i];
        for (size_t k = 0; k < line->count; k++) {
            const struct page_cell *from = &page->cells[line->first + k];
            struct grid_cell *cell = grid_at(grid, row + i, column + (int32_t)k);
            if (cell)
                *cell = (struct grid_cell){.character = from->character,
                                           .role = (uint8_t)bar_role_of((enum page_role)from->role),
                                           .attributes =
                                               from->role == PAGE_EMPHASIS ? CELL_UNDERLINE : 0};
        }
    }
}

void page_write(const struct page *page, int indent, bool ascii, bool color, struct strbuf *out)
{
    struct grid grid;
    struct strbuf line;
    strbuf_init(&line);
    for (size_t i = 0; i < page->line_count; i++) {
        grid_init(&grid, (int32_t)page->lines[i].count, 1);
        page_draw(page, &grid, 0, 0, i, 1);
        strbuf_clear(&line);
        grid_write(&grid, &(struct grid_style){.ascii = ascii, .color = color}, &line);
        if (page->lines[i].count)
            strbuf_addf(out, "%*s", indent, "");
        strbuf_adds(out, line.text);
        grid_release(&grid);
    }
    strbuf_release(&line);
}

void page_release(struct page *page)
{
    free(page->cells);
    free(page->lines);
    memset(page, 0, sizeof *page);
}
