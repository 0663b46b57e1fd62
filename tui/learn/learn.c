#include "tui/learn/learn.h"

enum { POLL_MS = 200 }; /* a saved file is noticed in that time */

static void show(struct screen *screen, struct session *session)
{
    struct grid grid;
    int32_t width, height, row = 0, column = 0;
    screen_size(screen, &width, &height);
    session_resize(session, width, height);
    grid_init(&grid, width, height);
    session_draw(session, &grid, &row, &column);
    screen_show(screen, &grid, row, column);
    grid_release(&grid);
}

static void loop(struct screen *screen, struct session *session)
{
    enum session_want want = SESSION_NOTHING;
    bool stale = true;
    while (want != SESSION_QUIT) {
        if (stale)
            show(screen, session);
        struct screen_event event = screen_event(screen, POLL_MS);
        stale = event.kind != SCREEN_TICK;
        if (event.kind == SCREEN_END)
            return;
        if (event.kind == SCREEN_KEY)
            want = session_key(session, event.key);
        else if (event.kind == SCREEN_MOUSE)
            want = session_mouse(session, event.row, event.column, event.button, event.wheel);
    }
}

int learn_run(const struct learn_options *options, struct err *err)
{
    struct session session;
    struct screen *screen;
    int rc = session_init(&session, &options->session, err);
    if (rc == 0 && options->lesson)
        rc = session_open(&session, options->lesson, err);
    if (rc == 0)
        rc = screen_open(&screen, &options->screen, err);
    if (rc == 0) {
        loop(screen, &session);
        screen_close(screen);
    }
    session_release(&session);
    return rc;
}
