/* The terminal in a build without curses. */
#include "tui/term/screen.h"

int screen_open(struct screen **screen, const struct screen_options *options, struct err *err)
{
    (void)options;
    *screen = NULL;
    err_set(err, ERR_UNAVAILABLE, "this nullstream was built without curses");
    return err_hint(err, "install libncurses-dev and build it again");
}

/* Nobody has a screen, so nobody gets here. */
void screen_size(const struct screen *screen, int32_t *width, int32_t *height)
{
    (void)screen;
    *width = *height = 1;
}

void screen_show(struct screen *screen, const struct grid *grid, int32_t cursor_row,
                 int32_t cursor_column)
{
    (void)screen, (void)grid, (void)cursor_row, (void)cursor_column;
}

struct screen_event screen_event(struct screen *screen, int timeout_ms)
{
    (void)screen, (void)timeout_ms;
    return (struct screen_event){.kind = SCREEN_END};
}

void screen_theme(struct screen *screen, enum theme theme)
{
    (void)screen, (void)theme;
}

void screen_suspend(struct screen *screen)
{
    (void)screen;
}

void screen_resume(struct screen *screen)
{
    (void)screen;
}

void screen_close(struct screen *screen)
{
    (void)screen;
}
