#include "sim/script/kernel_cost.h"

#include "sim/base/duration.h"
#include "sim/base/mem.h"
#include "sim/base/suggest.h"
#include "sim/model/cuda_errors.h"
#include "sim/script/launch_spin.h"
#include "sim/script/overload_name.h"
#include "sim/script/parse.h"
#include "sim/script/pragma_name.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

struct reader {
    struct kernel_costs *costs;
    struct translation_unit *tu;
    const struct token *t, *end;
    struct place place; /* of the pragma */
    struct err *err;
};

static bool token_text(const struct token *t, const char *text)
{
    return t->length == strlen(text) && memcmp(t->text, text, t->length) == 0;
}

static struct place here(const struct reader *r)
{
    return r->t < r->end ? r->t->place : r->place;
}

static bool accept(struct reader *r, char c)
{
    if (r->t >= r->end || r->t->kind != TOKEN_PUNCT || r->t->punct != PUNCT1(c))
        return false;
    r->t++;
    return true;
}

static int fail(struct reader *r, struct place place, const char *text)
{
    return sources_error(&r->tu->sources, place, r->err, "%s", text);
}

/* The tokens up to the comma or parenthesis that ends an argument. */
static int read_argument(struct reader *r, struct token_range *range, bool *more)
{
    int depth = 0;
    range->tokens = r->t;
    for (; r->t < r->end; r->t++) {
        if (r->t->kind == TOKEN_END)
            break;
        if (r->t->kind != TOKEN_PUNCT)
            continue;
        uint16_t punct = r->t->punct;
        if (punct == PUNCT1('(') || punct == PUNCT1('[') || punct == PUNCT1('{')) {
            depth++;
        } else if (depth > 0 &&
                   (punct == PUNCT1(')') || punct == PUNCT1(']') || punct == PUNCT1('}'))) {
            depth--;
        } else if (depth == 0 && (punct == PUNCT1(',') || punct == PUNCT1(')'))) {
            range->count = (size_t)(r->t - range->tokens);
            *more = punct == PUNCT1(',');
            r->t++;
            return 0;
        }
    }
    return fail(r, r->place, "a parenthesis of this pragma is never closed");
}

static bool reads_memory(const struct expr *e)
{
    if (!e)
        return false;
    if (e->kind == EXPR_DEREF || e->kind == EXPR_INDEX ||
        (e->kind == EXPR_GLOBAL && !e->var->has_value && !e->var->is_extern))
        return true;
    if (e->kind == EXPR_CALL) {
        for (int i = 0; i < e->arg_count; i++)
            if (reads_memory(e->args[i]))
                return true;
    }
    return reads_memory(e->a) || reads_memory(e->b) || reads_memory(e->c);
}

/* What stands in the parentheses of a clause. */
static const char *clause_takes(const struct token *name)
{
    static const char *const takes[][2] = {
        {"time", "time(400us): how long a launch takes"},
        {"block_time", "block_time(3us): how long a block takes"},
        {"flops", "flops(2.0 * n): the operations of a launch"},
        {"bytes", "bytes(8.0 * n): the bytes that a launch reads and writes"},
        {"regs", "regs(64): the registers of a thread"},
        {"shared", "shared(4096): the bytes of a block"},
        {"reads", "reads(pointer, bytes): what it reads from where on"},
        {"writes", "writes(pointer, bytes): what it writes from where on"},
        {"atomics", "atomics(pointer, bytes): what it changes by atomics alone, from where on"},
    };
    for (size_t i = 0; i < sizeof takes / sizeof *takes; i++)
        if (token_text(name, takes[i][0]))
            return takes[i][1];
    return NULL;
}

static int fail_count(struct reader *r, const struct token *name, int count)
{
    const char *takes = clause_takes(name);
    sources_error(&r->tu->sources, name->place, r->err, "`%.*s` takes %d argument%s",
                  (int)name->length, name->text, count, count == 1 ? "" : "s");
    return takes ? err_hint(r->err, "%s", takes) : -1;
}

/* One clause with `count` arguments, parsed for `function`. */
static int read_clause(struct reader *r, const struct token *name, const struct function *function,
                       int count, struct expr **args, bool *units)
{
    if (!accept(r, '('))
        return sources_error(&r->tu->sources, here(r), r->err, "`%.*s` needs a parenthesis",
                             (int)name->length, name->text);
    bool more = true;
    for (int i = 0; i < count; i++) {
        struct token_range range;
        struct place place = here(r);
        if (!more)
            return fail_count(r, name, count);
        if (read_argument(r, &range, &more) != 0)
            return -1;
        if (range.count == 0)
            return sources_error(&r->tu->sources, place, r->err, "`%.*s` needs an expression",
                                 (int)name->length, name->text);
        args[i] = script_parse_clause(r->tu, function, range, &units[i], r->err);
        if (!args[i])
            return -1;
    }
    if (more)
        return fail_count(r, name, count);
    return 0;
}

static int need_unit(struct reader *r, const struct token *name, struct place place,
                     const struct expr *e, bool unit)
{
    if (unit)
        return 0;
    sources_error(&r->tu->sources, place, r->err, "a time without a unit in `%.*s`",
                  (int)name->length, name->text);
    while (e->kind == EXPR_CAST)
        e = e->a;
    if (e->kind == EXPR_LOCAL || e->kind == EXPR_GLOBAL)
        return err_hint(r->err, "write %s * 1us; ns, us, ms and s are known", e->var->name);
    if (e->kind != EXPR_INT && e->kind != EXPR_FLOAT)
        return err_hint(r->err, "write (...) * 1us; ns, us, ms and s are known");
    return err_hint(r->err, "write 400us; ns, us, ms and s are known");
}

static int read_fails(struct reader *r, struct kernel_cost *cost)
{
    struct token_range range;
    bool more;
    struct place place = here(r);
    if (!accept(r, '('))
        return fail(r, place, "`fails` needs the name of an error in parentheses");
    place = here(r);
    if (read_argument(r, &range, &more) != 0)
        return -1;
    char name[64];
    size_t length = range.count == 1 ? range.tokens[0].length : 0;
    if (more || length == 0 || length >= sizeof name)
        return fail(r, place,
                    "`fails` takes the name of one error, such as "
                    "cudaErrorIllegalAddress");
    memcpy(name, range.tokens[0].text, length);
    name[length] = 0;
    cost->fails = cuda_error_find(name);
    if (cost->fails > 0)
        return 0;
    struct suggest suggest;
    suggest_init(&suggest, name);
#define ERROR(error, number, text) suggest_offer(&suggest, #error);
    CUDA_ERROR_LIST(ERROR)
#undef ERROR
    sources_error(&r->tu->sources, place, r->err, "`%s` is no CUDA error that a kernel can cause",
                  name);
    if (suggest.best)
        err_hint(r->err, "did you mean %s?", suggest.best);
    return -1;
}

static int only_cost(struct reader *r, const struct kernel_cost *cost, struct place place,
                     bool work)
{
    bool has_work = cost->flops || cost->bytes;
    if (cost->time || (has_work && !work))
        return fail(r, place,
                    "a kernel has one cost: `time`, `block_time`, or `flops` and `bytes`");
    return 0;
}

/* The clauses that say what is touched. */
static const struct access_clause {
    const char *name;
    uint8_t mode; /* enum access_mode */
    bool kernels; /* only of kernels */
} access_clauses[] = {{"reads", ACCESS_READ, false},
                      {"writes", ACCESS_WRITE, false},
                      {"atomics", ACCESS_UPDATE, true}};

enum { ACCESS_CLAUSES = sizeof access_clauses / sizeof *access_clauses };

static const struct access_clause *access_clause_find(const struct token *name, bool of_kernel)
{
    for (int i = 0; i < ACCESS_CLAUSES; i++)
        if (token_text(name, access_clauses[i].name) && (of_kernel || !access_clauses[i].kernels))
            return &access_clauses[i];
    return NULL;
}

/* reads(pointer, bytes) and its like: one clause more of `*clauses`. */
static int read_access(struct reader *r, const struct function *function, const struct token *name,
                       struct kernel_clause **clauses, int *count)
{
    struct expr *args[2];
    bool units[2];
    struct place place = here(r);
    if (read_clause(r, name, function, 2, args, units) != 0)
        return -1;
    if (args[0]->type->kind != TYPE_POINTER)
        return fail(r, place, "the first argument must be a pointer, the second the bytes");
    if (!type_is_arithmetic(args[1]->type))
        return fail(r, place, "the second argument must be a number of bytes");
    struct kernel_clause *more = arena_alloc(r->tu->arena, (size_t)(*count + 1) * sizeof *more);
    if (*count)
        memcpy(more, *clauses, (size_t)*count * sizeof *more);
    more[(*count)++] =
        (struct kernel_clause){access_clause_find(name, true)->mode, args[0], args[1]};
    *clauses = more;
    return 0;
}

static int read_kernel_access(struct reader *r, struct kernel_cost *cost, const struct token *name)
{
    if (read_access(r, cost->function, name, &cost->clauses, &cost->clause_count) != 0)
        return -1;
    const struct kernel_clause *clause = &cost->clauses[cost->clause_count - 1];
    cost->from_memory =
        cost->from_memory || reads_memory(clause->pointer) || reads_memory(clause->bytes);
    return 0;
}

/* The name of the next clause, taken. 1, or 0 at the end of the pragma. */
static int next_clause(struct reader *r, const struct token **clause)
{
    while (r->t < r->end && accept(r, ','))
        continue;
    if (r->t >= r->end || r->t->kind == TOKEN_END)
        return 0;
    *clause = r->t;
    if (r->t->kind != TOKEN_NAME)
        return fail(r, r->t->place, "a clause such as time(400us) must stand here");
    r->t++;
    return 1;
}

static int read_kernel_clause(struct reader *r, struct kernel_cost *cost, const struct token *name)
{
    struct expr *e;
    bool unit;
    struct place place = name->place;
    bool time = token_text(name, "time"), block_time = token_text(name, "block_time");
    bool flops = token_text(name, "flops"), bytes = token_text(name, "bytes");
    bool regs = token_text(name, "regs"), shared = token_text(name, "shared");
    if (access_clause_find(name, true))
        return read_kernel_access(r, cost, name);
    if (token_text(name, "fails"))
        return read_fails(r, cost);
    if (!time && !block_time && !flops && !bytes && !regs && !shared) {
        char text[64];
        struct suggest suggest;
        size_t length = name->length < sizeof text ? name->length : sizeof text - 1;
        memcpy(text, name->text, length);
        text[length] = 0;
        suggest_init(&suggest, text);
        static const char *const known[] = {"time", "block_time", "flops", "bytes",
                                            "regs", "shared",     "fails"};
        for (size_t i = 0; i < sizeof known / sizeof *known; i++)
            suggest_offer(&suggest, known[i]);
        for (int i = 0; i < ACCESS_CLAUSES; i++)
            suggest_offer(&suggest, access_clauses[i].name);
        sources_error(&r->tu->sources, place, r->err, "a kernel has no clause `%s`", text);
        if (suggest.best)
            return err_hint(r->err, "did you mean %s?", suggest.best);
        return err_hint(r->err, "known are time, block_time, flops, bytes, regs, shared, reads, "
                                "writes, atomics, fails");
    }
    if ((time || block_time) && only_cost(r, cost, place, false) != 0)
        return -1;
    if ((flops || bytes) && only_cost(r, cost, place, true) != 0)
        return -1;
    if (read_clause(r, name, cost->function, 1, &e, &unit) != 0)
        return -1;
    if (!type_is_arithmetic(e->type))
        return sources_error(&r->tu->sources, place, r->err, "`%.*s` needs a number",
                             (int)name->length, name->text);
    cost->from_memory = cost->from_memory || reads_memory(e);
    if (time || block_time) {
        cost->kind = time ? COST_TIME : COST_BLOCK_TIME;
        cost->time = e;
        cost->guessed = false;
        return need_unit(r, name, place, e, unit);
    }
    if (unit)
        return sources_error(&r->tu->sources, place, r->err, "`%.*s` is no time", (int)name->length,
                             name->text);
    if (flops || bytes) {
        cost->kind = COST_WORK;
        cost->guessed = false;
    }
    if (flops)
        cost->flops = e;
    else if (bytes)
        cost->bytes = e;
    else if (regs)
        cost->regs = e;
    else
        cost->shared = e;
    return 0;
}

static void kernel_begin(struct kernel_cost *cost, const struct function *kernel)
{
    *cost = (struct kernel_cost){.function = kernel, .fixed = -1, .guessed = true};
    for (int i = 0; i < kernel->local_count; i++) {
        const struct var *var = kernel->locals[i];
        if (var->is_shared && !var->is_extern && var->type->size > 0)
            cost->static_shared += (uint64_t)var->type->size;
    }
}

static void suggest_kernels(struct suggest *suggest, const struct kernel_costs *costs,
                            const struct translation_unit *tu)
{
    for (int i = 0; i < costs->kernel_count; i++)
        suggest_offer(suggest, costs->kernels[i].function->name);
    for (int i = 0; i < tu->idle_kernel_count; i++)
        suggest_offer(suggest, tu->idle_kernels[i]);
}

static int read_kernel(struct reader *r, const struct token *at, const char *name)
{
    const struct token *clauses = r->t;
    bool found = false;
    for (int i = 0; i < r->costs->kernel_count; i++) {
        struct kernel_cost *cost = &r->costs->kernels[i];
        if (strcmp(name, cost->function->name) != 0)
            continue;
        if (cost->place.line) {
            sources_error(&r->tu->sources, at->place, r->err,
                          "`%s` has a pragma already, in line %" PRIu32, cost->function->name,
                          cost->place.line);
            return err_hint(r->err, "write all clauses in one; with a \\ at its end a line goes on "
                                    "in the next");
        }
        found = true;
        r->t = clauses;
        cost->place = r->place;
        const struct token *clause;
        int next;
        while ((next = next_clause(r, &clause)) > 0)
            if (read_kernel_clause(r, cost, clause) != 0)
                return -1;
        if (next < 0)
            return -1;
    }
    if (found)
        return 0;
    /* what is said of a template that nothing launches waits for its first launch: it has no
     * function whose parameters the clauses could name */
    if (pragma_name_is_idle(r->tu, name))
        return 0;
    struct suggest suggest;
    suggest_init(&suggest, name);
    suggest_kernels(&suggest, r->costs, r->tu);
    const char *elsewhere = pragma_name_elsewhere(r->tu, name);
    sources_error(&r->tu->sources, at->place, r->err, "there is no kernel `%s`", name);
    if (elsewhere || suggest.best)
        err_hint(r->err, "did you mean %s?", elsewhere ? elsewhere : suggest.best);
    return -1;
}

static int read_host_clauses(struct reader *r, struct host_cost *cost)
{
    const struct token *clause;
    int next;
    while ((next = next_clause(r, &clause)) > 0) {
        if (token_text(clause, "reads") || token_text(clause, "writes")) {
            if (read_access(r, cost->function, clause, &cost->clauses, &cost->clause_count) != 0)
                return -1;
            continue;
        }
        if (!token_text(clause, "time")) {
            sources_error(&r->tu->sources, clause->place, r->err,
                          "a host function has no clause `%.*s`", (int)clause->length,
                          clause->text);
            return err_hint(r->err, "known are time, reads, writes");
        }
        if (cost->time)
            return fail(r, clause->place, "a host function has one time");
        bool unit;
        if (read_clause(r, clause, cost->function, 1, &cost->time, &unit) != 0 ||
            need_unit(r, clause, clause->place, cost->time, unit) != 0)
            return -1;
    }
    return next;
}

static int read_host(struct reader *r, const struct token *at, const char *name)
{
    const struct token *clauses = r->t;
    bool found = false;
    for (int i = 0; i < r->tu->function_count; i++) {
        const struct function *function = r->tu->functions[i];
        if (!pragma_names(function, name) || !function->body || function->is_kernel)
            continue;
        struct host_cost cost = {.function = function};
        found = true;
        r->t = clauses;
        if (read_host_clauses(r, &cost) != 0)
            return -1;
        if (!cost.time)
            return fail(r, r->place, "host(NAME) needs time(E)");
        struct kernel_costs *costs = r->costs;
        costs->hosts = mem_grow(costs->hosts, &costs->host_capacity, (size_t)costs->host_count + 1,
                                sizeof *costs->hosts);
        costs->hosts[costs->host_count++] = cost;
    }
    if (found)
        return 0;
    return sources_error(&r->tu->sources, at->place, r->err, "there is no host function `%s`",
                         name);
}

/* kernel(NAME<9>): what differs between instances is said in the clauses. */
static int refuse_instance(struct reader *r, struct place at, bool kernel, const char *name)
{
    bool is_type = false;
    const char *parameter = script_template_parameter(r->tu, name, &is_type);
    const char *what = kernel ? "kernel" : "host";
    sources_error(&r->tu->sources, at, r->err,
                  "the name must stand here alone: it means all instances of the template");
    if (!parameter)
        return err_hint(r->err, "write %s(%s)", what, name);
    return err_hint(r->err,
                    "write %s(%s) once; its clauses may name the template's parameters, as in "
                    "time(%s%s%s * 1us)",
                    what, name, is_type ? "sizeof(" : "", parameter, is_type ? ")" : "");
}

static int read_pragma(struct reader *r, const struct pragma *pragma)
{
    r->t = pragma->range.tokens;
    r->end = r->t + pragma->range.count;
    r->place = pragma->place;
    const struct token *kind = r->t;
    if (kind >= r->end || kind->kind != TOKEN_NAME)
        return fail(r, r->place, "a nullstream pragma begins with kernel, host or result");
    r->t++;
    if (token_text(kind, "result"))
        return pragma->in_function
                   ? 0
                   : fail(r, kind->place,
                          "`result` must stand in the function that has the pointer");
    bool kernel = token_text(kind, "kernel");
    if (!kernel && !token_text(kind, "host")) {
        sources_error(&r->tu->sources, kind->place, r->err, "there is no nullstream pragma `%.*s`",
                      (int)kind->length, kind->text);
        return err_hint(r->err, "known are kernel(NAME), host(NAME) and result(pointer, bytes)");
    }
    const struct token *at = r->t + 1;
    const char *name = accept(r, '(') ? pragma_name_read(r->tu->arena, &r->t, r->end) : NULL;
    if (!name)
        return fail(r, here(r), "the name must stand here in parentheses");
    const bool instance = r->t < r->end && r->t->punct == PUNCT1('<');
    const struct place behind = here(r);
    bool closed = accept(r, ')');
    name = pragma_name_find(r->tu, pragma, name, kernel);
    if (instance)
        return refuse_instance(r, behind, kernel, name);
    if (!closed)
        return fail(r, behind, "a closing parenthesis must stand here");
    return kernel ? read_kernel(r, at, name) : read_host(r, at, name);
}

/* --cost KERNEL=TIME */
static int read_option(struct kernel_costs *costs, const struct translation_unit *tu,
                       const char *option, struct err *err)
{
    const char *equals = strchr(option, '=');
    int64_t ns;
    if (!equals || duration_parse(equals + 1, &ns) != 0)
        return err_set(err, ERR_INPUT, "--cost %s: it must be KERNEL=TIME, such as scale=400us",
                       option);
    size_t length = (size_t)(equals - option);
    char *name = mem_strdup(option);
    name[length] = 0;
    bool found = pragma_name_is_idle(tu, name);
    struct suggest suggest;
    suggest_init(&suggest, name);
    suggest_kernels(&suggest, costs, tu);
    for (int i = 0; i < costs->kernel_count; i++) {
        struct kernel_cost *cost = &costs->kernels[i];
        if (strcmp(cost->function->name, name) != 0 &&
            strcmp(cost->function->display_name, name) != 0)
            continue;
        found = true;
        cost->kind = COST_TIME;
        cost->fixed = ns;
        cost->guessed = false;
    }
    if (!found) {
        const char *elsewhere = pragma_name_elsewhere(tu, name);
        err_set(err, ERR_INPUT, "--cost %s: there is no kernel `%s`", option, name);
        if (elsewhere || suggest.best)
            err_hint(err, "did you mean %s?", elsewhere ? elsewhere : suggest.best);
    }
    free(name);
    return found ? 0 : -1;
}

int kernel_costs_read(struct kernel_costs *costs, struct translation_unit *tu,
                      const struct script_settings *settings, struct err *err)
{
    *costs = (struct kernel_costs){0};
    overload_names_find(tu);
    struct reader r = {.costs = costs, .tu = tu, .err = err};
    size_t functions = (size_t)(tu->function_count > 0 ? tu->function_count : 1);
    costs->kernels = mem_zalloc(functions * sizeof *costs->kernels);
    costs->by_function = mem_zalloc(functions * sizeof *costs->by_function);
    for (int i = 0; i < tu->function_count; i++) {
        const struct function *function = tu->functions[i];
        costs->by_function[i] = function->is_kernel ? costs->kernel_count : -1;
        if (function->is_kernel)
            kernel_begin(&costs->kernels[costs->kernel_count++], function);
    }
    for (int i = 0; i < tu->pragma_count; i++) {
        if (read_pragma(&r, &tu->pragmas[i]) != 0)
            return -1;
    }
    launch_spins_find(tu);
    for (int i = 0; i < costs->kernel_count; i++) {
        struct kernel_cost *cost = &costs->kernels[i];
        if (!cost->guessed || !launch_spins(cost->function))
            continue;
        cost->kind = COST_BLOCK_TIME;
        cost->spins = true;
        cost->guessed = false;
    }
    for (size_t i = 0; settings && i < settings->cost_count; i++) {
        if (read_option(costs, tu, settings->costs[i], err) != 0)
            return -1;
    }
    return 0;
}

void kernel_costs_release(struct kernel_costs *costs)
{
    free(costs->kernels);
    free(costs->by_function);
    free(costs->hosts);
    *costs = (struct kernel_costs){0};
}
