/* Two texts compared line by line: what was taken out, what was put in, what stayed. Knows nothing
 * of CUDA, nor of how it is shown.
 */
#ifndef SIM_BASE_LINE_DIFF_H
#define SIM_BASE_LINE_DIFF_H

#include <stddef.h>
#include <stdint.h>

enum line_diff_kind { LINE_SAME, LINE_GONE, LINE_NEW };

/* One row of the comparison. Lines are bytes of the texts that were compared, without their end;
 * a row that has no line on one side has NULL there. */
struct line_diff_row {
    enum line_diff_kind kind;
    const char *before, *after;
    size_t before_length, after_length;
    int32_t before_line, after_line; /* from 1; 0: none */
};

struct line_diff {
    struct line_diff_row *rows;
    size_t count, capacity;
};

/* The fewest lines gone and new, gone ones first where both are possible. Texts whose differing
 * part is longer than 2,000 lines on both sides are not matched: all of it is gone and new. Both
 * texts must outlive it. */
void line_diff_init(struct line_diff *diff, const char *before, const char *after);
void line_diff_release(struct line_diff *diff);

#endif
