/* Whether two programs compute the same, and where they first differ. */
#include "sim/analysis/values_inside.h"

#include "sim/base/mem.h"

#include <stdlib.h>
#include <string.h>

/* Results of one program, sorted. `key` says which is which in the other: the rank of the
 * allocation among those marked, or a hash of its name; ties by `turn`. */
struct result {
    uint64_t key;
    uint32_t turn;
    struct program_range range;
};

struct results {
    struct result *rows;
    size_t count, capacity;
};

static void add(struct results *results, struct result row)
{
    results->rows =
        mem_grow(results->rows, &results->capacity, results->count + 1, sizeof *results->rows);
    results->rows[results->count++] = row;
}

static int compare_results(const void *a, const void *b)
{
    const struct result *x = a, *y = b;
    if (x->key != y->key)
        return x->key < y->key ? -1 : 1;
    if (x->turn != y->turn)
        return x->turn < y->turn ? -1 : 1;
    if (x->range.offset != y->range.offset)
        return x->range.offset < y->range.offset ? -1 : 1;
    return x->range.bytes < y->range.bytes ? -1 : x->range.bytes > y->range.bytes;
}

static void sort(struct results *results)
{
    if (results->count)
        qsort(results->rows, results->count, sizeof *results->rows, compare_results);
}

/* The marked bytes, each once, by allocation in the order in which they were first marked. */
static struct results marked(const struct values *values)
{
    const struct program *program = values->program;
    struct results all = {0};
    uint32_t *rank = mem_zalloc((program->allocs.count + 1) * sizeof *rank), ranks = 0;
    for (size_t i = 0; i < program->results.count; i++) {
        struct program_range range = values_clip(values, program->results.rows[i]);
        if (range.bytes == 0)
            continue;
        if (rank[range.alloc] == 0)
            rank[range.alloc] = ++ranks;
        add(&all, (struct result){.key = rank[range.alloc], .range = range});
    }
    free(rank);
    sort(&all);
    size_t kept = 0;
    for (size_t i = 1; i < all.count; i++) {
        struct program_range *last = &all.rows[kept].range;
        const struct program_range *next = &all.rows[i].range;
        if (all.rows[i].key == all.rows[kept].key && next->offset <= last->offset + last->bytes) {
            if (next->offset + next->bytes > last->offset + last->bytes)
                last->bytes = next->offset + next->bytes - last->offset;
        } else {
            all.rows[++kept] = all.rows[i];
        }
    }
    all.count = all.count ? kept + 1 : 0;
    return all;
}

static bool wrote(const struct values *values, bool host)
{
    for (size_t i = 1; i < values->program->allocs.count; i++)
        if (values->written[i] && (values->program->allocs.rows[i].kind != MEMORY_DEVICE) == host)
            return true;
    return false;
}

/* Host or device memory that the device wrote, by name. */
static struct results memory_written(const struct values *values, bool host)
{
    const struct program *program = values->program;
    struct results all = {0};
    for (uint32_t i = 1; i < program->allocs.count; i++) {
        const struct program_alloc *alloc = &program->allocs.rows[i];
        if (!values->written[i] || (alloc->kind != MEMORY_DEVICE) != host || alloc->bytes == 0)
            continue;
        uint32_t name = alloc->name < program->names.count ? alloc->name : 0;
        add(&all, (struct result){.key = contents_mix_text(0, program_name(program, name)),
                                  .turn = i,
                                  .range = {i, 0, alloc->bytes}});
    }
    sort(&all);
    for (size_t i = 0; i < all.count; i++) /* the rows' numbers gave only their order */
        all.rows[i].turn =
            i && all.rows[i].key == all.rows[i - 1].key ? all.rows[i - 1].turn + 1 : 0;
    return all;
}

static bool find_difference(struct values *a, struct program_range x, struct values *b,
                            struct program_range y, struct values_difference *difference)
{
    contents_t in_a = contents_part(&a->pool, values_memory(a, x.alloc), x.offset, x.bytes);
    contents_t in_b = contents_part(&b->pool, values_memory(b, y.alloc), y.offset, y.bytes);
    uint64_t from, bytes;
    bool differ = contents_differ(&a->pool, in_a, &b->pool, in_b, &from, &bytes);
    contents_drop(&a->pool, in_a);
    contents_drop(&b->pool, in_b);
    if (!differ)
        return false;
    *difference = (struct values_difference){
        .where = VALUES_RESULT,
        .range_a = {x.alloc, x.offset + from, bytes},
        .range_b = {y.alloc, y.offset + from, bytes},
        .run_a = values_at(a, x.alloc, x.offset + from),
        .run_b = values_at(b, y.alloc, y.offset + from),
    };
    difference->run_a.bytes = difference->run_b.bytes = bytes;
    return true;
}

static bool is_work(const struct program_record *record)
{
    enum call_object object = call_info((enum call)record->call)->object;
    return record->call != CALL_NONE &&
           (object == OBJECT_LAUNCH || object == OBJECT_COPY || object == OBJECT_HOSTFN);
}

/* The names of memory that is freed while work is still asked for: what stands there in the end
 * nobody sees. A buffer that every step allocates is of them, though the last one is freed behind
 * all work. */
static void add_temporary(struct results *names, const struct values *values)
{
    const struct program *program = values->program;
    bool behind = false; /* work follows */
    for (size_t i = program->records.count; i-- > 0;) {
        const struct program_record *record = &program->records.rows[i];
        behind |= is_work(record);
        if (!behind || !call_frees(record->call) || record->result != 0 || record->object == 0 ||
            record->object >= program->allocs.count)
            continue;
        uint32_t name = program->allocs.rows[record->object].name;
        if (name && name < program->names.count)
            add(names, (struct result){.key = contents_mix_text(0, program_name(program, name))});
    }
}

/* Leaves out what is temporary in one of the two: the other may use the memory again, or free it
 * later. */
static struct results without(struct results list, const struct results *names)
{
    struct results kept = {0};
    size_t k = 0;
    for (size_t i = 0; i < list.count; i++) {
        while (k < names->count && names->rows[k].key < list.rows[i].key)
            k++;
        if (k == names->count || names->rows[k].key != list.rows[i].key)
            add(&kept, list.rows[i]);
    }
    free(list.rows);
    return kept;
}

/* Of each name the last: where one program uses memory again of which the other has one a turn,
 * that is what both have. */
static void keep_last(struct results *list)
{
    size_t kept = 0;
    for (size_t i = 0; i < list->count; i++)
        if (i + 1 == list->count || list->rows[i].key != list->rows[i + 1].key) {
            list->rows[kept] = list->rows[i];
            list->rows[kept++].turn = 0;
        }
    list->count = kept;
}

/* What is in memory in the end, which a program leaves that shows nothing else. Where all of it is
 * temporary, that is compared: better than nothing. */
static void find_left(const struct values *a, struct results *in_a, const struct values *b,
                      struct results *in_b, bool host)
{
    struct results names = {0};
    add_temporary(&names, a);
    add_temporary(&names, b);
    sort(&names);
    *in_a = without(memory_written(a, host), &names);
    *in_b = without(memory_written(b, host), &names);
    free(names.rows);
    if (in_a->count + in_b->count)
        return;
    *in_a = memory_written(a, host);
    *in_b = memory_written(b, host);
    if (in_a->count != in_b->count) {
        keep_last(in_a);
        keep_last(in_b);
    }
}

/* Takes both lists. */
static bool same(struct values *a, struct results in_a, struct values *b, struct results in_b,
                 struct values_difference *difference)
{
    bool equal = in_a.count == in_b.count;
    for (size_t i = 0; equal && i < in_a.count; i++) {
        const struct result *x = &in_a.rows[i], *y = &in_b.rows[i];
        equal = x->key == y->key && x->turn == y->turn && x->range.bytes == y->range.bytes;
    }
    *difference = (struct values_difference){.where = VALUES_SHAPE};
    for (size_t i = 0; equal && i < in_a.count; i++) {
        struct program_range x = in_a.rows[i].range, y = in_b.rows[i].range;
        if (values_digest(a, x) != values_digest(b, y))
            equal = !find_difference(a, x, b, y, difference);
    }
    free(in_a.rows);
    free(in_b.rows);
    return equal;
}

static int compare_reads(const void *a, const void *b)
{
    const struct values_read *x = a, *y = b;
    if (x->digest != y->digest)
        return x->digest < y->digest ? -1 : 1;
    return x->record < y->record ? -1 : x->record > y->record;
}

static struct values_read *sorted_reads(const struct values *values)
{
    struct values_read *reads = mem_zalloc((values->read_count + 1) * sizeof *reads);
    if (values->read_count) {
        memcpy(reads, values->reads, values->read_count * sizeof *reads);
        qsort(reads, values->read_count, sizeof *reads, compare_reads);
    }
    return reads;
}

static void earlier(uint32_t *best, uint32_t record)
{
    if (record < *best)
        *best = record;
}

/* The first read of each that has no equal one in the other. */
static bool same_reads(const struct values *a, const struct values *b,
                       struct values_difference *difference)
{
    struct values_read *x = sorted_reads(a), *y = sorted_reads(b);
    uint32_t only_a = VALUES_NO_RECORD, only_b = VALUES_NO_RECORD;
    for (size_t i = 0, j = 0; i < a->read_count || j < b->read_count;) {
        if (j == b->read_count || (i < a->read_count && x[i].digest < y[j].digest))
            earlier(&only_a, x[i++].record);
        else if (i == a->read_count || y[j].digest < x[i].digest)
            earlier(&only_b, y[j++].record);
        else
            i++, j++;
    }
    free(x);
    free(y);
    *difference =
        (struct values_difference){.where = VALUES_READ, .record_a = only_a, .record_b = only_b};
    return only_a == VALUES_NO_RECORD && only_b == VALUES_NO_RECORD;
}

bool values_same_results(struct values *a, struct values *b, struct values_difference *difference)
{
    struct values_difference here;
    if (difference == NULL)
        difference = &here;
    if (a->program->results.count || b->program->results.count)
        return same(a, marked(a), b, marked(b), difference);
    if (!same_reads(a, b, difference))
        return false;
    bool host = wrote(a, true) || wrote(b, true);
    struct results in_a, in_b;
    find_left(a, &in_a, b, &in_b, host);
    if (!same(a, in_a, b, in_b, difference))
        return false;
    *difference = (struct values_difference){.where = VALUES_EFFECT};
    return a->effects == b->effects && a->effect_count == b->effect_count;
}
