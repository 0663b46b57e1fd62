/* What was shown last, kept so that it can be written as an SVG picture. */
#ifndef TUI_TERM_PICTURE_H
#define TUI_TERM_PICTURE_H

#include "sim/draw/grid.h"

#include <stdbool.h>

struct picture {
    const char *path; /* NULL: nothing is kept */
    struct grid shown;
};

void picture_keep(struct picture *picture, const struct grid *grid);

/* False if the file could not be written. */
bool picture_write(const struct picture *picture);
void picture_release(struct picture *picture);

#endif
