#include "tui/learn/past.h"

#include "sim/study/moved_lines.h"

#include <stdlib.h>
#include <string.h>

void past_take(struct past *past, struct prediction *before, const char *text_before,
               const struct timeline *now, const char *text_now, const char *path)
{
    past_release(past);
    if (!before)
        return;
    past->is = true;
    past->prediction = before;
    chart_init(&past->chart, &before->timeline, NULL, "your version before");
    int32_t *lines = moved_lines_begin(&before->timeline);
    moved_lines_note(lines, &before->timeline, path, text_before, text_now);
    ghost_init(&past->ghost, &past->chart, now, lines);
    free(lines);
}

const struct ghost *past_ghost(const struct past *past)
{
    return past->is ? &past->ghost : NULL;
}

void past_release(struct past *past)
{
    if (past->is) {
        ghost_release(&past->ghost);
        chart_release(&past->chart);
        prediction_release(past->prediction);
        free(past->prediction);
    }
    memset(past, 0, sizeof *past);
}
