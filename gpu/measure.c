/* Separate processes, each with its repetitions, into one timeline. */
#include "gpu/measure.h"

#include "gpu/result.h"
#include "sim/base/mem.h"

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

static void collect(struct environment *environment, const struct program *program,
                    const struct gpu_options *options)
{
    size_t early = early_variables(program), most = options->variable_count + early + 1;
    environment->variables = mem_zalloc(most * sizeof *environment->variables);
    environment->texts = mem_zalloc((2 * most) * sizeof *environment->texts);
    for (size_t i = 0; i < options->variable_count; i++)
        environment->variables[environment->count++] =
            (struct device_variable){options->variables[i].name, options->variables[i].value};
    if (options->connections) {
        char text[16];
        int length = snprintf(text, sizeof text, "%u", options->connections);
        environment->variables[environment->count++] = (struct device_variable){
            "CUDA_DEVICE_MAX_CONNECTIONS", own(environment, text, (size_t)length)};
    }
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
        if (strcmp(environment->variables[i].name, "CUDA_LAUNCH_BLOCKING") == 0)
            value = environment->variables[i].value;
    return value && *value && strcmp(value, "0") != 0;
}

/* --- processes ----------------------------------------------------------------------------------
 */

struct measurement {
    const struct gpu_options *options;
    struct plan plan;
    struct result result;
    uint32_t process, processes;
};

static int receive(void *context, uint32_t type, const void *data, size_t bytes, struct err *err)
{
    struct measurement *m = context;
    return result_take(&m->result, m->process, type, data, bytes, err);
}

static void tick(void *context, uint32_t steps)
{
    struct measurement *m = context;
    struct gpu_progress progress = {
        .process = m->process + 1,
        .processes = m->processes,
        .run = steps,
        .runs = session_steps(m->options),
    };
    if (m->options->progress)
        m->options->progress(m->options->progress_context, &progress);
}

/* "at fence.cu:12 in cudaStreamSynchronize" for each thread that stands somewhere. */
static void add_positions(const struct measurement *m, const struct process_page *page,
                          struct strbuf *sb)
{
    const struct program *program = m->plan.program;
    for (int i = 0; i < PROCESS_POSITIONS; i++) {
        uint32_t position = page->positions[i];
        if (position == 0 || position > program->records.count)
            continue;
        const struct program_record *record = &program->records.rows[position - 1];
        const struct program_place *place = &program->places.rows[record->place];
        strbuf_addf(sb, "%s in %s", sb->length ? "," : "",
                    call_info((enum call)record->call)->name);
        if (record->place)
            strbuf_addf(sb, " at %.80s:%d", program_name(program, place->file), place->line);
    }
}

static int explain(const struct measurement *m, enum process_end end,
                   const struct process_page *page, int signal, int64_t limit, struct err *err)
{
    struct strbuf sb;
    strbuf_init(&sb);
    add_positions(m, page, &sb);
    const char *where = sb.length ? sb.text : " outside the program";
    if (end == PROCESS_TIMED_OUT) {
        err_set(err, ERR_RUN, "a run did not end within %lld s: it stands%s",
                (long long)(limit / 1000000000), where);
        err_hint(err, "a wait for something that never comes, or a run that takes long: --timeout");
    } else if (signal) {
        err_set(err, ERR_RUN, "the measuring process was ended by signal %d (%s)%s", signal,
                strsignal(signal), where);
    } else {
        err_set(err, ERR_RUN, "the measuring process ended without a word%s", where);
    }
    strbuf_release(&sb);
    return -1;
}

static int run_process(struct measurement *m, device_open *open,
                       const struct environment *environment, struct err *err)
{
    struct device_options device_options = {environment->variables, environment->count};
    struct session session = {&m->plan, m->options, open, &device_options};
    int64_t limit = m->options->limit ? m->options->limit : LIMIT_DEFAULT;
    struct process_options options = {
        .limit = limit, .tick = tick, .receive = receive, .context = m};
    struct process_page page;
    int signal;
    enum process_end end = process_run(&options, session_run, &session, &page, &signal, err);
    if (end == PROCESS_TIMED_OUT || end == PROCESS_CRASHED)
        return explain(m, end, &page, signal, limit, err);
    return end == PROCESS_DONE ? 0 : -1;
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

int measure_program(device_open *open, const struct program *program, const struct profile *profile,
                    const struct gpu_options *options, struct timeline *timeline, struct err *err)
{
    timeline_init(timeline);
    struct environment environment = {0};
    struct measurement m = {.options = options,
                            .processes = options->processes ? options->processes : 1};
    collect(&environment, program, options);
    int result = plan_init(&m.plan, program, profile, blocks_launches(&environment), err);
    result_init(&m.result, &m.plan);
    for (; result == 0 && m.process < m.processes; m.process++)
        result = run_process(&m, open, &environment, err);
    if (result == 0) {
        result_fill(&m.result, timeline);
        add_facts(m.result.clock, timeline);
    }
    result_release(&m.result);
    plan_release(&m.plan);
    release(&environment);
    return result;
}

int gpu_measure(const struct program *program, const struct profile *profile,
                const struct gpu_options *options, struct timeline *timeline, struct err *err)
{
    return measure_program(cuda_device_open, program, profile, options, timeline, err);
}
