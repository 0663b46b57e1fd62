/* Loading a scenario: files, options, limits; what it leaves behind. */
#include "sim/script/script.h"

#include "sim/base/mem.h"
#include "sim/script/binding.h"
#include "sim/script/compile.h"
#include "sim/script/lib.h"
#include "sim/script/parse.h"
#include "sim/script/script_inside.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum limit {
    LIMIT_STEPS,
    LIMIT_DEPTH,
    LIMIT_MEMORY,
    LIMIT_ALLOCATION,
    LIMIT_RESERVED,
    LIMIT_ALLOCATIONS,
    LIMIT_CALLS,
    LIMIT_THREADS,
    LIMIT_OUTPUT,
    LIMIT_NESTING,
    LIMIT_TOKENS,
    LIMIT_COUNT
};

static const struct script_limit limits[] = {
    [LIMIT_STEPS] = {"steps", "turns of loops, in all", 1000000000, false},
    [LIMIT_DEPTH] = {"depth", "function calls inside each other", 10000, false},
    [LIMIT_MEMORY] = {"memory", "bytes that the program fills", UINT64_C(2) << 30, true},
    [LIMIT_ALLOCATION] = {"allocation", "bytes of one allocation", UINT64_C(1) << 38, true},
    [LIMIT_RESERVED] = {"reserved", "bytes of all allocations alive", UINT64_C(1) << 40, true},
    [LIMIT_ALLOCATIONS] = {"allocations", "allocations alive", 4000000, false},
    [LIMIT_CALLS] = {"calls", "CUDA calls and other events of the host, in all", 5000000, false},
    [LIMIT_THREADS] = {"threads", "host threads, in all", 1024, false},
    [LIMIT_OUTPUT] = {"output", "bytes that the program prints", 16 << 20, true},
    [LIMIT_NESTING] = {"nesting", "parentheses, braces and statements inside each other", 256,
                       false},
    [LIMIT_TOKENS] = {"tokens", "words of the source after preprocessing", 20000000, false},
    [LIMIT_COUNT] = {NULL, NULL, 0, false},
};

const struct script_limit *script_limits(void)
{
    return limits;
}

/* A whole number, in bytes also with the suffixes of profiles; 0 if it is none. */
static uint64_t limit_value(const char *text, bool bytes)
{
    static const char *const suffixes[] = {"", "KiB", "MiB", "GiB", "TiB"};
    char *end;
    if (text[0] < '0' || text[0] > '9')
        return 0;
    uint64_t value = strtoull(text, &end, 10);
    for (size_t i = 0; i < sizeof suffixes / sizeof *suffixes; i++)
        if (strcmp(end, suffixes[i]) == 0)
            return (i == 0 || bytes) && value <= (uint64_t)INT64_MAX >> 10 * i ? value << 10 * i
                                                                               : 0;
    return 0;
}

static int read_limits(const struct script_settings *settings, uint64_t *values, struct err *err)
{
    for (int i = 0; i < LIMIT_COUNT; i++)
        values[i] = limits[i].value;
    for (size_t i = 0; i < settings->limit_count; i++) {
        const char *text = settings->limits[i], *equals = strchr(text, '=');
        size_t length = equals != NULL ? (size_t)(equals - text) : 0;
        int found = -1;
        for (int k = 0; k < LIMIT_COUNT; k++)
            if (length > 0 && strlen(limits[k].name) == length &&
                memcmp(limits[k].name, text, length) == 0)
                found = k;
        if (found < 0) {
            err_set(err, ERR_INPUT, "--limit %s: there is no such limit", text);
            return err_hint(err, "limits are steps, depth, memory, allocation, reserved, "
                                 "allocations, calls, threads, output, nesting and tokens");
        }
        values[found] = limit_value(equals + 1, limits[found].bytes);
        if (values[found] == 0)
            return err_set(err, ERR_INPUT, "--limit %s: the value is a whole number above 0%s",
                           text, limits[found].bytes ? ", or one with KiB, MiB, GiB or TiB" : "");
    }
    return 0;
}

static void apply_limits(struct script *script, const uint64_t *values)
{
    const struct memory_limits memory = {
        .touched = values[LIMIT_MEMORY],
        .allocation = values[LIMIT_ALLOCATION],
        .reserved = values[LIMIT_RESERVED],
        .segments =
            values[LIMIT_ALLOCATIONS] < 16000000 ? (uint32_t)values[LIMIT_ALLOCATIONS] : 16000000,
    };
    vm_init(&script->vm, &memory);
    script->vm.memory.untracked = script->settings->untracked;
    script->vm.memory.lenient = script->settings->lenient;
    script->vm.keeps_main = script->settings->late_end;
    script->vm.limits = (struct vm_limits){
        .turns = (int64_t)values[LIMIT_STEPS],
        .depth = values[LIMIT_DEPTH] < 10000000 ? (uint32_t)values[LIMIT_DEPTH] : 10000000,
        .output = values[LIMIT_OUTPUT],
    };
    /* the parser is recursive: its stack must hold all levels */
    script->max_nesting = values[LIMIT_NESTING] < 1000 ? (int)values[LIMIT_NESTING] : 1000;
    script->max_tokens = (int64_t)values[LIMIT_TOKENS];
    script->vm.stop = script->settings->stop;
    script->max_calls = values[LIMIT_CALLS];
    script->max_threads = values[LIMIT_THREADS] < 60000 ? (uint32_t)values[LIMIT_THREADS] : 60000;
}

static int read_assumptions(struct script *script, struct err *err)
{
    const struct script_settings *settings = script->settings;
    script->assumptions = mem_zalloc((settings->assume_count + 1) * sizeof *script->assumptions);
    for (size_t i = 0; i < settings->assume_count; i++) {
        const char *text = settings->assumes[i];
        char *end;
        long line = strtol(text, &end, 10);
        if (end == text || line <= 0 || line > INT32_MAX ||
            (strcmp(end, "=true") != 0 && strcmp(end, "=false") != 0)) {
            err_set(err, ERR_INPUT, "--assume %s: a line and what to assume are wanted", text);
            return err_hint(err, "for instance --assume 42=true");
        }
        script->assumptions[i] = (struct vm_assumption){(int)line, end[1] == 't'};
    }
    script->vm.assumptions = script->assumptions;
    script->vm.assumption_count = (int)settings->assume_count;
    return 0;
}

/* One about a line without a condition is a mistake, as a -D is that names nothing. */
static int check_assumptions(const struct script *script, struct err *err)
{
    for (int i = 0; i < script->vm.assumption_count; i++) {
        int line = script->assumptions[i].line;
        size_t at = 0;
        while (at < script->code.branch_count && (int)script->code.branches[at].place.line != line)
            at++;
        if (at < script->code.branch_count)
            continue;
        err_set(err, ERR_INPUT, "--assume %s: there is no condition in line %d",
                script->settings->assumes[i], line);
        return err_hint(err, "a warning names the line of each condition that is unknown");
    }
    return 0;
}

/* ---- builtin functions ---- */

static int key_order(const void *a, const void *b)
{
    return strcmp(((const struct script_key *)a)->name, ((const struct script_key *)b)->name);
}

static void add_builtins(struct script *script, const struct vm_builtin *rows, int count)
{
    script->builtins = mem_realloc(script->builtins, (size_t)(script->builtin_count + count) *
                                                         sizeof *script->builtins);
    memcpy(script->builtins + script->builtin_count, rows, (size_t)count * sizeof *rows);
    script->builtin_count += count;
}

static void collect_builtins(struct script *script)
{
    static const struct vm_builtin *const libraries[] = {
        lib_memory,  lib_string, lib_number, lib_math,      lib_print,    lib_stream,
        lib_process, lib_time,   lib_thread, lib_condition, lib_joinable, lib_atomic,
        lib_vector,  lib_throw,  lib_scan,   lib_own,       lib_static};
    int count;
    const struct vm_builtin *rows;
    for (int group = 0; (rows = binding_builtins(group, &count)) != NULL; group++)
        add_builtins(script, rows, count);
    for (size_t i = 0; i < sizeof libraries / sizeof *libraries; i++) {
        for (count = 0; libraries[i][count].name != NULL; count++)
            ;
        add_builtins(script, libraries[i], count);
    }
    script->builtin_names =
        mem_zalloc((size_t)script->builtin_count * sizeof *script->builtin_names);
    for (int i = 0; i < script->builtin_count; i++)
        script->builtin_names[i] = (struct script_key){script->builtins[i].name, i};
    qsort(script->builtin_names, (size_t)script->builtin_count, sizeof *script->builtin_names,
          key_order);
    script->vm.builtins = script->builtins;
    script->vm.builtin_count = script->builtin_count;
}

static int find_builtin(void *context, const char *name)
{
    const struct script *script = context;
    const struct script_key key = {name, 0};
    const struct script_key *found =
        bsearch(&key, script->builtin_names, (size_t)script->builtin_count,
                sizeof *script->builtin_names, key_order);
    return found != NULL ? found->builtin : -1;
}

static const struct host_cost *host_cost(void *context, const struct function *function)
{
    const struct script *script = context;
    return binding_host_cost(script->binding, function);
}

/* ---- load ---- */

/* `text` NULL: the file at `path`. */
static int parse(struct script *script, const char *path, const char *text, size_t length,
                 struct err *err)
{
    const struct script_settings *settings = script->settings;
    struct script_define *defines =
        arena_alloc(&script->arena, (settings->define_count + 1) * sizeof *defines);
    for (size_t i = 0; i < settings->define_count; i++) {
        const char *define = settings->defines[i], *equals = strchr(define, '=');
        size_t name = equals != NULL ? (size_t)(equals - define) : strlen(define);
        defines[i].name = arena_strndup(&script->arena, define, name);
        defines[i].value = equals != NULL ? equals + 1 : "1";
    }
    struct script_options options = {
        .defines = defines,
        .define_count = (int)settings->define_count,
        .header_macro = SCRIPT_PER_THREAD,
        .max_depth = script->max_nesting,
        .max_tokens = script->max_tokens,
        .on_read = settings->on_read,
        .read_context = settings->read_context,
    };
    builtin_headers_offer(&script->headers, &options);
    if (text != NULL)
        return script_parse_text(path, text, length, &options, &script->tu, &script->arena, err);
    return script_parse(path, &options, &script->tu, &script->arena, err);
}

static int compile(struct script *script, struct err *err)
{
    const struct compile_options options = {script, find_builtin, host_cost};
    if (bytecode_compile(&script->code, script->tu, &script->vm.memory, &options, err) != 0)
        return -1;
    script->vm.code = &script->code;
    script->vm.sources = &script->tu->sources;
    script->vm.branch_seen = mem_zalloc(script->code.branch_count + 1);
    script->file_names = mem_zalloc((script->tu->sources.count + 1) * sizeof *script->file_names);
    return 0;
}

static void warn_per_thread(struct script *script)
{
    if (script->tu->late_define.line && !script->settings->per_thread)
        vm_warn(&script->vm, script->tu->late_define,
                "this #define has no effect: nvcc includes cuda_runtime.h before it; compile with "
                "nvcc --default-stream per-thread, and give nullstream that, too");
}

static void warn_omp(struct script *script)
{
    for (const struct omp_pragma *omp = script->tu->omp; omp; omp = omp->next)
        vm_warn(&script->vm, omp->place,
                "OpenMP is not simulated: one thread does all of this, as where nvcc compiles it "
                "without -Xcompiler -fopenmp; std::thread has several");
}

static void warn_pragma(struct script *script)
{
    if (script->tu->misspelt_pragma.line)
        vm_warn(&script->vm, script->tu->misspelt_pragma,
                "this pragma has no effect; did you mean 'nullstream'?");
}

static struct script *load(const char *path, const char *text, size_t length,
                           const struct script_settings *settings, struct err *err)
{
    uint64_t values[LIMIT_COUNT];
    if (read_limits(settings, values, err) != 0)
        return NULL;
    struct script *script = mem_zalloc(sizeof *script);
    script->settings = settings;
    arena_init(&script->arena);
    builtin_headers_init(&script->headers);
    apply_limits(script, values);
    script->vm.owner = script;
    script->vm.memory.stands = script_stands_now;
    script->vm.memory.owner = script;
    script->streams[0].precision = script->streams[1].precision = -1;
    script->streams[0].flags = script->streams[1].flags = FLAGS_AT_FIRST;
    collect_builtins(script);
    if (read_assumptions(script, err) == 0 && parse(script, path, text, length, err) == 0 &&
        (script->binding = binding_new(script, err)) != NULL && compile(script, err) == 0 &&
        check_assumptions(script, err) == 0) {
        warn_pragma(script);
        warn_per_thread(script);
        warn_omp(script);
        return script;
    }
    script_free(script);
    return NULL;
}

struct script *script_load(const char *path, const struct script_settings *settings,
                           struct err *err)
{
    return load(path, NULL, 0, settings, err);
}

struct script *script_load_text(const char *path, const char *text, size_t length,
                                const struct script_settings *settings, struct err *err)
{
    return load(path, text, length, settings, err);
}

int script_exit_status(const struct script *script)
{
    return script->exit_status;
}

int64_t script_turns(const struct script *script)
{
    return script->vm.turns;
}

const char *script_output(const struct script *script)
{
    return script->vm.output.text;
}

size_t script_warning_count(const struct script *script)
{
    return script->vm.warning_count;
}

void script_warning(const struct script *script, size_t index, struct err *text, bool *remark)
{
    const struct vm_warning *w = &script->vm.warnings[index];
    err_init(text);
    sources_error(&script->tu->sources, w->place, text, "%s", w->text);
    *remark = w->remark;
}

size_t script_constants(const struct script *script, struct script_constant **constants)
{
    return translation_unit_constants(script->tu, constants);
}

void script_free(struct script *script)
{
    if (script == NULL)
        return;
    binding_free(script->binding);
    for (size_t i = 0; i < script->thread_count; i++) {
        if (script->threads[i] == NULL)
            continue;
        vm_thread_release(&script->threads[i]->vm);
        free(script->threads[i]->queue);
        free(script->threads[i]);
    }
    free(script->readings);
    free(script->clock_readers);
    free(script->clock_roles);
    for (size_t i = 0; i < script->waiters_count; i++)
        free(script->waiters[i].threads);
    free(script->waiters);
    for (size_t i = 0; i < script->atomic_count; i++)
        free(script->atomics[i].seen);
    free(script->atomics);
    free(script->user_sites);
    for (size_t i = 0; i < script->text_count; i++) {
        strbuf_release(&script->texts[i]->text);
        free(script->texts[i]);
    }
    free(script->texts);
    free(script->threads);
    vm_release(&script->vm);
    bytecode_release(&script->code);
    if (script->tu != NULL)
        translation_unit_release(script->tu);
    free(script->builtins);
    free(script->builtin_names);
    free(script->assumptions);
    free(script->file_names);
    free(script->function_names);
    builtin_headers_release(&script->headers);
    arena_release(&script->arena);
    free(script);
}
