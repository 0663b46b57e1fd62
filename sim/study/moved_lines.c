#include "sim/study/moved_lines.h"

#include "sim/base/line_diff.h"
#include "sim/base/mem.h"

#include <stdlib.h>
#include <string.h>

/* Which new lines stand for old ones: those that are the same, and those of a stretch that was
 * written anew with as many lines. By old line, from 1; free() it. */
static int32_t *new_lines(const char *before, const char *after, size_t *count)
{
    struct line_diff diff;
    line_diff_init(&diff, before, after);
    int32_t *lines = mem_zalloc((diff.count + 2) * sizeof *lines);
    *count = diff.count + 1;
    for (size_t i = 0; i < diff.count;) {
        size_t gone = i, behind;
        if (diff.rows[i].kind == LINE_SAME) {
            lines[diff.rows[i].before_line] = diff.rows[i].after_line;
            i++;
            continue;
        }
        while (i < diff.count && diff.rows[i].kind == LINE_GONE)
            i++;
        for (behind = i; i < diff.count && diff.rows[i].kind == LINE_NEW;)
            i++;
        for (size_t k = 0; behind - gone == i - behind && gone + k < behind; k++)
            lines[diff.rows[gone + k].before_line] = diff.rows[behind + k].after_line;
    }
    line_diff_release(&diff);
    return lines;
}

int32_t *moved_lines_begin(const struct timeline *shown)
{
    int32_t *lines = mem_zalloc((shown->places.count + 1) * sizeof *lines);
    for (size_t i = 0; i < shown->places.count; i++)
        lines[i] = shown->places.rows[i].line;
    return lines;
}

void moved_lines_note(int32_t *lines, const struct timeline *shown, const char *path,
                      const char *before, const char *after)
{
    size_t count;
    int32_t *moved = new_lines(before, after, &count);
    for (size_t i = 0; i < shown->places.count; i++) {
        const struct program_place *place = &shown->places.rows[i];
        if (place->line > 0 && strcmp(timeline_name(shown, place->file), path) == 0)
            lines[i] = (size_t)place->line < count ? moved[place->line] : 0;
    }
    free(moved);
}
