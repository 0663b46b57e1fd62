#include "tui/term/picture.h"

#include "sim/draw/grid_svg.h"

#include <stdio.h>
#include <string.h>

void picture_keep(struct picture *picture, const struct grid *grid)
{
    if (!picture->path)
        return;
    grid_release(&picture->shown);
    grid_init(&picture->shown, grid->width, grid->height);
    size_t cells = (size_t)grid->width * (size_t)grid->height;
    if (cells > 0)
        memcpy(picture->shown.cells, grid->cells, cells * sizeof *grid->cells);
}

bool picture_write(const struct picture *picture)
{
    struct strbuf svg;
    strbuf_init(&svg);
    grid_draw_svg(&picture->shown, "nullstream", &svg);
    FILE *file = fopen(picture->path, "wb");
    bool written = file && fwrite(svg.text, 1, svg.length, file) == svg.length;
    if (file && fclose(file) != 0)
        written = false;
    strbuf_release(&svg);
    return written;
}

void picture_release(struct picture *picture)
{
    grid_release(&picture->shown);
}
