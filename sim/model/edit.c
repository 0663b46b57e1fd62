#include "sim/model/edit.h"

#include "sim/base/mem.h"

#include <string.h>

#define COPY_ROWS(table)                                                                           \
    do {                                                                                           \
        copy->table.rows = NULL;                                                                   \
        copy->table.capacity = 0;                                                                  \
        copy->table.rows = mem_grow(NULL, &copy->table.capacity, program->table.count + 1,         \
                                    sizeof *copy->table.rows);                                     \
        if (program->table.count)                                                                  \
            memcpy(copy->table.rows, program->table.rows,                                          \
                   program->table.count * sizeof *copy->table.rows);                               \
    } while (0)

void edit_copy_program(struct program *copy, const struct program *program)
{
    *copy = *program; /* counts and plain members; every pointer is replaced below */
    intern_init(&copy->names);
    for (uint32_t id = 0; id < program->names.count; id++)
        intern_add(&copy->names, program->names.names[id], program->names.lengths[id]);
    COPY_ROWS(places);
    COPY_ROWS(threads);
    COPY_ROWS(streams);
    COPY_ROWS(events);
    COPY_ROWS(allocs);
    COPY_ROWS(copies);
    COPY_ROWS(kernels);
    COPY_ROWS(accesses);
    COPY_ROWS(launches);
    COPY_ROWS(hostfns);
    COPY_ROWS(pools);
    COPY_ROWS(results);
    COPY_ROWS(records);
    memset(&copy->copy_index, 0, sizeof copy->copy_index);
    memset(&copy->launch_index, 0, sizeof copy->launch_index);
    memset(&copy->place_index, 0, sizeof copy->place_index);
    program_index_rows(copy);
}

/* Whether the call puts work into a stream that it lets the program choose. */
static bool takes_stream(const struct program_record *record)
{
    const struct call_info *info = call_info((enum call)record->call);
    if (info->object != OBJECT_LAUNCH && info->object != OBJECT_COPY &&
        info->object != OBJECT_EVENT && info->object != OBJECT_HOSTFN)
        return false;
    return record->call == CALL_cudaLaunchKernel || strstr(info->parameters, "cudaStream_t");
}

static size_t use_nonblocking_stream(struct program *program)
{
    uint32_t stream = 0;
    size_t changed = 0;
    for (size_t i = 0; i < program->records.count; i++) {
        struct program_record *record = &program->records.rows[i];
        if (record->stream != PROGRAM_STREAM_LEGACY || !takes_stream(record))
            continue;
        if (!stream)
            stream = program_add_stream(program,
                                        &(struct program_stream){
                                            .kind = STREAM_NONBLOCKING,
                                            .name = intern_adds(&program->names, "non-blocking"),
                                        });
        record->stream = stream;
        changed++;
    }
    if (!changed)
        return 0;
    /* created before anything else, by main */
    program_add_record(program, &(struct program_record){0});
    struct program_record *rows = program->records.rows;
    memmove(rows + 1, rows, (program->records.count - 1) * sizeof *rows);
    rows[0] = (struct program_record){
        .call = CALL_cudaStreamCreateWithFlags,
        .stream = stream,
        .object = stream,
        .flags = RECORD_WARM,
    };
    return changed;
}

static size_t use_nonblocking_streams(struct program *program)
{
    size_t changed = 0;
    for (size_t i = 0; i < program->streams.count; i++) {
        struct program_stream *stream = &program->streams.rows[i];
        if (stream->kind != STREAM_BLOCKING)
            continue;
        stream->kind = STREAM_NONBLOCKING;
        changed++;
    }
    for (size_t i = 0; i < program->records.count; i++)
        if (program->records.rows[i].call == CALL_cudaStreamCreate)
            program->records.rows[i].call = CALL_cudaStreamCreateWithFlags;
    return changed;
}

static size_t use_pinned(struct program *program)
{
    size_t changed = 0;
    for (size_t i = 1; i < program->copies.count; i++) {
        struct program_copy *copy = &program->copies.rows[i];
        if (copy->host_memory != MEMORY_PAGEABLE)
            continue;
        copy->host_memory = MEMORY_PINNED;
        changed++;
    }
    for (size_t i = 1; i < program->allocs.count; i++)
        if (program->allocs.rows[i].kind == MEMORY_PAGEABLE)
            program->allocs.rows[i].kind = MEMORY_PINNED;
    if (changed)
        program_index_rows(program);
    return changed;
}

size_t edit_apply(struct program *program, enum edit edit)
{
    switch (edit) {
    case EDIT_NONBLOCKING_STREAM:
        return use_nonblocking_stream(program);
    case EDIT_NONBLOCKING_STREAMS:
        return use_nonblocking_streams(program);
    case EDIT_PINNED:
        return use_pinned(program);
    case EDIT_NONE:
    case EDIT_COUNT:
        break;
    }
    return 0;
}
