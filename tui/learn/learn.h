/* `nullstream learn` on a terminal. */
#ifndef TUI_LEARN_LEARN_H
#define TUI_LEARN_LEARN_H

#include "tui/learn/editor.h"
#include "tui/learn/session.h"
#include "tui/term/screen.h"

struct learn_options {
    struct session_options session;
    struct screen_options screen;
    struct editor_environment environment;
    const char *lesson; /* opened at once; NULL: the list is shown */
};

/* Until the reader leaves. Returns the exit status, or -1 with *err. */
int learn_run(const struct learn_options *options, struct err *err);

#endif
