#include "tui/view/versions.h"

#include "sim/base/duration.h"
#include "sim/base/mem.h"
#include "sim/base/text.h"
#include "tui/cmd/message.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* How long a key waits for its prediction, and from when on it is said that one is under way, ns.
 */
#define AT_ONCE INT64_C(12000000)
#define SAID    INT64_C(300000000)

/* The pane opens by itself where the chart keeps so many columns. */
enum { ROOMY = 100 };

/* --- versions ------------------------------------------------------------------------------------
 */

/* The constants of the source; a fault in it is told by its prediction. */
static void read_parameters(struct version *version, const struct follow_source *source)
{
    struct err unused;
    err_init(&unused);
    if (!source->read &&
        parameters_find(&version->parameters, source->path, source->options, &unused) < 0)
        version->parameters = (struct parameters){0};
}

void versions_complete(struct version *version, const struct follow_fresh *fresh)
{
    struct version *shown = fresh->shown;
    if (shown) {
        int32_t *lines = follow_lines(fresh->shown_files, fresh->files, shown->chart.timeline);
        version_compare(version, shown, lines);
        free(lines);
    }
    read_parameters(version, fresh->source);
}

int versions_make(void *context, const struct follow_fresh *fresh, void **made, struct err *err)
{
    struct prediction *prediction = fresh->prediction;
    bool predicted = prediction->timeline.source != TIMELINE_MEASURED;
    (void)context, (void)err;
    struct version *version = version_new(&prediction->timeline, prediction_profile(prediction),
                                          predicted ? "the prediction" : "the measurement");
    versions_complete(version, fresh);
    *made = version;
    return 0;
}

void versions_source(struct follow_source *source)
{
    source->make = versions_make;
    source->unmake = version_drop;
    source->hold = version_hold;
    source->drop = version_drop;
}

/* The command that predicts the same, as far as it fits. */
static void name_command(struct versions *versions, const char *path, const struct timeline *first)
{
    struct strbuf text;
    strbuf_init(&text);
    strbuf_addf(&text, "nullstream predict %s", text_file_name(path));
    for (size_t i = 0; i < first->options.count; i++)
        strbuf_addf(&text, " %s", timeline_name(first, first->options.rows[i].text));
    snprintf(versions->command, sizeof versions->command, "%s", text.text);
    strbuf_release(&text);
}

void versions_init(struct versions *versions, const struct follow_source *source,
                   struct watch *read, const struct prediction *prediction, struct version *first)
{
    *versions = (struct versions){.now = first};
    version_hold(first);
    follow_init(&versions->follow, source, read, prediction);
    follow_show(&versions->follow, first);
    whatif_init(&versions->whatif, &versions->follow.base);
    history_note(&versions->whatif.history, 0, VARIANT_CAME_OUT, first->chart.timeline->wall);
    name_command(versions, source->path, &prediction->timeline);
    read_parameters(first, source);
    whatif_set_parameters(&versions->whatif, &first->parameters);
}

bool versions_release(struct versions *versions)
{
    bool ended = follow_release(&versions->follow);
    whatif_release(&versions->whatif);
    version_drop(versions->now);
    return ended;
}

/* --- what the view shows of it -------------------------------------------------------------------
 */

/* What was before, or NULL. */
static const struct ghost *ghost_of(const struct versions *versions)
{
    return versions->now->past ? &versions->now->past->ghost : NULL;
}

/* Title, notice and pane as they are to be. */
static void dress(struct versions *versions, struct view *view)
{
    bool stale = versions->trouble[0] != '\0';
    int32_t pane = versions->whatif.shown ? WHATIF_WIDTH : 0;
    view->stale = stale;
    view->notice = stale ? versions->trouble : NULL;
    view_set_ghost(view, versions->hides_ghost ? NULL : ghost_of(versions));
    const char *note = versions->busy[0] ? versions->busy : versions->change;
    snprintf(view->note, sizeof view->note, "%s", note);
    view->note_role = versions->busy[0] ? ROLE_NOTE : versions->change_role;
    if (view->pane != pane) {
        view->pane = pane;
        view_resize(view, view->width, view->height);
    }
}

static void say_result(const struct versions *versions, struct view *view)
{
    struct strbuf text;
    strbuf_init(&text);
    whatif_result(&versions->whatif, &text);
    if (text.length)
        view_say(view, "%s.", text.text);
    strbuf_release(&text);
}

static void say_saved(const struct versions *versions, struct view *view)
{
    const struct ghost *ghost = ghost_of(versions);
    if (ghost->fresh || ghost->gone)
        view_say(view, "Saved: %zu operation%s new, %zu gone.", ghost->fresh,
                 ghost->fresh == 1 ? " is" : "s are", ghost->gone);
    else
        view_say(view, "Saved: no operation is new or gone.");
}

static void say_change(struct versions *versions, int64_t before, int64_t now)
{
    struct strbuf text;
    strbuf_init(&text);
    int longer = ghost_change(&text, before, now);
    snprintf(versions->change, sizeof versions->change, "%s", text.text);
    versions->change_role = longer < 0 ? ROLE_GOOD : longer > 0 ? ROLE_BAD : ROLE_NOTE;
    strbuf_release(&text);
}

/* The operation of the new version that the cursor's is; what it is over stays as it is. */
static uint32_t same_op(const struct versions *versions, const struct version *before,
                        const struct view *view)
{
    uint32_t op = view_op(view), own;
    const struct ghost *ghost = ghost_of(versions);
    if (!ghost || view->chart != version_shown(before) || op == TIMELINE_NO_OP)
        return TIMELINE_NO_OP;
    int side = chart_own_op(view->chart, op, &own);
    return chart_op_of(version_shown(versions->now), side, side ? own : ghost->new_of[own]);
}

/* What came of rows under these conditions. */
static void note_rows(struct versions *versions, const struct conditions *conditions,
                      enum variant_outcome outcome, int64_t wall)
{
    struct history *history = &versions->whatif.history;
    for (size_t i = 0; i < history->count; i++)
        if (conditions_equal(&history->rows[i].conditions, conditions))
            history_note(history, i, outcome, wall);
}

/* A prediction has come out: it is shown, and what was shown is its ghost. */
static void take(struct versions *versions, struct view *view)
{
    bool saved;
    void *made;
    struct prediction *prediction = follow_take(&versions->follow, &saved, &made);
    struct history *history = &versions->whatif.history;
    struct version *before = versions->now;
    versions->now = made;
    versions->now->prediction = prediction;
    follow_show(&versions->follow, versions->now);
    view->ghost = NULL;
    view_show(view, version_shown(versions->now), same_op(versions, before, view));
    versions->trouble[0] = versions->busy[0] = view->message[0] = '\0';
    int64_t wall = prediction->timeline.wall;
    bool is_known = versions->follow.outcome != VARIANT_UNKNOWN;
    say_change(versions, before->chart.timeline->wall, is_known ? wall : TIMELINE_UNKNOWN);
    if (saved)
        history_forget(history);
    note_rows(versions, &versions->follow.shown, versions->follow.outcome, wall);
    versions->row = history->at;
    if (saved)
        whatif_set_parameters(&versions->whatif, &versions->now->parameters);
    if (saved)
        say_saved(versions, view);
    else
        say_result(versions, view);
    version_forget(before);
    version_drop(before);
}

/* The error as other commands print it, without folders: there may be few columns. */
static void fail(struct versions *versions, struct view *view)
{
    struct strbuf text;
    struct err err = versions->follow.err;
    snprintf(err.file, sizeof err.file, "%s", text_file_name(versions->follow.err.file));
    strbuf_init(&text);
    message_format(&text, MESSAGE_ERROR, &err, false);
    snprintf(versions->trouble, sizeof versions->trouble, "%s", text.text);
    strbuf_release(&text);
    struct history *history = &versions->whatif.history;
    if (!conditions_equal(&versions->follow.wanted, &versions->follow.shown))
        history_note(history, history->at, VARIANT_FAILED, TIMELINE_UNKNOWN);
    view_say(view, "What is shown is of before.");
}

/* While a prediction takes long. Returns whether what is said has changed. */
static bool say_busy(struct versions *versions, int64_t now)
{
    char before[sizeof versions->busy];
    int64_t since = follow_busy(&versions->follow, now);
    memcpy(before, versions->busy, sizeof before);
    versions->busy[0] = '\0';
    if (since >= SAID)
        snprintf(versions->busy, sizeof versions->busy,
                 "predicting, %" PRId64 " s; Escape gives up", since / 1000000000);
    return strcmp(before, versions->busy) != 0;
}

/* Wall times of steps that are of an older version of the file. */
static void ask_for_figures(struct versions *versions)
{
    const struct history *history = &versions->whatif.history;
    size_t row = history_unknown(history);
    if (row < history->count && !versions->trouble[0])
        follow_ask(&versions->follow, &history->rows[row].conditions);
}

enum versions_news versions_poll(struct versions *versions, struct view *view, int64_t now)
{
    enum versions_news news = VERSIONS_DRAW;
    switch (follow_poll(&versions->follow, now)) {
    case FOLLOW_PREDICTED:
        take(versions, view);
        news = VERSIONS_NEW;
        break;
    case FOLLOW_FAILED:
        fail(versions, view);
        break;
    case FOLLOW_GONE:
        snprintf(versions->trouble, sizeof versions->trouble,
                 "%.200s is not there any more.\nWhat is shown is of before; it is waited for.\n",
                 text_file_name(versions->follow.source.path));
        break;
    case FOLLOW_BACK:
        versions->trouble[0] = '\0';
        break;
    case FOLLOW_FIGURE:
        note_rows(versions, &versions->follow.figure.conditions, versions->follow.figure.outcome,
                  versions->follow.figure.wall);
        break;
    case FOLLOW_NOTHING:
        news = VERSIONS_NOTHING;
    }
    if (say_busy(versions, now) && news == VERSIONS_NOTHING)
        news = VERSIONS_DRAW;
    ask_for_figures(versions);
    dress(versions, view);
    return news;
}

int versions_timeout(const struct versions *versions, int64_t now)
{
    return (int)(follow_patience(&versions->follow, now) / 1000000);
}

/* --- keys ----------------------------------------------------------------------------------------
 */

/* Other conditions hold: predicted, and shown at once if that is quick. */
static void predict(struct versions *versions, struct view *view, int64_t now)
{
    versions->whatif.shown |= view->width >= ROOMY;
    follow_conditions(&versions->follow, &history_now(&versions->whatif.history)->conditions, now);
    follow_wait(&versions->follow, AT_ONCE);
}

static void finish(struct versions *versions, struct view *view, bool changed,
                   struct strbuf *message, int64_t now)
{
    if (changed)
        predict(versions, view, now);
    if (message->length)
        view_say(view, "%s", message->text);
    strbuf_release(message);
    dress(versions, view);
}

bool versions_act(struct versions *versions, struct view *view, int action, int64_t now)
{
    if (action < WHATIF_MEMORY || action >= WHATIF_ACTIONS_END)
        return false;
    struct strbuf message;
    strbuf_init(&message);
    bool changed = false;
    if (action == WHATIF_GHOST) {
        versions->hides_ghost = !versions->hides_ghost;
        strbuf_adds(&message,
                    versions->hides_ghost ? "What was before is hidden." : "Dim, what was before.");
    } else if (versions->follow.source.is_timeline) {
        strbuf_adds(&message, "A timeline is not predicted again: there is nothing to change.");
    } else {
        changed = whatif_act(&versions->whatif, action, &message);
    }
    finish(versions, view, changed, &message, now);
    return true;
}

/* The conditions of what is shown hold again. */
static void give_up(struct versions *versions, struct view *view)
{
    struct history *history = &versions->whatif.history;
    follow_give_up(&versions->follow);
    const struct conditions *shown = &versions->follow.shown;
    if (versions->row < history->count &&
        conditions_equal(&history->rows[versions->row].conditions, shown))
        history->at = versions->row;
    else
        history_step(history, shown, "as before");
    versions->busy[0] = '\0';
    view_say(view, "Given up. What is shown is of before.");
    dress(versions, view);
}

bool versions_key(struct versions *versions, struct view *view, int32_t key, int64_t now)
{
    if (key == KEYCODE_ESCAPE && follow_busy(&versions->follow, now) >= 0) {
        give_up(versions, view);
        return true;
    }
    if (key == KEYCODE_ESCAPE && view->page == VIEW_ON_CHART && versions->whatif.shown &&
        !versions->whatif.focused) {
        versions->whatif.shown = false;
        dress(versions, view);
        return true;
    }
    if (!versions->whatif.focused || view->page != VIEW_ON_CHART ||
        bindings_find(view->bindings, key, WHATIF_ON_PANE) == WHATIF_VIEWS)
        return false;
    struct strbuf message;
    strbuf_init(&message);
    view->message[0] = '\0';
    bool changed = whatif_key(&versions->whatif, view->bindings, key, &message);
    finish(versions, view, changed, &message, now);
    return true;
}

void versions_draw_trouble(const struct versions *versions, struct grid *grid)
{
    int32_t lines = 0, row;
    for (const char *at = versions->trouble; *at; at++)
        lines += *at == '\n';
    row = grid->height - 1 - lines;
    for (const char *line = versions->trouble; *line; row++) {
        size_t length = strcspn(line, "\n");
        char text[400];
        snprintf(text, sizeof text, "%.*s", (int)length, line);
        if (row >= 0) {
            grid_fill(grid, row, 0, grid->width - 1, ROLE_NONE);
            grid_text(grid, row, 0, grid->width - 1, text, ROLE_LABEL);
        }
        line += length + (line[length] == '\n');
    }
}

void versions_draw(const struct versions *versions, const struct view *view, struct grid *grid)
{
    struct areas areas;
    view_areas(view, &areas);
    if (!versions->whatif.shown || view->page != VIEW_ON_CHART || areas.pane_left >= areas.width ||
        grid->width < areas.width || grid->height < areas.height)
        return;
    whatif_draw(&versions->whatif, versions->command, grid, areas.pane_top, areas.pane_bottom,
                areas.pane_left, areas.width - 1);
    if (versions->whatif.focused && !view->message[0]) {
        grid_fill(grid, areas.status, 0, areas.width - 1, ROLE_NONE);
        bindings_footer(view->bindings, WHATIF_ON_PANE, grid, areas.status, 0, areas.width - 1);
    }
}
