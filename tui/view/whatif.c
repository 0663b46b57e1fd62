#include "tui/view/whatif.h"

#include "tui/view/ghost.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- keys ----------------------------------------------------------------------------------------
 */

enum { CHART = 1, PANE = WHATIF_ON_PANE };

static const struct binding rows[] = {
    {{'P'},
     WHATIF_MEMORY,
     CHART | PANE,
     NULL,
     "host memory: all pinned, all pageable, as it is",
     "What if (predicted again at once)"},
    {{'D'},
     WHATIF_DEFAULT_STREAM,
     CHART | PANE,
     NULL,
     "default stream: legacy or per-thread",
     NULL},
    {{'B'},
     WHATIF_STREAMS,
     CHART | PANE,
     NULL,
     "streams: as they are, or none waits for the default stream (non-blocking)",
     NULL},
    {{'c'}, WHATIF_FEWER_CONNECTIONS, CHART | PANE, NULL, "half the connections", NULL},
    {{'C'}, WHATIF_MORE_CONNECTIONS, CHART | PANE, NULL, "twice the connections", NULL},
    {{'G'}, WHATIF_GPU, CHART | PANE, NULL, "the next GPU", NULL},
    {{'x'}, WHATIF_UNDO, CHART | PANE, NULL, "take the last change back", NULL},
    {{'y'}, WHATIF_REDO, CHART | PANE, NULL, "make it again", NULL},
    {{'H'}, WHATIF_GHOST, CHART | PANE, NULL, "hide what was before, or show it", NULL},
    {{'v'},
     WHATIF_OPEN,
     CHART,
     "what if",
     "choose among all of them, constants of the source (-D) too, and see every step",
     NULL},
    {{KEYCODE_DOWN, 'j'},
     WHATIF_DOWN,
     PANE,
     NULL,
     "the next condition",
     "In the list of conditions"},
    {{KEYCODE_UP, 'k'}, WHATIF_UP, PANE, NULL, "the one before", NULL},
    {{KEYCODE_RIGHT, 'l', '+'}, WHATIF_MORE, PANE, "change", "the next value, or one more", NULL},
    {{KEYCODE_LEFT, 'h'}, WHATIF_LESS, PANE, NULL, "the value before, or one less", NULL},
    {{KEYCODE_PAGE_UP, '>'}, WHATIF_DOUBLE, PANE, "double", "twice the number", NULL},
    {{KEYCODE_PAGE_DOWN, '<'}, WHATIF_HALF, PANE, NULL, "half the number", NULL},
    {{KEYCODE_ENTER}, WHATIF_ENTER, PANE, "set", "set the number that was typed", NULL},
    {{KEYCODE_BACKSPACE}, WHATIF_ERASE, PANE, NULL, "erase a digit of it", NULL},
    {{KEYCODE_ESCAPE, 'v'}, WHATIF_CLOSE, PANE, "back", "back to the chart", NULL},
    {{'?', KEYCODE_F1}, WHATIF_VIEWS, PANE, "help", "this page", NULL},
    {{'q'}, WHATIF_VIEWS, PANE, "quit", "leave", NULL},
};

const struct bindings whatif_bindings = {rows, sizeof rows / sizeof rows[0]};

/* --- the conditions ------------------------------------------------------------------------------
 */

enum row { ROW_MEMORY, ROW_DEFAULT, ROW_STREAMS, ROW_CONNECTIONS, ROW_GPU, ROW_CONSTANTS };

void whatif_init(struct whatif *whatif, const struct conditions_base *base)
{
    *whatif = (struct whatif){.base = base};
    history_init(&whatif->history);
}

void whatif_set_parameters(struct whatif *whatif, struct parameters *parameters)
{
    parameters_release(&whatif->parameters);
    whatif->parameters = *parameters;
    *parameters = (struct parameters){0};
    whatif->typed[0] = '\0';
    if (whatif->chosen >= whatif_rows(whatif))
        whatif->chosen = 0;
}

void whatif_release(struct whatif *whatif)
{
    history_release(&whatif->history);
    parameters_release(&whatif->parameters);
}

static const struct conditions *now(const struct whatif *whatif)
{
    return &history_now(&whatif->history)->conditions;
}

static const struct parameter *constant_of(const struct whatif *whatif, size_t row)
{
    return row >= ROW_CONSTANTS && row - ROW_CONSTANTS < whatif->parameters.count
               ? &whatif->parameters.rows[row - ROW_CONSTANTS]
               : NULL;
}

static int32_t connections_of(const struct whatif *whatif)
{
    return now(whatif)->connections ? now(whatif)->connections : whatif->base->connections;
}

size_t whatif_rows(const struct whatif *whatif)
{
    return ROW_CONSTANTS + whatif->parameters.count;
}

bool whatif_describe(const struct whatif *whatif, size_t row, const char **name,
                     struct strbuf *value)
{
    const struct conditions *conditions = now(whatif);
    const struct parameter *constant = constant_of(whatif, row);
    bool per_thread = conditions->default_stream == DEFAULT_PER_THREAD ||
                      (conditions->default_stream == DEFAULT_AS_IT_IS && whatif->base->per_thread);
    switch (row) {
    case ROW_MEMORY:
        *name = "host memory";
        strbuf_adds(value, conditions->memory == MEMORY_ALL_PINNED     ? "pinned"
                           : conditions->memory == MEMORY_ALL_PAGEABLE ? "pageable"
                                                                       : "as it is");
        return conditions->memory != MEMORY_AS_IT_IS;
    case ROW_DEFAULT:
        *name = "default stream";
        strbuf_adds(value, per_thread ? "per-thread" : "legacy");
        return conditions->default_stream != DEFAULT_AS_IT_IS;
    case ROW_STREAMS:
        *name = "streams";
        strbuf_adds(value, conditions->nonblocking ? "non-blocking" : "as they are");
        return conditions->nonblocking;
    case ROW_CONNECTIONS:
        *name = "connections";
        strbuf_addf(value, "%" PRId32, connections_of(whatif));
        return conditions->connections != 0;
    case ROW_GPU:
        *name = "GPU";
        strbuf_adds(value, conditions->gpu ? conditions->gpu : whatif->base->gpu);
        return conditions->gpu != NULL;
    default:
        *name = constant->name;
        int64_t set = conditions_define(conditions, constant->name, constant->value);
        strbuf_addf(value, "%" PRId64, set);
        return set != constant->value;
    }
}

static bool step(struct whatif *whatif, const struct conditions *next, const struct strbuf *text)
{
    if (conditions_equal(next, now(whatif)))
        return false;
    history_step(&whatif->history, next, text->text);
    return true;
}

/* A number of the chosen row, set to a value. */
static bool set_number(struct whatif *whatif, int64_t value, struct strbuf *message)
{
    const struct parameter *constant = constant_of(whatif, whatif->chosen);
    struct conditions next = *now(whatif);
    struct strbuf text;
    bool stepped = false;
    strbuf_init(&text);
    if (whatif->chosen == ROW_CONNECTIONS) {
        if (conditions_set_connections(&next, whatif->base, value, &text) == 0)
            stepped = step(whatif, &next, &text);
        else
            strbuf_addf(message, "Connections are 1 to %" PRId32 ".",
                        whatif->base->connections_most);
    } else if (constant) {
        if (conditions_set_define(&next, constant->name, constant->value, value, &text) == 0)
            stepped = step(whatif, &next, &text);
        else
            strbuf_addf(message, "At most %d constants can be changed.", CONDITIONS_DEFINES_MOST);
    }
    strbuf_release(&text);
    return stepped;
}

static int64_t number_of(const struct whatif *whatif)
{
    const struct parameter *constant = constant_of(whatif, whatif->chosen);
    return constant ? conditions_define(now(whatif), constant->name, constant->value)
                    : connections_of(whatif);
}

/* One of the conditions that have a key of their own, one value on or back. */
static bool switch_row(struct whatif *whatif, size_t row, int by, struct strbuf *message)
{
    struct conditions next = *now(whatif);
    struct strbuf text;
    int rc = 0;
    strbuf_init(&text);
    switch (row) {
    case ROW_MEMORY:
        conditions_step_memory(&next, by, &text);
        break;
    case ROW_DEFAULT:
        rc = conditions_step_default(&next, whatif->base, &text);
        if (rc < 0)
            strbuf_adds(message, "In a recorded program it is settled what the default stream is.");
        break;
    case ROW_STREAMS:
        conditions_step_streams(&next, &text);
        break;
    case ROW_CONNECTIONS:
        rc = conditions_step_connections(&next, whatif->base, by, &text);
        if (rc < 0)
            strbuf_addf(message,
                        by > 0 ? "This device has no more than %" PRId32 " connections."
                               : "There are no fewer than %" PRId32 ".",
                        by > 0 ? whatif->base->connections_most : 1);
        break;
    default:
        conditions_step_gpu(&next, whatif->base, by, &text);
    }
    bool stepped = rc == 0 && step(whatif, &next, &text);
    strbuf_release(&text);
    return stepped;
}

static bool multiply(struct whatif *whatif, bool twice, struct strbuf *message)
{
    int64_t value = number_of(whatif);
    if (whatif->chosen != ROW_CONNECTIONS && !constant_of(whatif, whatif->chosen))
        return switch_row(whatif, whatif->chosen, twice ? 1 : -1, message);
    if (whatif->chosen == ROW_CONNECTIONS)
        return switch_row(whatif, ROW_CONNECTIONS, twice ? 1 : -1, message);
    if (twice && (value > INT64_MAX / 2 || value < INT64_MIN / 2))
        return false;
    return set_number(whatif, twice ? value * 2 : value / 2, message);
}

static bool one_on(struct whatif *whatif, int by, struct strbuf *message)
{
    if (!constant_of(whatif, whatif->chosen))
        return switch_row(whatif, whatif->chosen, by, message);
    int64_t value = number_of(whatif);
    if (by > 0 ? value == INT64_MAX : value == INT64_MIN)
        return false;
    return set_number(whatif, value + by, message);
}

static bool enter(struct whatif *whatif, struct strbuf *message)
{
    char *end;
    if (!whatif->typed[0])
        return one_on(whatif, 1, message);
    errno = 0;
    int64_t value = strtoll(whatif->typed, &end, 10);
    bool is_number = errno == 0 && end != whatif->typed && *end == '\0';
    whatif->typed[0] = '\0';
    if (!is_number) {
        strbuf_adds(message, "That is no whole number of 64 bits.");
        return false;
    }
    return set_number(whatif, value, message);
}

static void choose(struct whatif *whatif, int by)
{
    size_t count = whatif_rows(whatif);
    whatif->chosen = (whatif->chosen + count + (by > 0 ? 1 : count - 1)) % count;
    whatif->typed[0] = '\0';
}

bool whatif_act(struct whatif *whatif, int action, struct strbuf *message)
{
    size_t typed = strlen(whatif->typed);
    switch (action) {
    case WHATIF_MEMORY:
        return switch_row(whatif, ROW_MEMORY, 1, message);
    case WHATIF_DEFAULT_STREAM:
        return switch_row(whatif, ROW_DEFAULT, 1, message);
    case WHATIF_STREAMS:
        return switch_row(whatif, ROW_STREAMS, 1, message);
    case WHATIF_FEWER_CONNECTIONS:
        return switch_row(whatif, ROW_CONNECTIONS, -1, message);
    case WHATIF_MORE_CONNECTIONS:
        return switch_row(whatif, ROW_CONNECTIONS, 1, message);
    case WHATIF_GPU:
        return switch_row(whatif, ROW_GPU, 1, message);
    case WHATIF_UNDO:
        if (history_undo(&whatif->history))
            return true;
        strbuf_adds(message, "Nothing is changed: there is nothing to take back.");
        return false;
    case WHATIF_REDO:
        if (history_redo(&whatif->history))
            return true;
        strbuf_adds(message, "No change was taken back.");
        return false;
    case WHATIF_OPEN:
        whatif->shown = whatif->focused = true;
        return false;
    case WHATIF_CLOSE:
        whatif->shown = whatif->focused = false;
        whatif->typed[0] = '\0';
        return false;
    case WHATIF_UP:
    case WHATIF_DOWN:
        choose(whatif, action == WHATIF_UP ? -1 : 1);
        return false;
    case WHATIF_LESS:
    case WHATIF_MORE:
        whatif->typed[0] = '\0';
        return one_on(whatif, action == WHATIF_LESS ? -1 : 1, message);
    case WHATIF_HALF:
    case WHATIF_DOUBLE:
        whatif->typed[0] = '\0';
        return multiply(whatif, action == WHATIF_DOUBLE, message);
    case WHATIF_ENTER:
        return enter(whatif, message);
    case WHATIF_ERASE:
        if (typed)
            whatif->typed[typed - 1] = '\0';
        return false;
    default:
        return false;
    }
}

bool whatif_key(struct whatif *whatif, const struct bindings *bindings, int32_t key,
                struct strbuf *message)
{
    size_t typed = strlen(whatif->typed);
    bool is_number = whatif->chosen == ROW_CONNECTIONS || constant_of(whatif, whatif->chosen);
    if (is_number && ((key >= '0' && key <= '9') || (key == '-' && typed == 0))) {
        if (typed + 1 < sizeof whatif->typed) {
            whatif->typed[typed] = (char)key;
            whatif->typed[typed + 1] = '\0';
        }
        return false;
    }
    return whatif_act(whatif, bindings_find(bindings, key, WHATIF_ON_PANE), message);
}

/* --- what came of it -----------------------------------------------------------------------------
 */

void whatif_result(const struct whatif *whatif, struct strbuf *out)
{
    const struct history *history = &whatif->history;
    const struct history_row *row = history_now(history);
    if (!row->is_known)
        return;
    strbuf_adds(out, row->text);
    if (row->outcome == VARIANT_UNKNOWN) {
        strbuf_adds(out, ": not known, since the program branches on time");
        return;
    }
    if (row->outcome == VARIANT_SKIPPED) {
        strbuf_adds(out, ": there is nothing in the program that it would change");
        return;
    }
    const struct history_row *before = history->at ? row - 1 : NULL;
    if (before && before->is_known && before->wall != TIMELINE_UNKNOWN &&
        row->wall != TIMELINE_UNKNOWN) {
        strbuf_adds(out, ": ");
        (void)ghost_change(out, before->wall, row->wall);
    }
}
