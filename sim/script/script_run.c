/* Running a scenario: its threads as a source of program records. */
#include "sim/base/mem.h"
#include "sim/model/host_move.h"
#include "sim/script/binding.h"
#include "sim/script/script_inside.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum {
    TURN_NS = RUNTIME_TURN,
    STILL = 1000, /* calls without time passing, after which a thread is taken to wait like that */
    CALL_BYTES = 260 /* memory of a launch with its operation, measured: 1.3 GB for 5 million */
};

struct script_thread *script_running(const struct vm_call *call)
{
    struct script *script = script_of(call);
    return script->threads[script->running];
}

uint32_t script_file_name(struct script *script, uint32_t file)
{
    uint32_t *name = &script->file_names[file];
    if (*name == 0)
        *name = intern_adds(&script->program->names, script->tu->sources.files[file].path);
    return *name;
}

uint32_t script_place_row(struct script *script, struct place place)
{
    if (place.line == 0 || place.file >= script->tu->sources.count)
        return 0;
    return program_add_place(script->program, script_file_name(script, place.file),
                             (int32_t)place.line);
}

void script_charge(struct script *script, int64_t ns)
{
    struct script_thread *thread = script->threads[script->running];
    script->untimed.is_charged |= ns > 0;
    if (ns > 0 && thread->debt < INT64_MAX / 2 - ns)
        thread->debt += ns;
}

const char *script_variable(const struct script *script, const char *name)
{
    return script->runtime != NULL ? runtime_variable(script->runtime, name) : NULL;
}

static struct script_thread *thread_make(struct script *script, uint32_t id)
{
    script->threads = mem_grow(script->threads, &script->thread_capacity, (size_t)id + 1,
                               sizeof *script->threads);
    while (script->thread_count <= id)
        script->threads[script->thread_count++] = NULL;
    struct script_thread *thread = script->threads[id];
    if (thread == NULL) {
        thread = script->threads[id] = mem_zalloc(sizeof *thread);
    } else { /* a worker's next function */
        vm_thread_release(&thread->vm);
        thread->phase = PHASE_NEW;
        thread->look_count = 0;
    }
    return thread;
}

int script_start_thread(struct script *script, uint32_t id, bool worker, uint64_t function,
                        const struct vm_cell *args, int count, struct err *err)
{
    struct vm_thread vm;
    if (vm_thread_init(&script->vm, &vm, function, args, count, err) != 0) {
        vm_thread_release(&vm);
        return -1;
    }
    struct script_thread *thread = thread_make(script, id);
    thread->vm = vm;
    thread->vm.id = (int)id;
    thread->is_worker = worker;
    return 0;
}

/* argv: the file's name, then the arguments that follow `--`. */
static int make_arguments(struct script *script, struct vm_cell *args, struct err *err)
{
    static const struct memory_site site = {.name = "argv"};
    struct memory *m = &script->vm.memory;
    size_t count = script->settings->argument_count + 1;
    uint64_t table;
    if (memory_make(m, SEGMENT_GLOBAL, (count + 1) * 8, true, &site, &table, err) != 0)
        return -1;
    for (size_t i = 0; i < count; i++) {
        const char *text = i == 0 ? script->tu->sources.files[script->tu->main->place.file].path
                                  : script->settings->arguments[i - 1];
        size_t bytes = strlen(text) + 1;
        uint64_t address;
        if (memory_make(m, SEGMENT_GLOBAL, bytes, true, &site, &address, err) != 0 ||
            memory_put(m, address, text, bytes, 0, err) != 0 ||
            memory_put(m, table + i * 8, &address, 8, 0, err) != 0)
            return -1;
    }
    args[0] = (struct vm_cell){.i = (int64_t)count};
    args[1] = (struct vm_cell){.u = table};
    return 0;
}

int script_attach(struct script *script, const struct profile *profile, struct program *program,
                  struct runtime *runtime, struct err *err)
{
    script->profile = profile;
    script->program = program;
    script->runtime = runtime;
    program->has_source = true;
    struct vm_cell args[2];
    if (binding_attach(script->binding, err) != 0 || make_arguments(script, args, err) != 0)
        return -1;
    script_note_functions(script);
    struct script_thread *thread = thread_make(script, 0);
    thread->is_main = true;
    return vm_thread_init_main(&script->vm, &thread->vm, args, 2, err);
}

/* ---- records ---- */

int script_enter(struct script *script, int64_t ns, const char *name, struct err *err)
{
    struct script_thread *thread = script->threads[script->running];
    if (thread->owed > 0) {
        script_enqueue_accesses(script, thread);
        script_enqueue_debt(script, thread);
    }
    script->untimed.is_charged = true;
    thread->owed = ns;
    thread->owed_name = name;
    thread->owed_place = vm_place(&script->vm, &thread->vm);
    thread->owed_caller = script_callers(script, &thread->vm);
    return script_count_work(script, thread, err);
}

/* A CUDA call of a function under a host pragma takes its own time, beside what the pragma says:
 * once for each function. */
static void remark_beside(struct script *script, const struct script_thread *thread)
{
    const struct bytecode *code = script->vm.code;
    for (size_t i = thread->vm.frame_count; i-- > 0;) {
        const struct function *function = code->functions[thread->vm.frames[i].function].source;
        if (!function || !binding_host_cost(script->binding, function))
            continue;
        vm_remark(
            &script->vm, function->place,
            "the time that the pragma says is that of the work of `%s` itself; its CUDA calls, and "
            "what they wait for, come on top",
            function->display_name);
        return;
    }
}

/* Who reads reports is told what the work is, and which memory a memcpy read for it. */
static void note_work(struct script *script)
{
    const uint32_t place = script->record.place;
    uint64_t offset;
    program_note_work(script->program, place, script->moves, script->move_bytes);
    if (script->move_from && memory_find(&script->vm.memory, script->move_from, &offset))
        program_note_source(script->program, place, script->move_from - offset, offset,
                            script->move_reads);
}

/* The thread stands in a builtin that filled script->record. */
static int emit_call(struct script *script, struct script_thread *thread,
                     struct program_record *record, struct err *err)
{
    if (script->program->records.count >= script->max_calls) {
        sources_error(&script->tu->sources, vm_place(&script->vm, &thread->vm), err,
                      "more than %" PRIu64 " calls, the last of them here", script->max_calls);
        return err_hint(err,
                        "an endless loop? --limit calls=N raises the limit; each takes some "
                        "%d bytes of memory",
                        CALL_BYTES);
    }
    bool is_work = call_is_work(script->record.call);
    if (is_work && (script_count_work(script, thread, err) != 0 ||
                    script_works_in_vain(script, thread, err) != 0))
        return -1;
    if (!is_work && script->record.call != CALL_host_clock)
        thread->look_count = 0;
    if (!is_work) {
        thread->vain = 0;
        thread->vm.watches_calls = false;
    }
    bool cuda = call_info((enum call)script->record.call)->group != CALL_GROUP_HOST;
    if (cuda && binding_has_host_costs(script->binding))
        remark_beside(script, thread);
    thread->spins = !cuda && vm_may_change(&script->vm) && (thread->spins || thread->still > STILL);
    if (thread->spins) { /* while (!done) { lock; done = ...; unlock; } must end */
        thread->debt_waits = thread->debt == 0;
        script_charge(script, TURN_NS);
        /* to yield is part of the turn */
        if (thread->debt_waits && script->record.call == CALL_host_work &&
            script->record.value == 0)
            script->record.count = WORK_TURNS;
    }
    script_note_untimed(script, thread);
    script_enqueue_accesses(script, thread);
    script_enqueue_debt(script, thread);
    if (script->record.call == CALL_host_clock) {
        bool begins;
        script_stand(script, &script->record, script_clock_place(script, &thread->vm, &begins));
        script->record.count = begins;
    } else {
        script_stand_here(script, thread, &script->record);
    }
    if (script->record.call == CALL_host_work)
        note_work(script);
    script->moves = NULL;
    script->move_bytes = script->move_from = 0;
    const struct bytecode_site *site = thread->vm.pending;
    if (cuda && (site->dropped || (site->call && site->call->kind == EXPR_LAUNCH)))
        script->record.flags |= RECORD_IGNORED; /* until it turns out that it succeeds */
    script_enqueue(thread, &script->record, script_callers(script, &thread->vm));
    if (cuda) {
        thread->vm.called = true;
        binding_awaits(script->binding, &script->record);
    }
    if (script->record.call == CALL_cudaLaunchHostFunc ||
        script->record.call == CALL_cudaStreamAddCallback)
        script->vm.concurrent = true; /* memory may change while a loop waits for it */
    thread->phase = PHASE_CALL;
    script_dequeue(thread, record);
    return 1;
}

static int end_thread(struct script *script, struct script_thread *thread,
                      struct program_record *record)
{
    thread->phase = PHASE_ENDED;
    script_enqueue_accesses(script, thread);
    script_enqueue_debt(script, thread);
    if (thread->is_worker)
        binding_host_function_ended(script->binding, thread->hostfn);
    return script_dequeue(thread, record) ? 1 : 0;
}

/* Where main returned; a result that is unknown counts as 0. */
static int main_result(struct script *script, const struct vm_cell *result)
{
    int status = result->tag & MEMORY_UNKNOWN ? 0 : (int)(result->u & 0xff);
    script->program->time_used |= (result->tag & MEMORY_TIMED) != 0;
    if (result->tag & MEMORY_UNKNOWN && script->vm.skipped == 0) /* else that was said there */
        vm_remark(&script->vm, script->tu->main->place,
                  "what main returns is unknown: the program's exit status is taken to be 0");
    if (status != 0)
        vm_warn(&script->vm, script->tu->main->place, "main returned %d: the program's exit status",
                status);
    return status;
}

static void end_program(struct script *script, int status)
{
    if (!script->exited) {
        script->exited = true;
        script->exit_status = status;
    }
}

static int end_main(struct script *script, struct script_thread *thread,
                    struct program_record *record)
{
    joinable_at_end(script);
    end_program(script, main_result(script, &thread->vm.result));
    return end_thread(script, thread, record);
}

static int leave_late(struct script *script, struct script_thread *thread,
                      struct program_record *record)
{
    thread->was_late = true;
    thread->phase = PHASE_LEAVES;
    script_enqueue_accesses(script, thread);
    thread->debt += script->settings->late_ns;
    script_enqueue_debt(script, thread);
    return script_dequeue(thread, record) ? 1 : 0;
}

/* A branch that used an answer that depends on time makes the program depend on it; the answer is
 * taken to be the thread's latest.
 * A choice between two values after the last call, as in what main returns, decides no call; a
 * branch may, as the program might not have ended on its other way. */
static void note_time(struct script *script, bool is_over)
{
    struct program *program = script->program;
    program->time_used |= script->vm.time_used || script->vm.memory.gave_times;
    bool decides = script->vm.timed && (!is_over || script->vm.timed_way);
    script->vm.timed = script->vm.timed_way = false;
    if (!decides)
        return;
    if (!program->time_dependent) {
        program->time_dependent = true;
        program->time_dependent_place = script_place_row(script, script->vm.timed_branch);
    }
    for (size_t i = program->records.count; i-- > 0;) {
        struct program_record *record = &program->records.rows[i];
        bool timed = record->call == CALL_host_clock || record->call == CALL_cudaEventElapsedTime ||
                     call_is_query(record->call);
        if (timed && record->thread == script->running) {
            record->flags |= RECORD_BRANCHED;
            return;
        }
        if (program->records.count - i > 1000)
            return; /* too long ago to look for */
    }
}

void script_note_report(struct script *script)
{
    struct program *program = script->program;
    for (size_t i = program->records.count; i-- > 0;) {
        struct program_record *record = &program->records.rows[i];
        if (record->call == CALL_host_clock && record->thread == script->running) {
            record->flags |= RECORD_REPORTED;
            return;
        }
        if (program->records.count - i > 1000)
            return; /* too long ago to look for */
    }
}

static int run(struct script *script, struct script_thread *thread, struct program_record *record,
               struct err *err)
{
    enum vm_stop stop = vm_run(&script->vm, &thread->vm, err);
    if (stop == VM_ENDED && !thread->is_main && !thread->is_worker) {
        int ends = vm_thread_end_own(&script->vm, &thread->vm, script->tu->at_thread_exit, err);
        if (ends != 0)
            stop = ends > 0 ? vm_run(&script->vm, &thread->vm, err) : VM_FAILED;
        if (ends > 0 && stop == VM_ENDED)
            vm_thread_end_own(&script->vm, &thread->vm, NULL, err);
    }
    bool ends_all = thread->is_main && !thread->vm.leaves; /* pthread_exit leaves the others */
    note_time(script, stop == VM_EXIT || (stop == VM_ENDED && ends_all));
    switch (stop) {
    case VM_CALL:
        return emit_call(script, thread, record, err);
    case VM_TURN:
        if (thread->vm.only_reads && script_waits_in_vain(script, thread, err))
            return -1;
        if (thread->phase != PHASE_CHARGE) /* what came before the loop is none of its looks */
            script_enqueue_accesses(script, thread);
        thread->phase = PHASE_CHARGE;
        if (thread->owed > 0) { /* time enough */
            script_enqueue_accesses(script, thread);
            script_enqueue_debt(script, thread);
            return script_dequeue(thread, record) ? 1 : 0;
        }
        *record = (struct program_record){
            .call = CALL_host_work, .value = TURN_NS, .count = thread->vm.only_reads};
        script_stand_here(script, thread, record);
        script_enqueue(thread, record, script_callers(script, &thread->vm));
        return script_dequeue(thread, record) ? 1 : 0;
    case VM_ENDED:
        if (ends_all && script->settings->late_end && !thread->was_late)
            return leave_late(script, thread, record);
        return ends_all ? end_main(script, thread, record) : end_thread(script, thread, record);
    case VM_EXIT: {
        struct program_record leave = {.call = CALL_thread_end, .value = 1};
        script_stand_here(script, thread, &leave);
        end_program(script, script->vm.exit_status);
        script_enqueue_accesses(script, thread);
        script_enqueue_debt(script, thread);
        script_enqueue(thread, &leave, 0);
        thread->phase = PHASE_ENDED;
        script_dequeue(thread, record);
        return 1;
    }
    case VM_FAILED:
        break;
    }
    return -1;
}

static int script_next(void *context, uint32_t id, const struct runtime_answer *answer,
                       struct program_record *record, struct err *err)
{
    struct script *script = context;
    struct script_thread *thread = id < script->thread_count ? script->threads[id] : NULL;
    if (thread == NULL)
        return err_set(err, ERR_INPUT, "thread %" PRIu32 " does not exist", id);
    struct script_thread *last =
        script->running < script->thread_count ? script->threads[script->running] : NULL;
    if (last != NULL && last != thread && last->phase == PHASE_CHARGE)
        script_enqueue_accesses(script,
                                last); /* what it touched in its turn is not this thread's */
    script->running = id;
    script->vm.memory.after_free = script->settings->lenient && thread->is_worker;
    if (answer != NULL) {
        thread->still = answer->now == thread->now ? thread->still + 1 : 0;
        thread->now = answer->now;
    }
    if (script_dequeue(thread, record))
        return 1;
    if (thread->phase == PHASE_ENDED || (script->exited && !thread->is_worker))
        return 0;
    if (thread->phase == PHASE_LEAVES)
        return end_main(script, thread, record);
    if (thread->phase == PHASE_CALL) {
        switch (vm_resume(&script->vm, &thread->vm, answer, err)) {
        case VM_SUSPEND:
            return emit_call(script, thread, record, err);
        case VM_FAIL:
            return -1;
        case VM_OK:
            break;
        }
    }
    return run(script, thread, record, err);
}

static int script_host_function(void *context, uint32_t hostfn, uint32_t worker, int32_t error,
                                struct err *err)
{
    struct script *script = context;
    return binding_host_function(script->binding, hostfn, worker, error, err);
}

static int script_effect(void *context, const struct timeline_op *op, struct err *err)
{
    struct script *script = context;
    return binding_effect(script->binding, op, err);
}

static uint32_t script_caller(void *context, uint32_t id)
{
    const struct script *script = context;
    return id < script->thread_count && script->threads[id] ? script->threads[id]->caller : 0;
}

struct runtime_source script_source(struct script *script)
{
    return (struct runtime_source){script, script_next, script_host_function, script_effect,
                                   script_caller};
}

/* Whether the thread stands in the line of the error. */
static bool stands_at(const struct script *script, const struct script_thread *thread,
                      const struct err *err, struct place *place)
{
    const struct sources *sources = &script->tu->sources;
    if (thread == NULL || thread->phase == PHASE_ENDED)
        return false;
    *place = vm_place(&script->vm, &thread->vm);
    return place->file < sources->count && (int)place->line == err->line &&
           strcmp(sources->files[place->file].path, err->file) == 0;
}

void script_complete_error(const struct script *script, struct err *err)
{
    if (err->line == 0 || err->column != 0)
        return;
    struct place place;
    bool found = script->running < script->thread_count &&
                 stands_at(script, script->threads[script->running], err, &place);
    for (size_t i = 0; !found && i < script->thread_count; i++) /* of a deadlock: the first */
        found = stands_at(script, script->threads[i], err, &place);
    if (!found)
        return;
    const struct sources *sources = &script->tu->sources;
    int length;
    const char *line = sources_line(sources, place, &length);
    err->column = (int)place.column;
    if (line != NULL)
        err_excerpt(err, line, length);
}
