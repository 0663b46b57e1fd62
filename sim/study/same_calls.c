#include "sim/study/same_calls.h"

#include "sim/analysis/failures.h"

#include <string.h>

/* Answers that are the same on each device, or compared below. */
static bool answers_alike(enum call call)
{
    switch (call) {
    case CALL_cudaGetDevice:
    case CALL_cudaGetDeviceCount:
    case CALL_cudaGetDeviceProperties:
    case CALL_cudaDeviceGetAttribute:
    case CALL_cudaDeviceGetStreamPriorityRange:
    case CALL_cudaDriverGetVersion:
    case CALL_cudaRuntimeGetVersion:
    case CALL_cudaGetLastError:
    case CALL_cudaPeekAtLastError:
        return true;
    default:
        break;
    }
    const char *name = call_info(call)->name;
    return !strstr(name, "Get") && !strstr(name, "Query") && !strstr(name, "Occupancy") &&
           !strstr(name, "Peer");
}

/* One thread, whose calls are all there, and none of which stands for several. A caching allocator
 * answers by what is done. */
static bool is_plain(const struct program *program)
{
    if (!program->has_source || program->time_dependent || program->time_used ||
        program->threads.count != 1 || program->hostfns.count > 1 || program->block_names.count)
        return false;
    for (size_t i = 0; i < program->records.count; i++) {
        const struct program_record *record = &program->records.rows[i];
        bool waits = record->call == CALL_host_work && record->count;
        if (waits || record->result != 0 || (record->flags & (RECORD_POLL | RECORD_BRANCHED)) ||
            !answers_alike((enum call)record->call))
            return false;
    }
    return true;
}

static bool is_same_attribute(const struct profile *one, const struct profile *other, int attribute)
{
    int64_t a = 0, b = 0;
    return runtime_attribute_of(one, attribute, &a) == runtime_attribute_of(other, attribute, &b) &&
           a == b;
}

static bool is_same_value(const struct profile *one, const struct profile *other,
                          enum profile_key key)
{
    return one->state[key] != PROFILE_MISSING && other->state[key] != PROFILE_MISSING &&
           one->value[key] == other->value[key];
}

static bool is_same_curve(const struct profile *one, const struct profile *other,
                          enum profile_key key)
{
    const struct profile_curve *a = &one->curve[key], *b = &other->curve[key];
    if (a->count != b->count)
        return false;
    for (size_t i = 0; i < a->count; i++)
        if (a->size[i] != b->size[i] || a->time[i] != b->time[i])
            return false;
    return true;
}

/* Whether the program was told the same of both. */
static bool is_alike(const struct program *program, const struct profile *one,
                     const struct profile *other)
{
    if ((program->moves_on_host && !(is_same_curve(one, other, PROFILE_host_read_per_mib) &&
                                     is_same_curve(one, other, PROFILE_host_write_per_mib))) ||
        (program->other_properties &&
         (strcmp(one->id, other->id) != 0 || !is_same_value(one, other, PROFILE_device_memory))) ||
        !is_same_value(one, other, PROFILE_sm_shared_default))
        return false;
    for (unsigned i = 0; i < PROGRAM_ATTRIBUTES; i++)
        if ((program->properties[i / 64] >> i % 64 & 1) && !is_same_attribute(one, other, (int)i))
            return false;
    for (size_t i = 0; i < program->records.count; i++) {
        const struct program_record *record = &program->records.rows[i];
        if (record->call == CALL_cudaDeviceGetAttribute &&
            !is_same_attribute(one, other, (int)record->count))
            return false;
        if (record->call == CALL_cudaDeviceGetStreamPriorityRange &&
            !is_same_value(one, other, PROFILE_device_priority_greatest))
            return false;
    }
    return true;
}

/* Of a program the cost is a time, in place of what it was; a scenario's kernel that is said to
 * work has other registers, too. */
static bool costs_are_times(const struct program *program)
{
    for (size_t i = 1; i < program->launches.count; i++)
        if (program->launches.rows[i].cost == COST_WORK)
            return false;
    return true;
}

bool same_calls(const struct prediction *prediction, const struct predict_options *options,
                const struct predict_options *other, const struct proof *proof)
{
    const struct program *program = &prediction->program;
    struct failures failures;
    if (proof->decides || options->gate || other->gate ||
        options->limit_count != other->limit_count ||
        options->define_count != other->define_count ||
        options->runtime.per_thread_default != other->runtime.per_thread_default ||
        (other->cost_count && (options->cost_count || !costs_are_times(program))) ||
        !is_plain(program))
        return false;
    failures_find(&failures, &prediction->timeline);
    if (failures.count)
        return false;
    struct profile profile;
    struct err unused; /* then the interpreter will say it */
    err_init(&unused);
    bool same = predict_profile(&profile, other, &unused) == 0 &&
                is_alike(program, &prediction->profile, &profile);
    profile_release(&profile);
    return same;
}
