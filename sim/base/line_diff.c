#include "sim/base/line_diff.h"

#include "sim/base/mem.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_LINES = 2000 }; /* a table of that many by that many numbers takes 8 MB */

struct line {
    const char *text;
    size_t length;
};

struct lines {
    struct line *rows;
    size_t count, capacity;
};

static void split(struct lines *lines, const char *text)
{
    while (*text) {
        size_t length = strcspn(text, "\n");
        lines->rows =
            mem_grow(lines->rows, &lines->capacity, lines->count + 1, sizeof *lines->rows);
        lines->rows[lines->count++] = (struct line){text, length};
        text += length + (text[length] == '\n');
    }
}

static int is_equal(const struct line *a, const struct line *b)
{
    return a->length == b->length && memcmp(a->text, b->text, a->length) == 0;
}

static void add(struct line_diff *diff, enum line_diff_kind kind, const struct lines *before,
                size_t i, const struct lines *after, size_t j)
{
    diff->rows = mem_grow(diff->rows, &diff->capacity, diff->count + 1, sizeof *diff->rows);
    struct line_diff_row *row = &diff->rows[diff->count++];
    memset(row, 0, sizeof *row);
    row->kind = kind;
    if (kind != LINE_NEW) {
        row->before = before->rows[i].text;
        row->before_length = before->rows[i].length;
        row->before_line = (int32_t)i + 1;
    }
    if (kind != LINE_GONE) {
        row->after = after->rows[j].text;
        row->after_length = after->rows[j].length;
        row->after_line = (int32_t)j + 1;
    }
}

/* The part between the common begin and the common end: lines [first, first + n) and [first,
 * first + m). common[i][j] is the length of the longest common sequence of what begins there. */
static void add_middle(struct line_diff *diff, const struct lines *before,
                       const struct lines *after, size_t first, size_t n, size_t m)
{
    size_t i = 0, j = 0, wide = m + 1;
    uint16_t *common = NULL;
    if (n <= MOST_LINES && m <= MOST_LINES) {
        common = mem_zalloc((n + 1) * wide * sizeof *common);
        for (size_t a = n; a-- > 0;)
            for (size_t b = m; b-- > 0;) {
                uint16_t skip_a = common[(a + 1) * wide + b], skip_b = common[a * wide + b + 1];
                common[a * wide + b] = is_equal(&before->rows[first + a], &after->rows[first + b])
                                           ? (uint16_t)(common[(a + 1) * wide + b + 1] + 1)
                                       : skip_a > skip_b ? skip_a
                                                         : skip_b;
            }
    }
    while (common && i < n && j < m) {
        if (is_equal(&before->rows[first + i], &after->rows[first + j])) {
            add(diff, LINE_SAME, before, first + i, after, first + j);
            i++;
            j++;
        } else if (common[(i + 1) * wide + j] >= common[i * wide + j + 1]) {
            add(diff, LINE_GONE, before, first + i++, after, 0);
        } else {
            add(diff, LINE_NEW, before, 0, after, first + j++);
        }
    }
    free(common);
    while (i < n)
        add(diff, LINE_GONE, before, first + i++, after, 0);
    while (j < m)
        add(diff, LINE_NEW, before, 0, after, first + j++);
}

void line_diff_init(struct line_diff *diff, const char *before, const char *after)
{
    memset(diff, 0, sizeof *diff);
    struct lines a = {0}, b = {0};
    split(&a, before);
    split(&b, after);
    size_t least = a.count < b.count ? a.count : b.count, first = 0, last = 0;
    while (first < least && is_equal(&a.rows[first], &b.rows[first]))
        first++;
    while (last < least - first &&
           is_equal(&a.rows[a.count - 1 - last], &b.rows[b.count - 1 - last]))
        last++;
    for (size_t i = 0; i < first; i++)
        add(diff, LINE_SAME, &a, i, &b, i);
    add_middle(diff, &a, &b, first, a.count - first - last, b.count - first - last);
    for (size_t i = 0; i < last; i++)
        add(diff, LINE_SAME, &a, a.count - last + i, &b, b.count - last + i);
    free(a.rows);
    free(b.rows);
}

void line_diff_release(struct line_diff *diff)
{
    free(diff->rows);
    memset(diff, 0, sizeof *diff);
}
