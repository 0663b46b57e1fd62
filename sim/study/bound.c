#include "sim/study/bound.h"

#include "sim/base/mem.h"

#include <stdlib.h>

struct bound {
    uint32_t place, event, generation;
    uint32_t op;
    uint16_t thread;
};

struct bounds {
    struct bound *rows;
    size_t count;
};

/* By whose they are, those of one thread's place for one event in the order of their calls. */
static int compare_owners(const struct bound *a, const struct bound *b)
{
    if (a->thread != b->thread)
        return a->thread < b->thread ? -1 : 1;
    if (a->place != b->place)
        return a->place < b->place ? -1 : 1;
    return a->event < b->event ? -1 : a->event > b->event;
}

static int compare(const void *a, const void *b)
{
    const struct bound *x = a, *y = b;
    int owners = compare_owners(x, y);
    return owners ? owners : x->op < y->op ? -1 : x->op > y->op;
}

static struct bounds bounds_of(const struct timeline *t)
{
    struct bounds bounds = {.rows = mem_zalloc((t->ops.count + 1) * sizeof *bounds.rows)};
    for (uint32_t id = 0; id < t->ops.count; id++) {
        const struct timeline_op *op = &t->ops.rows[id];
        if (op->kind == OP_WAIT)
            bounds.rows[bounds.count++] =
                (struct bound){op->place, op->detail, op->generation, id, op->thread};
    }
    qsort(bounds.rows, bounds.count, sizeof *bounds.rows, compare);
    return bounds;
}

/* How many from `from` on have one owner. */
static size_t run_of(const struct bounds *bounds, size_t from)
{
    size_t to = from;
    while (to < bounds->count && compare_owners(&bounds->rows[from], &bounds->rows[to]) == 0)
        to++;
    return to - from;
}

/* Whether the fewer are among the more, in their order: as many are the same one by one. */
static bool is_among(const struct bound *fewer, size_t few, const struct bound *more, size_t many)
{
    size_t found = 0;
    for (size_t i = 0; i < many && found < few; i++)
        found += more[i].generation == fewer[found].generation;
    return found == few;
}

bool bound_alike(const struct timeline *before, const struct timeline *after)
{
    if (before->threads.count <= 1)
        return true;
    struct bounds a = bounds_of(before), b = bounds_of(after);
    bool alike = true;
    for (size_t i = 0, k = 0; alike && i < a.count && k < b.count;) {
        int order = compare_owners(&a.rows[i], &b.rows[k]);
        size_t of_a = run_of(&a, i), of_b = run_of(&b, k);
        if (order == 0)
            alike = of_a <= of_b ? is_among(&a.rows[i], of_a, &b.rows[k], of_b)
                                 : is_among(&b.rows[k], of_b, &a.rows[i], of_a);
        i += order <= 0 ? of_a : 0;
        k += order >= 0 ? of_b : 0;
    }
    free(a.rows);
    free(b.rows);
    return alike;
}

bool bound_by_turns(const struct timeline *before, const struct timeline *after)
{
    return before->threads.count <= 1 || before->turns == after->turns;
}
