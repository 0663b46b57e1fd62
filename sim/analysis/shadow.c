#include "sim/analysis/shadow.h"

#include "sim/base/mem.h"

#include <stdlib.h>
#include <string.h>

void shadow_init(struct shadow *shadow, const struct happens *happens,
                 void (*report)(void *context, const struct shadow_conflict *conflict),
                 void *context)
{
    memset(shadow, 0, sizeof *shadow);
    shadow->happens = happens;
    shadow->report = report;
    shadow->context = context;
    shadow->roots = mem_zalloc((happens->program->allocs.count + 1) * sizeof *shadow->roots);
    size_t threads = 0;
    for (size_t i = 0; i < happens->program->threads.count; i++)
        threads += happens->program->threads.rows[i].kind != THREAD_WORKER;
    shadow->one_thread = threads == 1;
    shadow->count = 1; /* row 0: none */
    shadow->rows = mem_grow(NULL, &shadow->capacity, 16, sizeof *shadow->rows);
    memset(shadow->rows, 0, sizeof *shadow->rows);
}

void shadow_release(struct shadow *shadow)
{
    for (size_t i = 1; i < shadow->count; i++)
        free(shadow->rows[i].reads);
    free(shadow->rows);
    free(shadow->roots);
    memset(shadow, 0, sizeof *shadow);
}

/* --- the tree: a treap, whose shape depends only on its rows
 * --------------------------------------
 */

static uint32_t priority(uint32_t row)
{
    uint32_t h = row * 0x9e3779b9u;
    h = (h ^ h >> 15) * 0x85ebca6bu;
    return h ^ h >> 13;
}

/* The first interval that ends behind `at`. */
static uint32_t find(const struct shadow *shadow, uint32_t alloc, uint64_t at)
{
    uint32_t best = 0;
    for (uint32_t row = shadow->roots[alloc]; row;) {
        const struct shadow_interval *interval = &shadow->rows[row];
        if (interval->to > at) {
            best = row;
            row = interval->left;
        } else {
            row = interval->right;
        }
    }
    return best;
}

/* Likewise, from the last access on where it is near. */
static uint32_t find_near(const struct shadow *shadow, uint32_t alloc, uint64_t at)
{
    enum { NEAR = 8 }; /* steps that take less than the way down the tree */
    uint32_t row = shadow->last_alloc == alloc ? shadow->last_row : 0;
    if (!row || shadow->rows[row].from > at)
        return find(shadow, alloc, at);
    for (int steps = 0; row && shadow->rows[row].to <= at; steps++) {
        if (steps == NEAR)
            return find(shadow, alloc, at);
        row = shadow->rows[row].after;
    }
    return row;
}

static uint32_t find_last(const struct shadow *shadow, uint32_t alloc)
{
    uint32_t row = shadow->roots[alloc];
    while (row && shadow->rows[row].right)
        row = shadow->rows[row].right;
    return row;
}

static void insert_into_tree(struct shadow *shadow, uint32_t alloc, uint32_t row)
{
    struct shadow_interval *rows = shadow->rows;
    uint64_t from = rows[row].from;
    uint32_t *link = &shadow->roots[alloc];
    while (*link && priority(*link) > priority(row))
        link = from < rows[*link].from ? &rows[*link].left : &rows[*link].right;
    uint32_t below = *link;
    *link = row;
    uint32_t *left = &rows[row].left, *right = &rows[row].right;
    while (below) { /* those below it go left or right of it */
        if (rows[below].from < from) {
            *left = below;
            left = &rows[below].right;
            below = *left;
        } else {
            *right = below;
            right = &rows[below].left;
            below = *right;
        }
    }
    *left = *right = 0;
}

static void remove_from_tree(struct shadow *shadow, uint32_t alloc, uint32_t row)
{
    struct shadow_interval *rows = shadow->rows;
    uint32_t *link = &shadow->roots[alloc];
    while (*link != row)
        link = rows[row].from < rows[*link].from ? &rows[*link].left : &rows[*link].right;
    uint32_t left = rows[row].left, right = rows[row].right;
    while (left && right) {
        if (priority(left) > priority(right)) {
            *link = left;
            link = &rows[left].right;
            left = *link;
        } else {
            *link = right;
            link = &rows[right].left;
            right = *link;
        }
    }
    *link = left ? left : right;
}

/* A new interval without a history, behind `before` (0: the first). */
static uint32_t add_interval(struct shadow *shadow, uint32_t alloc, uint64_t from, uint64_t to,
                             uint32_t before, uint32_t after)
{
    uint32_t row = shadow->free;
    if (row) {
        shadow->free = shadow->rows[row].after;
    } else {
        shadow->rows =
            mem_grow(shadow->rows, &shadow->capacity, shadow->count + 1, sizeof *shadow->rows);
        row = (uint32_t)shadow->count++;
    }
    shadow->rows[row] =
        (struct shadow_interval){.from = from, .to = to, .before = before, .after = after};
    if (before)
        shadow->rows[before].after = row;
    if (after)
        shadow->rows[after].before = row;
    insert_into_tree(shadow, alloc, row);
    return row;
}

static void remove_interval(struct shadow *shadow, uint32_t alloc, uint32_t row)
{
    struct shadow_interval *interval = &shadow->rows[row];
    remove_from_tree(shadow, alloc, row);
    if (interval->before)
        shadow->rows[interval->before].after = interval->after;
    if (interval->after)
        shadow->rows[interval->after].before = interval->before;
    free(interval->reads);
    *interval = (struct shadow_interval){.after = shadow->free};
    shadow->free = row;
}

/* [from, at) stays, [at, to) becomes an interval of its own. Returns the second. */
static uint32_t split(struct shadow *shadow, uint32_t alloc, uint32_t row, uint64_t at)
{
    uint32_t rest =
        add_interval(shadow, alloc, at, shadow->rows[row].to, row, shadow->rows[row].after);
    struct shadow_interval *first = &shadow->rows[row], *second = &shadow->rows[rest];
    first->to = at;
    memcpy(second->writes, first->writes, sizeof first->writes);
    if (first->read_count) {
        second->read_count = second->read_capacity = first->read_count;
        second->reads = mem_realloc(NULL, first->read_count * sizeof *first->reads);
        memcpy(second->reads, first->reads, first->read_count * sizeof *first->reads);
    }
    return rest;
}

static bool same_history(const struct shadow_interval *a, const struct shadow_interval *b)
{
    return memcmp(a->writes, b->writes, sizeof a->writes) == 0 && a->read_count == b->read_count &&
           (a->read_count == 0 ||
            memcmp(a->reads, b->reads, a->read_count * sizeof *a->reads) == 0);
}

/* Puts the interval into the one before it where they touch and have the same history. Returns the
 * one that is left. */
static uint32_t melt(struct shadow *shadow, uint32_t alloc, uint32_t row)
{
    uint32_t before = shadow->rows[row].before;
    if (!before || shadow->rows[before].to != shadow->rows[row].from ||
        !same_history(&shadow->rows[before], &shadow->rows[row]))
        return row;
    shadow->rows[before].to = shadow->rows[row].to;
    remove_interval(shadow, alloc, row);
    return before;
}

/* --- histories -----------------------------------------------------------------------------------
 */

static bool ask(struct shadow *shadow, happens_event earlier, happens_event later)
{
    struct shadow_question *asked = &shadow->asked[(earlier * 31 + later) % SHADOW_QUESTIONS];
    if (asked->earlier != earlier || asked->later != later)
        *asked = (struct shadow_question){earlier, later,
                                          happens_before(shadow->happens, earlier, later)};
    return asked->before;
}

static bool is_before(struct shadow *shadow, shadow_access earlier, shadow_access later)
{
    return ask(shadow, shadow_event(earlier), shadow_event(later));
}

static bool is_conflict(struct shadow *shadow, shadow_access earlier, shadow_access later)
{
    return earlier && !happens_same(shadow->happens, shadow_event(earlier), shadow_event(later)) &&
           !is_before(shadow, earlier, later);
}

static bool is_update(const struct shadow_read *read)
{
    return read->key & 2;
}

/* Whether what is kept of a read or an update and an access of the mode can be in conflict. */
static bool modes_conflict(const struct shadow_read *read, enum shadow_mode mode)
{
    return mode == SHADOW_WRITE || is_update(read) == (mode == SHADOW_READ);
}

/* Whether the write comes before a read or an update that is in conflict too: who waits for that
 * one waits for the write. Not of an access that is only possible: whether it is one is for the
 * reader to say, of each that it would be in conflict with. */
static bool is_covered(struct shadow *shadow, const struct shadow_interval *interval,
                       shadow_access write, shadow_access access, enum shadow_mode mode)
{
    if (access & SHADOW_POSSIBLE)
        return false;
    for (uint32_t i = 0; i < interval->read_count; i++) {
        shadow_access read = interval->reads[i].access;
        bool says_as_much = !(read & SHADOW_POSSIBLE) || (write & SHADOW_POSSIBLE);
        if (says_as_much && modes_conflict(&interval->reads[i], mode) &&
            is_conflict(shadow, read, access) && is_before(shadow, write, read))
            return true;
    }
    return false;
}

/* Whether all that comes from now on comes after the access. */
static bool is_settled(struct shadow *shadow, shadow_access access)
{
    return access && ask(shadow, shadow_event(access), happens_host(shadow->now));
}

static void settle(struct shadow *shadow, struct shadow_interval *interval)
{
    if (!shadow->one_thread)
        return;
    for (int i = 0; i < 2; i++)
        if (is_settled(shadow, interval->writes[i]))
            interval->writes[i] = 0;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < interval->read_count; i++)
        if (!is_settled(shadow, interval->reads[i].access))
            interval->reads[kept++] = interval->reads[i];
    interval->read_count = kept;
}

/* Two that are in an order, if that is chance. */
static void report_chance(struct shadow *shadow, const struct shadow_conflict *conflict)
{
    if (shadow->one_thread || !conflict->earlier ||
        !happens_by_chance(shadow->happens, shadow_event(conflict->earlier),
                           shadow_event(conflict->later)))
        return;
    struct shadow_conflict chance = *conflict;
    chance.by_chance = true;
    shadow->report(shadow->context, &chance);
}

static void check(struct shadow *shadow, uint32_t alloc, const struct shadow_interval *interval,
                  uint64_t from, uint64_t to, shadow_access access, enum shadow_mode mode)
{
    struct shadow_conflict conflict = {.later = access,
                                       .later_writes = mode != SHADOW_READ,
                                       .alloc = alloc,
                                       .from = from,
                                       .to = to};
    conflict.earlier_writes = true;
    for (int i = 0; i < 2; i++) {
        conflict.earlier = interval->writes[i];
        if (!is_conflict(shadow, conflict.earlier, access))
            report_chance(shadow, &conflict);
        else if (!is_covered(shadow, interval, conflict.earlier, access, mode))
            shadow->report(shadow->context, &conflict);
    }
    for (uint32_t i = 0; i < interval->read_count; i++) {
        if (!modes_conflict(&interval->reads[i], mode))
            continue;
        conflict.earlier = interval->reads[i].access;
        conflict.earlier_writes = is_update(&interval->reads[i]);
        if (is_conflict(shadow, conflict.earlier, access))
            shadow->report(shadow->context, &conflict);
        else
            report_chance(shadow, &conflict);
    }
}

/* Drops the reads that are before `access`, which says as much of what comes later; updates only
 * if it writes. */
static void drop_known(struct shadow *shadow, struct shadow_interval *interval,
                       shadow_access access, bool writes)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < interval->read_count; i++) {
        shadow_access read = interval->reads[i].access;
        bool replaces = !(access & SHADOW_POSSIBLE) || (read & SHADOW_POSSIBLE);
        replaces = replaces && (writes || !is_update(&interval->reads[i]));
        if (!replaces || !is_before(shadow, read, access))
            interval->reads[kept++] = interval->reads[i];
    }
    interval->read_count = kept;
}

static uint32_t find_read(const struct shadow_interval *interval, uint32_t key)
{
    uint32_t low = 0, high = interval->read_count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (interval->reads[middle].key < key)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static void add_read(struct shadow *shadow, struct shadow_interval *interval, shadow_access access,
                     bool update)
{
    uint32_t key = happens_chain(shadow->happens, shadow_event(access)) * 4 + (update ? 2 : 0) +
                   (access & SHADOW_POSSIBLE ? 1 : 0);
    uint32_t at = find_read(interval, key);
    if (at < interval->read_count && interval->reads[at].key == key) {
        interval->reads[at].access = access;
        return;
    }
    if (interval->read_count == interval->read_capacity) {
        drop_known(shadow, interval, access, update);
        at = find_read(interval, key);
        if (interval->read_count >= interval->read_capacity / 2) {
            interval->read_capacity = interval->read_capacity ? interval->read_capacity * 2 : 2;
            interval->reads =
                mem_realloc(interval->reads, interval->read_capacity * sizeof *interval->reads);
        }
    }
    memmove(interval->reads + at + 1, interval->reads + at,
            (interval->read_count - at) * sizeof *interval->reads);
    interval->reads[at] = (struct shadow_read){key, access};
    interval->read_count++;
}

static void add(struct shadow *shadow, uint32_t row, shadow_access access, enum shadow_mode mode)
{
    struct shadow_interval *interval = &shadow->rows[row];
    if (mode != SHADOW_WRITE) {
        add_read(shadow, interval, access, mode == SHADOW_UPDATE);
    } else if (access & SHADOW_POSSIBLE) {
        interval->writes[1] = access;
        drop_known(shadow, interval, access, true);
    } else {
        interval->writes[0] = access;
        interval->writes[1] = 0;
        interval->read_count = 0;
    }
}

void shadow_touch(struct shadow *shadow, uint32_t alloc, uint64_t from, uint64_t to,
                  shadow_access access, enum shadow_mode mode)
{
    if (alloc == 0 || alloc >= shadow->happens->program->allocs.count)
        return;
    uint32_t row = find_near(shadow, alloc, from), last = 0;
    /* the neighbour before, for a gap behind the last interval */
    uint32_t before = row ? shadow->rows[row].before : find_last(shadow, alloc);
    while (from < to) {
        uint64_t end = to;
        if (row && shadow->rows[row].from <= from) {
            if (shadow->rows[row].from < from)
                row = split(shadow, alloc, row, from);
            if (shadow->rows[row].to > to)
                split(shadow, alloc, row, to);
            end = shadow->rows[row].to;
            settle(shadow, &shadow->rows[row]);
            check(shadow, alloc, &shadow->rows[row], from, end, access, mode);
        } else { /* nobody was here */
            if (row && shadow->rows[row].from < to)
                end = shadow->rows[row].from;
            row = add_interval(shadow, alloc, from, end, before, row);
        }
        add(shadow, row, access, mode);
        last = before = melt(shadow, alloc, row);
        row = shadow->rows[last].after;
        from = end;
    }
    if (last && shadow->rows[last].after)
        melt(shadow, alloc, shadow->rows[last].after);
    shadow->last_alloc = alloc;
    shadow->last_row = last;
}
