#include "tui/learn/session.h"

#include <stdio.h>
#include <string.h>

/* Adds a lesson of the list; one that cannot be read says why. */
static void add_lesson(struct session *session, const char *slug)
{
    struct strbuf folder;
    struct lesson lesson;
    struct err err;
    strbuf_init(&folder);
    err_init(&err);
    strbuf_addf(&folder, "%s/%s", session->options.lessons, slug);
    if (lesson_read(&lesson, folder.text, &err) == 0)
        list_add(&session->list, slug, lesson.title, lesson.summary);
    else
        list_add(&session->list, slug, slug, err.message)->progress = LIST_BROKEN;
    lesson_release(&lesson);
    strbuf_release(&folder);
}

int session_init(struct session *session, const struct session_options *options, struct err *err)
{
    memset(session, 0, sizeof *session);
    session->options = *options;
    session->width = 80;
    session->height = 24;
    list_init(&session->list);
    struct lesson_list order;
    int rc = lesson_list_read(&order, options->lessons, err);
    for (size_t i = 0; rc == 0 && i < order.count; i++)
        add_lesson(session, order.slugs[i]);
    lesson_list_release(&order);
    list_find_place(&session->list);
    return rc;
}

static void leave_lesson(struct session *session)
{
    if (session->visiting)
        visit_release(&session->visit);
    session->visiting = false;
    session->view = SHOWS_LIST;
}

int session_open(struct session *session, const char *name, struct err *err)
{
    struct strbuf folder;
    strbuf_init(&folder);
    if (strchr(name, '/'))
        strbuf_adds(&folder, name);
    else
        strbuf_addf(&folder, "%s/%s", session->options.lessons, name);
    leave_lesson(session);
    session->visiting = true;
    int rc = visit_init(&session->visit, folder.text, session->options.traces, err);
    strbuf_release(&folder);
    if (rc < 0) {
        leave_lesson(session);
        return -1;
    }
    session->view = SHOWS_LESSON;
    visit_refresh(&session->visit);
    return 0;
}

void session_resize(struct session *session, int32_t width, int32_t height)
{
    session->width = width;
    session->height = height;
}

static unsigned where(const struct session *session)
{
    if (session->help)
        return IN_HELP;
    return session->view == SHOWS_LIST ? IN_LIST : visit_where(&session->visit);
}

static void open_chosen(struct session *session)
{
    struct err err;
    err_init(&err);
    if (session->list.cursor >= session->list.count)
        return;
    if (session_open(session, session->list.rows[session->list.cursor].slug, &err) < 0)
        snprintf(session->note, sizeof session->note, "%.60s:%d: %.160s", err.file, err.line,
                 err.message);
}

static enum session_want key_list(struct session *session, enum learn_action action)
{
    if (action == LEARN_QUIT)
        return SESSION_QUIT;
    if (action == LEARN_OPEN)
        open_chosen(session);
    else
        list_key(&session->list, action, session->height);
    return SESSION_NOTHING;
}

static void key_help(struct session *session, enum learn_action action)
{
    int32_t page = session->height > 6 ? session->height - 4 : 1;
    switch (action) {
    case LEARN_LEAVE:
    case LEARN_HELP:
        session->help = false;
        return;
    case LEARN_UP:
        session->help_top--;
        break;
    case LEARN_DOWN:
        session->help_top++;
        break;
    case LEARN_PAGE_UP:
        session->help_top -= page;
        break;
    case LEARN_PAGE_DOWN:
        session->help_top += page;
        break;
    case LEARN_HOME:
        session->help_top = 0;
        break;
    default:
        break;
    }
    session->help_top = session->help_top < 0 ? 0 : session->help_top;
}

enum session_want session_key(struct session *session, int32_t key)
{
    enum learn_action action =
        (enum learn_action)bindings_find(&learn_bindings, key, where(session));
    session->note[0] = 0;
    if (session->help) {
        key_help(session, action);
        return SESSION_NOTHING;
    }
    if (action == LEARN_HELP) {
        session->help = true;
        session->help_top = 0;
        return SESSION_NOTHING;
    }
    if (session->view == SHOWS_LIST)
        return key_list(session, action);
    switch (visit_key(&session->visit, action, key, session->width, session->height)) {
    case VISIT_LEAVE:
        leave_lesson(session);
        break;
    default:
        break;
    }
    return SESSION_NOTHING;
}

enum session_want session_mouse(struct session *session, int32_t row, int32_t column, int button,
                                int wheel)
{
    if (session->help) {
        session->help_top += wheel * 3;
        session->help_top = session->help_top < 0 ? 0 : session->help_top;
    } else if (session->view == SHOWS_LESSON) {
        if (button == 1 || wheel != 0)
            visit_mouse(&session->visit, row, column, wheel, session->width, session->height);
    } else if (wheel != 0) {
        list_key(&session->list, wheel < 0 ? LEARN_UP : LEARN_DOWN, session->height);
    } else if (button == 1) {
        struct grid size = {session->width, session->height, NULL};
        size_t was = session->list.cursor;
        if (list_click(&session->list, &size, row) && session->list.cursor == was)
            open_chosen(session);
    }
    return SESSION_NOTHING;
}

static void draw_help(const struct session *session, struct grid *grid)
{
    grid_fill(grid, 0, 0, grid->width - 1, ROLE_STATUS);
    grid_text(grid, 0, 1, grid->width - 1, "Keys of nullstream learn", ROLE_STATUS);
    int32_t rows = grid->height - 3, all = bindings_help(&learn_bindings, 0, grid, 0, -1, 0);
    int32_t most = all > rows ? all - rows : 0;
    bindings_help(&learn_bindings, 0, grid, 2, grid->height - 2,
                  session->help_top < most ? session->help_top : most);
}

void session_draw(const struct session *session, struct grid *grid, int32_t *row, int32_t *column)
{
    *row = 1;
    *column = 0;
    if (session->help) {
        draw_help(session, grid);
    } else if (session->view == SHOWS_LIST) {
        grid_fill(grid, 0, 0, grid->width - 1, ROLE_STATUS);
        grid_text(grid, 0, 1, grid->width - 1, "nullstream: the lessons", ROLE_STATUS);
        list_draw(&session->list, grid, row, column);
    } else {
        visit_draw(&session->visit, grid, row, column);
    }
    int32_t last = grid->height - 1;
    if (session->note[0])
        grid_text(grid, last, 0, grid->width - 1, session->note, ROLE_BAD);
    else
        bindings_footer(&learn_bindings, where(session), grid, last, 0, grid->width - 1);
}

void session_release(struct session *session)
{
    leave_lesson(session);
    list_release(&session->list);
    memset(session, 0, sizeof *session);
}
