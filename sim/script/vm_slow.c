/* What the interpreter does rarely: unknown values, loop turns that wait, arguments of builtins. */
#include "sim/script/vm_inside.h"

#include <inttypes.h>
#include <string.h>

enum {
    SLICE = 1 << 20,       /* turns between two looks at the limit */
    PATIENCE = 1000,       /* turns without a call before a loop is suspected to wait */
    WATCHED = 8,           /* turns watched before giving up on that */
    CHARGED_TURN_COST = 20 /* a charged turn counts as so many: it costs more to simulate */
};

static void give_turns(struct vm_thread *thread, int64_t turns)
{
    thread->turns_left = thread->turns_given = turns;
}

static void count_turns(struct vm *vm, struct vm_thread *thread)
{
    vm->turns += thread->turns_given - thread->turns_left;
    give_turns(thread, 0);
}

void vm_turns_begin(struct vm *vm, struct vm_thread *thread)
{
    if (thread->patience == 0)
        thread->patience = PATIENCE;
    if (vm->memory.watch != (thread->watching || thread->watches_calls))
        memory_watch(&vm->memory, thread->watching || thread->watches_calls);
    give_turns(thread, thread->watching || thread->clock_read ? 1
                       : vm_may_change(vm)                    ? thread->patience
                                                              : SLICE);
}

void vm_turns_end(struct vm *vm, struct vm_thread *thread)
{
    count_turns(vm, thread);
    if (thread->pending != NULL) { /* a call: not a turn that only waits */
        thread->watching = false;
        thread->patience = PATIENCE;
        thread->call_reads = vm->memory.watch_reads;
        thread->call_writes = vm->memory.watch_writes;
    }
    if (vm->memory.watch)
        memory_watch(&vm->memory, false);
}

void vm_clock_read(struct vm *vm, struct vm_thread *thread)
{
    count_turns(vm, thread);
    thread->clock_read = true;
    give_turns(thread, 1);
}

/* A watched turn that looks at the same atomic as the one before and has written none, whatever
 * else it does: it may count its turns in an array. Writing an atomic is a call, after which
 * nothing is watched. It may work and merely look whether to stop, as a loop does that has an end
 * of its own: only one that goes on for a million turns is taken to wait, and nobody says of it
 * that it does. */
static bool looks_again(struct vm_thread *thread)
{
    bool same = thread->watched > 0 && thread->looked != 0 && thread->looked == thread->last_looked;
    thread->last_looked = thread->looked;
    thread->looked = 0;
    return same && thread->patience >= SLICE;
}

/* A watched turn that read the same memory as the one before, and not only what it wrote itself.
 * One that wrote elsewhere than the one before gets on with something, such as filling an array
 * whose address it reads each time: it is work of the host, which is free, and waits for nobody. */
static bool only_waits(struct vm *vm, struct vm_thread *thread)
{
    uint64_t reads = vm->memory.watch_reads, writes = vm->memory.watch_writes;
    bool same = thread->watched > 0 && reads != 0 && reads == thread->last_reads &&
                writes == thread->last_writes && reads != writes;
    thread->last_reads = reads;
    thread->last_writes = writes;
    /* no loop waits for the device by looking at what only the host writes */
    same = same && (vm->concurrent || vm->memory.watch_shared);
    vm->memory.watch_reads = vm->memory.watch_writes = 0;
    vm->memory.watch_shared = false;
    thread->watched++;
    return same;
}

enum vm_turn vm_turn_slow(struct vm *vm, struct vm_thread *thread, struct err *err)
{
    count_turns(vm, thread);
    if (vm->turns > vm->limits.turns) {
        err_set(err, ERR_INPUT, "loops made more than %" PRId64 " turns, the last of them here",
                vm->limits.turns);
        if (vm->skipped != 0)
            err_hint(err,
                     "an endless loop? The condition in line %" PRIu32
                     " is unknown, and neither arm was taken: --assume %" PRIu32
                     "=true|false decides; --limit steps=N raises the limit",
                     vm->skipped, vm->skipped);
        else
            err_hint(err, "an endless loop? --limit steps=N raises the limit");
        return TURN_FAIL;
    }
    if (vm->stop && atomic_load_explicit(vm->stop, memory_order_relaxed)) {
        err_set(err, ERR_INPUT, "stopped");
        return TURN_FAIL;
    }
    if (thread->watches_calls && !thread->watching) { /* it gets on with something */
        thread->watches_calls = false;
        memory_watch(&vm->memory, false);
    }
    bool charge = thread->clock_read && !thread->called;
    thread->clock_read = thread->called = thread->only_reads = false;
    if (!vm_may_change(vm) && thread->watching) { /* what was waited for has come */
        thread->watching = false;
        memory_watch(&vm->memory, false);
    }
    if (vm_may_change(vm) && !charge) {
        if (!thread->watching) {
            thread->watching = true;
            thread->watched = 0;
            thread->looked = thread->last_looked = 0;
            memory_watch(&vm->memory, true);
        } else {
            charge = looks_again(thread);
            thread->only_reads = only_waits(vm, thread);
            charge |= thread->only_reads;
        }
        if (!charge && thread->watched > WATCHED) {
            thread->watching = false;
            memory_watch(&vm->memory, false);
            if (thread->patience < SLICE)
                thread->patience *= 4;
        }
    }
    if (charge) {
        vm->turns += CHARGED_TURN_COST;
        return TURN_CHARGE;
    }
    give_turns(thread, thread->watching ? 1 : vm_may_change(vm) ? thread->patience : SLICE);
    return TURN_GO;
}

static const char *const skipped[] = {
    [BRANCH_IF] = "the condition is unknown: neither arm is taken",
    [BRANCH_LOOP] = "the condition is unknown: the loop ends",
    [BRANCH_CHOICE] = "the condition is unknown, so is the result",
    [BRANCH_SWITCH] = "the value is unknown: no case is taken",
    [BRANCH_BOUND] =
        "this part of the condition is unknown: the loop goes on until another ends it",
};

int vm_decide(struct vm *vm, unsigned number)
{
    const struct bytecode_branch *branch = &vm->code->branches[number];
    bool is_library = vm->sources && vm->sources->files[branch->place.file].builtin;
    for (int i = 0; i < vm->assumption_count; i++)
        if (vm->assumptions[i].line == (int)branch->place.line &&
            (!is_library || branch->calls_cuda))
            return vm->assumptions[i].value;
    if (is_library && !branch->calls_cuda)
        return -1; /* std::sort() of unknown values: no line of the user's decides anything */
    if (vm->skipped == 0 && branch->kind != BRANCH_LOOP && branch->kind != BRANCH_BOUND)
        vm->skipped = branch->place.line;
    if (!vm->branch_seen[number]) {
        vm->branch_seen[number] = 1;
        if (branch->calls_cuda && branch->kind == BRANCH_BOUND)
            vm_warn(vm, branch->place, "%s; --assume %" PRIu32 "=true|false decides",
                    skipped[branch->kind], branch->place.line);
        else if (branch->calls_cuda && branch->kind == BRANCH_LOOP) /* =false is what happens now */
            vm_warn(vm, branch->place,
                    "%s, and CUDA calls are skipped; --assume %" PRIu32
                    "=true goes on until something else ends it",
                    skipped[branch->kind], branch->place.line);
        else if (branch->calls_cuda)
            vm_warn(vm, branch->place,
                    "%s, and CUDA calls are skipped; --assume %" PRIu32 "=true|false decides",
                    skipped[branch->kind], branch->place.line);
        else if (!branch->unsaid)
            vm_remark(vm, branch->place, "%s", skipped[branch->kind]);
    }
    return -1;
}

/* Whether main is where nothing is called any more that matters to the timeline. `pc`: of the
 * frame in hand. */
static bool is_late(const struct vm *vm, const struct vm_thread *thread, uint32_t pc)
{
    enum { OF_MAIN = 1 }; /* the frame; below it is the start, which calls main */
    if (vm->concurrent || thread->frame_count <= OF_MAIN || vm->code->late_from == 0)
        return false;
    if (thread->frame_count > OF_MAIN + 1)
        pc = thread->frames[OF_MAIN].pc;
    return pc >= vm->code->late_from && pc < vm->code->late_to;
}

uint32_t vm_note_timed(struct vm *vm, struct vm_thread *thread, unsigned tags, uint32_t word)
{
    const union bytecode_word *code = vm->code->code, *decide = &code[code[word].unknown];
    while (decide->op == CODE_BRANCH_OF)
        decide = &code[decide[1].go];
    const struct bytecode_branch *branch =
        decide->op == CODE_DECIDE ? &vm->code->branches[decide->b] : NULL;
    bool selects = branch != NULL && branch->select != 0 && !branch->quiet;
    vm->time_used |=
        (tags & MEMORY_TIMED) && !selects; /* also where only the exit status follows */
    if (branch != NULL && (branch->quiet || (branch->indifferent && !(tags & MEMORY_TIMED))))
        return 0;
    if (branch != NULL && branch->select != 0) {
        if (tags & MEMORY_UNKNOWN)
            return 0;
        thread->select_tags = tags & (MEMORY_TIMED | MEMORY_POLLED);
        return branch->select;
    }
    /* a loop that waits until something is done: however often it turns, it goes on the same way */
    if (!(tags & MEMORY_TIMED) && branch != NULL &&
        (branch->kind == BRANCH_LOOP || branch->kind == BRANCH_BOUND))
        return 0;
    if (is_late(vm, thread, word) && (branch == NULL || !branch->calls_cuda))
        return 0;
    vm->timed = true;
    vm->timed_way |= branch == NULL || branch->kind != BRANCH_CHOICE || branch->calls_cuda;
    if (vm->timed_branch.line == 0) {
        thread->frames[thread->frame_count - 1].pc = word;
        vm->timed_branch = vm_place(vm, thread);
    }
    return 0;
}

int vm_unknown_hint(const struct vm *vm, struct err *err)
{
    if (vm->skipped == 0)
        return err_hint(err, "what a kernel would have computed is not known here; give it a value "
                             "where it was read, between #ifdef __NULLSTREAM__ and #endif, as in "
                             "n = 500;");
    return err_hint(err,
                    "what a kernel would have computed is not known here, nor what a skipped arm "
                    "would have assigned: --assume %" PRIu32 "=true|false decides that of line "
                    "%" PRIu32 "; a number can be given where it was read, between #ifdef "
                    "__NULLSTREAM__ and #endif",
                    vm->skipped, vm->skipped);
}

int vm_unknown_address(const struct vm *vm, unsigned tags, struct err *err)
{
    if (tags & MEMORY_UNSET)
        return err_set(err, ERR_INPUT, "a pointer or index that was never given a value is used");
    err_set(err, ERR_INPUT, "a pointer or index is used whose value is unknown");
    return vm_unknown_hint(vm, err);
}

/* What the program itself may write. */
static const struct memory_segment *writable(struct vm *vm, const struct vm_cell *address,
                                             uint64_t *offset)
{
    const struct memory_segment *s =
        address->tag & MEMORY_UNKNOWN ? NULL : memory_find(&vm->memory, address->u, offset);
    bool is_written = s != NULL && s->kind != SEGMENT_LITERAL && s->kind != SEGMENT_OPAQUE &&
                      s->kind != SEGMENT_DEVICE;
    return is_written ? s : NULL;
}

int vm_skip(struct vm *vm, const struct vm_cell *address, const struct vm_cell *base,
            uint64_t bytes, struct err *err)
{
    uint64_t offset;
    if (address->tag & MEMORY_UNKNOWN) {
        address = base;
        bytes = 0;
    }
    const struct memory_segment *s = writable(vm, address, &offset);
    if (s == NULL || bytes > s->size - offset)
        return 0;
    if (bytes == 0)
        return memory_set_unknown(&vm->memory, address->u - offset, s->size, err);
    return memory_set_unknown(&vm->memory, address->u, bytes, err);
}

int vm_skip_list(struct vm *vm, const struct vm_cell *address, unsigned how, struct err *err)
{
    enum { GROWN, ALL, DOUBTED, LISTS, PART = sizeof(uint64_t) };
    uint64_t parts[3], offset; /* begin, end, end of storage */
    const struct memory_segment *s = writable(vm, address, &offset);
    if (s == NULL || sizeof parts > s->size - offset)
        return 0;
    unsigned tag = how == DOUBTED ? MEMORY_DOUBTED : MEMORY_UNKNOWN | MEMORY_CHOSEN;
    struct vm_cell end = {.u = address->u + PART};
    memory_get(&vm->memory, address->u, parts, NULL, sizeof parts);
    if (vm_mark(vm, &end, PART, tag, err) != 0 ||
        (parts[0] == 0 && vm_mark(vm, address, PART, tag, err) != 0))
        return -1;
    if (how == LISTS && parts[1] > parts[0]) { /* each stays its own, and can end */
        struct vm_cell first = {.u = parts[0]};
        return vm_mark(vm, &first, parts[1] - parts[0], tag, err);
    }
    struct vm_cell elements = {.u = how == ALL ? parts[0] : parts[1]};
    const struct memory_segment *all = writable(vm, &elements, &offset);
    if (how == DOUBTED || all == NULL || !all->of_vector || offset == all->size)
        return 0; /* of a string that grows, the NUL at its end is no more where it was */
    return memory_set_unknown(&vm->memory, elements.u, all->size - offset, err);
}

int vm_mark(struct vm *vm, const struct vm_cell *address, uint64_t bytes, unsigned tag,
            struct err *err)
{
    uint64_t offset;
    const struct memory_segment *s = writable(vm, address, &offset);
    if (s == NULL || bytes > s->size - offset)
        return 0;
    for (uint64_t i = 0; i < bytes; i++) { /* each has its own tag */
        uint8_t byte;
        unsigned old = memory_get(&vm->memory, address->u + i, &byte, NULL, 1);
        if (memory_put(&vm->memory, address->u + i, &byte, 1, old | tag, err) != 0)
            return -1;
    }
    return 0;
}

bool vm_attempt_failed(struct vm *vm, struct vm_thread *thread, struct err *err)
{
    if (thread->attempt == 0)
        return false;
    while (thread->frame_count > thread->attempt_frames)
        vm_pop_frame(vm, thread);
    thread->frames[thread->frame_count - 1].pc = thread->attempt;
    thread->attempt = 0;
    err_init(err);
    return true;
}

/* The cached paths: records are copied often and are small. */
static bool copy_small(struct memory *m, uint64_t to, uint64_t from, unsigned bytes)
{
    struct memory_line *w = memory_fast(m, m->writes, to, bytes);
    if (w == NULL && (w = memory_reach(m, to, bytes, true)) == NULL)
        return false;
    struct memory_line *r = memory_fast(m, m->reads, from, bytes);
    if (r == NULL && (r = memory_reach(m, from, bytes, false)) == NULL)
        return false;
    uint32_t to_at = (uint32_t)to % MEMORY_PAGE, from_at = (uint32_t)from % MEMORY_PAGE;
    if (w->tags != NULL && r->tags != NULL) {
        memmove(w->tags + to_at, r->tags + from_at, bytes);
    } else if (w->tags != NULL) {
        memset(w->tags + to_at, 0, bytes);
    } else if (r->tags != NULL) {
        for (unsigned i = 0; i < bytes; i++)
            if (r->tags[from_at + i] != 0)
                return false;
    }
    memmove(w->data + to_at, r->data + from_at, bytes);
    return true;
}

int vm_copy(struct vm *vm, uint64_t to, uint64_t from, uint64_t bytes, struct err *err)
{
    enum { SMALL = 256 };
    struct memory *m = &vm->memory;
    bool small = bytes <= SMALL;
    if (small && memory_fast(m, m->reads, from, (unsigned)bytes) != NULL &&
        memory_fast(m, m->writes, to, (unsigned)bytes) != NULL &&
        copy_small(m, to, from, (unsigned)bytes))
        return 0;
    if (memory_check(m, from, bytes, true, "host read", err) != 0 ||
        memory_check_write(m, to, bytes, "host write", err) != 0)
        return -1;
    if (small && copy_small(m, to, from, (unsigned)bytes))
        return 0;
    memory_note(m, from, bytes, false);
    memory_note(m, to, bytes, true);
    return memory_copy(m, to, from, bytes, err);
}

int vm_fill(struct vm *vm, uint64_t address, uint64_t bytes,
            int (*fill)(struct memory *, uint64_t, uint64_t, struct err *), struct err *err)
{
    if (memory_check_write(&vm->memory, address, bytes, "host write", err) != 0)
        return -1;
    memory_note(&vm->memory, address, bytes, true);
    return fill(&vm->memory, address, bytes, err);
}

int vm_forget(struct vm *vm, uint64_t address, uint64_t bytes, struct err *err)
{
    if (memory_check_write(&vm->memory, address, bytes, "host write", err) != 0)
        return -1;
    memory_note_end(&vm->memory, address, MEMORY_OUT);
    return memory_set_unset(&vm->memory, address, bytes, err);
}

/* ---- for builtins ---- */

int vm_known(const struct vm_call *call, int index, const char *what, struct err *err)
{
    if (index >= call->arg_count)
        return err_set(err, ERR_INPUT, "argument %d of %s is missing", index + 1,
                       call->site->function ? call->site->function->name : "the launch");
    if (!(call->args[index].tag & MEMORY_UNKNOWN))
        return 0;
    const char *name = call->site->function != NULL ? call->site->function->name : "the launch";
    if (call->args[index].tag & MEMORY_UNSET)
        return err_set(err, ERR_INPUT, "%s: the %s was never given a value", name, what);
    err_set(err, ERR_INPUT, "%s: the %s is unknown", name, what);
    return vm_unknown_hint(call->vm, err);
}

int vm_string(struct vm_call *call, uint64_t address, struct strbuf *text, struct err *err)
{
    struct memory *m = &call->vm->memory;
    if (memory_check(m, address, 1, true, "host read of a string", err) != 0)
        return -1;
    uint64_t left = memory_left(m, address), at = address;
    while (left > 0) {
        char bytes[256];
        uint8_t tags[256];
        uint64_t part = left < sizeof bytes ? left : sizeof bytes;
        memory_get(m, at, bytes, tags, part);
        for (uint64_t i = 0; i < part; i++) {
            if (tags[i] & MEMORY_UNKNOWN) {
                strbuf_addc(text, '?'); /* where it would end is unknown too */
                memory_note(m, address, at + i - address, false);
                return 0;
            }
            if (bytes[i] == '\0') {
                memory_note(m, address, at + i + 1 - address, false);
                return 0;
            }
            strbuf_addc(text, bytes[i]);
        }
        at += part;
        left -= part;
        if (text->length > call->vm->limits.output)
            return err_set(err, ERR_INPUT, "a string of more than %" PRIu64 " bytes",
                           call->vm->limits.output);
    }
    /* names the buffer that it ran out of */
    return memory_check(m, at, 1, true, "host read of a string without its end", err);
}

int vm_read_bytes(struct vm_call *call, uint64_t address, void *bytes, uint64_t count,
                  unsigned *tag, struct err *err)
{
    struct memory *m = &call->vm->memory;
    if (memory_check(m, address, count, true, "host read", err) != 0)
        return -1;
    memory_note(m, address, count, false);
    *tag = memory_get(m, address, bytes, NULL, count);
    return 0;
}

int vm_write_bytes(struct vm_call *call, uint64_t address, const void *bytes, uint64_t count,
                   unsigned tag, struct err *err)
{
    struct memory *m = &call->vm->memory;
    if (memory_check_write(m, address, count, "host write", err) != 0)
        return -1;
    memory_note(m, address, count, true);
    return memory_put(m, address, bytes, count, tag, err);
}

int vm_print(struct vm *vm, const char *text, size_t length, struct err *err)
{
    if (vm->output.length + length > vm->limits.output) {
        err_set(err, ERR_INPUT, "the program prints more than %" PRIu64 " bytes",
                vm->limits.output);
        return err_hint(err, "--limit output=BYTES raises the limit");
    }
    strbuf_add(&vm->output, text, length);
    return 0;
}
