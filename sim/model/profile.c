#include "sim/model/profile.h"

#include "sim/base/duration.h"
#include "sim/base/mem.h"
#include "sim/base/suggest.h"
#include "sim/model/profile_read.h"
#include "sim/model/profile_value.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct profile_key_info infos[PROFILE_KEY_COUNT] = {
#define KEY(section, name, unit, minimum, maximum, meaning)                                        \
    {#section, #name, meaning, UNIT_##unit, minimum, maximum},
    PROFILE_KEYS(KEY)
#undef KEY
};

const struct profile_key_info *profile_key_info(enum profile_key key)
{
    return &infos[key];
}

bool profile_key_is_host(enum profile_key key)
{
    switch (key) {
    case PROFILE_copy_h2d_pageable_host:
    case PROFILE_copy_h2d_pageable_memory:
    case PROFILE_copy_h2d_pageable_small:
    case PROFILE_copy_h2d_pageable_tail:
    case PROFILE_copy_host_cache:
    case PROFILE_copy_d2h_pageable_held:
    case PROFILE_copy_d2h_pageable_host:
    case PROFILE_copy_host_memcpy:
    case PROFILE_latency_host_asleep:
    case PROFILE_latency_host_call:
    case PROFILE_latency_host_cold:
    case PROFILE_latency_host_done:
    case PROFILE_latency_host_idle:
    case PROFILE_latency_host_next:
    case PROFILE_latency_wake:
        return true;
    default:
        return strcmp(profile_key_info(key)->section, "host") == 0;
    }
}

const char *profile_state_name(enum profile_state state)
{
    static const char *const names[] = {"missing", "measured",  "data sheet", "published",
                                        "assumed", "inherited", "set"};
    return names[state];
}

void profile_add_value(const struct profile *profile, enum profile_key key, struct strbuf *out)
{
    profile_value_format(&infos[key], profile->value[key], &profile->curve[key], out);
}

bool profile_call_curve(enum call call, enum profile_key *curve)
{
    static const struct {
        enum call call;
        enum profile_key curve;
    } rows[] = {
        {CALL_cudaMalloc, PROFILE_host_malloc},
        {CALL_cudaMallocPitch, PROFILE_host_malloc},
        {CALL_cudaMallocHost, PROFILE_host_malloc_host},
        {CALL_cudaHostAlloc, PROFILE_host_malloc_host},
        {CALL_cudaHostRegister, PROFILE_host_register},
        {CALL_cudaFree, PROFILE_host_free},
        {CALL_cudaFreeHost, PROFILE_host_free_host},
        {CALL_cudaHostUnregister, PROFILE_host_unregister},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (rows[i].call == call) {
            *curve = rows[i].curve;
            return true;
        }
    return false;
}

int64_t profile_curve_at(const struct profile_curve *curve, int64_t size)
{
    if (curve->count == 0)
        return 0;
    size_t i = 1;
    while (i < curve->count && size > curve->size[i])
        i++;
    if (curve->count == 1 || size <= curve->size[0])
        return curve->time[0];
    if (i == curve->count) { /* the last slope goes on, unless it falls */
        i--;
        if (curve->time[i] <= curve->time[i - 1])
            return curve->time[i];
    }
    int64_t along = size - curve->size[i - 1], width = curve->size[i] - curve->size[i - 1];
    int64_t rise = curve->time[i] - curve->time[i - 1];
    if (rise < 0)
        return curve->time[i - 1] - duration_divide(along, -rise, width);
    return duration_add(curve->time[i - 1], duration_divide(along, rise, width));
}

int64_t profile_rest_at(const struct profile_curve *curve, int64_t rest)
{
    const int64_t most = 30000000;
    return profile_curve_at(curve, rest < most ? rest : most);
}

bool profile_is_cut(const struct profile *profile, uint64_t bytes)
{
    int64_t chunk = profile->value[PROFILE_host_chunk];
    return chunk > 0 && bytes <= (uint64_t)chunk / 2;
}

bool profile_fits_chunk(const struct profile *profile, uint64_t bytes)
{
    return bytes <= (uint64_t)profile->value[PROFILE_host_chunk];
}

int64_t profile_unlisted(const struct profile *profile, int64_t bytes)
{
    const struct profile_curve *curve = &profile->curve[PROFILE_host_malloc_host];
    const int64_t listed = profile_curve_at(curve, CORE_LIST_BYTES);
    const int64_t found = profile_curve_at(curve, 2 * CORE_LIST_BYTES) - listed;
    return found > listed ? duration_divide(bytes, found - listed, CORE_LIST_BYTES) : 0;
}

void profile_count_inherited(const struct profile *profile, int *inherited, int *total)
{
    *inherited = *total = 0;
    for (int key = 0; key < PROFILE_KEY_COUNT; key++) {
        *total += profile->state[key] != PROFILE_MISSING;
        *inherited += profile->state[key] == PROFILE_INHERITED;
    }
    for (int call = 0; call < CALL_COUNT; call++) {
        *total += profile->call_state[call] != PROFILE_MISSING;
        *inherited += profile->call_state[call] == PROFILE_INHERITED;
    }
}

/* --- what the numbers must not say together ------------------------------------------------------
 */

/* `a` must not exceed `b`: a row is a pair of keys and why. */
static const struct {
    enum profile_key a, b;
    const char *why;
} at_most[] = {
    {PROFILE_sm_block_threads, PROFILE_sm_threads, "a block must fit on an SM"},
    {PROFILE_sm_shared_block, PROFILE_sm_shared, "a block must fit on an SM"},
    {PROFILE_sm_shared_default, PROFILE_sm_shared_block, "the opt-in only adds"},
    {PROFILE_sm_registers_thread, PROFILE_sm_registers, "a thread must fit on an SM"},
    {PROFILE_sm_register_unit, PROFILE_sm_registers, "a piece must fit on an SM"},
    {PROFILE_device_sm_threads_full, PROFILE_sm_threads, "an SM must be able to reach it"},
    {PROFILE_device_memory_sm_rate, PROFILE_device_memory_rate, "an SM is part of the device"},
    {PROFILE_connections_compute, PROFILE_connections_compute_most, "the default is one of them"},
    {PROFILE_copy_h2d_duplex_rate, PROFILE_copy_h2d_rate, "no copy is faster beside another"},
    {PROFILE_copy_d2h_duplex_rate, PROFILE_copy_d2h_rate, "no copy is faster beside another"},
};

int profile_find_contradiction(const struct profile *profile, enum profile_key keys[2],
                               const char **why)
{
    const int64_t *v = profile->value;
    for (size_t i = 0; i < sizeof at_most / sizeof *at_most; i++)
        if (v[at_most[i].a] > v[at_most[i].b]) {
            keys[0] = at_most[i].a;
            keys[1] = at_most[i].b;
            *why = at_most[i].why;
            return -1;
        }
    const struct profile_curve *steps = &profile->curve[PROFILE_sm_carveouts];
    keys[0] = PROFILE_sm_carveouts;
    keys[1] = PROFILE_sm_shared;
    if (steps->count == 0 || steps->size[steps->count - 1] != v[PROFILE_sm_shared]) {
        *why = "the largest carveout is all of the shared memory";
        return -1;
    }
    keys[0] = PROFILE_sm_data_cache;
    keys[1] = PROFILE_sm_shared;
    if (v[PROFILE_sm_data_cache] && v[PROFILE_sm_data_cache] <= v[PROFILE_sm_shared]) {
        *why = "what the largest carveout leaves is the level 1 cache";
        return -1;
    }
    keys[0] = PROFILE_sm_shared_reserved;
    keys[1] = PROFILE_sm_shared_block;
    if (v[PROFILE_sm_shared_block] + v[PROFILE_sm_shared_reserved] > v[PROFILE_sm_shared]) {
        *why = "a block and its reserve must fit into the shared memory of an SM";
        return -1;
    }
    keys[0] = PROFILE_sm_threads;
    keys[1] = PROFILE_sm_block_threads;
    if (v[PROFILE_sm_threads] % 32 || v[PROFILE_sm_block_threads] % 32) {
        *why = "threads come in warps of 32";
        return -1;
    }
    keys[0] = PROFILE_sm_partitions;
    keys[1] = PROFILE_sm_registers;
    if (v[PROFILE_sm_registers] % v[PROFILE_sm_partitions]) {
        *why = "the parts of an SM are equal";
        return -1;
    }
    keys[0] = PROFILE_rules_signal_delay;
    keys[1] = PROFILE_device_compute_capability;
    if (v[PROFILE_rules_signal_delay] && v[PROFILE_device_compute_capability] > 30) {
        *why = "the signal delay ended with compute capability 3.0 (S3.9)";
        return -1;
    }
    return 0;
}

void profile_contradiction_text(const struct profile *profile, const enum profile_key keys[2],
                                struct strbuf *out)
{
    for (int i = 0; i < 2; i++) {
        strbuf_addf(out, "%s%s.%s = ", i ? " contradicts " : "", infos[keys[i]].section,
                    infos[keys[i]].name);
        profile_add_value(profile, keys[i], out);
    }
}

int profile_check(const struct profile *profile, struct err *err)
{
    enum profile_key keys[2];
    const char *why;
    if (profile_find_contradiction(profile, keys, &why) == 0)
        return 0;
    struct strbuf text;
    strbuf_init(&text);
    profile_contradiction_text(profile, keys, &text);
    err_set(err, ERR_INPUT, "profile %s: %s", profile->id, text.text);
    strbuf_release(&text);
    return err_hint(err, "%s", why);
}

/* --- keys by name --------------------------------------------------------------------------------
 */

bool profile_find_key(const char *section, const char *name, struct profile_slot *slot)
{
    for (int key = 0; key < PROFILE_KEY_COUNT; key++)
        if (infos[key].name[0] == name[0] && strcmp(infos[key].name, name) == 0 &&
            (section == NULL || strcmp(infos[key].section, section) == 0)) {
            *slot = (struct profile_slot){.key = (enum profile_key)key, .call = CALL_NONE};
            return true;
        }
    if (section == NULL || strcmp(section, "host") == 0) {
        enum call call = call_find(name);
        *slot = (struct profile_slot){.key = PROFILE_host_other, .call = call};
        return call != CALL_NONE;
    }
    return false;
}

const char *profile_suggest_key(const char *section, const char *name)
{
    struct suggest near;
    suggest_init(&near, name);
    for (int key = 0; key < PROFILE_KEY_COUNT; key++)
        if (section == NULL || strcmp(infos[key].section, section) == 0)
            suggest_offer(&near, infos[key].name);
    for (int call = CALL_NONE + 1; call < CALL_COUNT; call++)
        if (section == NULL || strcmp(section, "host") == 0)
            suggest_offer(&near, call_info((enum call)call)->name);
    return near.best;
}

void profile_store(struct profile *profile, const struct profile_slot *slot, int64_t value,
                   const struct profile_curve *curve, enum profile_state state, const char *source)
{
    char **kept;
    if (slot->call != CALL_NONE) {
        profile->call_cost[slot->call] = value;
        profile->call_state[slot->call] = (uint8_t)state;
        kept = &profile->call_source[slot->call];
    } else {
        profile->value[slot->key] = value;
        profile->curve[slot->key] = *curve;
        profile->state[slot->key] = (uint8_t)state;
        kept = &profile->source[slot->key];
    }
    free(*kept);
    *kept = source ? mem_strdup(source) : NULL;
}

void profile_fill_calls(struct profile *profile)
{
    for (int call = CALL_NONE + 1; call < CALL_COUNT; call++)
        if (profile->call_state[call] == PROFILE_MISSING)
            profile->call_cost[call] = call_info((enum call)call)->group == CALL_GROUP_HOST
                                           ? 0
                                           : profile->value[PROFILE_host_other];
}

/* More than one section has the name. */
static bool is_ambiguous(const char *name, const char **first, const char **second)
{
    int seen = 0;
    for (int key = 0; key < PROFILE_KEY_COUNT; key++)
        if (strcmp(infos[key].name, name) == 0)
            *(seen++ ? second : first) = infos[key].section;
    return seen > 1;
}

int profile_set(struct profile *profile, const char *assignment, struct err *err)
{
    char name[128];
    const char *equals = strchr(assignment, '=');
    if (!equals || equals == assignment || (size_t)(equals - assignment) >= sizeof name) {
        err_set(err, ERR_INPUT, "`%.100s` is no assignment", assignment);
        return err_hint(err, "write KEY=VALUE, such as device.sm_count=66; "
                             "`nullstream gpus NAME` lists the keys");
    }
    memcpy(name, assignment, (size_t)(equals - assignment));
    name[equals - assignment] = '\0';
    char *dot = strchr(name, '.');
    const char *section = dot ? name : NULL, *key = dot ? dot + 1 : name;
    const char *first = "", *second = "";
    if (!section && is_ambiguous(key, &first, &second)) {
        err_set(err, ERR_INPUT, "`%s` is a key of more than one section", key);
        return err_hint(err, "write %s.%s or %s.%s", first, key, second, key);
    }
    if (dot)
        *dot = '\0';
    struct profile_slot slot;
    if (!profile_find_key(section, key, &slot)) {
        err_set(err, ERR_INPUT, "`%.*s` is no key of a profile", (int)(equals - assignment),
                assignment);
        const char *near = profile_suggest_key(NULL, key);
        return near ? err_hint(err, "did you mean `%s`?", near)
                    : err_hint(err, "`nullstream gpus NAME` lists the keys");
    }
    int64_t value = 0;
    struct profile_curve curve = {0};
    char why[200];
    if (profile_value_parse(&infos[slot.key], equals + 1, &value, &curve, why, sizeof why))
        return err_set(err, ERR_INPUT, "`%.200s`: %s", assignment, why);
    profile_store(profile, &slot, value, &curve, PROFILE_SET, "--set");
    profile_fill_calls(profile);
    profile_cap(profile);
    return 0;
}

void profile_release(struct profile *profile)
{
    for (int key = 0; key < PROFILE_KEY_COUNT; key++)
        free(profile->source[key]);
    for (int call = 0; call < CALL_COUNT; call++)
        free(profile->call_source[call]);
    memset(profile, 0, sizeof *profile);
}
