/* `nullstream view`: a timeline in the terminal, or two over each other. */
#include "tui/view/view.h"
#include "sim/analysis/infer.h"
#include "sim/base/mem.h"
#include "sim/base/text.h"
#include "tui/cmd/command.h"
#include "tui/cmd/operand.h"
#include "tui/cmd/output.h"
#include "tui/cmd/over.h"
#include "tui/cmd/pairing.h"
#include "tui/cmd/part.h"
#include "tui/cmd/recording.h"
#include "tui/cmd/reread.h"
#include "tui/cmd/view_title.h"
#include "tui/term/clock.h"
#include "tui/term/screen.h"
#include "tui/view/step_mode.h"
#include "tui/view/versions.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* What is on the screen, and all that it is made from. */
struct session {
    const struct arguments *args;
    struct screen *screen;
    struct screen_options options;
    struct view view;
    struct operand operand; /* of one file */
    struct version *first;  /* that the operand became */
    struct over *over;      /* of several files; NULL: there is one */
    size_t second;          /* operand that is the other one */
    bool faulty;            /* that one, as it was saved */
    struct arguments quiet; /* the arguments, for what is loaded while the screen is open */
    struct pairing pairing; /* the operand's prediction and its recorded measurement, */
    struct chart measured;  /* over each other; made when they are asked for */
    bool has_measured;
    struct versions versions; /* of the one file, as it is saved and under other conditions */
    bool follows;             /* it can be read again */
    struct bindings bindings;
    struct step_mode steps;
    int64_t ticked; /* ns, when time was told to them last */
};

/* What the first row says; `path`: of the file, the first of two. */
static void entitle(struct session *s, const struct chart *chart, const char *path)
{
    const struct operand *o = &s->operand;
    struct strbuf title;
    strbuf_init(&title);
    view_title_add(&title, chart, path, s->over ? s->over->both.b.path : NULL);
    if (o->is_part && s->first && chart == &s->first->chart)
        strbuf_addf(&title, ", %zu of %zu operations", o->part_count, o->whole_count);
    snprintf(s->view.title, sizeof s->view.title, "%s", title.text);
    strbuf_release(&title);
}

static const char *name_of(const struct timeline *t, const char *otherwise)
{
    return t->source == TIMELINE_MEASURED ? "the measurement" : otherwise;
}

/* --- loading -------------------------------------------------------------------------------------
 */

/* A measurement says nothing of what waited for what; what does is left as it is. */
static void infer(const struct timeline *timeline)
{
    infer_waits((struct timeline *)(uintptr_t)timeline);
}

/* A version of the part that the options ask for: runs in a thread. */
static int make_version(void *context, const struct follow_fresh *fresh, void **made,
                        struct err *err)
{
    const struct arguments *args = context;
    if (part_cut(&fresh->prediction->timeline, args, err) < 0)
        return -1;
    infer(&fresh->prediction->timeline);
    return versions_make(context, fresh, made, err);
}

/* Follows what was read from a file; a pipe is read once. */
static void follow(struct session *s, struct watch *read)
{
    struct operand *operand = &s->operand;
    struct follow_source source;
    s->follows = reread_can(operand);
    if (!s->follows)
        return;
    reread_source(&source, operand);
    source.make = make_version;
    source.context = (void *)(uintptr_t)s->args;
    versions_init(&s->versions, &source, read, &operand->prediction, s->first);
}

static int load_one(struct session *s, struct err *err)
{
    struct watch read;
    watch_init(&read);
    int rc = operand_load_watched(&s->operand, s->args->operands[0], s->args, &read, err);
    if (rc == 0)
        rc = part_take(&s->operand, s->args, err);
    if (rc == 0) {
        infer(s->operand.timeline);
        s->first = version_new(s->operand.timeline, prediction_profile(&s->operand.prediction),
                               name_of(s->operand.timeline, "the prediction"));
        follow(s, &read);
    }
    watch_release(&read);
    return rc;
}

/* The first operand over another; NULL: an error. */
static struct over *load_over(const struct session *s, size_t second, const struct arguments *args,
                              struct err *err)
{
    return over_load(s->args->operands[0], s->args->operands[second], args, err);
}

/* The recorded measurement of what is predicted, or the prediction of what was measured: one over
 * the other. */
static int load_measured(struct session *s, struct err *err)
{
    struct strbuf path;
    bool is_measured = s->operand.timeline->source == TIMELINE_MEASURED;
    if (s->operand.kind == OPERAND_TIMELINE && !is_measured)
        return err_set(err, ERR_INPUT,
                       "this prediction is a file: `nullstream view FILE TRACE` "
                       "shows it over a measurement");
    strbuf_init(&path);
    int rc = 0;
    if (is_measured)
        strbuf_adds(&path, s->operand.path);
    else
        rc = recording_find(&s->operand, &path, err);
    if (rc == 0) {
        rc = pairing_trace(&s->pairing, path.text, is_measured ? NULL : s->operand.file, &s->quiet,
                           err);
        if (rc < 0)
            pairing_release(&s->pairing);
    }
    strbuf_release(&path);
    if (rc < 0)
        return -1;
    infer(s->pairing.compare.b);
    chart_init_pair(&s->measured, &s->pairing.compare, &s->pairing.predicted.prediction.profile,
                    "the prediction", "the measurement");
    s->has_measured = true;
    return 0;
}

/* --- what keys ask of the world ------------------------------------------------------------------
 */

/* Of the file, or of the first of two; NULL: it cannot be read again. */
static struct versions *versions_of(struct session *s)
{
    if (s->over)
        return s->over->follows ? &s->over->versions : NULL;
    return s->follows ? &s->versions : NULL;
}

static const struct version *newest_version(const struct session *s)
{
    if (s->over)
        return over_now(s->over);
    return s->follows ? s->versions.now : s->first;
}

/* The chart of the newest version. */
static const struct chart *newest(const struct session *s)
{
    return version_shown(newest_version(s));
}

/* Of the chart's timelines, where they were predicted here. */
static void find_profiles(const struct session *s, const struct profile *profiles[2])
{
    profiles[1] = s->over ? prediction_profile(&s->over->both.b.prediction) : NULL;
    if (s->has_measured && s->view.chart == &s->measured) {
        profiles[0] = &s->pairing.predicted.prediction.profile;
        return;
    }
    const struct prediction *anew = newest_version(s)->prediction;
    const struct operand *first = s->over ? &s->over->both.a : &s->operand;
    profiles[0] = prediction_profile(anew ? anew : &first->prediction);
}

/* The steps follow what the view shows. */
static void follow_steps(struct session *s)
{
    const struct profile *profiles[2];
    find_profiles(s, profiles);
    step_mode_follow(&s->steps, &s->view, profiles);
}

static void begin_steps(struct session *s, int action)
{
    const struct profile *profiles[2];
    find_profiles(s, profiles);
    step_mode_begin(&s->steps, &s->view, profiles, action);
}

static void show(struct session *s, const struct chart *chart)
{
    uint32_t op = view_follow(s->view.chart, view_op(&s->view), chart);
    view_show(&s->view, chart, op);
    follow_steps(s);
    entitle(s, chart, s->args->operands[0]);
}

/* Others over each other, in place of those that are shown; nothing of them is kept. */
static void replace_over(struct session *s, struct over *over, size_t second)
{
    struct over *before = s->over;
    s->over = over;
    s->second = second;
    s->faulty = false;
    s->view.ghost = NULL;
    s->view.notice = NULL;
    s->view.stale = false;
    s->view.note[0] = '\0';
    show(s, newest(s));
    over_release(before);
}

/* Of three files or more: the next one under the first. */
static void show_next_file(struct session *s)
{
    struct err err;
    err_init(&err);
    if (s->args->operand_count < 3) {
        view_say(&s->view, "There is no other file.");
        return;
    }
    size_t next = s->second % (s->args->operand_count - 1) + 1;
    struct over *over = load_over(s, next, &s->quiet, &err);
    if (over)
        replace_over(s, over, next);
    else
        view_say(&s->view, "%s.", err.message);
}

static void toggle_measured(struct session *s)
{
    struct err err;
    err_init(&err);
    if (s->view.chart == &s->measured) {
        show(s, newest(s));
        return;
    }
    if (s->over) {
        view_say(&s->view, "Two timelines are over each other already.");
        return;
    }
    if (s->follows && !conditions_are_plain(&s->versions.follow.shown)) {
        view_say(&s->view, "What was measured is the program as it is: take the changes back.");
        return;
    }
    if (!s->has_measured && load_measured(s, &err) < 0) {
        view_say(&s->view, "%s.", err.message);
        return;
    }
    show(s, &s->measured);
    view_say(&s->view,
             s->pairing.origin == PAIRING_SCENARIO
                 ? "Under each lane what was measured, with \xe2\x89\xa0 where it differs."
                 : "Measured of an earlier version of this scenario.");
}

static void act(struct session *s, int action)
{
    struct versions *versions = versions_of(s);
    if (versions && versions_act(versions, &s->view, action, clock_now()))
        return;
    if (action >= WHATIF_MEMORY && action < WHATIF_ACTIONS_END)
        view_say(&s->view, "%s",
                 part_is_asked(s->args) ? "Of parts of two files nothing is predicted again."
                                        : "Only a file that can be read again is predicted again.");
    if (action == VIEW_MEASURED)
        toggle_measured(s);
    if (action == VIEW_NEXT_FILE)
        show_next_file(s);
    if (action == VIEW_STEP || action == VIEW_STEP_HERE)
        begin_steps(s, action);
    if (action == VIEW_THEME) {
        s->options.theme = (enum theme)((s->options.theme + 1) % THEME_COUNT);
        screen_theme(s->screen, s->options.theme);
        view_say(&s->view, "Colours: %s.", theme_names[s->options.theme]);
    }
}

/* --- the loop ------------------------------------------------------------------------------------
 */

static void draw_steps(struct session *s, struct grid *grid)
{
    if (grid->width != s->steps.width || grid->height != s->steps.height)
        step_mode_resize(&s->steps, &s->view, grid->width, grid->height);
    int32_t pane = s->view.pane; /* the conditions', which are not shown meanwhile */
    s->view.pane = 0;
    step_mode_draw(&s->steps, &s->view, grid);
    s->view.pane = pane;
    if (versions_of(s))
        versions_draw_trouble(versions_of(s), grid);
    screen_show(s->screen, grid, -1, 0);
}

static void draw_chart(struct session *s, struct grid *grid)
{
    int32_t row, column;
    if (grid->width != s->view.width || grid->height != s->view.height)
        view_resize(&s->view, grid->width, grid->height);
    view_draw(&s->view, grid);
    if (versions_of(s))
        versions_draw(versions_of(s), &s->view, grid);
    view_cursor_cell(&s->view, &row, &column);
    screen_show(s->screen, grid, row, column);
}

static void draw(struct session *s)
{
    struct grid grid;
    int32_t width, height;
    screen_size(s->screen, &width, &height);
    grid_init(&grid, width, height);
    if (s->steps.on)
        draw_steps(s, &grid);
    else
        draw_chart(s, &grid);
    grid_release(&grid);
}

/* What has gone by since the last time, for what plays. Returns whether there is anything new to
 * draw. */
static bool tick(struct session *s)
{
    int64_t time = clock_now(), elapsed = time - s->ticked;
    s->ticked = time;
    return step_mode_tick(&s->steps, &s->view, elapsed);
}

/* Of two files the other one, or both: read again once one has been saved; a fault leaves what is
 * shown. Returns whether there is anything new to draw. */
static bool look_at_others(struct session *s)
{
    struct watch *watch = &s->over->others;
    struct err err;
    int64_t time = clock_now();
    if (watch_poll(watch, time) != WATCH_CHANGED || !watch_is_settled(watch, time))
        return false;
    err_init(&err);
    watch_accept(watch);
    struct over *over = load_over(s, s->second, &s->quiet, &err);
    if (over) {
        replace_over(s, over, s->second);
        view_say(&s->view, "Saved, and predicted again.");
        return true;
    }
    s->faulty = s->view.stale = true;
    if (err.line)
        view_say(&s->view, "%s:%d: %s.", text_file_name(err.file), err.line, err.message);
    else
        view_say(&s->view, "%s.", err.message);
    return true;
}

/* A new version is shown. */
static void take_new(struct session *s)
{
    bool was_measured = s->has_measured && !s->over;
    if (was_measured) { /* of the version before */
        chart_release(&s->measured);
        pairing_release(&s->pairing);
        s->has_measured = false;
    }
    entitle(s, newest(s), s->args->operands[0]);
    follow_steps(s);
}

/* Looks at the files; returns whether there is anything new to draw. */
static bool look(struct session *s)
{
    bool was_measured = s->view.chart == &s->measured;
    if (s->over && look_at_others(s))
        return true;
    struct versions *versions = versions_of(s);
    enum versions_news news =
        versions ? versions_poll(versions, &s->view, clock_now()) : VERSIONS_NOTHING;
    s->view.stale |= s->faulty;
    if (news == VERSIONS_NEW) {
        take_new(s);
        if (was_measured)
            view_say(&s->view, "A new version; m lays what was measured under it again.");
    }
    return news != VERSIONS_NOTHING;
}

/* Does what a key asks for; returns whether it is to leave. */
static bool press(struct session *s, int32_t key)
{
    if (s->steps.on)
        return step_mode_key(&s->steps, &s->view, key) == VIEW_QUIT;
    if (versions_of(s) && versions_key(versions_of(s), &s->view, key, clock_now()))
        return false;
    int action = view_key(&s->view, key);
    act(s, action);
    return action == VIEW_QUIT;
}

static void take_mouse(struct session *s, const struct screen_event *event)
{
    struct view_mouse mouse = {
        .row = event->row, .column = event->column, .button = event->button, .wheel = event->wheel};
    if (s->steps.on)
        step_mode_mouse(&s->steps, &s->view, &mouse);
    else
        view_mouse(&s->view, &mouse);
}

/* For how many ms nothing is due; -1: for ever. */
static int patience(struct session *s)
{
    int steps = step_mode_timeout(&s->steps);
    enum { LOOK_EVERY = 200 };
    const struct versions *versions = versions_of(s);
    int file = versions ? versions_timeout(versions, clock_now()) : s->over ? LOOK_EVERY : -1;
    return steps < 0 || (file >= 0 && file < steps) ? file : steps;
}

static void loop(struct session *s)
{
    bool anew = true;
    for (;;) {
        if (anew)
            draw(s);
        struct screen_event event = screen_event(s->screen, patience(s));
        anew = tick(s);
        anew |= event.kind != SCREEN_TICK;
        if (event.kind == SCREEN_END || (event.kind == SCREEN_KEY && press(s, event.key)))
            return;
        if (event.kind == SCREEN_MOUSE)
            take_mouse(s, &event);
        anew |= look(s);
    }
}

/* Warnings have been printed once, and would be printed across the screen. */
static void be_quiet(struct session *s)
{
    s->quiet = *s->args;
    s->quiet.operands = NULL;
    s->quiet.given = mem_zalloc((s->args->given_count + 1) * sizeof *s->quiet.given);
    for (size_t i = 0; i < s->args->given_count; i++)
        s->quiet.given[i] = s->args->given[i];
    for (size_t i = 0; i < option_count; i++)
        if (option_table[i].id == OPTION_QUIET)
            s->quiet.given[s->quiet.given_count++] = (struct given){&option_table[i], NULL};
}

static int run(struct session *s, struct err *err)
{
    if (s->args->operand_count > 1) {
        s->second = 1;
        s->over = load_over(s, s->second, s->args, err);
    }
    if (!s->over && (s->args->operand_count > 1 || load_one(s, err) < 0))
        return -1;
    output_screen_options(s->args, &s->options);
    if (screen_open(&s->screen, &s->options, err) < 0)
        return -1;
    int32_t width, height;
    screen_size(s->screen, &width, &height);
    view_init(&s->view, width, height);
    bindings_join(&s->bindings, &view_bindings, &whatif_bindings);
    s->view.bindings = &s->bindings;
    view_show(&s->view, newest(s), TIMELINE_NO_OP);
    entitle(s, newest(s), s->args->operands[0]);
    loop(s);
    step_mode_release(&s->steps);
    view_release(&s->view);
    screen_close(s->screen);
    return 0;
}

static int exec(const struct arguments *args, struct err *err)
{
    if (!isatty(STDOUT_FILENO)) {
        err_set(err, ERR_INPUT, "view needs a terminal, and standard output is none");
        return err_hint(err, "`nullstream predict` writes the chart as text");
    }
    struct session s = {.args = args};
    be_quiet(&s);
    int rc = run(&s, err);
    bool ended = !s.follows || versions_release(&s.versions);
    free((void *)(uintptr_t)s.bindings.rows);
    if (s.has_measured) {
        chart_release(&s.measured);
        pairing_release(&s.pairing);
    }
    over_release(s.over);
    arguments_release(&s.quiet);
    if (s.first)
        ended &= version_end(s.first);
    if (ended) /* else a thread that was left may still read it: it goes with the process */
        operand_release(&s.operand);
    return rc;
}

const struct command command_view = {
    .name = "view",
    .usage = "FILE [FILE...] [-- ARGUMENT...]",
    .summary = "the timeline in the terminal",
    .text = "Shows the timeline FILE, or what is predicted of the scenario or program FILE, on the "
            "whole screen; of several files the first over another. The first is followed: when it "
            "is saved it is predicted again, with what was before behind it. The key ? shows all "
            "keys, q leaves.",
    .groups = GROUP_PREDICT | GROUP_PART | GROUP_SCREEN,
    .least = 1,
    .most = 100,
    .takes_rest = true,
    .complete = "file",
    .exec = exec,
};
