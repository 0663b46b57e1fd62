/* The start gate; sim/model/edit.h says what it is. */
#include "sim/model/edit.h"

#include "sim/base/mem.h"

#include <stdlib.h>
#include <string.h>

enum { LAUNCHES_MOST = 999 };

/* Whether the host may wait in the call for what is queued. */
static bool may_wait(const struct program *program, const struct program_record *record)
{
    const struct call_info *info = call_info((enum call)record->call);
    if (!call_waits_for_work((enum call)record->call))
        return (record->flags & RECORD_POLL) != 0;
    if (info->blocks_observed != BLOCKS_COPY)
        return true;
    const struct program_copy *copy = &program->copies.rows[record->object];
    if (copy->kind == COPY_D2D || copy->kind == COPY_P2P || copy->kind == COPY_MEMSET)
        return strstr(info->name, "Async") == NULL;
    return copy->kind == COPY_H2H || strstr(info->name, "Async") == NULL ||
           (copy->host_memory != MEMORY_PINNED && copy->host_memory != MEMORY_REGISTERED);
}

static int refuse(const struct program *program, const struct program_record *record,
                  const char *why, struct err *err)
{
    const struct program_place *place = &program->places.rows[record->place];
    return err_set_at(err, ERR_INPUT, record->place ? program_name(program, place->file) : "",
                      record->place ? place->line : 0, 0, "--gate: %s %s",
                      call_info((enum call)record->call)->name, why);
}

/* The rows between which the gate is closed: the first that enqueues and the first after it that
 * may wait (or the end). */
static int find_rows(const struct program *program, size_t *first, size_t *open, struct err *err)
{
    size_t launches = 0, count = program->records.count;
    *first = *open = count;
    for (size_t i = 0; i < count; i++) {
        const struct program_record *record = &program->records.rows[i];
        if (record->thread != 0 || record->call == CALL_thread_create)
            return refuse(program, record, "is made by another host thread, or makes one", err);
        if (record->call == CALL_gate_open)
            return refuse(program, record, "is there already: the program has a gate", err);
        if (record->flags & RECORD_BRANCHED)
            return refuse(program, record, "gives an answer that the program branches on", err);
        bool waits = *first < count && may_wait(program, record);
        if (*open < count && call_enqueues((enum call)record->call)) {
            refuse(program, &program->records.rows[*open],
                   "may wait for the device before all is queued: the gate would stay closed", err);
            return -1;
        }
        if (*first == count && call_enqueues((enum call)record->call)) {
            *first = i;
            waits = may_wait(program, record);
        }
        if (waits && *open == count)
            *open = i;
        launches += call_info((enum call)record->call)->object == OBJECT_LAUNCH;
        if (launches > LAUNCHES_MOST)
            return refuse(program, record, "is launch 1000: the queue of launches would be full",
                          err);
        if (record->call == CALL_thread_end && *open == count)
            *open = i;
    }
    if (*first == count)
        return err_set(err, ERR_INPUT, "--gate: the program gives the device nothing to do");
    return 0;
}

int edit_gate(struct program *program, uint32_t *launch, struct err *err)
{
    size_t first, open;
    if (find_rows(program, &first, &open, err) != 0)
        return -1;
    uint32_t name = intern_adds(&program->names, "gate");
    uint32_t stream = program_add_stream(
        program, &(struct program_stream){.kind = STREAM_NONBLOCKING, .name = name});
    uint32_t event = program_add_event(program, &(struct program_event){.name = name});
    uint32_t kernel = program_add_kernel(program, &(struct program_kernel){.name = name});
    *launch = program_add_launch(program,
                                 &(struct program_launch){.kernel = kernel,
                                                          .grid = {1, 1, 1},
                                                          .block = {1, 1, 1},
                                                          .registers = 16,
                                                          .carveout = -1,
                                                          .priority = INT32_MIN,
                                                          .cost = COST_GATE,
                                                          .time = EDIT_GATE_MOST},
                                 NULL, 0);
    bool *held = mem_zalloc(program->streams.count * sizeof *held);
    struct program_record *old = program->records.rows;
    size_t count = program->records.count;
    program->records.rows = NULL;
    program->records.count = program->records.capacity = 0;
    for (size_t i = 0; i <= count; i++) {
        if (i == first) {
            program_add_record(program, &(struct program_record){
                                            .call = CALL_cudaStreamCreateWithFlags,
                                            .stream = stream,
                                            .object = stream,
                                            .flags = RECORD_WARM,
                                        });
            program_add_record(program, &(struct program_record){
                                            .call = CALL_cudaEventCreateWithFlags,
                                            .object = event,
                                            .flags = RECORD_WARM,
                                        });
            program_add_record(program, &(struct program_record){.call = CALL_cudaLaunchKernel,
                                                                 .stream = stream,
                                                                 .object = *launch});
            program_add_record(program, &(struct program_record){.call = CALL_cudaEventRecord,
                                                                 .stream = stream,
                                                                 .object = event});
        }
        if (i == open)
            program_add_record(program, &(struct program_record){.call = CALL_gate_open});
        if (i == count)
            break;
        if (i >= first && i < open && call_enqueues((enum call)old[i].call) &&
            !held[old[i].stream]) {
            held[old[i].stream] = true;
            program_add_record(program, &(struct program_record){.call = CALL_cudaStreamWaitEvent,
                                                                 .stream = old[i].stream,
                                                                 .object = event,
                                                                 .place = old[i].place});
        }
        program_add_record(program, &old[i]);
    }
    free(held);
    free(old);
    return 0;
}
