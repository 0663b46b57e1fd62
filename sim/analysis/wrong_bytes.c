#include "sim/analysis/wrong_bytes.h"

#include "sim/analysis/values_inside.h"
#include "sim/analysis/values_text.h"
#include "sim/analysis/wrong_writer.h"
#include "sim/base/mem.h"

#include <stdlib.h>
#include <string.h>

enum {
    LEAST_BUDGET = 1000000,
    LOOK_FURTHER = 256, /* records behind a pair whose two leave the same bytes: 1, 2, 4, ... */
    LOOKS_FURTHER = 9,
};

/* What one schedule of the window showed. */
struct seen {
    contents_t first, second; /* the range when each was about to begin; 0 if it doesn't read */
    contents_t after;
};

struct finder {
    struct values *values;
    const struct wrong_pair *pair;
    wrong_is_before *is_before;
    void *context;
    uint32_t further; /* so many records behind the pair may be looked at */
};

static contents_t look(struct values *values, struct program_range range)
{
    struct program_range r = values_clip(values, range);
    if (r.bytes == 0)
        return 0;
    return contents_part(&values->pool, values_memory(values, r.alloc), r.offset, r.bytes);
}

static void run(struct finder *f, uint32_t record, struct seen *seen)
{
    const struct wrong_pair *pair = f->pair;
    if (record == pair->first && (pair->first_mode & ACCESS_READ))
        seen->first = look(f->values, pair->range);
    if (record == pair->second && (pair->second_mode & ACCESS_READ))
        seen->second = look(f->values, pair->range);
    values_step(f->values, record);
}

/* The records from the first to `last`, as issued or with the pair in the other order: the first
 * and what is ordered after it come when all else is done. */
static struct wrong_order list(struct finder *f, uint32_t last, bool swapped)
{
    const struct wrong_pair *pair = f->pair;
    const size_t count = (size_t)(last - pair->first) + 1;
    uint32_t *records = mem_zalloc(count * sizeof *records);
    uint32_t *held = mem_zalloc(count * sizeof *held);
    size_t listed = 0, kept = 0;
    for (uint32_t i = pair->first; i <= last; i++) {
        const bool is_held = swapped && i != pair->second &&
                             (i == pair->first || (values_action(f->values, i) != ACTION_NONE &&
                                                   f->is_before(f->context, pair->first, i)));
        if (is_held)
            held[kept++] = i;
        else
            records[listed++] = i;
    }
    if (kept)
        memcpy(records + listed, held, kept * sizeof *held);
    free(held);
    return (struct wrong_order){pair->first, records, count};
}

static struct seen run_in(struct finder *f, const struct wrong_order *order)
{
    struct seen seen = {0};
    for (size_t i = 0; i < order->count; i++)
        run(f, order->records[i], &seen);
    seen.after = look(f->values, f->pair->range);
    return seen;
}

/* The first stretch of the range in which they differ. */
static bool differ(struct values *values, contents_t expected, contents_t may,
                   struct program_range range, struct wrong_bytes *found)
{
    uint64_t from, bytes;
    if (!contents_differ(&values->pool, may, &values->pool, expected, &from, &bytes))
        return false;
    found->range = (struct program_range){range.alloc, range.offset + from, bytes};
    found->may = contents_at(&values->pool, may, from);
    found->expected = contents_at(&values->pool, expected, from);
    found->may.bytes = found->expected.bytes = bytes;
    return true;
}

/* A copy that read something else: its destination holds it. */
static void follow_copy(const struct program *program, struct wrong_bytes *found)
{
    const struct program_record *record = &program->records.rows[found->reader];
    const struct call_info *info = call_info((enum call)record->call);
    if (info->object != OBJECT_COPY || info->group == CALL_GROUP_HOST)
        return;
    const struct program_copy *copy = &program->copies.rows[record->object];
    if (copy->rows > 1 || copy->dst.alloc == 0 || copy->src.alloc != found->range.alloc ||
        found->range.offset < copy->src.offset)
        return;
    found->range.alloc = copy->dst.alloc;
    found->range.offset = copy->dst.offset + (found->range.offset - copy->src.offset);
    found->how = WRONG_HOLDS;
}

/* Up to where the bytes are looked at: by that record, or in the end. */
static uint32_t maker_in(const struct finder *f, struct wrong_order order, uint32_t reader,
                         const struct wrong_bytes *found, struct contents_run run)
{
    for (size_t i = 0; i < order.count; i++)
        if (order.records[i] == reader)
            order.count = i;
    return wrong_writer(f->values, &order, found->range.alloc, found->range.offset, run);
}

static void find_makers(const struct finder *f, const struct wrong_order *issued,
                        const struct wrong_order *swapped, struct wrong_bytes *found)
{
    const uint32_t reader = found->how == WRONG_READS ? found->reader : VALUES_NO_RECORD;
    found->may_by = maker_in(f, *swapped, reader, found, found->may);
    found->expected_by = maker_in(f, *issued, reader, found, found->expected);
}

/* Returns whether there is something to tell, what of it follow() is still to say. */
static bool compare(struct finder *f, const struct seen *issued, const struct seen *swapped,
                    struct wrong_bytes *found)
{
    const struct wrong_pair *pair = f->pair;
    struct program_range range = values_clip(f->values, pair->range);
    found->how = WRONG_READS;
    found->reader = pair->second;
    found->may_by = found->expected_by = VALUES_NO_RECORD;
    bool wrong = differ(f->values, issued->second, swapped->second, range, found);
    if (!wrong) {
        found->reader = pair->first;
        wrong = differ(f->values, issued->first, swapped->first, range, found);
    }
    if (!wrong)
        found->how = differ(f->values, issued->after, swapped->after, range, found) ? WRONG_HOLDS
                                                                                    : WRONG_SAME;
    return found->how != WRONG_SAME;
}

/* What comes of a read. */
static void follow(const struct finder *f, struct wrong_bytes *found)
{
    const struct wrong_pair *pair = f->pair;
    if (found->how != WRONG_READS)
        return;
    follow_copy(f->values->program, found);
    bool changes = found->reader == pair->second && (pair->second_mode & ACCESS_WRITE);
    if (found->how == WRONG_READS && changes)
        found->how = WRONG_MADE_OF;
}

static void forget(struct values *values, struct seen *seen)
{
    contents_drop(&values->pool, seen->first);
    contents_drop(&values->pool, seen->second);
    contents_drop(&values->pool, seen->after);
}

/* `before`: the state before the pair's first. */
static void find_until(struct finder *f, const struct values_state *before, uint32_t last,
                       struct wrong_bytes *found)
{
    const struct wrong_order as_issued = list(f, last, false), other = list(f, last, true);
    struct seen issued = run_in(f, &as_issued);
    values_restore(f->values, before);
    struct seen swapped = run_in(f, &other);
    values_restore(f->values, before);
    if (compare(f, &issued, &swapped, found)) {
        find_makers(f, &as_issued, &other, found);
        follow(f, found);
    }
    forget(f->values, &issued);
    forget(f->values, &swapped);
    free(as_issued.records);
    free(other.records);
}

/* Where the two alone leave the same bytes, the first may be later still: behind what was done with
 * them since. */
static void find(struct finder *f, struct wrong_bytes *found)
{
    struct values_state before;
    values_save(f->values, &before);
    find_until(f, &before, f->pair->second, found);
    for (uint32_t further = 1; further <= f->further && found->how == WRONG_SAME; further *= 2)
        find_until(f, &before, f->pair->second + further, found);
    values_forget(f->values, &before);
}

struct turn {
    uint32_t first, second;
    size_t pair;
};

static int compare_turns(const void *a, const void *b)
{
    const struct turn *x = a, *y = b;
    if (x->first != y->first)
        return x->first < y->first ? -1 : 1;
    if (x->second != y->second)
        return x->second < y->second ? -1 : 1;
    return x->pair < y->pair ? -1 : x->pair > y->pair;
}

/* Those of the host that are the first access of a pair. */
static void tell_writes(struct values *values, const struct wrong_pair *pairs, size_t count)
{
    const struct program *program = values->program;
    uint32_t *writes = mem_zalloc((count + 1) * sizeof *writes);
    size_t n = 0;
    for (size_t i = 0; i < count; i++)
        if (pairs[i].first < program->records.count &&
            program->records.rows[pairs[i].first].call == CALL_host_write)
            writes[n++] = pairs[i].first;
    values_tell_writes(values, writes, n);
    free(writes);
}

/* What wrong_bytes_find() was asked. */
struct search {
    struct values *values;
    struct wrong_bytes *found;
    const struct wrong_pair *pairs;
    size_t count;
    wrong_is_before *is_before;
    void *context;
    struct turn *turns;
    size_t budget; /* records that may still be looked at */
};

/* Those with a pair of their own; or those to be tried for one that came out the same. */
static size_t list_turns(struct search *s, bool instead)
{
    size_t count = 0;
    for (size_t i = 0; i < s->count; i++) {
        const struct wrong_pair *pair = &s->pairs[i];
        if (pair->first >= pair->second || pair->second >= s->values->program->records.count)
            continue;
        if (instead ? pair->instead_of && s->found[pair->instead_of - 1].how == WRONG_SAME
                    : pair->instead_of == 0)
            s->turns[count++] = (struct turn){pair->first, pair->second, i};
    }
    if (count)
        qsort(s->turns, count, sizeof *s->turns, compare_turns);
    return count;
}

/* How many records behind a pair may be looked at; -1: not even the pair. Takes them off the
 * budget. */
static int64_t spend(struct search *s, const struct wrong_pair *pair)
{
    const struct program *program = s->values->program;
    /* both schedules, and the rows of memory that are saved for them */
    size_t length = (size_t)(pair->second - pair->first) + 1;
    size_t cost = 2 * length + 4 * program->allocs.count;
    if (cost > s->budget)
        return -1;
    s->budget -= cost;
    size_t left = program->records.count - 1 - pair->second;
    size_t further = left < LOOK_FURTHER ? left : LOOK_FURTHER;
    cost = LOOKS_FURTHER * 2 * length + 4 * further;
    if (cost > s->budget)
        return 0;
    s->budget -= cost;
    return (int64_t)further;
}

/* From the program's begin. */
static void find_turns(struct search *s, size_t count)
{
    uint32_t at = 0;
    for (size_t i = 0; i < count; i++) {
        const struct wrong_pair *pair = &s->pairs[s->turns[i].pair];
        struct wrong_bytes *meant = pair->instead_of ? &s->found[pair->instead_of - 1] : NULL;
        if (meant && meant->how != WRONG_SAME)
            continue; /* another one did */
        int64_t further = spend(s, pair);
        if (further < 0)
            continue;
        for (; at < pair->first; at++)
            values_step(s->values, at);
        struct finder f = {s->values, pair, s->is_before, s->context, (uint32_t)further};
        struct wrong_bytes found = {.pair = s->turns[i].pair};
        find(&f, &found);
        if (!meant)
            s->found[s->turns[i].pair] = found;
        else if (found.how != WRONG_SAME)
            *meant = found;
    }
}

void wrong_bytes_find(struct values *values, struct wrong_bytes *found,
                      const struct program *program, const struct wrong_pair *pairs, size_t count,
                      wrong_is_before *is_before, void *context)
{
    values_begin(values, program);
    for (size_t i = 0; i < count; i++)
        found[i] = (struct wrong_bytes){.how = WRONG_NOTHING, .pair = i};
    if (count == 0)
        return;
    struct search s = {.values = values,
                       .found = found,
                       .pairs = pairs,
                       .count = count,
                       .is_before = is_before,
                       .context = context,
                       .turns = mem_zalloc(count * sizeof *s.turns),
                       .budget = 2 * program->records.count + LEAST_BUDGET};
    tell_writes(values, pairs, count);
    struct values_state start;
    values_save(values, &start);
    find_turns(&s, list_turns(&s, false));
    size_t more = list_turns(&s, true);
    if (more) {
        values_restore(values, &start);
        find_turns(&s, more);
    }
    values_forget(values, &start);
    free(s.turns);
    values_count_turns(values);
}

/* Whether a buffer of the host still has there what it began with. */
static bool is_untouched(const struct values *values, const struct wrong_bytes *wrong)
{
    struct values_origin origin = values_origin(values, wrong->may.value);
    return origin.maker == VALUES_INITIAL && origin.row == wrong->range.alloc &&
           wrong->may.offset == wrong->range.offset;
}

void wrong_bytes_text(struct strbuf *sb, const struct values *values,
                      const struct wrong_bytes *wrong)
{
    if (wrong->how == WRONG_NOTHING)
        return;
    if (wrong->how == WRONG_SAME) {
        strbuf_adds(sb, "the bytes come out the same, whichever of the two is first: no harm "
                        "while they hold the same");
        return;
    }
    if (wrong->how == WRONG_READS)
        strbuf_adds(sb, "in ");
    if (wrong->name && wrong->range.offset >= wrong->name_from)
        values_text_bytes(sb, program_name(values->program, wrong->name),
                          wrong->range.offset - wrong->name_from, wrong->range.bytes);
    else
        values_text_range(sb, values->program, wrong->range);
    if (wrong->how == WRONG_READS) {
        strbuf_adds(sb, ", ");
        values_text_record(sb, values, wrong->reader);
    }
    strbuf_adds(sb, wrong->how == WRONG_READS ? " may read " : " may hold ");
    if (wrong->how == WRONG_MADE_OF) {
        strbuf_adds(sb, "what ");
        values_text_record(sb, values, wrong->reader);
        strbuf_adds(sb, " made of ");
        values_text_run(sb, values, wrong->may, wrong->may_by);
        strbuf_adds(sb, ", expected: made of ");
        values_text_run(sb, values, wrong->expected, wrong->expected_by);
        return;
    }
    if (!is_untouched(values, wrong)) {
        values_text_against(sb, values, wrong->may, wrong->may_by, values, wrong->expected,
                            wrong->expected_by);
        return;
    }
    strbuf_adds(sb, "what stood there at first, expected ");
    values_text_run(sb, values, wrong->expected, wrong->expected_by);
}
