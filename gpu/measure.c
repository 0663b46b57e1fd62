/* Separate processes, each with its repetitions, into one timeline. */
#include "gpu/measure.h"

#include "gpu/result.h"
#include "sim/base/mem.h"
#include "sim/model/variables.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define LIMIT_DEFAULT INT64_C(20000000000) /* ns */

/* --- the environment ----------------------------------------------------------------------------
 */

struct environment {
    struct device_variable *variables;
    char **texts; /* what they point to, where it is ours */
    size_t count, text_count;
};

static const char *own(struct environment *environment, const char *text, size_t length)
{
    char *copy = mem_zalloc(length + 1);
    memcpy(copy, text, length);
    environment->texts[environment->text_count++] = copy;
    return copy;
}

/* What the program sets before its first CUDA call, CUDA sees when it starts. */
static size_t early_variables(const struct program *program)
{
    for (size_t i = 0; i < program->records.count; i++)
        if (call_info((enum call)program->records.rows[i].call)->group != CALL_GROUP_HOST)
            return i;
    return program->records.count;
}

/* 0: not set. */
static void set_count(struct environment *environment, const char *name, uint32_t count)
{
    if (!count)
        return;
    char text[16];
    int length = snprintf(text, sizeof text, "%u", count);
    environment->variables[environment->count++] =
        (struct device_variable){name, own(environment, text, (size_t)length)};
}

static void collect(struct environment *environment, const struct program *program,
                    const struct gpu_options *options)
{
    size_t early = early_variables(program), most = options->variable_count + early + 2;
    environment->variables = mem_zalloc(most * sizeof *environment->variables);
    environment->texts = mem_zalloc((2 * most) * sizeof *environment->texts);
    for (size_t i = 0; i < options->variable_count; i++)
        environment->variables[environment->count++] =
            (struct device_variable){options->variables[i].name, options->variables[i].value};
    set_count(environment, VARIABLE_MAX_CONNECTIONS, options->connections);
    set_count(environment, VARIABLE_MAX_COPY_CONNECTIONS, options->copy_connections);
    for (size_t i = 0; i < early; i++) {
        if (program->records.rows[i].call != CALL_set_variable)
            continue;
        const char *text = program_name(program, program->records.rows[i].object);
        const char *equals = strchr(text, '=');
        if (equals == NULL)
            continue;
        const char *name = own(environment, text, (size_t)(equals - text));
        environment->variables[environment->count++] =
            (struct device_variable){name, own(environment, equals + 1, strlen(equals + 1))};
    }
}

static void release(struct environment *environment)
{
    for (size_t i = 0; i < environment->text_count; i++)
        free(environment->texts[i]);
    free(environment->texts);
    free(environment->variables);
}

static bool blocks_launches(const struct environment *environment)
{
    const char *value = NULL;
    for (size_t i = 0; i < environment->count; i++)
        if (strcmp(environment->variables[i].name, VARIABLE_LAUNCH_BLOCKING) == 0)
            value = environment->variables[i].value;
    return value && *value && strcmp(value, "0") != 0;
}

/* In the child, before it opens the device: what a shell has set is no part of the program. */
static void forget_shell(void)
{
#define FORGET(name) unsetenv(name);
    VARIABLES(FORGET)
#undef FORGET
}

/* --- processes ----------------------------------------------------------------------------------
 */

/* Programs that one process measures at most: calls under CUPTI get slower in one that has run
 * more. All have had their turn in one before any comes again in the next, so that the processes of
 * a program lie far apart, and its noise tells what the machine does meanwhile. */
enum { TOGETHER_MOST = 20 };

struct measurement {
    device_open *open;
    const struct gpu_options *options;
    const struct environment *environment;
    struct gpu_item *items;
    struct plan *plans; /* by item */
    struct result *results;
    size_t count;
    /* Steps, of which each item has one without and, when those that are measured together have had
     * theirs, one with an instrument: CUDA is slower once CUPTI has looked on. The one that the
     * process begins with; the one it is at, or `steps` before any. */
    size_t first, current, steps;
    uint32_t process, processes;
};

/* What is done in a step. */
struct turn {
    size_t item;
    bool plain, instrumented;
    bool opens; /* the first of those that are measured together */
};

static struct turn turn_at(const struct measurement *m, size_t step)
{
    if (m->count == 1)
        return (struct turn){.plain = true, .instrumented = true, .opens = true};
    size_t at = step % (2 * TOGETHER_MOST), first = (step - at) / 2;
    size_t together = m->count - first < TOGETHER_MOST ? m->count - first : TOGETHER_MOST;
    return (struct turn){first + at % together, at < together, at >= together, at == 0};
}

static int receive(void *context, uint32_t type, const void *data, size_t bytes, struct err *err)
{
    struct measurement *m = context;
    if (type == SESSION_PROGRAM) {
        uint32_t number = UINT32_MAX;
        if (bytes == sizeof number)
            memcpy(&number, data, sizeof number);
        if (number >= m->steps)
            return err_set(err, ERR_RUN, "the measuring process speaks of an unknown program");
        m->current = number;
        return 0;
    }
    if (m->current == m->steps)
        return err_set(err, ERR_RUN, "the measuring process speaks of no program");
    return result_take(&m->results[turn_at(m, m->current).item], m->process, type, data, bytes,
                       err);
}

static void tick(void *context, uint32_t steps)
{
    struct measurement *m = context;
    uint32_t runs = session_steps(m->options) * (uint32_t)m->count;
    struct gpu_progress progress = {
        .process = m->process + 1,
        .processes = m->processes,
        .run = steps < runs ? steps : runs, /* some are made again */
        .runs = runs,
    };
    if (m->options->progress)
        m->options->progress(m->options->progress_context, &progress);
}

/* "at fence.cu:12 in cudaStreamSynchronize" for each thread that stands somewhere. */
static void add_positions(const struct program *program, const struct process_page *page,
                          struct strbuf *sb)
{
    for (int i = 0; i < PROCESS_POSITIONS; i++) {
        uint32_t position = page->positions[i];
        if (position == 0 || position > program->records.count)
            continue;
        const struct program_record *record = &program->records.rows[position - 1];
        if (record->call == CALL_thread_end)
            continue;
        const struct program_place *place = &program->places.rows[record->place];
        strbuf_addf(sb, "%s in %s", sb->length ? "," : "",
                    call_info((enum call)record->call)->name);
        if (record->place)
            strbuf_addf(sb, " at %.80s:%d", program_name(program, place->file), place->line);
    }
}

static void explain(const struct measurement *m, enum process_end end,
                    const struct process_page *page, int signal, int64_t limit, struct err *err)
{
    struct strbuf sb;
    strbuf_init(&sb);
    if (m->current < m->steps)
        add_positions(m->items[turn_at(m, m->current).item].program, page, &sb);
    const char *where = sb.length ? sb.text : " outside the program";
    if (end == PROCESS_TIMED_OUT) {
        err_set(err, ERR_RUN, "a run did not end within %g s: it stands%s", (double)limit / 1e9,
                where);
        err_hint(err, "a wait for something that never comes, or a run that takes long: --timeout");
    } else if (signal) {
        err_set(err, ERR_RUN, "the measuring process was ended by signal %d (%s)%s", signal,
                strsignal(signal), where);
    } else {
        err_set(err, ERR_RUN, "the measuring process ended without a word%s", where);
    }
    strbuf_release(&sb);
}

/* Whether a host thread besides main has work in its per-thread stream. When such a thread ends,
 * the driver destroys that stream, and driver 580.159.04 may come to no end there if the process
 * has run other programs: one thread waits for a lock of the driver's, another and one of the
 * driver's own yield for ever (seen by their stacks, three times of three, without CUPTI). In a
 * fresh process it has not been seen in hundreds of runs. */
static bool needs_own_process(const struct plan *plan)
{
    for (size_t i = 0; i < plan->op_count; i++) {
        const struct program_record *record = &plan->program->records.rows[plan->op_records[i]];
        if (record->thread != 0 &&
            plan->program->streams.rows[record->stream].kind == STREAM_PER_THREAD)
            return true;
    }
    return false;
}

/* Whether it changes something for good for those behind it in the process: how that waits for the
 * device, or how managed memory belongs to streams. Each of their launches behind a wait takes 25
 * us more then, over resets, too. */
static bool changes_process(const struct plan *plan)
{
    for (size_t i = 0; i < plan->program->records.count; i++) {
        enum call call = (enum call)plan->program->records.rows[i].call;
        if (plan->steps[i] != PLAN_SKIP &&
            (call == CALL_cudaSetDeviceFlags || call == CALL_cudaStreamAttachMemAsync))
            return true;
    }
    return false;
}

static int measure_item(const struct measurement *m, struct process *process, struct device *device,
                        uint32_t step, bool used, struct err *err)
{
    struct turn turn = turn_at(m, step);
    const struct plan *plan = &m->plans[turn.item];
    struct session session = {
        .plan = plan,
        .options = m->options,
        .device = device,
        .plain = turn.plain,
        .instrumented = turn.instrumented,
    };
    if (process_send(process, SESSION_PROGRAM, &step, sizeof step, err) != 0)
        return -1;
    /* What streams did before in the process can matter: which of several copies goes first, which
     * streams share a connection or a PBDMA, depends on the connections that they take. */
    int error = used && plan->several_streams ? device->api->reset(device) : 0;
    if (error)
        return err_set(err, ERR_RUN, "the device cannot be reset: %s",
                       device->api->error_text(error));
    return session_run(process, &session, err);
}

/* What a process does: opens the device, measures one program after the other. */
static int measure_items(struct process *process, void *context, struct err *err)
{
    const struct measurement *m = context;
    struct device_options device_options = {m->environment->variables, m->environment->count};
    struct device *device;
    forget_shell();
    if (m->open(&device_options, &device, err) != 0)
        return -1;
    int result = 0;
    bool used = false;
    for (uint32_t step = (uint32_t)m->first; result == 0 && step < m->steps; step++) {
        struct turn turn = turn_at(m, step);
        if (used && turn.opens)
            break;
        if (m->items[turn.item].result != 0)
            continue;
        if (used && needs_own_process(&m->plans[turn.item]))
            break;
        result = measure_item(m, process, device, step, used, err);
        used = true;
        if (changes_process(&m->plans[turn.item]))
            break;
    }
    device->api->close(device);
    return result;
}

/* Whether a program is left to run from a step on. */
static bool is_left(const struct measurement *m, size_t step)
{
    for (; step < m->steps; step++)
        if (m->items[turn_at(m, step).item].result == 0)
            return true;
    return false;
}

/* What goes wrong before any program's turn, in a process behind others: it is of those that have
 * not been measured yet, and the others have what they have. -1 if all are left. */
static int fail_left(struct measurement *m, struct err *err)
{
    bool any = false;
    for (size_t i = 0; i < m->count; i++)
        any |= m->items[i].result == 0 && result_is_whole(&m->results[i]);
    if (!any)
        return -1;
    for (size_t i = 0; i < m->count; i++)
        if (m->items[i].result == 0 && !result_is_whole(&m->results[i])) {
            m->items[i].result = -1;
            m->items[i].err = *err;
        }
    err_init(err);
    return 0;
}

/* One process of each program: further ones where a program ends one or needs its own, or where
 * there are many programs. -1 if none can be run. */
static int run_process(struct measurement *m, struct err *err)
{
    int64_t limit = m->options->limit ? m->options->limit : LIMIT_DEFAULT;
    struct process_options options = {
        .limit = limit, .tick = tick, .receive = receive, .context = m};
    struct process_page page;
    int signal;
    for (m->first = 0; is_left(m, m->first); m->first = m->current + 1) {
        m->current = m->steps;
        enum process_end end = process_run(&options, measure_items, m, &page, &signal, err);
        if (end == PROCESS_DONE && m->current == m->steps)
            return 0;
        if (end == PROCESS_DONE)
            continue;
        if (end != PROCESS_FAILED)
            explain(m, end, &page, signal, limit, err);
        if (m->current == m->steps)
            return fail_left(m, err);
        struct gpu_item *item = &m->items[turn_at(m, m->current).item];
        item->result = -1;
        item->err = *err;
        err_init(err);
    }
    return 0;
}

/* --- who measured, and when ---------------------------------------------------------------------
 */

/* The processor's name, as Linux says it; NULL if it does not. */
static const char *host_cpu(char *text, size_t size)
{
    FILE *file = fopen("/proc/cpuinfo", "r");
    char *found = NULL;
    while (file && !found && fgets(text, (int)size, file))
        if (strncmp(text, "model name", 10) == 0 && (found = strchr(text, ':')))
            found += strspn(found, ": \t");
    if (file)
        fclose(file);
    if (found)
        found[strcspn(found, "\n")] = '\0';
    return found;
}

static const char *const clock_names[] = {
#define CLOCK(id, name) name,
    GPU_CLOCKS(CLOCK)
#undef CLOCK
        [GPU_CLOCK_NONE] = "none",
};

static void add_facts(enum gpu_clock clock, struct timeline *timeline)
{
    struct timeline_measurement *facts = &timeline->measurement;
    char text[160];
    const char *cpu = host_cpu(text, sizeof text);
    if (cpu)
        facts->host_cpu = intern_adds(&timeline->names, cpu);
    time_t now = time(NULL);
    struct tm utc;
    strftime(text, sizeof text, "%Y-%m-%d", gmtime_r(&now, &utc));
    facts->date = intern_adds(&timeline->names, text);
    facts->clock = intern_adds(&timeline->names, clock_names[clock]);
}

static bool sets_variables(const struct program *program)
{
    for (size_t i = early_variables(program); i-- > 0;)
        if (program->records.rows[i].call == CALL_set_variable)
            return true;
    return false;
}

/* Plans for all that can be run. */
static void prepare(struct measurement *m)
{
    bool blocking = blocks_launches(m->environment);
    for (size_t i = 0; i < m->count; i++) {
        struct gpu_item *item = &m->items[i];
        err_init(&item->err);
        timeline_init(item->timeline);
        item->result = plan_init(&m->plans[i], item->program, item->profile, blocking, &item->err);
        result_init(&m->results[i], &m->plans[i]);
        if (item->result == 0 && m->count > 1 && sets_variables(item->program))
            item->result = err_set(&item->err, ERR_UNAVAILABLE,
                                   "it sets variables for CUDA: it must be measured by itself");
    }
}

static int measure_all(device_open *open, struct gpu_item *items, size_t count,
                       const struct environment *environment, const struct gpu_options *options,
                       struct err *err)
{
    struct measurement m = {
        .open = open,
        .options = options,
        .environment = environment,
        .items = items,
        .plans = mem_zalloc(count * sizeof *m.plans),
        .results = mem_zalloc(count * sizeof *m.results),
        .count = count,
        .steps = count == 1 ? 1 : 2 * count,
        .processes = options->processes ? options->processes : 1,
    };
    prepare(&m);
    size_t left = 0;
    for (size_t i = 0; i < count; i++)
        left += items[i].result == 0;
    int result = 0;
    for (; left && result == 0 && m.process < m.processes; m.process++)
        result = run_process(&m, err);
    for (size_t i = 0; i < count; i++) {
        if (result == 0 && items[i].result == 0) {
            result_fill(&m.results[i], items[i].timeline);
            add_facts(m.results[i].clock, items[i].timeline);
        }
        result_release(&m.results[i]);
        plan_release(&m.plans[i]);
    }
    free(m.plans);
    free(m.results);
    return result;
}

int measure_program(device_open *open, const struct program *program, const struct profile *profile,
                    const struct gpu_options *options, struct timeline *timeline, struct err *err)
{
    struct environment environment = {0};
    struct gpu_item item = {.program = program, .profile = profile, .timeline = timeline};
    collect(&environment, program, options);
    int result = measure_all(open, &item, 1, &environment, options, err);
    if (result == 0 && item.result != 0) {
        *err = item.err;
        result = -1;
    }
    release(&environment);
    return result;
}

int measure_programs(device_open *open, struct gpu_item *items, size_t count,
                     const struct gpu_options *options, struct err *err)
{
    struct environment environment = {0};
    struct program none = {0};
    collect(&environment, count == 1 ? items[0].program : &none, options);
    int result = measure_all(open, items, count, &environment, options, err);
    release(&environment);
    return result;
}

int gpu_measure(const struct program *program, const struct profile *profile,
                const struct gpu_options *options, struct timeline *timeline, struct err *err)
{
    return measure_program(cuda_device_open, program, profile, options, timeline, err);
}

int gpu_measure_all(struct gpu_item *items, size_t count, const struct gpu_options *options,
                    struct err *err)
{
    return measure_programs(cuda_device_open, items, count, options, err);
}
