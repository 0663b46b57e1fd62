#include "sim/io/program_fields.h"

static const char *const thread_words[] = {"host", "worker"};
static const char *const stream_words[] = {"legacy", "blocking", "non-blocking", "per-thread"};
static const char *const memory_words[] = {"none",       "pageable", "pinned",
                                           "registered", "device",   "managed"};
static const char *const copy_words[] = {"h2d", "d2h", "d2d", "p2p", "h2h", "memset"};
static const char *const cost_words[] = {"time", "block-time", "work", "gate"};
static const char *const access_words[] = {
    "none", "read", "write", "read-write", "atomic-none", "atomic-read", "atomic-write", "atomic"};

#define TABLE(name) offsetof(struct program, name)
#define FIELD(name, type, row, member, otherwise)                                                  \
    {                                                                                              \
        name, sizeof(name) - 1, FIELD_##type, offsetof(struct row, member), otherwise, NULL, 0, 0  \
    }
#define WORDS(name, row, member, words)                                                            \
    {                                                                                              \
        name, sizeof(name) - 1, FIELD_WORD, offsetof(struct row, member), -1, words,               \
            sizeof(words) / sizeof *(words), 0                                                     \
    }
#define REFERENCE(name, type, row, member, table)                                                  \
    {                                                                                              \
        name, sizeof(name) - 1, FIELD_##type, offsetof(struct row, member), 0, NULL, 0,            \
            TABLE(table)                                                                           \
    }

static const struct program_field thread_fields[] = {
    WORDS("kind", program_thread, kind, thread_words),
    FIELD("name", NAME, program_thread, name, 0),
};

static const struct program_field stream_fields[] = {
    WORDS("kind", program_stream, kind, stream_words),
    FIELD("priority", I32, program_stream, priority, 0),
    FIELD("device", U32, program_stream, device, 0),
    FIELD("name", NAME, program_stream, name, 0),
    REFERENCE("thread", U16, program_stream, thread, threads),
};

static const struct program_field event_fields[] = {
    FIELD("name", NAME, program_event, name, 0),
    FIELD("timing", BOOL, program_event, timing, 0),
    FIELD("blocking", BOOL, program_event, blocking, 0),
};

static const struct program_field pool_fields[] = {
    FIELD("name", NAME, program_pool, name, 0),
    FIELD("release_threshold", U64, program_pool, release_threshold, 0),
};

static const struct program_field alloc_fields[] = {
    WORDS("kind", program_alloc, kind, memory_words),
    FIELD("bytes", U64, program_alloc, bytes, 0),
    FIELD("name", NAME, program_alloc, name, 0),
    REFERENCE("pool", U32, program_alloc, pool, pools),
    FIELD("device", U32, program_alloc, device, 0),
};

static const struct program_field kernel_fields[] = {
    FIELD("name", NAME, program_kernel, name, 0),
    FIELD("registers", U32, program_kernel, registers, 0),
    FIELD("static_shared_bytes", U32, program_kernel, static_shared_bytes, 0),
    FIELD("guessed", BOOL, program_kernel, guessed, 0),
};

static const struct program_field hostfn_fields[] = {
    FIELD("name", NAME, program_hostfn, name, 0),
    FIELD("callback", BOOL, program_hostfn, callback, 0),
    FIELD("time_ns", AMOUNT, program_hostfn, time, 0),
};

static const struct program_field copy_fields[] = {
    WORDS("kind", program_copy, kind, copy_words),
    REFERENCE("dst", U32, program_copy, dst.alloc, allocs),
    FIELD("dst_at", U64, program_copy, dst.offset, 0),
    FIELD("dst_bytes", U64, program_copy, dst.bytes, 0),
    REFERENCE("src", U32, program_copy, src.alloc, allocs),
    FIELD("src_at", U64, program_copy, src.offset, 0),
    FIELD("src_bytes", U64, program_copy, src.bytes, 0),
    FIELD("rows", U64, program_copy, rows, 0),
    FIELD("dst_pitch", U64, program_copy, dst_pitch, 0),
    FIELD("src_pitch", U64, program_copy, src_pitch, 0),
    {"host_memory", 11, FIELD_WORD, offsetof(struct program_copy, host_memory), MEMORY_NONE,
     memory_words, sizeof memory_words / sizeof *memory_words, 0},
    FIELD("value", I32, program_copy, value, 0),
};

static const struct program_field launch_fields[] = {
    REFERENCE("kernel", U32, program_launch, kernel, kernels),
    FIELD("grid", THREE, program_launch, grid, 0),
    FIELD("block", THREE, program_launch, block, 0),
    FIELD("shared_bytes", U32, program_launch, shared_bytes, 0),
    FIELD("registers", U32, program_launch, registers, 0),
    FIELD("carveout", I32, program_launch, carveout, -1),
    FIELD("priority", I32, program_launch, priority, INT32_MIN),
    FIELD("cooperative", BOOL, program_launch, cooperative, 0),
    FIELD("cluster_blocks", U8, program_launch, cluster_blocks, 0),
    WORDS("cost", program_launch, cost, cost_words),
    FIELD("time_ns", AMOUNT, program_launch, time, 0),
    FIELD("flops", AMOUNT, program_launch, flops, 0),
    FIELD("bytes", AMOUNT, program_launch, bytes, 0),
    FIELD("fails", I32, program_launch, fails, 0),
    FIELD("arguments", U64, program_launch, arguments, 0),
};

static const struct program_field access_fields[] = {
    REFERENCE("alloc", U32, program_access, range.alloc, allocs),
    FIELD("at", U64, program_access, range.offset, 0),
    FIELD("bytes", U64, program_access, range.bytes, 0),
    /* the mode is a byte: the reader and the writer treat U8 with words so */
    {"mode", 4, FIELD_U8, offsetof(struct program_access, mode), -1, access_words, 8, 0},
    FIELD("certain", BOOL, program_access, certain, 0),
};

static const struct program_field result_fields[] = {
    REFERENCE("alloc", U32, program_range, alloc, allocs),
    FIELD("at", U64, program_range, offset, 0),
    FIELD("bytes", U64, program_range, bytes, 0),
};

#define KIND(keyword, fields, table, row, reserved)                                                \
    {                                                                                              \
        keyword, fields, sizeof(fields) / sizeof *(fields), TABLE(table), sizeof(struct row),      \
            reserved                                                                               \
    }

const struct program_kind program_kinds[KIND_COUNT] = {
    [KIND_THREAD] = KIND("thread", thread_fields, threads, program_thread, false),
    [KIND_STREAM] = KIND("stream", stream_fields, streams, program_stream, false),
    [KIND_EVENT] = KIND("event", event_fields, events, program_event, true),
    [KIND_POOL] = KIND("pool", pool_fields, pools, program_pool, true),
    [KIND_ALLOC] = KIND("alloc", alloc_fields, allocs, program_alloc, true),
    [KIND_KERNEL] = KIND("kernel", kernel_fields, kernels, program_kernel, true),
    [KIND_HOSTFN] = KIND("hostfn", hostfn_fields, hostfns, program_hostfn, true),
    [KIND_COPY] = KIND("copy", copy_fields, copies, program_copy, true),
    [KIND_LAUNCH] = KIND("launch", launch_fields, launches, program_launch, true),
    [KIND_ACCESS] = KIND("access", access_fields, accesses, program_access, false),
    [KIND_RESULT] = KIND("result", result_fields, results, program_range, false),
};

#define FLAG(name, bit)                                                                            \
    {                                                                                              \
        name, sizeof(name) - 1, FIELD_FLAG, offsetof(struct program_record, flags), bit, NULL, 0,  \
            0                                                                                      \
    }

const struct program_field program_call_fields[] = {
    REFERENCE("thread", U16, program_record, thread, threads),
    FIELD("file", FILE, program_record, place, 0),
    FIELD("line", FILE, program_record, place, 0),
    FIELD("column", U8, program_record, column, 0),
    REFERENCE("stream", U32, program_record, stream, streams),
    FIELD("", OBJECT, program_record, object, 0),
    FIELD("value", I64, program_record, value, 0),
    FIELD("count", U32, program_record, count, 0),
    FIELD("result", U16, program_record, result, 0),
    FIELD("each", EACH, program_record, flags, 0),
    FLAG("branched", RECORD_BRANCHED),
    FLAG("poll", RECORD_POLL),
    FLAG("warm", RECORD_WARM),
    FLAG("refused", RECORD_REFUSED),
    FLAG("possible", RECORD_POSSIBLE),
    FLAG("ignored", RECORD_IGNORED),
};
const size_t program_call_field_count = sizeof program_call_fields / sizeof *program_call_fields;

const char *program_object_field(enum call_object object, size_t *table)
{
    static const struct {
        const char *name;
        size_t table;
    } fields[] = {
        [OBJECT_NONE] = {"object", 0},
        [OBJECT_STREAM] = {"of", TABLE(streams)}, /* beside `stream`, the one it is enqueued in */
        [OBJECT_EVENT] = {"event", TABLE(events)},
        [OBJECT_LAUNCH] = {"launch", TABLE(launches)},
        [OBJECT_COPY] = {"copy", TABLE(copies)},
        [OBJECT_ALLOC] = {"alloc", TABLE(allocs)},
        [OBJECT_HOSTFN] = {"hostfn", TABLE(hostfns)},
        [OBJECT_POOL] = {"pool", TABLE(pools)},
        [OBJECT_KERNEL] = {"kernel", TABLE(kernels)},
        [OBJECT_THREAD] = {"of", TABLE(threads)},
        [OBJECT_LOCK] = {"lock", 0},
        [OBJECT_NAME] = {"name", 0},
    };
    *table = fields[object].table;
    return fields[object].name;
}
