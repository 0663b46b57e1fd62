#include "sim/analysis/match_inside.h"
#include "sim/base/mem.h"

#include <stdlib.h>
#include <string.h>

#define SEVERAL UINT32_MAX

/* A line as a text, of both timelines. */
struct line {
    uint32_t thread; /* the only one that works there, and 1; SEVERAL */
    int64_t more;    /* operations that a has there more than b */
    bool shared;
};

struct finder {
    const struct match_keying *keying;
    struct intern texts; /* of lines */
    struct line *lines;  /* by text */
    size_t capacity, count;
    struct strbuf sb;
};

static struct line *line_of(struct finder *f, const struct timeline *t, uint32_t id)
{
    strbuf_clear(&f->sb);
    match_add_line(&f->sb, t, &t->ops.rows[id], f->keying);
    uint32_t text = intern_add(&f->texts, f->sb.text, f->sb.length);
    f->lines = mem_grow(f->lines, &f->capacity, text + 1, sizeof *f->lines);
    for (; f->count <= text; f->count++)
        f->lines[f->count] = (struct line){0};
    return &f->lines[text];
}

static void note_threads(struct finder *f, const struct timeline *t, int one)
{
    for (uint32_t id = 0; id < t->ops.count; id++) {
        if (!match_takes_part(t, id))
            continue;
        struct line *line = line_of(f, t, id);
        line->more += one;
        uint32_t thread = match_host_thread(t, t->ops.rows[id].thread) + 1;
        if (line->thread == 0)
            line->thread = thread;
        else if (line->thread != thread)
            line->thread = SEVERAL;
    }
}

static bool note_shared(struct finder *f, const struct timeline *t, const uint32_t *ids,
                        size_t count)
{
    bool any = false;
    for (size_t i = 0; i < count; i++) {
        struct line *line = line_of(f, t, ids[i]);
        line->shared = line->thread == SEVERAL && line->more == 0;
        any |= line->shared;
    }
    return any;
}

/* What a thread is doing. */
struct worker {
    uint32_t piece, file;
    int32_t line;
};

/* `heads`: how a piece begins and the how-manieth it is, of both timelines. */
static uint32_t *find_pieces(struct finder *f, const struct timeline *t, struct intern *heads)
{
    uint32_t *pieces = mem_zalloc((t->ops.count + 1) * sizeof *pieces);
    struct worker *workers = mem_zalloc(((size_t)UINT16_MAX + 1) * sizeof *workers);
    struct intern begins;
    uint32_t *seen = NULL;
    size_t capacity = 0, count = 0;
    intern_init(&begins);
    for (uint32_t id = 0; id < t->ops.count; id++) {
        const struct timeline_op *op = &t->ops.rows[id];
        if (!match_takes_part(t, id) || !line_of(f, t, id)->shared)
            continue;
        const struct program_place *place = &t->places.rows[op->place];
        struct worker *worker = &workers[op->thread];
        if (worker->piece == 0 || worker->file != place->file || place->line <= worker->line) {
            if ((op->kind == OP_COPY || op->kind == OP_MEMSET) && op->detail)
                strbuf_addf(&f->sb, " of %llu bytes",
                            (unsigned long long)program_copy_bytes(&t->copies.rows[op->detail]));
            uint32_t begin = intern_add(&begins, f->sb.text, f->sb.length);
            seen = mem_grow(seen, &capacity, begin + 1, sizeof *seen);
            for (; count <= begin; count++)
                seen[count] = 0;
            strbuf_addf(&f->sb, ", %u before", seen[begin]++);
            worker->piece = intern_add(heads, f->sb.text, f->sb.length);
        }
        worker->file = place->file;
        worker->line = place->line;
        pieces[id] = worker->piece;
    }
    free(seen);
    free(workers);
    intern_release(&begins);
    return pieces;
}

bool match_pieces_find(struct match_pieces *pieces, const struct match *match,
                       const struct timeline *a, const struct timeline *b,
                       const struct match_keying *keying)
{
    struct finder f = {.keying = keying};
    intern_init(&f.texts);
    strbuf_init(&f.sb);
    *pieces = (struct match_pieces){NULL, NULL};
    note_threads(&f, a, 1);
    note_threads(&f, b, -1);
    bool any = note_shared(&f, a, match->only_a, match->only_a_count);
    any |= note_shared(&f, b, match->only_b, match->only_b_count);
    if (any) {
        struct intern heads;
        intern_init(&heads);
        pieces->of_a = find_pieces(&f, a, &heads);
        pieces->of_b = find_pieces(&f, b, &heads);
        intern_release(&heads);
    }
    strbuf_release(&f.sb);
    intern_release(&f.texts);
    free(f.lines);
    return any;
}

void match_pieces_release(struct match_pieces *pieces)
{
    free(pieces->of_a);
    free(pieces->of_b);
}
