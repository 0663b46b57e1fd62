#include "sim/study/facts.h"

#include "sim/base/duration.h"
#include "sim/base/mem.h"
#include "sim/base/mix.h"
#include "sim/study/peak.h"
#include "sim/study/set_up.h"

#include <stdlib.h>
#include <string.h>

/* Rounding of sizes to whole chunks and blocks may change the work by so much, parts of a thousand.
 */
#define SAME_WORK 10

static void add_digests(struct facts *facts, const struct program *program,
                        const struct program_launch *launch)
{
    uint64_t hash = 1;
    for (const char *c = program_name(program, program->kernels.rows[launch->kernel].name); *c; c++)
        hash = mix(hash, (unsigned char)*c);
    for (int i = 0; i < 3; i++)
        hash = mix(mix(hash, launch->grid[i]), launch->block[i]);
    facts->launches += hash;
    for (uint32_t i = 0; i < launch->access_count; i++) {
        const struct program_access *access = &program->accesses.rows[launch->first_access + i];
        if (access->certain)
            hash = mix(mix(hash, access->mode), access->range.bytes);
    }
    facts->accesses += hash;
}

static void add_launch(struct facts *facts, const struct program *program,
                       const struct program_launch *launch)
{
    add_digests(facts, program, launch);
    int64_t blocks = (int64_t)launch->grid[0] * launch->grid[1] * launch->grid[2];
    facts->pieces[facts->piece_count++] = (uint64_t)blocks << 1 | 1;
    if (launch->cost == COST_TIME)
        facts->time += launch->time;
    else if (launch->cost == COST_BLOCK_TIME)
        facts->blocks = duration_add(facts->blocks, duration_divide(launch->time, blocks, 1));
    facts->flops = duration_add(facts->flops, launch->flops);
    facts->moved = duration_add(facts->moved, launch->bytes);
}

static void add_copy(struct facts *facts, const struct program_copy *copy)
{
    if (copy->kind != COPY_H2D && copy->kind != COPY_D2H)
        return;
    int way = copy->kind == COPY_D2H;
    facts->bytes[way] += (int64_t)program_copy_bytes(copy);
    facts->copies[way]++;
    facts->pieces[facts->piece_count++] = (uint64_t)program_copy_bytes(copy) << 1;
}

static int compare_pieces(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

static void sort_pieces(struct facts *facts)
{
    size_t kept = 0;
    qsort(facts->pieces, facts->piece_count, sizeof *facts->pieces, compare_pieces);
    for (size_t i = 0; i < facts->piece_count; i++)
        if (kept == 0 || facts->pieces[i] != facts->pieces[kept - 1])
            facts->pieces[kept++] = facts->pieces[i];
    facts->piece_count = kept;
}

void facts_find(struct facts *facts, const struct prediction *prediction)
{
    const struct program *program = &prediction->program;
    memset(facts, 0, sizeof *facts);
    facts->known = true;
    facts->set_up = set_up_time(&prediction->timeline);
    facts->pieces = mem_zalloc((program->records.count + 1) * sizeof *facts->pieces);
    for (size_t i = 0; i < program->records.count; i++) {
        const struct program_record *record = &program->records.rows[i];
        enum call call = (enum call)record->call;
        enum call_object object = call_info(call)->object;
        if (record->object == 0 || record->result != 0 || call_is_touch(record->call))
            continue;
        if (object == OBJECT_COPY)
            add_copy(facts, &program->copies.rows[record->object]);
        else if (object == OBJECT_LAUNCH)
            add_launch(facts, program, &program->launches.rows[record->object]);
    }
    sort_pieces(facts);
    facts->memory = peak_memory(program);
    for (size_t i = 0; i < program->streams.count; i++)
        facts->streams += program->streams.rows[i].kind == STREAM_BLOCKING ||
                          program->streams.rows[i].kind == STREAM_NONBLOCKING;
    for (size_t i = 0; i < program->threads.count; i++)
        facts->threads += program->threads.rows[i].kind == THREAD_HOST;
}

static bool is_near(int64_t a, int64_t b)
{
    int64_t larger = a > b ? a : b, smaller = a > b ? b : a;
    return larger - smaller <= duration_divide(larger, SAME_WORK, 1000);
}

bool facts_same_work(const struct facts *a, const struct facts *b)
{
    return (a->launches != b->launches || a->accesses == b->accesses) && a->known && b->known &&
           is_near(a->bytes[0], b->bytes[0]) && is_near(a->bytes[1], b->bytes[1]) &&
           is_near(a->time, b->time) && is_near(a->blocks, b->blocks) &&
           is_near(a->flops, b->flops) && is_near(a->moved, b->moved);
}

void facts_release(struct facts *facts)
{
    free(facts->pieces);
    *facts = (struct facts){0};
}

bool facts_equal(const struct facts *a, const struct facts *b)
{
    if (!a->known || !b->known || a->bytes[0] != b->bytes[0] || a->bytes[1] != b->bytes[1] ||
        a->time != b->time || a->blocks != b->blocks || a->flops != b->flops ||
        a->moved != b->moved || a->copies[0] != b->copies[0] || a->copies[1] != b->copies[1] ||
        a->streams != b->streams || a->launches != b->launches || a->accesses != b->accesses ||
        a->piece_count != b->piece_count)
        return false;
    return a->piece_count == 0 ||
           memcmp(a->pieces, b->pieces, a->piece_count * sizeof *a->pieces) == 0;
}

static bool is_much_less(int64_t after, int64_t before)
{
    return after < before - before / 4;
}

bool facts_do_less(const struct facts *before, const struct facts *after)
{
    return before->known && after->known &&
           (is_much_less(after->bytes[0], before->bytes[0]) ||
            is_much_less(after->bytes[1], before->bytes[1]) ||
            is_much_less(after->time, before->time) ||
            is_much_less(after->blocks, before->blocks) ||
            is_much_less(after->flops, before->flops) || is_much_less(after->moved, before->moved));
}

bool facts_size_streams(const struct facts *before, const struct facts *after, bool more)
{
    return facts_same_work(before, after) &&
           (more ? after->streams > before->streams : after->streams < before->streams);
}

/* Whether a copy or a grid has a size that none has in the other. */
static bool has_other_piece(const struct facts *facts, const struct facts *than)
{
    for (size_t i = 0, k = 0; i < facts->piece_count; i++) {
        while (k < than->piece_count && than->pieces[k] < facts->pieces[i])
            k++;
        if (k == than->piece_count || than->pieces[k] != facts->pieces[i])
            return true;
    }
    return false;
}

bool facts_set_chunks(const struct facts *before, const struct facts *after)
{
    if (!facts_same_work(before, after) || before->streams != after->streams ||
        !has_other_piece(before, after) || !has_other_piece(after, before))
        return false;
    int64_t in = after->copies[0] - before->copies[0], out = after->copies[1] - before->copies[1];
    return (in != 0 || out != 0) && !(in > 0 && out < 0) && !(in < 0 && out > 0);
}
