#include "sim/study/conditions.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

void conditions_base_init(struct conditions_base *base, const char *path,
                          const struct prediction *prediction,
                          const struct predict_options *options)
{
    const struct profile *profile = &prediction->profile;
    int32_t asked = options->runtime.compute_connections;
    *base = (struct conditions_base){
        .has_source = path != NULL,
        .per_thread = options->runtime.per_thread_default,
        .connections = asked ? asked : (int32_t)profile->value[PROFILE_connections_compute],
        .connections_most = (int32_t)profile->value[PROFILE_connections_compute_most]};
    snprintf(base->gpu, sizeof base->gpu, "%s", profile->id);
}

bool conditions_equal(const struct conditions *a, const struct conditions *b)
{
    if (a->memory != b->memory || a->default_stream != b->default_stream ||
        a->nonblocking != b->nonblocking || a->connections != b->connections || a->gpu != b->gpu ||
        a->define_count != b->define_count)
        return false;
    for (size_t i = 0; i < a->define_count; i++)
        if (strcmp(a->defines[i].name, b->defines[i].name) != 0 ||
            a->defines[i].value != b->defines[i].value)
            return false;
    return true;
}

bool conditions_are_plain(const struct conditions *conditions)
{
    return conditions_equal(conditions, &(struct conditions){0});
}

/* --- steps ---------------------------------------------------------------------------------------
 */

static const char *memory_text(enum conditions_memory memory)
{
    return memory == MEMORY_ALL_PINNED     ? "memory pinned"
           : memory == MEMORY_ALL_PAGEABLE ? "memory pageable"
                                           : "memory as it is";
}

void conditions_step_memory(struct conditions *conditions, int step, struct strbuf *text)
{
    enum { KINDS = MEMORY_ALL_PAGEABLE + 1 };
    int next = ((int)conditions->memory + (step < 0 ? KINDS - 1 : 1)) % KINDS;
    conditions->memory = (enum conditions_memory)next;
    strbuf_adds(text, memory_text(conditions->memory));
}

int conditions_step_default(struct conditions *conditions, const struct conditions_base *base,
                            struct strbuf *text)
{
    if (!base->has_source && base->per_thread)
        return -1;
    conditions->default_stream = conditions->default_stream != DEFAULT_AS_IT_IS ? DEFAULT_AS_IT_IS
                                 : base->per_thread                             ? DEFAULT_LEGACY
                                                    : DEFAULT_PER_THREAD;
    bool per_thread = conditions->default_stream == DEFAULT_PER_THREAD ||
                      (conditions->default_stream == DEFAULT_AS_IT_IS && base->per_thread);
    strbuf_addf(text, "%s default", per_thread ? "per-thread" : "legacy");
    return 0;
}

void conditions_step_streams(struct conditions *conditions, struct strbuf *text)
{
    conditions->nonblocking = !conditions->nonblocking;
    strbuf_addf(text, "streams %s", conditions->nonblocking ? "non-blocking" : "as they are");
}

int conditions_step_connections(struct conditions *conditions, const struct conditions_base *base,
                                int step, struct strbuf *text)
{
    int32_t now = conditions->connections ? conditions->connections : base->connections;
    int32_t next = 1;
    if (step > 0) {
        while (next <= now)
            next *= 2;
        /* the base and the most are values to stop at, too */
        if (now < base->connections && next > base->connections)
            next = base->connections;
        if (next > base->connections_most)
            next = base->connections_most;
    } else {
        while (next * 2 < now)
            next *= 2;
        if (now > base->connections && next < base->connections)
            next = base->connections;
    }
    if (next == now || (step > 0 && next < now))
        return -1;
    return conditions_set_connections(conditions, base, next, text);
}

int conditions_set_connections(struct conditions *conditions, const struct conditions_base *base,
                               int64_t value, struct strbuf *text)
{
    if (value < 1 || (value > base->connections_most && value != base->connections))
        return -1;
    conditions->connections = value == base->connections ? 0 : (int32_t)value;
    strbuf_addf(text, "connections %" PRId64, value);
    return 0;
}

void conditions_step_gpu(struct conditions *conditions, const struct conditions_base *base,
                         int step, struct strbuf *text)
{
    const char *const *names = profile_builtin_names();
    size_t count = 0, at = 0;
    while (names[count])
        count++;
    /* position 0: as it is; i + 1: names[i], but for the base's own */
    for (size_t i = 0; i < count; i++)
        if (conditions->gpu && strcmp(names[i], conditions->gpu) == 0)
            at = i + 1;
    do {
        at = (at + (step > 0 ? 1 : count)) % (count + 1);
    } while (at > 0 && strcmp(names[at - 1], base->gpu) == 0);
    conditions->gpu = at > 0 ? names[at - 1] : NULL;
    strbuf_addf(text, "GPU %s", conditions->gpu ? conditions->gpu : base->gpu);
}

int64_t conditions_define(const struct conditions *conditions, const char *name, int64_t as_it_is)
{
    for (size_t i = 0; i < conditions->define_count; i++)
        if (strcmp(conditions->defines[i].name, name) == 0)
            return conditions->defines[i].value;
    return as_it_is;
}

int conditions_set_define(struct conditions *conditions, const char *name, int64_t as_it_is,
                          int64_t value, struct strbuf *text)
{
    struct conditions_define *rows = conditions->defines;
    size_t count = conditions->define_count, at = 0;
    while (at < count && strcmp(rows[at].name, name) < 0)
        at++;
    bool found = at < count && strcmp(rows[at].name, name) == 0;
    if (!found && value != as_it_is &&
        (count == CONDITIONS_DEFINES_MOST || strlen(name) >= CONDITIONS_NAME_BYTES))
        return -1;
    if (found && value == as_it_is) {
        memmove(&rows[at], &rows[at + 1], (count - at - 1) * sizeof *rows);
        memset(&rows[count - 1], 0, sizeof *rows);
        conditions->define_count--;
    } else if (!found && value != as_it_is) {
        memmove(&rows[at + 1], &rows[at], (count - at) * sizeof *rows);
        rows[at] = (struct conditions_define){.value = value};
        memcpy(rows[at].name, name, strlen(name));
        conditions->define_count++;
    } else if (found) {
        rows[at].value = value;
    }
    strbuf_addf(text, "%s = %" PRId64, name, value);
    return 0;
}

/* --- what they mean ------------------------------------------------------------------------------
 */

void conditions_apply(const struct conditions *conditions, const struct conditions_base *base,
                      struct variant *variant)
{
    if (conditions->gpu)
        variant->options.gpu = conditions->gpu;
    if (conditions->connections)
        variant->options.runtime.compute_connections = conditions->connections;
    for (size_t i = 0; i < conditions->define_count; i++)
        variant_define(variant, conditions->defines[i].name, conditions->defines[i].value);
    if (conditions->default_stream != DEFAULT_AS_IT_IS && base->has_source)
        variant->options.runtime.per_thread_default =
            conditions->default_stream == DEFAULT_PER_THREAD;
    else if (conditions->default_stream == DEFAULT_PER_THREAD)
        variant_edit(variant, EDIT_PER_THREAD);
    if (conditions->memory != MEMORY_AS_IT_IS)
        variant_edit(variant,
                     conditions->memory == MEMORY_ALL_PINNED ? EDIT_PINNED : EDIT_PAGEABLE);
    if (conditions->nonblocking)
        variant_edit(variant, EDIT_NONBLOCKING_STREAMS);
}

static void add_edit(struct strbuf *text, bool *first, enum edit_kind kind)
{
    strbuf_addf(text, "%s%s", *first ? " (and in the program: " : "; ", edit_sentence(kind));
    *first = false;
}

void conditions_command(const struct conditions *conditions, const struct conditions_base *base,
                        struct strbuf *text)
{
    bool first = true;
    if (conditions->gpu)
        strbuf_addf(text, " --gpu %s", conditions->gpu);
    if (conditions->connections)
        strbuf_addf(text, " --connections %" PRId32, conditions->connections);
    if (conditions->default_stream != DEFAULT_AS_IT_IS && base->has_source)
        strbuf_addf(text, " --default-stream %s",
                    conditions->default_stream == DEFAULT_PER_THREAD ? "per-thread" : "legacy");
    for (size_t i = 0; i < conditions->define_count; i++)
        strbuf_addf(text, " -D %s=%" PRId64, conditions->defines[i].name,
                    conditions->defines[i].value);
    if (conditions->default_stream == DEFAULT_PER_THREAD && !base->has_source)
        add_edit(text, &first, EDIT_PER_THREAD);
    if (conditions->memory != MEMORY_AS_IT_IS)
        add_edit(text, &first,
                 conditions->memory == MEMORY_ALL_PINNED ? EDIT_PINNED : EDIT_PAGEABLE);
    if (conditions->nonblocking)
        add_edit(text, &first, EDIT_NONBLOCKING_STREAMS);
    if (!first)
        strbuf_addc(text, ')');
}
