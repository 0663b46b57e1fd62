/* The ghost: what was shown before, behind what is shown now, and which operation of the one is
 * which of the other.
 *
 * Knows neither screens nor where the versions come from.
 */
#ifndef TUI_VIEW_GHOST_H
#define TUI_VIEW_GHOST_H

#include "sim/base/strbuf.h"
#include "tui/view/chart.h"

#include <stdbool.h>
#include <stdint.h>

struct ghost {
    const struct chart *chart; /* of what was; the caller's. NULL: there is no ghost */
    const struct timeline *now;
    uint32_t *old_of;   /* by operation of `now`: that of the ghost; TIMELINE_NO_OP: it is new */
    uint32_t *new_of;   /* the other way round; TIMELINE_NO_OP: it is gone */
    size_t fresh, gone; /* how many are new, and gone */
};

/* `before`: a chart of one timeline; `lines`: where its lines are now (match_versions). Both charts
 * must outlive it. Takes time in proportion to the runs. */
void ghost_init(struct ghost *ghost, const struct chart *before, const struct timeline *now,
                const int32_t *lines);
void ghost_release(struct ghost *ghost);

/* Whether it is what was before this chart, or, of two over each other, before its first. */
bool ghost_is_behind(const struct ghost *ghost, const struct chart *chart);

/* Whether an operation of what is shown was not there before; whether one of the ghost's is not
 * there any more. Only work counts: kernels, copies, memsets, host functions of the timed part. */
bool ghost_is_fresh(const struct ghost *ghost, uint32_t op);
bool ghost_is_gone(const struct ghost *ghost, uint32_t op);

/* What changed for an operation, in lines of at most `width` columns: "before: 310 us to 610 us;
 * now it starts 308 us earlier and takes as long". */
void ghost_text(const struct ghost *ghost, uint32_t op, int width, struct strbuf *out);

/* "916 to 321 us (-65 %)"; nothing if either is unknown. Returns how they compare: below 0 where it
 * is shorter now, 0 where it is as long. */
int ghost_change(struct strbuf *out, int64_t before, int64_t now);

/* "-65 %", the same; "0 %" where it is as long. */
int ghost_percent(struct strbuf *out, int64_t before, int64_t now);

#endif
