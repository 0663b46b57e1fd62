#include "sim/study/history.h"

#include "sim/base/mem.h"

#include <stdio.h>
#include <stdlib.h>

static void add(struct history *history, const struct conditions *conditions, const char *text)
{
    history->rows =
        mem_grow(history->rows, &history->capacity, history->count + 1, sizeof *history->rows);
    struct history_row *row = &history->rows[history->count++];
    *row = (struct history_row){.conditions = *conditions, .wall = TIMELINE_UNKNOWN};
    snprintf(row->text, sizeof row->text, "%s", text);
}

void history_init(struct history *history)
{
    *history = (struct history){0};
    add(history, &(struct conditions){0}, "as it is");
}

const struct history_row *history_now(const struct history *history)
{
    return &history->rows[history->at];
}

void history_step(struct history *history, const struct conditions *conditions, const char *text)
{
    const struct conditions copy = *conditions; /* it may be of a row, which may move */
    history->count = history->at + 1;
    add(history, &copy, text);
    history->at++;
}

bool history_undo(struct history *history)
{
    if (history->at == 0)
        return false;
    history->at--;
    return true;
}

bool history_redo(struct history *history)
{
    if (history->at + 1 >= history->count)
        return false;
    history->at++;
    return true;
}

void history_note(struct history *history, size_t row, enum variant_outcome outcome, int64_t wall)
{
    history->rows[row].is_known = true;
    history->rows[row].outcome = outcome;
    history->rows[row].wall = wall;
}

void history_forget(struct history *history)
{
    for (size_t i = 0; i < history->count; i++)
        history->rows[i].is_known = false;
}

size_t history_unknown(const struct history *history)
{
    for (size_t i = 0; i <= history->at; i++)
        if (!history->rows[i].is_known)
            return i;
    return history->count;
}

void history_release(struct history *history)
{
    free(history->rows);
    *history = (struct history){0};
}
