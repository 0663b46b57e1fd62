/* The interpreter's loop. */
#include "sim/script/vm_steps.h"

#include <inttypes.h>
#include <limits.h>

enum vm_stop vm_run(struct vm *vm, struct vm_thread *thread, struct err *err)
{
    static const void *const labels[] = {
#define BYTECODE_LABEL(name, operands) &&do_##name,
        BYTECODE_OPS(BYTECODE_LABEL)
#undef BYTECODE_LABEL
    };
    const union bytecode_word *const code = vm->code->code;
    const union bytecode_word *pc;
    union bytecode_word at;
    struct vm_cell *r;
    uint64_t address = 0;
    unsigned address_tags = 0;
    uint32_t select;
    int64_t shift_count = 0;
    unsigned shift_width = 0;
    enum vm_stop stop;

    if (thread->frame_count == 0)
        return VM_ENDED;
    vm_turns_begin(vm, thread);

load_frame:
    pc = code + thread->frames[thread->frame_count - 1].pc;
    r = thread->cells + thread->frames[thread->frame_count - 1].base;
    NEXT;

do_MOVE:
    A = B;
    NEXT;
do_UNSET:
    A.u = 0;
    A.tag = MEMORY_UNKNOWN | MEMORY_UNSET;
    NEXT;
do_UNKNOWN:
    A.u = 0;
    A.tag = MEMORY_UNKNOWN | at.b;
    NEXT;
do_ADD_I32:
    BINARY(i, (int32_t)((uint32_t)b.u + (uint32_t)c.u));
do_ADD_U32:
    BINARY(u, (uint32_t)((uint32_t)b.u + (uint32_t)c.u));
do_ADD_64:
    BINARY(u, b.u + c.u);
do_ADDI_I32:
    IMMEDIATE(i, (int32_t)((uint32_t)b.u + (uint32_t)n));
    NEXT;
do_ADDI_U32:
    IMMEDIATE(u, (uint32_t)((uint32_t)b.u + (uint32_t)n));
    NEXT;
do_ADDI_64:
    IMMEDIATE(u, b.u + (uint64_t)n);
    NEXT;
do_ADDI_I32_TURN:
    IMMEDIATE(i, (int32_t)((uint32_t)b.u + (uint32_t)n));
    TURN_END;
do_ADDI_U32_TURN:
    IMMEDIATE(u, (uint32_t)((uint32_t)b.u + (uint32_t)n));
    TURN_END;
do_ADDI_64_TURN:
    IMMEDIATE(u, b.u + (uint64_t)n);
    TURN_END;
do_TURN:
    TURN_END;
do_SUB_I32:
    BINARY(i, (int32_t)((uint32_t)b.u - (uint32_t)c.u));
do_SUB_U32:
    BINARY(u, (uint32_t)((uint32_t)b.u - (uint32_t)c.u));
do_SUB_64:
    BINARY(u, b.u - c.u);
do_MUL_I32:
    BINARY(i, (int32_t)((uint32_t)b.u * (uint32_t)c.u));
do_MUL_U32:
    BINARY(u, (uint32_t)((uint32_t)b.u * (uint32_t)c.u));
do_MUL_64:
    BINARY(u, b.u * c.u);
do_DIV_I32:
    DIVISION(i, b.i == INT32_MIN && c.i == -1, b.i / c.i);
do_DIV_I64:
    DIVISION(i, b.i == INT64_MIN && c.i == -1, b.i / c.i);
do_DIV_U:
    DIVISION(u, false, b.u / c.u);
do_REM_I32:
    DIVISION(i, b.i == INT32_MIN && c.i == -1, b.i % c.i);
do_REM_I64:
    DIVISION(i, b.i == INT64_MIN && c.i == -1, b.i % c.i);
do_REM_U:
    DIVISION(u, false, b.u % c.u);
do_AND:
    BINARY(u, b.u & c.u);
do_OR:
    BINARY(u, b.u | c.u);
do_XOR:
    BINARY(u, b.u ^ c.u);
do_SHL_I32:
    SHIFT(32, i, (int32_t)((uint32_t)b.u << c.u));
do_SHL_U32:
    SHIFT(32, u, (uint32_t)((uint32_t)b.u << c.u));
do_SHL_64:
    SHIFT(64, u, b.u << c.u);
do_SHR_S32:
    SHIFT(32, i, b.i >> c.u);
do_SHR_U32:
    SHIFT(32, u, b.u >> c.u);
do_SHR_S64:
    SHIFT(64, i, b.i >> c.u);
do_SHR_U64:
    SHIFT(64, u, b.u >> c.u);
do_NEG_I32:
    UNARY(i, (int32_t)(0 - (uint32_t)b.u));
do_NEG_U32:
    UNARY(u, (uint32_t)(0 - (uint32_t)b.u));
do_NEG_64:
    UNARY(u, 0 - b.u);
do_COM_S:
    UNARY(i, ~b.i);
do_COM_U32:
    UNARY(u, (uint32_t)~b.u);
do_NOT:
    UNARY(u, b.u == 0);
do_ADD_F32:
    BINARY(f, b.f + c.f);
do_SUB_F32:
    BINARY(f, b.f - c.f);
do_MUL_F32:
    BINARY(f, b.f * c.f);
do_DIV_F32:
    BINARY(f, b.f / c.f);
do_NEG_F32:
    UNARY(f, -b.f);
do_ADD_F64:
    BINARY(d, b.d + c.d);
do_SUB_F64:
    BINARY(d, b.d - c.d);
do_MUL_F64:
    BINARY(d, b.d * c.d);
do_DIV_F64:
    BINARY(d, b.d / c.d);
do_NEG_F64:
    UNARY(d, -b.d);
do_EXT_I8:
    UNARY(i, (int8_t)b.u);
do_EXT_U8:
    UNARY(u, (uint8_t)b.u);
do_EXT_I16:
    UNARY(i, (int16_t)b.u);
do_EXT_U16:
    UNARY(u, (uint16_t)b.u);
do_EXT_I32:
    UNARY(i, (int32_t)b.u);
do_EXT_U32:
    UNARY(u, (uint32_t)b.u);
do_BOOL:
    UNARY(u, b.u != 0);
do_BOOL_F32:
    UNARY(u, b.f != 0);
do_BOOL_F64:
    UNARY(u, b.d != 0);
do_S_F32:
    UNARY(f, (float)b.i);
do_U_F32:
    UNARY(f, (float)b.u);
do_S_F64:
    UNARY(d, (double)b.i);
do_U_F64:
    UNARY(d, (double)b.u);
do_F32_I32:
    UNARY(i, i32_of((double)b.f));
do_F32_I64:
    UNARY(i, i64_of((double)b.f));
do_F32_U64:
    UNARY(u, u64_of((double)b.f));
do_F64_I32:
    UNARY(i, i32_of(b.d));
do_F64_I64:
    UNARY(i, i64_of(b.d));
do_F64_U64:
    UNARY(u, u64_of(b.d));
do_F32_F64:
    UNARY(d, (double)b.f);
do_F64_F32:
    UNARY(f, (float)b.d);
do_SET_EQ:
    BINARY(u, b.u == c.u);
do_SET_NE:
    BINARY(u, b.u != c.u);
do_SET_LT_S:
    BINARY(u, b.i < c.i);
do_SET_LE_S:
    BINARY(u, b.i <= c.i);
do_SET_LT_U:
    BINARY(u, b.u < c.u);
do_SET_LE_U:
    BINARY(u, b.u <= c.u);
do_SET_EQ_F32:
    BINARY(u, b.f == c.f);
do_SET_NE_F32:
    BINARY(u, b.f != c.f);
do_SET_LT_F32:
    BINARY(u, b.f < c.f);
do_SET_LE_F32:
    BINARY(u, b.f <= c.f);
do_SET_EQ_F64:
    BINARY(u, b.d == c.d);
do_SET_NE_F64:
    BINARY(u, b.d != c.d);
do_SET_LT_F64:
    BINARY(u, b.d < c.d);
do_SET_LE_F64:
    BINARY(u, b.d <= c.d);

do_JUMP:
    pc = code + pc->go;
    NEXT;
do_J_TRUE:
    BRANCH(A.tag, A.u != 0);
do_J_FALSE:
    BRANCH(A.tag, A.u == 0);
do_J_EQ:
    BRANCH2(A.u == B.u);
do_J_NE:
    BRANCH2(A.u != B.u);
do_J_LT_S:
    BRANCH2(A.i < B.i);
do_J_LE_S:
    BRANCH2(A.i <= B.i);
do_J_LT_U:
    BRANCH2(A.u < B.u);
do_J_LE_U:
    BRANCH2(A.u <= B.u);
do_J_EQ_F32:
    BRANCH2(A.f == B.f);
do_J_NE_F32:
    BRANCH2(A.f != B.f);
do_J_LT_F32:
    BRANCH2(A.f < B.f);
do_J_LE_F32:
    BRANCH2(A.f <= B.f);
do_J_NLT_F32:
    BRANCH2(!(A.f < B.f));
do_J_NLE_F32:
    BRANCH2(!(A.f <= B.f));
do_J_EQ_F64:
    BRANCH2(A.d == B.d);
do_J_NE_F64:
    BRANCH2(A.d != B.d);
do_J_LT_F64:
    BRANCH2(A.d < B.d);
do_J_LE_F64:
    BRANCH2(A.d <= B.d);
do_J_NLT_F64:
    BRANCH2(!(A.d < B.d));
do_J_NLE_F64:
    BRANCH2(!(A.d <= B.d));
do_DECIDE : {
    union bytecode_word to = *pc++;
    int decided = vm_decide(vm, at.b);
    if (decided >= 0)
        pc = code + (decided ? to.go : to.unknown);
    NEXT;
}

do_LOAD_I8:
    LOAD_AT(int8_t, 8, i);
do_LOAD_U8:
    LOAD_AT(uint8_t, 8, u);
do_LOAD_I16:
    LOAD_AT(int16_t, 16, i);
do_LOAD_U16:
    LOAD_AT(uint16_t, 16, u);
do_LOAD_I32:
    LOAD_AT(int32_t, 32, i);
do_LOAD_U32:
    LOAD_AT(uint32_t, 32, u);
do_LOAD_64:
    LOAD_AT(uint64_t, 64, u);
do_STORE_8:
    STORE_AT(uint8_t, 8);
do_STORE_16:
    STORE_AT(uint16_t, 16);
do_STORE_32:
    STORE_AT(uint32_t, 32);
do_STORE_64:
    STORE_AT(uint64_t, 64);
do_LOADX_I8:
    LOAD_INDEX(int8_t, 8, i);
do_LOADX_U8:
    LOAD_INDEX(uint8_t, 8, u);
do_LOADX_I16:
    LOAD_INDEX(int16_t, 16, i);
do_LOADX_U16:
    LOAD_INDEX(uint16_t, 16, u);
do_LOADX_I32:
    LOAD_INDEX(int32_t, 32, i);
do_LOADX_U32:
    LOAD_INDEX(uint32_t, 32, u);
do_LOADX_64:
    LOAD_INDEX(uint64_t, 64, u);
do_STOREX_8:
    STORE_INDEX(uint8_t, 8);
do_STOREX_16:
    STORE_INDEX(uint16_t, 16);
do_STOREX_32:
    STORE_INDEX(uint32_t, 32);
do_STOREX_64:
    STORE_INDEX(uint64_t, 64);

do_POINTER_ADD : {
    int64_t size = (pc++)->number;
    BINARY(u, b.u + c.u * (uint64_t)size);
}
do_POINTER_DIFF : {
    int64_t size = (pc++)->number;
    BINARY(i, (int64_t)(b.u - c.u) / size);
}
do_COPY : {
    int64_t bytes = (pc++)->number;
    vm_note_place(vm, vm->code->places[pc - code - 1]);
    address_tags = (unsigned)(A.tag | B.tag);
    NOTE_TIME(address_tags);
    if (UNLIKELY(address_tags & MEMORY_UNKNOWN)) {
        if (A.tag & MEMORY_UNKNOWN || !IS_CHOSEN(B.tag))
            goto unknown_address;
        if (vm_fill(vm, A.u, (uint64_t)bytes, memory_set_unknown, err) != 0)
            goto fail;
        NEXT;
    }
    if (vm_copy(vm, A.u, B.u, (uint64_t)bytes, err) != 0)
        goto fail;
    NEXT;
}
do_CLEAR : {
    int64_t bytes = (pc++)->number;
    vm_note_place(vm, vm->code->places[pc - code - 1]);
    NOTE_TIME(A.tag);
    if (vm_fill(vm, A.u, (uint64_t)bytes, memory_set_zero, err) != 0)
        goto fail;
    NEXT;
}
do_OUT : {
    vm_note_place(vm, vm->code->places[pc - code - 1]);
    memory_leave_local(&vm->memory, A.u);
    NEXT;
}
do_FORGET : {
    int64_t bytes = (pc++)->number;
    vm_note_place(vm, vm->code->places[pc - code - 1]);
    NOTE_TIME(A.tag);
    if (vm_forget(vm, A.u, (uint64_t)bytes, err) != 0)
        goto fail;
    NEXT;
}
do_SPOIL : {
    int64_t bytes = (pc++)->number;
    NOTE_TIME(A.tag);
    if (vm_fill(vm, A.u, (uint64_t)bytes, memory_set_unknown, err) != 0)
        goto fail;
    NEXT;
}

do_SKIPPED : {
    int64_t bytes = (pc++)->number;
    NOTE_TIME(A.tag);
    if (vm_skip(vm, &A, &B, (uint64_t)bytes, err) != 0)
        goto fail;
    NEXT;
}
do_SKIPPED_LIST:
    if (vm_skip_list(vm, &A, at.b, err) != 0)
        goto fail;
    NEXT;
do_DOUBT:
    A.tag |= MEMORY_DOUBTED;
    NEXT;
do_DOUBT_AT : {
    int64_t bytes = (pc++)->number;
    NOTE_TIME(A.tag);
    if (vm_mark(vm, &A, (uint64_t)bytes, MEMORY_DOUBTED, err) != 0)
        goto fail;
    NEXT;
}
do_TIME:
    A.tag |= thread->select_tags;
    NEXT;
do_TIME_AT : {
    int64_t bytes = (pc++)->number;
    NOTE_TIME(A.tag);
    if (vm_mark(vm, &A, (uint64_t)bytes, thread->select_tags, err) != 0)
        goto fail;
    NEXT;
}
do_SETTLE: /* of a poll: which answer it is, is certain */
    A.tag &= ~(uint64_t)(A.tag & at.b ? at.c : 0);
    NEXT;
do_BRANCH_OF:
    pc++;
    NEXT;
do_DOUBT_RESULT:
    thread->frames[thread->frame_count - 1].doubtful = true;
    NEXT;
do_SPOIL_DOUBTED : {
    int64_t bytes = (pc++)->number;
    if (UNLIKELY(thread->frames[thread->frame_count - 1].doubtful) &&
        vm_skip(vm, &A, &A, (uint64_t)bytes, err) != 0)
        goto fail;
    NEXT;
}
do_ATTEMPT:
    thread->attempt = (uint32_t)(pc++)->go;
    thread->attempt_frames = thread->frame_count;
    NEXT;
do_ATTEMPT_END:
    thread->attempt = 0;
    NEXT;

do_CALL : {
    int64_t function = (pc++)->number;
    thread->frames[thread->frame_count - 1].pc = (uint32_t)(pc - code);
    if (vm_push_frame(vm, thread, (int)function, at.a, at.b, err) != 0)
        goto fail;
    goto load_frame;
}
do_CALL_POINTER : {
    const struct expr *call = (const struct expr *)(intptr_t)(pc++)->number;
    thread->frames[thread->frame_count - 1].pc = (uint32_t)(pc - code);
    NOTE_TIME(C.tag);
    int function = vm_called_function(vm, &C, call, err);
    if (function < 0 || vm_push_frame(vm, thread, function, at.a, at.b, err) != 0)
        goto fail;
    goto load_frame;
}
do_CALL_BUILTIN : {
    const struct bytecode_site *site = &vm->code->sites[(pc++)->number];
    struct vm_frame *frame = &thread->frames[thread->frame_count - 1];
    frame->pc = (uint32_t)(pc - code);
    struct vm_call call = {vm, thread, site, &A, at.b, {.u = 0}, false};
    uint64_t argument_tags = 0;
    for (int i = 0; i < call.arg_count; i++)
        argument_tags |= call.args[i].tag;
    vm_note_place(vm, site->place);
    enum vm_action action = vm->builtins[site->builtin].begin(&call, err);
    if (!call.passes_time)
        NOTE_TIME(argument_tags);
    if (action == VM_OK) {
        A = call.result;
        if (UNLIKELY(vm->exited || thread->leaves)) {
            stop = vm->exited ? VM_EXIT : VM_ENDED;
            while (stop == VM_ENDED && thread->frame_count > 0)
                vm_pop_frame(vm, thread);
            goto leave;
        }
        NEXT;
    }
    if (action == VM_FAIL)
        goto fail;
    thread->pending = site;
    thread->pending_args = frame->base + at.a;
    stop = VM_CALL;
    goto leave;
}
do_REFUSE:
    err_set(err, ERR_INPUT, "this cannot run on the host");
    goto fail;
do_RETURN : {
    struct vm_cell result = A;
    if (UNLIKELY(thread->frames[thread->frame_count - 1].doubtful))
        result.tag |= MEMORY_UNKNOWN;
    thread->frames[thread->frame_count - 1].pc = (uint32_t)(pc - code);
    vm_pop_frame(vm, thread);
    if (thread->frame_count == 0) {
        thread->result = result;
        stop = VM_ENDED;
        goto leave;
    }
    const struct vm_frame *frame = &thread->frames[thread->frame_count - 1];
    pc = code + frame->pc;
    r = thread->cells + frame->base;
    r[pc[-2].a] = result;
    NEXT;
}
do_RETURN_VOID:
    thread->frames[thread->frame_count - 1].pc = (uint32_t)(pc - code);
    vm_pop_frame(vm, thread);
    if (thread->frame_count == 0) {
        thread->result = (struct vm_cell){.u = 0};
        stop = VM_ENDED;
        goto leave;
    }
    goto load_frame;

turn_slow:
    thread->frames[thread->frame_count - 1].pc = (uint32_t)(pc - code);
    switch (vm_turn_slow(vm, thread, err)) {
    case TURN_GO:
        NEXT;
    case TURN_CHARGE:
        stop = VM_TURN;
        goto leave;
    case TURN_FAIL:
        break;
    }
    goto fail;

division_by_zero:
    err_set(err, ERR_INPUT, "division by zero");
    goto fail;
division_overflow:
    err_set(err, ERR_INPUT, "the quotient of the smallest integer and -1 does not fit its type");
    goto fail;
bad_shift:
    err_set(err, ERR_INPUT, "a %u-bit integer is shifted by %" PRId64 " bits", shift_width,
            shift_count);
    goto fail;
unknown_address:
    vm_unknown_address(vm, address_tags, err);
fail:
    if (vm_attempt_failed(vm, thread, err))
        goto load_frame;
    thread->frames[thread->frame_count - 1].pc = (uint32_t)(pc - code);
    vm_error_place(vm, thread, err);
    stop = VM_FAILED;
leave:
    vm_turns_end(vm, thread);
    return stop;
}
