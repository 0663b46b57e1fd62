#include "sim/model/host_move.h"

#include "sim/base/mem.h"

static struct program_host_move *row_of(struct program *program, uint32_t place)
{
    struct program_host_move *rows = program->host_moves.rows;
    for (size_t i = program->host_moves.count; i-- > 0;) /* mostly the last one again */
        if (rows[i].place == place)
            return &rows[i];
    return NULL;
}

void program_note_together(struct program *program, uint32_t place)
{
    struct program_host_move *row = row_of(program, place);
    if (row != NULL)
        row->bytes = 0;
}

void program_note_work(struct program *program, uint32_t place, const char *name, uint64_t bytes)
{
    if (place == 0)
        return;
    struct program_host_move *row = row_of(program, place);
    uint32_t id = name != NULL ? intern_adds(&program->names, name) : 0;
    if (row != NULL) {
        row->name = row->name == id ? id : 0;
        row->bytes = row->bytes == bytes ? bytes : 0;
        return;
    }
    program->host_moves.rows =
        mem_grow(program->host_moves.rows, &program->host_moves.capacity,
                 program->host_moves.count + 1, sizeof *program->host_moves.rows);
    program->host_moves.rows[program->host_moves.count++] =
        (struct program_host_move){.place = place, .name = id, .bytes = bytes};
}

enum { SOURCES_MOST = 4096 };

void program_note_source(struct program *program, uint32_t place, uint64_t memory, uint64_t from,
                         uint64_t bytes)
{
    struct program_host_source *rows = program->host_sources.rows;
    const uint64_t to = from + bytes;
    for (size_t i = program->host_sources.count; i-- > 0;) { /* mostly the last one again */
        if (rows[i].place != place || rows[i].memory != memory)
            continue;
        rows[i].from = from < rows[i].from ? from : rows[i].from;
        rows[i].to = to > rows[i].to ? to : rows[i].to;
        return;
    }
    if (place == 0 || program->host_sources.count == SOURCES_MOST)
        return;
    program->host_sources.rows =
        mem_grow(program->host_sources.rows, &program->host_sources.capacity,
                 program->host_sources.count + 1, sizeof *program->host_sources.rows);
    program->host_sources.rows[program->host_sources.count++] =
        (struct program_host_source){.place = place, .memory = memory, .from = from, .to = to};
}

const struct program_host_move *timeline_host_move(const struct timeline *timeline,
                                                   const struct timeline_call *call)
{
    if (call->call != CALL_host_work || call->place == 0)
        return NULL;
    for (size_t i = 0; i < timeline->host_moves.count; i++) {
        const struct program_host_move *row = &timeline->host_moves.rows[i];
        if (row->place == call->place)
            return row->name != 0 ? row : NULL;
    }
    return NULL;
}
