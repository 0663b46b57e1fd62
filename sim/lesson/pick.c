#include "sim/lesson/pick.h"

#include "sim/base/mem.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool is_name_character(char c)
{
    return isalnum((unsigned char)c) || c == '_' || c == ':';
}

bool pick_read(struct pick *pick, const char *text)
{
    *pick = (struct pick){.nth = 1};
    size_t at = 0;
    if (!isalpha((unsigned char)*text) && *text != '_')
        return false;
    while (is_name_character(text[at]))
        at++;
    snprintf(pick->name, sizeof pick->name, "%.*s", at < PICK_NAME_SIZE ? (int)at : 95, text);
    if (strcmp(pick->name, "line") == 0 && text[at] == ' ' &&
        isdigit((unsigned char)text[at + 1])) {
        char *end;
        long line = strtol(text + at + 1, &end, 10);
        pick->line = line > 0 && line < INT32_MAX ? (int)line : INT32_MAX;
        at = (size_t)(end - text);
    }
    if (text[at] == '#' && isdigit((unsigned char)text[at + 1])) {
        char *end;
        unsigned long nth = strtoul(text + at + 1, &end, 10);
        pick->nth = nth && nth < UINT32_MAX ? (uint32_t)nth : UINT32_MAX;
        pick->numbered = true;
        at = (size_t)(end - text);
    }
    pick->length = at;
    return true;
}

/* "kernel", "h2d", "memset", ... */
static const char *kind_of(const struct timeline *t, const struct timeline_op *op)
{
    switch ((enum op_kind)op->kind) {
    case OP_KERNEL:
        return "kernel";
    case OP_COPY:
        return copy_kind_name(t->copies.rows[op->detail].kind);
    case OP_MEMSET:
        return "memset";
    case OP_HOST:
        return "hostfn";
    case OP_RECORD:
    case OP_WAIT:
    case OP_FREE_ALLOC:
        break;
    }
    return "";
}

bool pick_is_kind(const char *name)
{
    static const char *const kinds[] = {"kernel", "h2d", "d2h",    "d2d",
                                        "p2p",    "h2h", "memset", "hostfn"};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (strcmp(kinds[i], name) == 0)
            return true;
    return false;
}

/* A template's kernel may be named without its arguments. */
static bool is_named(const char *full, const char *name)
{
    size_t length = strlen(name);
    return strncmp(full, name, length) == 0 && (full[length] == '\0' || full[length] == '<');
}

bool pick_is(const struct pick *pick, const struct timeline *t, uint32_t id)
{
    const struct timeline_op *op = &t->ops.rows[id];
    if (!timeline_is_timed(t, op))
        return false;
    if (pick->line) /* records and waits for events as well */
        return op->place && t->places.rows[op->place].line == pick->line;
    if (!timeline_is_work(op))
        return false;
    if (strcmp(kind_of(t, op), pick->name) == 0)
        return true;
    return (op->kind == OP_KERNEL || op->kind == OP_HOST) &&
           is_named(timeline_name(t, op->name), pick->name);
}

uint32_t pick_op(const struct pick *pick, const struct timeline *t)
{
    uint32_t seen = 0;
    for (uint32_t id = 0; id < t->ops.count; id++)
        if (pick_is(pick, t, id) && ++seen == pick->nth)
            return id;
    return TIMELINE_NO_OP;
}

uint32_t pick_call(const struct pick *pick, const struct timeline *t)
{
    uint32_t seen = 0;
    for (uint32_t row = 0; row < t->calls.count; row++) {
        const struct timeline_call *call = &t->calls.rows[row];
        if (call->enter < t->zero || call->enter < t->timed_from)
            continue;
        bool is = pick->line ? call->place && t->places.rows[call->place].line == pick->line
                             : strcmp(call_info((enum call)call->call)->name, pick->name) == 0;
        if (is && ++seen == pick->nth)
            return row;
    }
    return UINT32_MAX;
}

const char *pick_names(const struct timeline *t, size_t *at)
{
    while (*at < t->ops.count) {
        const struct timeline_op *op = &t->ops.rows[(*at)++];
        if (!timeline_is_work(op) || !timeline_is_timed(t, op))
            continue;
        return op->kind == OP_KERNEL || op->kind == OP_HOST ? timeline_name(t, op->name)
                                                            : kind_of(t, op);
    }
    return NULL;
}

bool pick_intervals(const struct pick *pick, const struct timeline *t, struct interval **intervals,
                    size_t *count)
{
    *intervals = mem_zalloc((t->ops.count + 1) * sizeof **intervals);
    *count = 0;
    uint32_t seen = 0;
    for (uint32_t id = 0; id < t->ops.count; id++) {
        const struct timeline_op *op = &t->ops.rows[id];
        if (!pick_is(pick, t, id) || (pick->numbered && ++seen != pick->nth))
            continue;
        if (op->start == TIMELINE_UNKNOWN || op->end == TIMELINE_UNKNOWN)
            return false;
        (*intervals)[(*count)++] = (struct interval){op->start, op->end};
    }
    return true;
}

int64_t pick_overlap(const struct pick *a, const struct pick *b, const struct timeline *t)
{
    struct interval *first, *second;
    size_t first_count, second_count;
    struct overlap alone, other, both;
    bool known = pick_intervals(a, t, &first, &first_count);
    known &= pick_intervals(b, t, &second, &second_count);
    bool same = a->line == b->line && strcmp(a->name, b->name) == 0 &&
                (!a->numbered || !b->numbered || a->nth == b->nth);
    int64_t together = TIMELINE_UNKNOWN;
    if (known) {
        first = mem_realloc(first, (first_count + second_count + 1) * sizeof *first);
        overlap_of(first, first_count, &alone);
        overlap_of(second, second_count, &other);
        memcpy(first + first_count, second, second_count * sizeof *second);
        overlap_of(first, first_count + second_count, &both);
        together = same ? alone.many : alone.any + other.any - both.any;
    }
    free(first);
    free(second);
    return together;
}
