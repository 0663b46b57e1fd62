/* What CUDA offers besides its calls: names of errors, NVTX ranges, results. */
#include "sim/base/mem.h"
#include "sim/script/binding_inside.h"

#include <string.h>

/* ---- names of errors ---- */

static const int errors[] = {
#define ERROR(name, number, text) number,
    CUDA_ERROR_LIST(ERROR)
#undef ERROR
};

enum { ERRORS = sizeof errors / sizeof *errors };
_Static_assert(ERRORS < 64, "error_texts has room for all, and for an unknown one");

/* The text stands in the program's memory from its first use on. */
static enum vm_action error_text(struct vm_call *call, int which, struct err *err)
{
    struct binding *binding = binding_of(call);
    uint64_t error;
    if (bind_number(call, 0, "error", &error, err) != 0)
        return VM_FAIL;
    size_t slot = 0;
    while (slot < ERRORS && errors[slot] != (int)error)
        slot++; /* ERRORS: unrecognized */
    const char *text = which ? cuda_error_text((int)error) : cuda_error_name((int)error);
    if (binding->error_texts[slot][which] == 0) {
        static const struct memory_site site = {.name = "the text of an error"};
        struct memory *memory = &call->vm->memory;
        uint64_t address, bytes = strlen(text) + 1;
        if (memory_make(memory, SEGMENT_LITERAL, bytes, true, &site, &address, err) != 0 ||
            memory_put(memory, address, text, bytes, 0, err) != 0)
            return VM_FAIL;
        binding->error_texts[slot][which] = address;
    }
    call->result = (struct vm_cell){.u = binding->error_texts[slot][which]};
    return VM_OK;
}

static enum vm_action error_name_begin(struct vm_call *call, struct err *err)
{
    return error_text(call, 0, err);
}

static enum vm_action error_string_begin(struct vm_call *call, struct err *err)
{
    return error_text(call, 1, err);
}

/* ---- NVTX ---- */

/* The first of the ranges that limit the timed part is the timed part. */
static void tell_later_range(struct vm_call *call)
{
    struct binding *binding = binding_of(call);
    if (binding->timed_before)
        vm_warn(call->vm, call->site->place,
                "of several ranges \"nullstream\" the first is timed, unless --range nullstream#2 "
                "names another: to time all turns push it before the loop");
    binding->timed_before = true;
}

static enum vm_action push(struct vm_call *call, uint64_t address, struct err *err)
{
    struct strbuf text;
    strbuf_init(&text);
    if (vm_string(call, address, &text, err) != 0) {
        strbuf_release(&text);
        return VM_FAIL;
    }
    if (strcmp(text.text, "nullstream") == 0)
        tell_later_range(call);
    bind_record(call, CALL_range_push)->object =
        intern_add(&script_of(call)->program->names, text.text, text.length);
    strbuf_release(&text);
    return VM_SUSPEND;
}

static enum vm_action push_begin(struct vm_call *call, struct err *err)
{
    uint64_t address;
    if (bind_pointer(call, 0, "text", &address, err) != 0)
        return VM_FAIL;
    return push(call, address, err);
}

/* nvtxEventAttributes_t as sim/script/headers/nvtx.txt has it: the message is its last member. */
enum { MESSAGE_OFFSET = 40 };

static enum vm_action push_ex_begin(struct vm_call *call, struct err *err)
{
    uint64_t address, text;
    if (bind_pointer(call, 0, "attributes", &address, err) != 0 ||
        bind_read(call, address + MESSAGE_OFFSET, &text, 8, "the message", err) != 0)
        return VM_FAIL;
    return push(call, text, err);
}

static enum vm_action pop_begin(struct vm_call *call, struct err *err)
{
    (void)err;
    return bind_plain(call, CALL_range_pop);
}

static enum vm_action range_finish(struct vm_call *call, const void *answer, struct err *err)
{
    (void)call, (void)answer, (void)err;
    return VM_OK;
}

/* Ranges that need not nest, marks, and names of threads leave no trace. */
static enum vm_action ignore_begin(struct vm_call *call, struct err *err)
{
    (void)call, (void)err;
    return VM_OK;
}

/* ---- #pragma nullstream result(pointer, bytes) ---- */

static enum vm_action result_begin(struct vm_call *call, struct err *err)
{
    uint64_t address, bytes;
    if (bind_pointer(call, 0, "pointer", &address, err) != 0 ||
        bind_number(call, 1, "size", &bytes, err) != 0)
        return VM_FAIL;
    struct binding *binding = binding_of(call);
    if (bytes > memory_left(&call->vm->memory, address)) {
        err_set(err, ERR_INPUT, "the result is longer than its memory");
        return VM_FAIL;
    }
    struct program_range range = bind_range(binding, address, bytes);
    if (range.alloc)
        program_add_result(binding->script->program, &range);
    return VM_OK;
}

/* ---- blocks of a caching allocator: void ns_pool_mark(address, bytes, stream, taken) ---- */

/* The variable that gets the block: what the call of the allocator is assigned to. */
static void note_block(const struct vm_call *call, const struct program_range *range)
{
    const struct vm_thread *thread = call->thread;
    const char *name =
        thread->frame_count < 2
            ? NULL
            : bytecode_target(call->vm->code, thread->frames[thread->frame_count - 2].pc);
    struct program *program = script_of(call)->program;
    struct program_block_name row = {range->alloc, name ? intern_adds(&program->names, name) : 0,
                                     range->offset};
    program->block_names.rows = mem_grow(program->block_names.rows, &program->block_names.capacity,
                                         program->block_names.count + 1, sizeof row);
    program->block_names.rows[program->block_names.count++] = row;
}

static enum vm_action mark_begin(struct vm_call *call, struct err *err)
{
    uint64_t address, bytes, taken;
    uint32_t stream;
    if (bind_pointer(call, 0, "pointer", &address, err) != 0 ||
        bind_number(call, 1, "size", &bytes, err) != 0 || bind_stream(call, 2, &stream, err) != 0 ||
        bind_number(call, 3, "flag", &taken, err) != 0)
        return VM_FAIL;
    struct program_range range = bind_range(binding_of(call), address, bytes);
    struct program_record *record = bind_record(call, taken ? CALL_block_take : CALL_block_give);
    record->object = range.alloc;
    record->value = (int64_t)range.offset;
    record->count = (uint32_t)(range.bytes / PROGRAM_BLOCK_UNIT);
    record->stream = stream;
    if (taken)
        note_block(call, &range);
    return VM_SUSPEND;
}

const struct vm_builtin bind_host_builtins[] = {
    {"cudaGetErrorName", error_name_begin, NULL}, {"cudaGetErrorString", error_string_begin, NULL},
    {"nvtxRangePushA", push_begin, range_finish}, {"nvtxRangePushEx", push_ex_begin, range_finish},
    {"nvtxRangePop", pop_begin, range_finish},    {"nvtxRangeStartA", ignore_begin, NULL},
    {"nvtxRangeEnd", ignore_begin, NULL},         {"nvtxMarkA", ignore_begin, NULL},
    {"nvtxNameOsThreadA", ignore_begin, NULL},    {"ns_pool_mark", mark_begin, range_finish},
    {"__ns_result", result_begin, NULL},          {0},
};
