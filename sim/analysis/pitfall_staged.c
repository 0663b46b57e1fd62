/* Memory that the host copies by itself, memcpy(), into a page-locked buffer, only to be copied in
 * from there: page-locked where it is, it needs no such copy. */
#include "sim/analysis/label.h"
#include "sim/analysis/pitfall_inside.h"
#include "sim/base/duration.h"
#include "sim/base/mem.h"

#include <stdlib.h>
#include <string.h>

enum { LEAST = 2 }; /* one alone is set-up */

/* What memcpy() wrote into a page-locked buffer last. */
struct fill {
    uint64_t from, to; /* bytes; to 0: nothing, or something else wrote there */
    uint32_t work;     /* the record of the memcpy() */
};

/* One place of memcpy(). */
struct moves {
    size_t count;
    int64_t held;
    uint64_t bytes;
    uint32_t copy; /* the record of what copies in last */
};

struct staging {
    struct pitfall_look *look;
    const struct program *program;
    bool *is_memcpy;     /* by row of places */
    struct fill *fills;  /* by row of allocs */
    struct moves *moves; /* by row of places */
    bool *saved;         /* by record: a memcpy() that is counted */
    uint32_t *before;    /* by record: the one before it of its thread, from 1; 0: none */
    uint32_t *behind;    /* likewise the next one */
    uint32_t *call;      /* by record: the call that its thread was in last, by then */
};

/* Records of other threads may stand between those of one. */
static void find_neighbours(struct staging *s)
{
    const struct program *program = s->program;
    const uint32_t *calls = s->look->call_of_record;
    uint32_t *last = mem_zalloc((program->threads.count + 1) * sizeof *last);
    for (uint32_t i = 0; i < program->records.count; i++) {
        const uint16_t thread = program->records.rows[i].thread;
        if (thread >= program->threads.count)
            continue;
        s->before[i] = last[thread];
        s->call[i] = calls[i];
        if (last[thread]) {
            s->behind[last[thread] - 1] = i + 1;
            if (calls[i] == PITFALL_NOWHERE)
                s->call[i] = s->call[last[thread] - 1];
        }
        last[thread] = i + 1;
    }
    free(last);
}

static void find_memcpys(struct staging *s)
{
    for (size_t i = 0; i < s->program->host_moves.count; i++) {
        const struct program_host_move *move = &s->program->host_moves.rows[i];
        s->is_memcpy[move->place] = strcmp(program_name(s->program, move->name), "memcpy") == 0;
    }
}

/* The host writes: memcpy() fills a buffer, or something else changes what it holds. Memory that
 * CUDA calls use, too, is not what is meant: that it reads such a record says before. */
static void fill(struct staging *s, uint32_t row)
{
    const struct program_record *record = &s->program->records.rows[row];
    const struct program_copy *copy = &s->program->copies.rows[record->object];
    struct fill *fill = &s->fills[copy->dst.alloc];
    *fill = (struct fill){0};
    if (!s->behind[row] || copy->rows > 1 ||
        !memory_is_page_locked(s->program->allocs.rows[copy->dst.alloc].kind))
        return;
    const struct program_record *rows = s->program->records.rows;
    const struct program_record *next = &rows[s->behind[row] - 1];
    const struct program_record *last = s->before[row] ? &rows[s->before[row] - 1] : NULL;
    if (last && last->call == CALL_host_read && last->place == record->place)
        return;
    if (next->call == CALL_host_work && next->count == WORK_WHOLE && next->place == record->place &&
        s->is_memcpy[record->place])
        *fill =
            (struct fill){copy->dst.offset, copy->dst.offset + copy->dst.bytes, s->behind[row] - 1};
}

/* Whether it is in the timed part. Work of a place that follows itself is one call, whose time of
 * entry is that of the first. */
static bool is_timed(const struct staging *s, uint32_t row)
{
    const struct timeline *t = s->look->timeline;
    const uint32_t id = s->call[row];
    if (id >= t->calls.count || t->calls.rows[id].call != CALL_host_work ||
        t->calls.rows[id].place != s->program->records.rows[row].place)
        return false;
    const struct timeline_call *call = &t->calls.rows[id];
    const bool first = s->look->call_of_record[row] == id;
    return call->enter != TIMELINE_UNKNOWN && (first ? call->enter : call->returned) >= t->zero;
}

static void copy_in(struct staging *s, uint32_t row)
{
    const struct program_copy *copy =
        &s->program->copies.rows[s->program->records.rows[row].object];
    const struct fill *fill = &s->fills[copy->src.alloc];
    if (copy->kind != COPY_H2D || copy->src.alloc == 0 || copy->rows > 1 || fill->to == 0 ||
        copy->src.offset < fill->from || copy->src.offset + copy->src.bytes > fill->to ||
        s->saved[fill->work] || !is_timed(s, fill->work))
        return;
    const struct program_record *work = &s->program->records.rows[fill->work];
    struct moves *moves = &s->moves[work->place];
    s->saved[fill->work] = true;
    moves->count++;
    moves->held = duration_add(moves->held, work->value);
    moves->bytes += fill->to - fill->from;
    moves->copy = row;
}

/* What it takes to page-lock what the memcpy() of a place has read, however often: says how much
 * that is. Where that is not known it is as much as it brought. */
static void price(const struct pitfall_look *look, struct pitfall *row, uint32_t place,
                  uint64_t brought)
{
    const struct program *program = look->program;
    uint64_t *sizes = mem_zalloc((program->host_sources.count + 1) * sizeof *sizes), all = 0;
    size_t count = 0;
    for (size_t i = 0; i < program->host_sources.count; i++) {
        const struct program_host_source *source = &program->host_sources.rows[i];
        if (source->place != place)
            continue;
        sizes[count++] = source->to - source->from;
        all += source->to - source->from;
    }
    if (count == 0)
        sizes[count++] = all = brought;
    label_bytes(&row->fix, all);
    row->set_up = pinning_of_sizes(program, look->in->profile, sizes, count);
    free(sizes);
}

static void report(struct pitfall_look *look, const struct staging *s, uint32_t place)
{
    const struct timeline *t = look->timeline;
    const struct moves *moves = &s->moves[place];
    const struct program_record *copy = &look->program->records.rows[moves->copy];
    const uint32_t alloc = look->program->copies.rows[copy->object].src.alloc;
    struct pitfall *row = pitfall_add(look, PITFALL_ID_STAGED_COPY);
    row->op = look->op_of_record[moves->copy];
    row->place = place;
    row->count = moves->count;
    row->held = moves->held;
    row->remedy = REMEDY_NO_MEMCPY;
    row->objects = mem_zalloc((moves->count + 1) * sizeof *row->objects);
    for (uint32_t i = 0; i < look->program->records.count; i++)
        if (s->saved[i] && look->program->records.rows[i].place == place)
            row->objects[row->object_count++] = i;
    strbuf_adds(&row->evidence, "memcpy (");
    label_place(&row->evidence, t, place);
    strbuf_addf(&row->evidence, ", %zu times) takes the host ", moves->count);
    pitfall_add_time(&row->evidence, moves->held);
    strbuf_adds(&row->evidence, " to bring ");
    label_bytes(&row->evidence, moves->bytes);
    strbuf_addf(&row->evidence, " into %s, to be copied in from there",
                program_name(look->program, look->program->allocs.rows[alloc].name));
    pitfall_add_line(&row->evidence, t, copy->place);
    strbuf_adds(&row->fix, "page-lock what it reads, ");
    price(look, row, place, moves->bytes);
    strbuf_adds(&row->fix, ", once (cudaHostRegister, or cudaMallocHost in place of malloc or "
                           "new), and copy from there");
    pitfall_add_line(&row->fix, t, copy->place);
    strbuf_adds(&row->fix, ", where that stays as it is until the copy is done");
}

void pitfall_find_staged(struct pitfall_look *look)
{
    const struct program *program = look->program;
    if (!program || !look->in->profile || program->host_moves.count == 0)
        return;
    struct staging s = {look,
                        program,
                        mem_zalloc(program->places.count + 1),
                        mem_zalloc((program->allocs.count + 1) * sizeof *s.fills),
                        mem_zalloc((program->places.count + 1) * sizeof *s.moves),
                        mem_zalloc(program->records.count + 1),
                        mem_zalloc((program->records.count + 1) * sizeof *s.before),
                        mem_zalloc((program->records.count + 1) * sizeof *s.behind),
                        mem_zalloc((program->records.count + 1) * sizeof *s.call)};
    find_neighbours(&s);
    find_memcpys(&s);
    for (uint32_t i = 0; i < program->records.count; i++) {
        const struct program_record *record = &program->records.rows[i];
        if (record->call == CALL_host_write)
            fill(&s, i);
        else if (call_info((enum call)record->call)->object == OBJECT_COPY &&
                 call_enqueues((enum call)record->call))
            copy_in(&s, i);
    }
    for (uint32_t place = 1; place < program->places.count; place++)
        if (s.moves[place].count >= LEAST && !pitfall_is_small(look, s.moves[place].held))
            report(look, &s, place);
    free(s.is_memcpy);
    free(s.fills);
    free(s.moves);
    free(s.saved);
    free(s.before);
    free(s.behind);
    free(s.call);
}
