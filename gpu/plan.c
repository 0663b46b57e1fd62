#include "gpu/plan.h"

#include "gpu/known.h"
#include "gpu/plan_launch.h"
#include "gpu/published.h"
#include "sim/base/mem.h"
#include "sim/model/cost.h"
#include "sim/model/cuda_errors.h"
#include "sim/model/edit.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int plan_refuse(const struct program *program, const struct program_record *record,
                enum err_status status, struct err *err, const char *format, ...)
{
    char message[sizeof err->message];
    va_list args;
    va_start(args, format);
    vsnprintf(message, sizeof message, format, args);
    va_end(args);
    const struct program_place *place = &program->places.rows[record->place];
    return err_set_at(err, status, record->place ? program_name(program, place->file) : "",
                      record->place ? place->line : 0, 0, "%s", message);
}

static enum call_object object_of(const struct program_record *record)
{
    return call_info((enum call)record->call)->object;
}

/* A worker's mark that a host function begins here. */
static bool is_mark(const struct program *program, const struct program_record *record)
{
    return record->call == CALL_cudaLaunchHostFunc && record->result == 0 &&
           program->threads.rows[record->thread].kind == THREAD_WORKER;
}

/* --- what each record is ------------------------------------------------------------------------
 */

/* Calls whose answer may be an error in a program that goes well. */
static bool may_report(const struct program_record *record)
{
    switch (record->call) {
    case CALL_cudaStreamQuery:
    case CALL_cudaEventQuery:
    case CALL_cudaEventElapsedTime:
    case CALL_cudaGetLastError:
    case CALL_cudaPeekAtLastError:
        return true;
    default:
        return false;
    }
}

static enum plan_step host_step(const struct program_record *record)
{
    switch (record->call) {
    case CALL_host_work:
    case CALL_host_sleep:
        return record->value > 0 || program_sleeps_until(record) ? PLAN_HOST : PLAN_SKIP;
    case CALL_thread_create:
    case CALL_thread_join:
    case CALL_lock_acquire:
    case CALL_lock_release:
    case CALL_gate_open:
        return PLAN_HOST;
    default: /* reads, writes, clocks, ranges, variables */
        return PLAN_SKIP;
    }
}

static enum plan_step step_of(const struct plan *plan, const struct program_record *record)
{
    const struct program *program = plan->program;
    if (call_info((enum call)record->call)->group == CALL_GROUP_HOST)
        return host_step(record);
    if (is_mark(program, record))
        return PLAN_SKIP;
    bool refused = record->result != 0 && record->result != CUDA_cudaErrorNotReady;
    if (record->flags & RECORD_REFUSED || (refused && !may_report(record)))
        return PLAN_SKIP;
    switch (object_of(record)) {
    case OBJECT_LAUNCH:
    case OBJECT_HOSTFN:
        return PLAN_OPERATION;
    case OBJECT_COPY:
        return program_copy_bytes(&program->copies.rows[record->object]) ? PLAN_OPERATION
                                                                         : PLAN_CALL;
    default:
        break;
    }
    switch (record->call) {
    case CALL_cudaEventRecord:
    case CALL_cudaEventRecordWithFlags:
    case CALL_cudaStreamWaitEvent:
    case CALL_cudaMallocAsync:
    case CALL_cudaMallocFromPoolAsync:
    case CALL_cudaStreamAttachMemAsync:
        return PLAN_OPERATION;
    case CALL_cudaFreeAsync:
        return record->object ? PLAN_OPERATION : PLAN_CALL;
    default:
        return PLAN_CALL;
    }
}

bool plan_is_work(const struct plan *plan, size_t record)
{
    enum call_object object = object_of(plan_record(plan, record));
    return plan->steps[record] == PLAN_OPERATION &&
           (object == OBJECT_LAUNCH || object == OBJECT_HOSTFN || object == OBJECT_COPY);
}

bool plan_is_traced(const struct plan *plan, size_t record)
{
    const struct program_record *row = plan_record(plan, record);
    if (plan->steps[record] != PLAN_OPERATION)
        return false;
    if (object_of(row) == OBJECT_COPY)
        return row->call != CALL_cudaMemPrefetchAsync &&
               plan->program->copies.rows[row->object].kind != COPY_H2H;
    return object_of(row) == OBJECT_LAUNCH;
}

/* --- whether the rows that a record names exist -------------------------------------------------
 */

static size_t row_count(const struct program *program, enum call_object object)
{
    switch (object) {
    case OBJECT_STREAM:
        return program->streams.count;
    case OBJECT_EVENT:
        return program->events.count;
    case OBJECT_LAUNCH:
        return program->launches.count;
    case OBJECT_COPY:
        return program->copies.count;
    case OBJECT_ALLOC:
        return program->allocs.count;
    case OBJECT_HOSTFN:
        return program->hostfns.count;
    case OBJECT_POOL:
        return program->pools.count;
    case OBJECT_KERNEL:
        return program->kernels.count;
    case OBJECT_THREAD:
        return program->threads.count;
    case OBJECT_NAME:
        return program->names.count;
    case OBJECT_NONE:
    case OBJECT_LOCK:
        break;
    }
    return SIZE_MAX;
}

/* Whether the rows that a copy, launch or allocation names are there. */
static bool has_rows(const struct program *program, const struct program_record *record)
{
    switch (object_of(record)) {
    case OBJECT_COPY:
        return program->copies.rows[record->object].dst.alloc < program->allocs.count &&
               program->copies.rows[record->object].src.alloc < program->allocs.count;
    case OBJECT_LAUNCH:
        return program->launches.rows[record->object].kernel < program->kernels.count;
    case OBJECT_ALLOC:
        return program->allocs.rows[record->object].pool < program->pools.count;
    default:
        return true;
    }
}

static int check_rows(const struct program *program, const struct program_record *record,
                      struct err *err)
{
    if (record->call == CALL_NONE || record->call >= CALL_COUNT ||
        record->thread >= program->threads.count || record->place >= program->places.count)
        return err_set(err, ERR_INPUT, "a record names a call, thread or place that is not there");
    if (record->flags & RECORD_REFUSED) /* what it named was not there for CUDA either */
        return 0;
    const struct call_info *info = call_info((enum call)record->call);
    bool needed = info->object == OBJECT_EVENT || info->object == OBJECT_LAUNCH ||
                  info->object == OBJECT_HOSTFN ||
                  (info->object == OBJECT_COPY && info->group != CALL_GROUP_HOST);
    if (record->object >= row_count(program, info->object) || (needed && record->object == 0) ||
        record->stream >= program->streams.count ||
        (info->object == OBJECT_LOCK && record->object >= PROGRAM_LOCKS_MOST) ||
        (record->call == CALL_cudaEventElapsedTime &&
         (record->value <= 0 || (uint64_t)record->value >= program->events.count)))
        return plan_refuse(program, record, ERR_INPUT, err,
                           "%s: there is no row %u of what it names", info->name, record->object);
    if (!has_rows(program, record))
        return plan_refuse(program, record, ERR_INPUT, err, "%s of what is not there", info->name);
    if (info->state == CALL_GRAPH)
        return plan_refuse(program, record, ERR_UNAVAILABLE, err,
                           "cannot measure %s: graphs come later", info->name);
    return 0;
}

/* --- memory -------------------------------------------------------------------------------------
 */

enum memory_kind plan_copy_memory(const struct program *program, const struct program_copy *copy,
                                  bool of_dst)
{
    const struct program_range *range = of_dst ? &copy->dst : &copy->src;
    if (range->alloc)
        return program->allocs.rows[range->alloc].kind;
    enum memory_kind host = copy->host_memory == MEMORY_NONE ? MEMORY_PAGEABLE : copy->host_memory;
    switch (copy->kind) {
    case COPY_H2D:
        return of_dst ? MEMORY_DEVICE : host;
    case COPY_D2H:
        return of_dst ? host : MEMORY_DEVICE;
    case COPY_H2H:
        return host;
    default:
        return MEMORY_DEVICE;
    }
}

/* Bytes from the first to behind the last of one side; UINT64_MAX when that overflows. */
static uint64_t extent(const struct program_copy *copy, bool of_dst)
{
    uint64_t pitch = of_dst ? copy->dst_pitch : copy->src_pitch, bytes;
    if (copy->rows <= 1)
        return copy->dst.bytes;
    if (__builtin_mul_overflow(pitch, copy->rows - 1, &bytes) ||
        __builtin_add_overflow(bytes, copy->dst.bytes, &bytes))
        return UINT64_MAX;
    return bytes;
}

static int check_side(struct plan *plan, const struct program_record *record, bool of_dst,
                      struct err *err)
{
    const struct program *program = plan->program;
    const struct program_copy *copy = &program->copies.rows[record->object];
    const struct program_range *range = of_dst ? &copy->dst : &copy->src;
    uint64_t bytes = extent(copy, of_dst);
    if (copy->rows > 1 && copy->dst.bytes > (of_dst ? copy->dst_pitch : copy->src_pitch))
        return plan_refuse(program, record, ERR_INPUT, err, "%s: rows longer than their pitch",
                           call_info((enum call)record->call)->name);
    if (range->alloc == 0) {
        uint64_t *scratch = &plan->scratch[plan_copy_memory(program, copy, of_dst)];
        *scratch = bytes > *scratch ? bytes : *scratch;
        return 0;
    }
    uint64_t size = program->allocs.rows[range->alloc].bytes;
    if (range->offset > size || bytes > size - range->offset)
        return plan_refuse(program, record, ERR_INPUT, err,
                           "%s reaches beyond the %llu bytes of `%s`",
                           call_info((enum call)record->call)->name, (unsigned long long)size,
                           program_name(program, program->allocs.rows[range->alloc].name));
    return 0;
}

bool plan_allocates(const struct program_record *record)
{
    switch (record->call) {
    case CALL_cudaMalloc:
    case CALL_cudaMallocPitch:
    case CALL_cudaMallocManaged:
    case CALL_cudaMallocHost:
    case CALL_cudaHostAlloc:
    case CALL_cudaHostRegister:
        return true;
    default:
        return false;
    }
}

bool plan_frees(const struct program_record *record)
{
    return record->call == CALL_cudaFree || record->call == CALL_cudaFreeHost ||
           record->call == CALL_cudaHostUnregister;
}

static bool on_device(enum memory_kind kind)
{
    return kind == MEMORY_DEVICE || kind == MEMORY_MANAGED;
}

/* Rises and falls with a program's calls; the most counts. */
struct room {
    uint64_t now, most;
};

static void take_room(struct room *room, uint64_t bytes)
{
    room->now += bytes;
    if (room->now > room->most)
        room->most = room->now;
}

static void give_room(struct room *room, uint64_t bytes)
{
    room->now -= bytes < room->now ? bytes : room->now;
}

void plan_memory(const struct plan *plan, struct plan_memory *memory)
{
    const struct program *program = plan->program;
    uint64_t kept = 2 * plan->scratch[MEMORY_DEVICE] + 2 * plan->scratch[MEMORY_MANAGED];
    *memory = (struct plan_memory){.managed = 2 * plan->scratch[MEMORY_MANAGED],
                                   .host = 2 * plan->scratch[MEMORY_PAGEABLE] +
                                           2 * plan->scratch[MEMORY_PINNED]};
    for (size_t i = 1; i < program->allocs.count; i++) {
        const struct program_alloc *alloc = &program->allocs.rows[i];
        bool there = !plan->live[i] || alloc->kind == MEMORY_REGISTERED;
        if (alloc->kind == MEMORY_MANAGED)
            memory->managed += alloc->bytes;
        if (there)
            *(on_device(alloc->kind) ? &kept : &memory->host) += alloc->bytes;
    }
    struct room device = {0}, host = {0};
    for (size_t i = 0; i < program->records.count; i++) {
        const struct program_record *record = plan_record(plan, i);
        if (plan->steps[i] == PLAN_SKIP || object_of(record) != OBJECT_ALLOC ||
            !plan->live[record->object] ||
            program->allocs.rows[record->object].kind == MEMORY_REGISTERED)
            continue;
        const struct program_alloc *alloc = &program->allocs.rows[record->object];
        struct room *room = on_device(alloc->kind) ? &device : &host;
        if (plan_allocates(record) ||
            (call_is_stream_ordered((enum call)record->call) && record->call != CALL_cudaFreeAsync))
            take_room(room, alloc->bytes);
        else if (plan_frees(record) || record->call == CALL_cudaFreeAsync)
            give_room(room, alloc->bytes);
    }
    memory->device = kept + device.most;
    memory->runs = device.most;
    memory->host += host.most;
}

/* --- making the plan ----------------------------------------------------------------------------
 */

static void link_records(struct plan *plan)
{
    const struct program *program = plan->program;
    for (size_t i = 0; i < program->threads.count; i++)
        plan->first[i] = PLAN_NONE;
    for (size_t i = 0; i < program->hostfns.count; i++)
        plan->bodies[i] = PLAN_NONE;
    for (size_t i = program->records.count; i-- > 0;) {
        const struct program_record *record = plan_record(plan, i);
        plan->following[i] = plan->first[record->thread];
        plan->first[record->thread] = (uint32_t)i;
        plan->until[i] = PLAN_NONE;
        if (is_mark(program, record))
            plan->bodies[record->object] = plan->following[i];
    }
}

/* The timed part: from the range that limits it, or the first operation that is work, to the last
 * such. */
static int find_timed(struct plan *plan, size_t *first, size_t *last, struct err *err)
{
    const struct program *program = plan->program;
    size_t from = 0, count = program->records.count;
    uint32_t name = intern_find(&program->names, "nullstream", strlen("nullstream"));
    for (size_t i = 0; name && i < count && plan->timed_name == 0; i++)
        if (plan_record(plan, i)->call == CALL_range_push && plan_record(plan, i)->object == name) {
            plan->timed_name = name;
            from = i;
        }
    *first = *last = count;
    for (size_t i = from; i < count; i++) {
        if (!plan_is_work(plan, i))
            continue;
        if (*first == count)
            *first = i;
        *last = i;
    }
    return *first < count ? 0
                          : err_set(err, ERR_INPUT, "the program gives the device nothing to do");
}

/* The first record of these at which another host thread begins or an operation is enqueued. What
 * one of several threads does takes its time beside the others. */
static size_t before_threads(const struct plan *plan, size_t from)
{
    for (size_t i = 0; i < from; i++)
        if (plan_record(plan, i)->call == CALL_thread_create || plan->steps[i] == PLAN_OPERATION)
            from = i;
    return from;
}

/* What is allocated or freed in the timed part is so in every run; the rest is there before. */
static void find_live(struct plan *plan, size_t from, size_t to)
{
    for (size_t i = 0; i < plan->program->records.count; i++) {
        const struct program_record *record = plan_record(plan, i);
        if (plan_allocates(record) && plan->steps[i] == PLAN_SKIP)
            plan->live[record->object] = true; /* refused: never there */
        if (plan->steps[i] == PLAN_SKIP || object_of(record) != OBJECT_ALLOC)
            continue;
        plan->uses_pool |= call_is_stream_ordered((enum call)record->call);
        if (call_is_stream_ordered((enum call)record->call) ||
            ((plan_allocates(record) || plan_frees(record)) && i > from && i < to))
            plan->live[record->object] = true;
    }
}

/* A stream in which all the work is, made before the timed part and not destroyed in it, is made
 * once. Several are made by each run, as the program does: those that lasted from run to run had
 * connections of the other PBDMA than those of a program's only run have
 * (traces/experiments/remade-streams.txt). */
static void find_lasting(struct plan *plan, size_t from, size_t to)
{
    for (size_t i = 0; !plan->several_streams && i < plan->program->records.count; i++) {
        const struct program_record *record = plan_record(plan, i);
        if (plan->steps[i] == PLAN_SKIP)
            continue;
        if (call_creates_stream(record->call))
            plan->lasting[record->object] = i < from;
        else if (record->call == CALL_cudaStreamDestroy && i < to)
            plan->lasting[plan_stream_of(record)] = false;
    }
}

static int check_record(struct plan *plan, size_t index, size_t last, struct err *err)
{
    const struct program_record *record = plan_record(plan, index);
    if (record->call == CALL_cudaDeviceReset && index < last)
        return plan_refuse(plan->program, record, ERR_UNAVAILABLE, err,
                           "cannot measure what comes after cudaDeviceReset: it takes away what "
                           "runs have in common");
    if (plan->steps[index] == PLAN_SKIP)
        return 0;
    if (object_of(record) == OBJECT_COPY) {
        if (plan->program->copies.rows[record->object].kind == COPY_P2P)
            return plan_refuse(plan->program, record, ERR_UNAVAILABLE, err,
                               "cannot measure copies between devices: one GPU is measured");
        bool fill = plan->program->copies.rows[record->object].kind == COPY_MEMSET ||
                    record->call == CALL_cudaMemPrefetchAsync;
        return check_side(plan, record, true, err) ||
                       (!fill && check_side(plan, record, false, err))
                   ? -1
                   : 0;
    }
    return object_of(record) == OBJECT_LAUNCH ? plan_launch(plan, record, err) : 0;
}

/* The readings of clocks from which sleeps count, by the threads' numbers of them. */
static void find_readings(struct plan *plan)
{
    const struct program *program = plan->program;
    uint32_t **readings = mem_zalloc((program->threads.count + 1) * sizeof *readings);
    size_t *counts = mem_zalloc((program->threads.count + 1) * sizeof *counts);
    size_t *capacities = mem_zalloc((program->threads.count + 1) * sizeof *capacities);
    for (size_t i = 0; i < program->records.count; i++) {
        const struct program_record *record = plan_record(plan, i);
        uint16_t thread = record->thread;
        if (record->call == CALL_host_clock) {
            readings[thread] = mem_grow(readings[thread], &capacities[thread], counts[thread] + 1,
                                        sizeof **readings);
            readings[thread][counts[thread]++] = (uint32_t)i;
        } else if (program_sleeps_until(record) && program_sleep_reading(record) < counts[thread]) {
            plan->until[i] = readings[thread][program_sleep_reading(record)];
            plan->steps[plan->until[i]] = PLAN_CLOCK;
        }
    }
    for (size_t i = 0; i < program->threads.count; i++)
        free(readings[i]);
    free(readings);
    free(counts);
    free(capacities);
}

int plan_init(struct plan *plan, const struct program *program, const struct profile *profile,
              bool launch_blocking, struct err *err)
{
    size_t count = program->records.count;
    *plan =
        (struct plan){.program = program, .profile = profile, .launch_blocking = launch_blocking};
    plan->steps = mem_zalloc(count + 1);
    plan->waits = mem_zalloc((count + 1) * sizeof *plan->waits);
    plan->polled = mem_zalloc((count + 1) * sizeof *plan->polled);
    plan->following = mem_zalloc((count + 1) * sizeof *plan->following);
    plan->until = mem_zalloc((count + 1) * sizeof *plan->until);
    plan->first = mem_zalloc((program->threads.count + 1) * sizeof *plan->first);
    plan->bodies = mem_zalloc((program->hostfns.count + 1) * sizeof *plan->bodies);
    plan->op_records = mem_zalloc((count + 1) * sizeof *plan->op_records);
    plan->ops = mem_zalloc((count + 1) * sizeof *plan->ops);
    plan->answers = mem_zalloc((count + 1) * sizeof *plan->answers);
    plan->live = mem_zalloc((program->allocs.count + 1) * sizeof *plan->live);
    plan->lasting = mem_zalloc((program->streams.count + 1) * sizeof *plan->lasting);
    plan->launches = mem_zalloc((program->launches.count + 1) * sizeof *plan->launches);
    for (size_t i = 0; i < count; i++) {
        const struct program_record *record = plan_record(plan, i);
        if (check_rows(program, record, err) != 0)
            return -1;
        plan->steps[i] = (uint8_t)step_of(plan, record);
        plan->ops[i] = PLAN_NONE;
        if (plan->steps[i] == PLAN_OPERATION) {
            plan->ops[i] = (uint32_t)plan->op_count;
            plan->op_records[plan->op_count++] = (uint32_t)i;
            plan->several_streams |=
                record->stream != plan_record(plan, plan->op_records[0])->stream;
        }
        if (plan->steps[i] != PLAN_SKIP && record->call == CALL_cudaEventElapsedTime)
            plan->answers[plan->answer_count++] = (uint32_t)i;
        plan->prefetches |= record->call == CALL_cudaMemPrefetchAsync;
        plan->creates += record->call == CALL_thread_create;
        plan->multithreaded |= record->thread != 0 && plan->steps[i] == PLAN_OPERATION;
    }
    link_records(plan);
    polls_find(&plan->polls, program, plan->first, plan->following);
    published_find(plan);
    find_readings(plan);
    size_t first, last, idle;
    if (find_timed(plan, &first, &last, err) != 0)
        return -1;
    known_find_waits(plan, last, &idle);
    size_t alone = before_threads(plan, first);
    find_live(plan, alone, idle);
    find_lasting(plan, alone, idle);
    for (size_t i = 0; i < count; i++)
        if (check_record(plan, i, last, err) != 0)
            return -1;
    return 0;
}

void plan_release(struct plan *plan)
{
    free(plan->steps);
    free(plan->waits);
    free(plan->polled);
    free(plan->following);
    free(plan->until);
    polls_release(&plan->polls);
    free(plan->writes);
    free(plan->first);
    free(plan->bodies);
    free(plan->op_records);
    free(plan->ops);
    free(plan->answers);
    free(plan->ends);
    free(plan->live);
    free(plan->lasting);
    free(plan->launches);
    memset(plan, 0, sizeof *plan);
}
