#include "gpu/host_memory.h"

#include "sim/base/mem.h"

#include <stdlib.h>
#include <string.h>

/* Four times a core's own caches at least; memory of fewer bytes passes through no staging buffer
 * and is not worth it; a core's caches keep less than what is touched at most, and a piece takes
 * some us. */
enum { OTHER_BYTES = 8 << 20, LEAST_BYTES = 64 << 10, TOUCH_MOST = 16 << 20, PIECE = 64 << 10 };

/* A copy from the device takes some 4 ms for what is refilled at most of a range. */
enum { SCRATCH_BYTES = 4 << 20, REFILL_MOST = 64 << 20 };

static void add_to_hull(struct host_hull *hull, uint64_t from, uint64_t bytes)
{
    uint64_t to = bytes > UINT64_MAX - from ? UINT64_MAX : from + bytes;
    if (bytes == 0)
        return;
    if (hull->to == 0 || from < hull->from)
        hull->from = from;
    if (to > hull->to)
        hull->to = to;
}

/* By alloc: what the program's calls do to its memory. */
struct uses {
    struct host_hull *in, *out; /* copies in read it, copies out write it */
    bool *touched;              /* the host's code reads or writes it, which takes it some time */
};

static void add_copy(const struct program_copy *copy, struct uses *uses)
{
    bool out = copy->kind == COPY_D2H;
    const struct program_range *range = out ? &copy->dst : &copy->src;
    if (out || copy->kind == COPY_H2D)
        add_to_hull(&(out ? uses->out : uses->in)[range->alloc], range->offset,
                    program_copy_extent(copy, out));
}

/* A touch is made in the time of the host work behind it, or not at all. */
static void find_uses(const struct plan *plan, struct uses *uses)
{
    const struct program *program = plan->program;
    bool *works = mem_zalloc(program->records.count + 1); /* by record: it or what follows does */
    for (size_t i = program->records.count; i-- > 0;) {
        const struct program_record *record = &program->records.rows[i];
        uint32_t next = plan->following[i];
        if (call_is_touch(record->call)) {
            works[i] = next != PLAN_NONE && works[next];
            uses->touched[program->copies.rows[record->object].dst.alloc] |= works[i];
            continue;
        }
        works[i] = call_is_work(record->call) && record->value > 0;
        if (call_info((enum call)record->call)->object == OBJECT_COPY)
            add_copy(&program->copies.rows[record->object], uses);
    }
    free(works);
}

/* What copies in read is to be refilled; and other memory is needed where copies go out to memory
 * that the program also copies in or touches: what is only copied in no core holds after that. */
static bool find_refills(struct host_memory *memory, const struct uses *uses)
{
    const struct program *program = memory->objects->plan->program;
    bool any = false;
    for (size_t i = 1; i < program->allocs.count; i++) {
        const struct program_alloc *alloc = &program->allocs.rows[i];
        const struct host_hull *in = &uses->in[i], *out = &uses->out[i];
        if (alloc->kind != MEMORY_PAGEABLE || memory->objects->memory[i] == NULL)
            continue;
        any |= out->to - out->from > LEAST_BYTES && (in->to || uses->touched[i]);
        uint64_t to = in->to < alloc->bytes ? in->to : alloc->bytes;
        if (in->from >= to)
            continue;
        to = to - in->from < REFILL_MOST ? to : in->from + REFILL_MOST;
        memory->refills[i] = (struct host_hull){in->from, to};
        memory->copies += (to - in->from + SCRATCH_BYTES - 1) / SCRATCH_BYTES;
    }
    return any;
}

int host_memory_init(struct host_memory *memory, const struct objects *objects, struct err *err)
{
    const struct device_api *api = objects->device->api;
    size_t count = objects->plan->program->allocs.count + 1;
    *memory = (struct host_memory){.objects = objects};
    memory->refills = mem_zalloc(count * sizeof *memory->refills);
    struct uses uses = {mem_zalloc(count * sizeof *uses.in), mem_zalloc(count * sizeof *uses.out),
                        mem_zalloc(count * sizeof *uses.touched)};
    find_uses(objects->plan, &uses);
    int error = 0;
    if (find_refills(memory, &uses))
        error = api->allocate(objects->device, MEMORY_PAGEABLE, OTHER_BYTES, &memory->other);
    if (error == 0 && memory->copies)
        error = api->allocate(objects->device, MEMORY_DEVICE, SCRATCH_BYTES, &memory->scratch);
    free(uses.in);
    free(uses.out);
    free(uses.touched);
    return error ? objects_failed(objects, NULL, error, err) : 0;
}

/* By copies from the device, as a program makes them. */
static int refill(const struct host_memory *memory, char *at, uint64_t bytes)
{
    struct device *device = memory->objects->device;
    int error = 0;
    for (uint64_t done = 0; error == 0 && done < bytes; done += SCRATCH_BYTES) {
        struct device_copy copy = {
            .kind = COPY_D2H,
            .dst = at + done,
            .src = memory->scratch,
            .bytes = bytes - done < SCRATCH_BYTES ? bytes - done : SCRATCH_BYTES,
            .synchronous = true,
        };
        error = device->api->copy(device, &copy, NULL);
    }
    return error;
}

int host_memory_prepare(struct host_memory *memory, struct err *err)
{
    const struct objects *objects = memory->objects;
    for (size_t i = 1; i < objects->plan->program->allocs.count; i++) {
        const struct host_hull *hull = &memory->refills[i];
        if (hull->to == 0)
            continue;
        int error = refill(memory, (char *)objects->memory[i] + hull->from, hull->to - hull->from);
        if (error)
            return objects_failed(objects, NULL, error, err);
    }
    if (memory->other)
        objects->device->api->touch(objects->device, memory->other, OTHER_BYTES, true);
    return 0;
}

void host_memory_touch(const struct objects *objects, const struct program_record *record,
                       int64_t until)
{
    const struct program *program = objects->plan->program;
    const struct program_copy *copy = &program->copies.rows[record->object];
    const struct program_alloc *alloc = &program->allocs.rows[copy->dst.alloc];
    if (record->value == PROGRAM_FREES || copy->dst.alloc == 0 || alloc->kind != MEMORY_PAGEABLE ||
        copy->dst.offset > alloc->bytes || copy->dst.bytes > alloc->bytes - copy->dst.offset)
        return;
    char *memory = objects_at(objects, copy, true);
    struct device *device = objects->device;
    uint64_t bytes = copy->dst.bytes, from = bytes > TOUCH_MOST ? bytes - TOUCH_MOST : 0;
    for (uint64_t at = from; memory && at < bytes && device->api->now(device) < until; at += PIECE)
        device->api->touch(device, memory + at, bytes - at < PIECE ? bytes - at : PIECE,
                           record->call == CALL_host_write);
}

void host_memory_release(struct host_memory *memory)
{
    struct device *device = memory->objects ? memory->objects->device : NULL;
    if (memory->other)
        device->api->release(device, MEMORY_PAGEABLE, memory->other);
    if (memory->scratch)
        device->api->release(device, MEMORY_DEVICE, memory->scratch);
    free(memory->refills);
    memset(memory, 0, sizeof *memory);
}
