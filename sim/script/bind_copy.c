/* Copies and memsets: which memory, and which direction. */
#include "sim/base/mem.h"
#include "sim/script/binding_inside.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* enum cudaMemcpyKind */
enum { KIND_H2H, KIND_H2D, KIND_D2H, KIND_D2D, KIND_DEFAULT };

struct shape {
    uint64_t dst, src, dst_pitch, src_pitch, width, height;
    uint64_t kind;
};

static bool on_device(enum memory_kind kind)
{
    return kind == MEMORY_DEVICE || kind == MEMORY_MANAGED;
}

/* Page-locked memory is mapped, so that the device may have it for its own. */
static bool reachable(enum memory_kind kind)
{
    return on_device(kind) || memory_is_page_locked(kind);
}

/* Whether a side that the call says is the device's (or the host's) is so: memory that can be both
 * is what the call says; with cudaMemcpyDefault it is where it was allocated. */
static bool is_device_side(enum memory_kind kind, uint64_t call, bool said_device)
{
    if (kind == MEMORY_DEVICE || kind == MEMORY_PAGEABLE || call == KIND_DEFAULT)
        return on_device(kind);
    return said_device;
}

/* The direction by the pointers and the kind that the call names; false: CUDA refuses it. Only what
 * is said to be the device's must be within its reach (tried on an H200, CUDA 13.0). */
static bool direction(enum memory_kind dst, enum memory_kind src, uint64_t kind,
                      enum copy_kind *out)
{
    bool to_device = kind == KIND_H2D || kind == KIND_D2D;
    bool from_device = kind == KIND_D2H || kind == KIND_D2D;
    bool to = is_device_side(dst, kind, to_device), from = is_device_side(src, kind, from_device);
    *out = to ? from ? COPY_D2D : COPY_H2D : from ? COPY_D2H : COPY_H2H;
    return dst != MEMORY_NONE && src != MEMORY_NONE && (!to_device || reachable(dst)) &&
           (!from_device || reachable(src));
}

/* A copy does what its pointers say, but what it is told of them may be false; for check. */
static void note_kind(const struct vm_call *call, enum call which, enum memory_kind dst,
                      enum memory_kind src, uint64_t kind)
{
    static const char *const kinds[] = {"cudaMemcpyHostToHost", "cudaMemcpyHostToDevice",
                                        "cudaMemcpyDeviceToHost", "cudaMemcpyDeviceToDevice"};
    bool to_host = dst == MEMORY_DEVICE && (kind == KIND_D2H || kind == KIND_H2H);
    bool from_host = src == MEMORY_DEVICE && (kind == KIND_H2D || kind == KIND_H2H);
    char words[120];
    if (!to_host && !from_host)
        return;
    snprintf(words, sizeof words, "%s, but its %s memory of the device", kinds[kind],
             to_host && from_host ? "source and its destination are"
             : to_host            ? "destination is"
                                  : "source is");
    bind_fault(call, which, FAULT_TOLD, 0, words);
}

/* Bytes from the first to behind the last of a 2D shape; UINT64_MAX when that overflows. */
static uint64_t extent(uint64_t pitch, uint64_t width, uint64_t height)
{
    uint64_t bytes;
    if (width == 0 || height == 0)
        return 0;
    if (__builtin_mul_overflow(pitch, height - 1, &bytes) ||
        __builtin_add_overflow(bytes, width, &bytes))
        return UINT64_MAX;
    return bytes;
}

/* `device`: the call says that it is the device's. 0: fits; 1: CUDA says it is invalid; -1: what a
 * host access there does is undefined. */
static int check_side(const struct vm_call *call, enum call which, uint64_t address, uint64_t bytes,
                      bool device, bool write, struct err *err)
{
    struct binding *binding = binding_of(call);
    struct memory *memory = &call->vm->memory;
    enum memory_kind kind = bind_memory_kind(binding, address);
    if (bytes == 0)
        return 0;
    bool invalid = address == 0 || (kind == MEMORY_NONE && device); /* freed, or never there */
    if (kind == MEMORY_DEVICE || kind == MEMORY_MANAGED)
        invalid = bytes > memory_left(memory, address);
    if (invalid)
        bind_fault_memory(call, which, address, bytes, write ? "a write" : "a read");
    if (invalid || kind == MEMORY_DEVICE || kind == MEMORY_MANAGED)
        return invalid;
    const char *what = call->site->function ? call->site->function->name : "the copy";
    return write ? memory_check_write(memory, address, bytes, what, err)
                 : memory_check(memory, address, bytes, false, what, err);
}

/* ---- staging ---- */

/* A copy from pageable memory takes what stands there at the call; what the host writes there after
 * the call has returned stays out of it (S2.1). */
static int stage(const struct vm_call *call, uint32_t copy, uint64_t from, uint64_t bytes,
                 struct err *err)
{
    static const struct memory_site site = {.name = "the staging buffer of a copy"};
    struct binding *binding = binding_of(call);
    uint64_t address;
    if (memory_make(&call->vm->memory, SEGMENT_HEAP, bytes, false, &site, &address, err) != 0 ||
        memory_copy(&call->vm->memory, address, from, bytes, err) != 0)
        return -1;
    binding->staged = mem_grow(binding->staged, &binding->staged_capacity,
                               binding->staged_count + 1, sizeof *binding->staged);
    binding->staged[binding->staged_count++] = (struct bind_staged){copy, address};
    bind_pending(call)->address = address;
    return 0;
}

int bind_unstage(struct binding *binding, size_t at, struct err *err)
{
    uint64_t address = binding->staged[at].address;
    binding->staged_count--;
    memmove(binding->staged + at, binding->staged + at + 1,
            (binding->staged_count - at) * sizeof *binding->staged);
    return memory_free(&binding->script->vm.memory, address, SEGMENT_HEAP, "staging", NULL, err);
}

/* A copy that was refused takes nothing. */
static enum vm_action copy_finish(struct vm_call *call, const void *answer, struct err *err)
{
    struct binding *binding = binding_of(call);
    uint64_t address = bind_pending(call)->address;
    if (((const struct runtime_answer *)answer)->error != 0 && address) {
        for (size_t i = binding->staged_count; i-- > 0;) {
            if (binding->staged[i].address == address && bind_unstage(binding, i, err) != 0)
                return VM_FAIL;
        }
    }
    return bind_finish(call, answer, err);
}

/* A copy that the call does not wait for may still be using a local variable when that ends. From
 * pageable memory it is staged: of what the host does behind the call nothing gets into it. */
static void watch_local(const struct vm_call *call, enum call which, const struct program_copy *row,
                        const struct shape *shape)
{
    if (call_async(which) != CALL_NONE)
        return;
    if (row->kind == COPY_D2H)
        memory_watch_local(&call->vm->memory, shape->dst);
    else if (row->kind == COPY_H2D && row->host_memory != MEMORY_PAGEABLE)
        memory_watch_local(&call->vm->memory, shape->src);
}

static enum vm_action refuse_pitch(struct vm_call *call, enum call which, const struct shape *shape)
{
    char words[120];
    bool src = shape->src_pitch < shape->width;
    snprintf(words, sizeof words,
             "its rows are %" PRIu64 " bytes wide, more than the %" PRIu64
             " from one to the next of the %s",
             shape->width, src ? shape->src_pitch : shape->dst_pitch,
             src ? "source" : "destination");
    bind_fault(call, which, FAULT_REFUSED, 0, words);
    return bind_refuse(call, which, CUDA_cudaErrorInvalidPitchValue);
}

static enum vm_action copy(struct vm_call *call, enum call which, const struct shape *shape,
                           uint32_t stream, struct err *err)
{
    struct binding *binding = binding_of(call);
    bind_pending(call)->address = 0;
    enum memory_kind dst = bind_memory_kind(binding, shape->dst);
    enum memory_kind src = bind_memory_kind(binding, shape->src);
    struct program_copy row = {.rows = 1};
    uint64_t bytes = shape->height ? shape->width : 0;
    if (shape->height > 1 && (shape->dst_pitch < shape->width || shape->src_pitch < shape->width))
        return refuse_pitch(call, which, shape);
    uint64_t to = extent(shape->dst_pitch, shape->width, shape->height);
    uint64_t from = extent(shape->src_pitch, shape->width, shape->height);
    if (shape->kind > KIND_DEFAULT)
        return bind_refuse(call, which, CUDA_cudaErrorInvalidMemcpyDirection);
    bool to_device = shape->kind == KIND_H2D || shape->kind == KIND_D2D;
    bool from_device = shape->kind == KIND_D2H || shape->kind == KIND_D2D;
    int a = check_side(call, which, shape->dst, to, to_device, true, err);
    int b = a == 0 ? check_side(call, which, shape->src, from, from_device, false, err) : 0;
    if (a < 0 || b < 0)
        return VM_FAIL;
    if (a > 0 || b > 0)
        return bind_refuse(call, which, CUDA_cudaErrorInvalidValue);
    if (to > 0 && !direction(dst, src, shape->kind, &row.kind)) {
        bind_fault(call, which, FAULT_REFUSED, 0, "its direction does not fit its pointers");
        return bind_refuse(call, which, CUDA_cudaErrorInvalidValue);
    }
    if (to > 0)
        note_kind(call, which, dst, src, shape->kind);
    row.dst = bind_range(binding, shape->dst, bytes);
    row.src = bind_range(binding, shape->src, bytes);
    row.dst.bytes = row.src.bytes = bytes;
    if (shape->height > 1) {
        row.rows = shape->height;
        row.dst_pitch = shape->dst_pitch;
        row.src_pitch = shape->src_pitch;
    }
    row.host_memory = row.kind == COPY_H2D ? src : row.kind == COPY_D2H ? dst : MEMORY_NONE;
    watch_local(call, which, &row, shape);
    struct program_record *record = bind_record(call, which);
    record->stream = stream;
    record->object = program_add_copy(binding->script->program, &row);
    if (row.kind == COPY_H2D && row.host_memory == MEMORY_PAGEABLE && from > 0 &&
        stage(call, record->object, shape->src, from, err) != 0)
        return VM_FAIL;
    return VM_SUSPEND;
}

/* The stream of argument `index`, or the thread's default stream. */
static int stream_at(const struct vm_call *call, int index, uint32_t *stream, struct err *err)
{
    if (index >= 0 && index < call->arg_count)
        return bind_stream(call, index, stream, err);
    return bind_stream_handle(call, 0, stream, err);
}

static enum vm_action copy_1d(struct vm_call *call, enum call which, int stream_index,
                              struct err *err)
{
    struct shape shape = {.height = 1};
    uint32_t stream;
    if (bind_number(call, 2, "size", &shape.width, err) != 0 ||
        bind_pointer(call, 0, "destination", &shape.dst, err) != 0 ||
        bind_pointer(call, 1, "source", &shape.src, err) != 0 ||
        bind_number(call, 3, "direction", &shape.kind, err) != 0 ||
        stream_at(call, stream_index, &stream, err) != 0)
        return VM_FAIL;
    return copy(call, which, &shape, stream, err);
}

static enum vm_action memcpy_begin(struct vm_call *call, struct err *err)
{
    return copy_1d(call, CALL_cudaMemcpy, -1, err);
}

static enum vm_action memcpy_async_begin(struct vm_call *call, struct err *err)
{
    return copy_1d(call, CALL_cudaMemcpyAsync, 4, err);
}

static enum vm_action copy_2d(struct vm_call *call, enum call which, int stream_index,
                              struct err *err)
{
    struct shape shape;
    uint32_t stream;
    if (bind_pointer(call, 0, "destination", &shape.dst, err) != 0 ||
        bind_number(call, 1, "pitch of the destination", &shape.dst_pitch, err) != 0 ||
        bind_pointer(call, 2, "source", &shape.src, err) != 0 ||
        bind_number(call, 3, "pitch of the source", &shape.src_pitch, err) != 0 ||
        bind_number(call, 4, "width", &shape.width, err) != 0 ||
        bind_number(call, 5, "height", &shape.height, err) != 0 ||
        bind_number(call, 6, "direction", &shape.kind, err) != 0 ||
        stream_at(call, stream_index, &stream, err) != 0)
        return VM_FAIL;
    return copy(call, which, &shape, stream, err);
}

static enum vm_action memcpy_2d_begin(struct vm_call *call, struct err *err)
{
    return copy_2d(call, CALL_cudaMemcpy2D, -1, err);
}

static enum vm_action memcpy_2d_async_begin(struct vm_call *call, struct err *err)
{
    return copy_2d(call, CALL_cudaMemcpy2DAsync, 7, err);
}

/* Of headers/cuda_volumes.txt: what is no 2D copy. */
static enum vm_action refuse_volume(struct vm_call *call, struct err *err)
{
    if (call->args[0].u) {
        err_set(err, ERR_INPUT, "a copy from or to an array is not supported");
        err_hint(err, "keep the data in linear memory: cudaMalloc3D");
    } else {
        err_set(err, ERR_INPUT,
                "a part of each of several planes is not supported: the height is "
                "not that of the planes (ysize)");
        err_hint(err, "take whole planes, or one after another with cudaMemcpy2D, cudaMemset2D");
    }
    return VM_FAIL;
}

/* dst, dstDevice, src, srcDevice, count; between device 0 and itself it is a copy on the device. */
static enum vm_action copy_peer(struct vm_call *call, enum call which, int stream_index,
                                struct err *err)
{
    struct shape shape = {.height = 1, .kind = KIND_D2D};
    uint64_t to, from;
    uint32_t stream;
    if (bind_pointer(call, 0, "destination", &shape.dst, err) != 0 ||
        bind_number(call, 1, "device", &to, err) != 0 ||
        bind_pointer(call, 2, "source", &shape.src, err) != 0 ||
        bind_number(call, 3, "device", &from, err) != 0 ||
        bind_number(call, 4, "size", &shape.width, err) != 0 ||
        stream_at(call, stream_index, &stream, err) != 0)
        return VM_FAIL;
    enum vm_action action = copy(call, which, &shape, stream, err);
    script_of(call)->record.value = (int32_t)(to ? to : from);
    return action;
}

static enum vm_action peer_begin(struct vm_call *call, struct err *err)
{
    return copy_peer(call, CALL_cudaMemcpyPeer, -1, err);
}

static enum vm_action peer_async_begin(struct vm_call *call, struct err *err)
{
    return copy_peer(call, CALL_cudaMemcpyPeerAsync, 5, err);
}

static enum vm_action copy_symbol(struct vm_call *call, enum call which, bool to_symbol,
                                  int stream_index, struct err *err)
{
    struct shape shape = {.height = 1};
    uint64_t symbol, offset, other;
    uint32_t stream;
    if (bind_pointer(call, to_symbol ? 0 : 1, "symbol", &symbol, err) != 0 ||
        bind_pointer(call, to_symbol ? 1 : 0, "pointer", &other, err) != 0 ||
        bind_number(call, 2, "size", &shape.width, err) != 0 ||
        bind_number(call, 3, "offset", &offset, err) != 0 ||
        bind_number(call, 4, "direction", &shape.kind, err) != 0 ||
        stream_at(call, stream_index, &stream, err) != 0)
        return VM_FAIL;
    if (!bind_find_alloc(binding_of(call), symbol) ||
        !on_device(bind_memory_kind(binding_of(call), symbol)))
        return bind_refuse(call, which, CUDA_cudaErrorInvalidSymbol);
    if (shape.kind == KIND_H2H || shape.kind == (to_symbol ? KIND_D2H : KIND_H2D))
        return bind_refuse(call, which, CUDA_cudaErrorInvalidMemcpyDirection);
    shape.dst = to_symbol ? symbol + offset : other;
    shape.src = to_symbol ? other : symbol + offset;
    return copy(call, which, &shape, stream, err);
}

static enum vm_action to_symbol_begin(struct vm_call *call, struct err *err)
{
    return copy_symbol(call, CALL_cudaMemcpyToSymbol, true, -1, err);
}

static enum vm_action to_symbol_async_begin(struct vm_call *call, struct err *err)
{
    return copy_symbol(call, CALL_cudaMemcpyToSymbolAsync, true, 5, err);
}

static enum vm_action from_symbol_begin(struct vm_call *call, struct err *err)
{
    return copy_symbol(call, CALL_cudaMemcpyFromSymbol, false, -1, err);
}

static enum vm_action from_symbol_async_begin(struct vm_call *call, struct err *err)
{
    return copy_symbol(call, CALL_cudaMemcpyFromSymbolAsync, false, 5, err);
}

/* ---- memset ---- */

static enum vm_action set(struct vm_call *call, enum call which, const struct shape *shape,
                          int value_index, uint32_t stream)
{
    struct binding *binding = binding_of(call);
    const struct vm_cell *value = &call->args[value_index];
    uint64_t bytes = extent(shape->dst_pitch, shape->width, shape->height);
    if (bytes > 0 && (!reachable(bind_memory_kind(binding, shape->dst)) ||
                      bytes > memory_left(&call->vm->memory, shape->dst))) {
        bind_fault_memory(call, which, shape->dst, bytes, "a write");
        return bind_refuse(call, which, CUDA_cudaErrorInvalidValue);
    }
    if (shape->height > 1 && shape->dst_pitch < shape->width)
        return bind_refuse(call, which, CUDA_cudaErrorInvalidValue);
    struct program_copy row = {
        .kind = COPY_MEMSET,
        .dst = bind_range(binding, shape->dst, shape->height ? shape->width : 0),
        .rows = shape->height > 1 ? shape->height : 1,
        .dst_pitch = shape->height > 1 ? shape->dst_pitch : 0,
        .value = value->tag & MEMORY_UNKNOWN ? -1 : (int32_t)(value->u & 0xff),
    };
    row.dst.bytes = shape->height ? shape->width : 0;
    struct program_record *record = bind_record(call, which);
    record->stream = stream;
    record->object = program_add_copy(binding->script->program, &row);
    return VM_SUSPEND;
}

static enum vm_action set_1d(struct vm_call *call, enum call which, int stream_index,
                             struct err *err)
{
    struct shape shape = {.height = 1};
    uint32_t stream;
    if (bind_pointer(call, 0, "destination", &shape.dst, err) != 0 ||
        bind_number(call, 2, "size", &shape.width, err) != 0 ||
        stream_at(call, stream_index, &stream, err) != 0)
        return VM_FAIL;
    return set(call, which, &shape, 1, stream);
}

static enum vm_action memset_begin(struct vm_call *call, struct err *err)
{
    return set_1d(call, CALL_cudaMemset, -1, err);
}

static enum vm_action memset_async_begin(struct vm_call *call, struct err *err)
{
    return set_1d(call, CALL_cudaMemsetAsync, 3, err);
}

static enum vm_action set_2d(struct vm_call *call, enum call which, int stream_index,
                             struct err *err)
{
    struct shape shape = {0};
    uint32_t stream;
    if (bind_pointer(call, 0, "destination", &shape.dst, err) != 0 ||
        bind_number(call, 1, "pitch", &shape.dst_pitch, err) != 0 ||
        bind_number(call, 3, "width", &shape.width, err) != 0 ||
        bind_number(call, 4, "height", &shape.height, err) != 0 ||
        stream_at(call, stream_index, &stream, err) != 0)
        return VM_FAIL;
    return set(call, which, &shape, 2, stream);
}

static enum vm_action memset_2d_begin(struct vm_call *call, struct err *err)
{
    return set_2d(call, CALL_cudaMemset2D, -1, err);
}

static enum vm_action memset_2d_async_begin(struct vm_call *call, struct err *err)
{
    return set_2d(call, CALL_cudaMemset2DAsync, 5, err);
}

/* ---- prefetch ---- */

/* struct cudaMemLocation: type, id. */
enum { LOCATION_DEVICE = 1, LOCATION_HOST = 2 };

static enum vm_action prefetch_begin(struct vm_call *call, struct err *err)
{
    struct binding *binding = binding_of(call);
    uint64_t address, bytes;
    uint32_t stream;
    int32_t location[2];
    if (bind_pointer(call, 0, "pointer", &address, err) != 0 ||
        bind_number(call, 1, "size", &bytes, err) != 0 ||
        bind_read(call, call->args[2].u, location, sizeof location, "the location", err) != 0 ||
        stream_at(call, 4, &stream, err) != 0)
        return VM_FAIL;
    bool device = location[0] == LOCATION_DEVICE;
    if (bind_memory_kind(binding, address) != MEMORY_MANAGED ||
        bytes > memory_left(&call->vm->memory, address) || (!device && location[0] < LOCATION_HOST))
        return bind_refuse(call, CALL_cudaMemPrefetchAsync, CUDA_cudaErrorInvalidValue);
    if (device && location[1] != 0)
        return bind_refuse(call, CALL_cudaMemPrefetchAsync, CUDA_cudaErrorInvalidDevice);
    struct program_range range = bind_range(binding, address, bytes);
    struct program_record *record = bind_record(call, CALL_cudaMemPrefetchAsync);
    record->stream = stream;
    record->object = program_add_copy(binding->script->program,
                                      &(struct program_copy){.kind = device ? COPY_H2D : COPY_D2H,
                                                             .dst = range,
                                                             .src = range,
                                                             .rows = 1,
                                                             .host_memory = MEMORY_MANAGED});
    return VM_SUSPEND;
}

const struct vm_builtin bind_copy_builtins[] = {
    {"cudaMemcpy", memcpy_begin, copy_finish},
    {"cudaMemcpyAsync", memcpy_async_begin, copy_finish},
    {"__ns_refuse_volume", refuse_volume, NULL},
    {"cudaMemcpy2D", memcpy_2d_begin, copy_finish},
    {"cudaMemcpy2DAsync", memcpy_2d_async_begin, copy_finish},
    {"cudaMemcpyPeer", peer_begin, bind_finish},
    {"cudaMemcpyPeerAsync", peer_async_begin, bind_finish},
    {"cudaMemcpyToSymbol", to_symbol_begin, copy_finish},
    {"cudaMemcpyToSymbolAsync", to_symbol_async_begin, copy_finish},
    {"cudaMemcpyFromSymbol", from_symbol_begin, bind_finish},
    {"cudaMemcpyFromSymbolAsync", from_symbol_async_begin, bind_finish},
    {"cudaMemset", memset_begin, bind_finish},
    {"cudaMemsetAsync", memset_async_begin, bind_finish},
    {"cudaMemset2D", memset_2d_begin, bind_finish},
    {"cudaMemset2DAsync", memset_2d_async_begin, bind_finish},
    {"cudaMemPrefetchAsync", prefetch_begin, bind_finish},
    {0},
};
