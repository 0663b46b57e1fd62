#include "tui/learn/session.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { POLL_MS = 150 }; /* a saved file is noticed in that time */

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
        session_show_progress(session,
                              list_add(&session->list, slug, lesson.title, lesson.summary));
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
    progress_init(&session->progress);
    struct lesson_list order;
    int rc = lesson_list_read(&order, options->lessons, err);
    if (rc == 0 && options->state && *options->state)
        rc = progress_read(&session->progress, options->state, err);
    for (size_t i = 0; rc == 0 && i < order.count; i++)
        add_lesson(session, order.slugs[i]);
    lesson_list_release(&order);
    list_find_place(&session->list);
    return rc;
}

void session_say(struct session *session, enum bar_role role, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(session->note, sizeof session->note, format, args);
    va_end(args);
    session->note_role = role;
}

static void say_error(struct session *session, const struct err *err)
{
    char place[300] = "";
    if (err->file[0] && err->line > 0)
        snprintf(place, sizeof place, "%s:%d: ", err->file, err->line);
    session_say(session, ROLE_BAD, "%s%s%s%s", place, err->message, err->hint[0] ? "; " : "",
                err->hint);
}

/* --- lessons ------------------------------------------------------------------------------------
 */

static void end_look(struct session *session)
{
    if (session->looking)
        look_release(&session->look);
    session->looking = false;
}

/* The run that is beside the text, on the whole screen. */
static void begin_look(struct session *session, bool steps)
{
    bool exercise = session->view == SHOWS_EXERCISE, over = exercise && !session->bench.alone;
    const struct exhibit *exhibit = exercise && session->bench.prediction ? &session->bench.exhibit
                                    : exercise                            ? NULL
                                               : visit_exhibit(&session->visit, &over);
    if (!exhibit || !exhibit->predicted) {
        session_say(session, ROLE_NOTE, "There is no run to be looked at here.");
        return;
    }
    const struct ghost *ghost = exercise ? bench_ghost(&session->bench) : NULL;
    look_init(&session->look, exhibit, ghost, steps, over, session->width, session->height);
    session->looking = true;
}

static void leave_lesson(struct session *session)
{
    if (session->view != SHOWS_LIST)
        session_store(session);
    measuring_stop(&session->measuring);
    end_look(session);
    if (session->has_bench)
        bench_release(&session->bench);
    if (session->visiting)
        visit_release(&session->visit);
    session->visiting = session->has_bench = session->skipped = false;
    session->view = SHOWS_LIST;
}

/* What is asked for, and what the text says behind the place where the exercise begins. */
static char *write_task(struct visit *visit)
{
    const struct lesson *lesson = &visit->lesson;
    struct strbuf task;
    strbuf_init(&task);
    char *text = visit_fill(visit, &lesson->exercise.task, NULL);
    strbuf_adds(&task, text);
    free(text);
    for (size_t i = 0; i < lesson->page_count; i++) {
        const struct lesson_page *page = &lesson->pages[i];
        bool begun = false;
        for (size_t j = page->first_block; j < page->first_block + page->block_count; j++) {
            begun = begun || lesson->blocks[j].kind == LESSON_EXERCISE;
            if (!begun || lesson->blocks[j].kind != LESSON_TEXT)
                continue;
            text = visit_fill(visit, &lesson->blocks[j].text, NULL);
            strbuf_addf(&task, "\n\n%s", text);
            free(text);
        }
    }
    return task.text; /* released with free() */
}

/* The exercise's texts; its files are made when it begins. */
static int prepare_bench(struct session *session, struct err *err)
{
    struct visit *visit = &session->visit;
    struct lesson *lesson = &visit->lesson;
    if (!lesson->exercise.exists)
        return 0;
    session->has_bench = true;
    if (bench_init(&session->bench, session->options.work, lesson->slug,
                   lesson_path(lesson, lesson->exercise.start),
                   lesson_path(lesson, lesson->exercise.solution), err) < 0)
        return -1;
    struct exercise *exercise = &session->bench.exercise;
    exercise->task = write_task(visit);
    exercise->done = visit_fill(visit, &lesson->exercise.done, NULL);
    for (size_t i = 0; i < lesson->hint_count; i++) {
        char *hint = visit_fill(visit, &lesson->hints[i].text, NULL);
        exercise_add_hint(exercise, hint);
        free(hint);
    }
    return 0;
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
    if (rc == 0)
        rc = prepare_bench(session, err);
    if (rc < 0) {
        leave_lesson(session);
        return -1;
    }
    session->view = SHOWS_LESSON;
    session_restore(session);
    visit_refresh(&session->visit);
    return 0;
}

static void open_chosen(struct session *session)
{
    struct err err;
    err_init(&err);
    if (session->list.cursor < session->list.count &&
        session_open(session, session->list.rows[session->list.cursor].slug, &err) < 0)
        say_error(session, &err);
}

static bool begin_exercise(struct session *session)
{
    struct err err;
    err_init(&err);
    if (!session->has_bench) {
        session_say(session, ROLE_NOTE, "This lesson has no exercise.");
        return false;
    }
    if (bench_begin(&session->bench, session->visit.lesson.folder, &err) < 0) {
        say_error(session, &err);
        return false;
    }
    session->view = SHOWS_EXERCISE;
    return true;
}

const char *session_file(const struct session *session)
{
    return session->bench.exercise.workspace.file;
}

/* --- measuring ----------------------------------------------------------------------------------
 */

/* What is shown is measured: the run of the page, or the reader's version. */
static void measure(struct session *session)
{
    static const struct lesson_run plain = {.file = "your version"};
    struct visit *visit = &session->visit;
    bool exercise = session->view == SHOWS_EXERCISE;
    const struct lesson_run *run = exercise ? &plain : visit_run(visit);
    struct err err;
    err_init(&err);
    if (session->measuring.on) {
        session_say(session, ROLE_NOTE, "It is being measured already.");
    } else if (!run || (exercise && !session->bench.prediction)) {
        session_say(session, ROLE_NOTE, "There is no run to be measured here.");
    } else if (measuring_start(&session->measuring,
                               exercise ? session_file(session)
                                        : lesson_path(&visit->lesson, run->file),
                               run, visit->lesson.gpu, &err) < 0) {
        say_error(session, &err);
    } else {
        session->measures_exercise = exercise;
        session_say(session, ROLE_NOTE, "On the GPU of this machine: %.100s is being measured.",
                    run->file);
    }
}

static bool poll_measuring(struct session *session)
{
    struct timeline measured;
    struct err err;
    err_init(&err);
    int rc = measuring_poll(&session->measuring, &measured, &err);
    if (rc > 0 && session->measures_exercise)
        bench_take_measured(&session->bench, &measured);
    else if (rc > 0 &&
             visit_take_measured(&session->visit, &session->measuring.run, &measured, &err) < 0)
        rc = -1;
    if (rc > 0)
        session_say(session, ROLE_GOOD, "Measured here: below each lane of the prediction.");
    else if (rc < 0)
        say_error(session, &err);
    return rc != 0;
}

bool session_poll(struct session *session, int64_t now)
{
    int64_t elapsed = session->now ? now - session->now : 0;
    session->now = now;
    if (session->looking) /* what is looked at stays as it is */
        return look_tick(&session->look, elapsed);
    bool changed = session->visiting && poll_measuring(session);
    if (session->has_bench && bench_poll(&session->bench, now)) {
        session_store(session);
        changed = true;
    }
    return changed;
}

int session_timeout(const struct session *session)
{
    int look = session->looking ? look_timeout(&session->look) : -1;
    return look >= 0 && look < POLL_MS ? look : POLL_MS;
}

/* --- keys ---------------------------------------------------------------------------------------
 */

void session_resize(struct session *session, int32_t width, int32_t height)
{
    bool other = session->width != width || session->height != height;
    session->width = width;
    session->height = height;
    if (other && session->looking)
        look_resize(&session->look, width, height);
}

unsigned session_where(const struct session *session)
{
    if (session->help)
        return IN_HELP;
    switch (session->view) {
    case SHOWS_LIST:
        return IN_LIST;
    case SHOWS_LESSON:
        return visit_where(&session->visit);
    case SHOWS_EXERCISE:
        return exercise_where(&session->bench.exercise);
    default:
        return IN_TALLY;
    }
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

static enum session_want key_lesson(struct session *session, enum learn_action action, int32_t key)
{
    struct visit *visit = &session->visit;
    if (action == LEARN_EDIT) {
        session->at_gate = false;
        return begin_exercise(session) ? SESSION_EDIT : SESSION_NOTHING;
    }
    if (visit->answering && action == LEARN_NOTHING && key == ' ')
        session_say(session, ROLE_NOTE, "Enter gives the answer, S goes on without one.");
    switch (visit_key(visit, action, key, session->width, session->height)) {
    case VISIT_LEAVE:
        leave_lesson(session);
        return SESSION_NOTHING;
    case VISIT_PART:
        session_say(session, ROLE_NOTE, "%s",
                    visit->answer.kind == QUESTION_ORDER
                        ? "Give each of them its place first: Space."
                        : "Give a time first.");
        break;
    case VISIT_EXERCISE:
        session->at_gate = begin_exercise(session);
        visit_go_on(visit); /* also where there is none */
        break;
    case VISIT_TALLY:
        session->view = SHOWS_TALLY;
        break;
    default:
        break;
    }
    session_store(session);
    return SESSION_NOTHING;
}

/* Behind the exercise: the next page or the end; or the page that it was opened from. */
static void go_on_from_exercise(struct session *session)
{
    enum reader_gate gate = reader_gate(&session->visit.reader);
    session->view = SHOWS_LESSON;
    if (!session->at_gate)
        return;
    session->at_gate = false;
    session->skipped = !exercise_is_passed(&session->bench.exercise);
    if (gate == GATE_PAGE)
        visit_go_on(&session->visit);
    else if (gate == GATE_END)
        session->view = SHOWS_TALLY;
}

static enum session_want key_exercise(struct session *session, enum learn_action action)
{
    struct bench *bench = &session->bench;
    if (action == LEARN_GO_ON) {
        go_on_from_exercise(session);
        session_store(session);
        return SESSION_NOTHING;
    }
    switch (bench_key(bench, action, session->width, session->height)) {
    case EXERCISE_EDIT:
        return SESSION_EDIT;
    case EXERCISE_LEAVE:
        session->view = SHOWS_LESSON;
        break;
    default:
        break;
    }
    session_store(session);
    if (bench->exercise.said[0])
        session_say(session, ROLE_NOTE, "%s", bench->exercise.said);
    return SESSION_NOTHING;
}

static void key_tally(struct session *session, enum learn_action action)
{
    if (action == LEARN_BACK) {
        session->view = SHOWS_LESSON;
    } else if (action == LEARN_LEAVE || action == LEARN_GO_ON) {
        leave_lesson(session);
        list_key(&session->list, LEARN_DOWN, session->height);
    }
}

enum session_want session_key(struct session *session, int32_t key)
{
    enum learn_action action =
        (enum learn_action)bindings_find(&learn_bindings, key, session_where(session));
    session->note[0] = 0;
    if (session->looking) {
        if (look_key(&session->look, key))
            end_look(session);
        return SESSION_NOTHING;
    }
    if (session->help) {
        key_help(session, action);
        return SESSION_NOTHING;
    }
    if (action == LEARN_HELP) {
        session->help = true;
        session->help_top = 0;
        return SESSION_NOTHING;
    }
    if (action == LEARN_MEASURE) {
        measure(session);
        return SESSION_NOTHING;
    }
    if (action == LEARN_LOOK || action == LEARN_STEPS) {
        begin_look(session, action == LEARN_STEPS);
        return SESSION_NOTHING;
    }
    switch (session->view) {
    case SHOWS_LIST:
        return key_list(session, action);
    case SHOWS_LESSON:
        return key_lesson(session, action, key);
    case SHOWS_EXERCISE:
        return key_exercise(session, action);
    default:
        key_tally(session, action);
        return SESSION_NOTHING;
    }
}

enum session_want session_mouse(struct session *session, int32_t row, int32_t column, int button,
                                int wheel)
{
    bool acts = button == 1 || wheel != 0;
    int32_t width = session->width, height = session->height;
    if (session->looking) {
        look_mouse(&session->look, row, column, button, wheel);
    } else if (session->help) {
        session->help_top += wheel * 3;
        session->help_top = session->help_top < 0 ? 0 : session->help_top;
    } else if (session->view == SHOWS_LESSON && acts) {
        visit_mouse(&session->visit, row, column, wheel, width, height);
    } else if (session->view == SHOWS_EXERCISE && acts) {
        bench_mouse(&session->bench, row, column, wheel, width, height);
    } else if (session->view == SHOWS_LIST && wheel != 0) {
        list_key(&session->list, wheel < 0 ? LEARN_UP : LEARN_DOWN, height);
    } else if (session->view == SHOWS_LIST && button == 1) {
        size_t was = session->list.cursor;
        if (list_click(&session->list, height, row) && session->list.cursor == was)
            open_chosen(session);
    }
    return SESSION_NOTHING;
}

void session_release(struct session *session)
{
    leave_lesson(session);
    list_release(&session->list);
    progress_release(&session->progress);
    memset(session, 0, sizeof *session);
}
