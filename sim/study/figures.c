#include "sim/study/figures.h"

#include "sim/base/duration.h"
#include "sim/base/mem.h"
#include "sim/base/percentile.h"

#include <stdlib.h>
#include <string.h>

static struct figure *find(struct figures *figures, enum profile_key key, enum call call,
                           int64_t size)
{
    for (size_t i = 0; i < figures->count; i++) {
        struct figure *figure = &figures->rows[i];
        if (figure->key == key && figure->call == call && figure->size == size)
            return figure;
    }
    figures->rows =
        mem_grow(figures->rows, &figures->capacity, figures->count + 1, sizeof *figures->rows);
    struct figure *figure = &figures->rows[figures->count++];
    *figure =
        (struct figure){.key = key, .call = call, .size = size, .benchmark = figures->benchmark};
    return figure;
}

static void add(struct figures *figures, enum profile_key key, enum call call, int64_t size,
                int64_t value)
{
    struct figure *figure = find(figures, key, call, size);
    int64_t least = profile_key_info(key)->minimum;
    value = value < least ? least : value; /* no rate of 0, whatever a file says */
    figure->samples =
        mem_grow(figure->samples, &figure->capacity, figure->count + 1, sizeof *figure->samples);
    figure->samples[figure->count++] = (struct figure_sample){value, figures->pass};
}

void figures_add(struct figures *figures, enum profile_key key, int64_t value)
{
    add(figures, key, CALL_NONE, 0, value);
}

void figures_add_call(struct figures *figures, enum call call, int64_t ns)
{
    add(figures, PROFILE_host_other, call, 0, ns);
}

void figures_add_at(struct figures *figures, enum profile_key key, int64_t size, int64_t ns)
{
    add(figures, key, CALL_NONE, size, ns);
}

static int compare_samples(const void *a, const void *b)
{
    const struct figure_sample *x = a, *y = b;
    return (x->value > y->value) - (x->value < y->value);
}

/* Sorted samples: the mean of the middle half, or of all but a twentieth at each end. Of three or
 * more one at each end is left out at least. */
static int64_t inner_mean(const int64_t *samples, size_t count, bool most)
{
    size_t cut = most ? (count + 17) / 20 : (count + 1) / 4;
    __int128 sum = 0;
    for (size_t i = cut; i < count - cut; i++)
        sum += samples[i];
    __int128 n = (__int128)(count - 2 * cut);
    return (int64_t)(sum >= 0 ? (sum + n / 2) / n : -((-sum + n / 2) / n));
}

/* What a call that programs make many of costs the host, and what CUPTI adds to it. */
static bool is_call(const struct figure *figure)
{
    switch (figure->key) {
    case PROFILE_host_other:
    case PROFILE_host_launch_pending:
    case PROFILE_host_copy_d2d:
    case PROFILE_host_memset_small:
    case PROFILE_host_record_no_timing:
    case PROFILE_cupti_launch:
    case PROFILE_cupti_copy:
    case PROFILE_cupti_copy_d2d:
    case PROFILE_cupti_memset:
    case PROFILE_cupti_memset_small:
        return true;
    default:
        return false;
    }
}

/* Sorted samples: the one that stands there most often, the smallest of equals. */
static int64_t majority(const struct figure_sample *samples, size_t count)
{
    size_t best = 0, best_run = 0, run = 0;
    for (size_t i = 0; i < count; i++) {
        run = i && samples[i].value == samples[i - 1].value ? run + 1 : 1;
        if (run > best_run) {
            best_run = run;
            best = i;
        }
    }
    return samples[best].value;
}

static bool is_exact(const struct figure *figure)
{
    enum profile_unit unit = profile_key_info(figure->key)->unit;
    return unit == UNIT_CHOICE || unit == UNIT_COUNT || unit == UNIT_BYTES;
}

int64_t figures_median(int64_t *samples, size_t count)
{
    percentile_sort(samples, count);
    return samples[(count - 1) / 2] / 2 + samples[count / 2] / 2 +
           (samples[(count - 1) / 2] % 2 + samples[count / 2] % 2) / 2;
}

/* The worker of host functions sleeps, as threads do that wait for others, and the system wakes
 * them late once in a while, by ten times the usual: no mean says what is usual. */
static bool has_long_tail(const struct figure *figure)
{
    switch (figure->key) {
    case PROFILE_latency_host_call:
    case PROFILE_latency_host_done:
    case PROFILE_latency_host_next:
    case PROFILE_latency_host_asleep:
    case PROFILE_host_thread_wake:
        return true;
    default:
        return false;
    }
}

/* Rates to five digits: more would only look exact. */
static int64_t shorten(const struct figure *figure, int64_t value)
{
    enum profile_unit unit = profile_key_info(figure->key)->unit;
    int64_t unit_size = 1;
    while ((unit == UNIT_RATE || unit == UNIT_FLOPS) && value / unit_size >= 100000)
        unit_size *= 10;
    return (value + unit_size / 2) / unit_size * unit_size;
}

/* Fills `own` with the sorted samples of a pass; returns how many. */
static size_t samples_of(const struct figure *figure, uint32_t pass, int64_t *own)
{
    size_t count = 0;
    for (size_t i = 0; i < figure->count; i++)
        if (figure->samples[i].pass == pass)
            own[count++] = figure->samples[i].value;
    percentile_sort(own, count);
    return count;
}

/* What one pass says of a figure. */
struct pass_value {
    int64_t value, low, high; /* the 10th and the 90th percentile */
};

/* What a pass says, of its sorted samples. */
static int64_t value_of_pass(const struct figure *figure, int64_t *own, size_t count)
{
    return has_long_tail(figure) ? figures_median(own, count)
                                 : inner_mean(own, count, is_call(figure));
}

/* What the passes say that have samples. Returns how many; to be freed. */
static size_t pass_values(const struct figure *figure, struct pass_value **values)
{
    uint32_t most = 0;
    size_t count = 0;
    int64_t *own = mem_zalloc((figure->count + 1) * sizeof *own);
    for (size_t i = 0; i < figure->count; i++)
        most = figure->samples[i].pass > most ? figure->samples[i].pass : most;
    *values = mem_zalloc(((size_t)most + 1) * sizeof **values);
    for (uint32_t pass = 0; pass <= most; pass++) {
        size_t samples = samples_of(figure, pass, own);
        if (samples == 0)
            continue;
        (*values)[count++] =
            (struct pass_value){value_of_pass(figure, own, samples), own[(samples - 1) / 10],
                                own[samples - 1 - (samples - 1) / 10]};
    }
    free(own);
    return count;
}

/* Copies on the link, alone and in beside out, wait for other users of the host's memory, which
 * make them slower for many milliseconds, and nothing makes them quicker (44 and 46 instead of 52
 * GB/s in two passes of three; alone 49 instead of 55.5 in one of two). */
static bool is_by_quickest(const struct figure *figure)
{
    return figure->key == PROFILE_copy_h2d_rate || figure->key == PROFILE_copy_d2h_rate ||
           figure->key == PROFILE_copy_h2d_duplex_rate;
}

/* Of what the passes say, which is sorted here. What the host does takes a program as long as a
 * benchmark, so that the quickest pass is too quick (with it memory-host-free was 15 % too short,
 * memory-host and pageable-in-1m-idle 8 %; of calls that only enqueue
 * traces/experiments/calls-in-programs.txt; host-function-1 6 %). But when a machine is busy two
 * passes of four can be slow: with the mean of the middle two memory-host-free was 20 % too long,
 * with the quicker of them 0 %, and of all scenarios the 90th percentile went from 1.9 to 1.6 %,
 * while on a quiet machine it stayed (traces/h200/calibration, e and d). */
static int64_t choose(const struct figure *figure, int64_t *values, size_t count)
{
    int64_t middle = figures_median(values, count);
    if (is_by_quickest(figure))
        return values[count - 1];
    enum profile_unit unit = profile_key_info(figure->key)->unit;
    bool is_saved = figure->key == PROFILE_host_row_less;
    if (!profile_key_is_host(figure->key) || is_saved || unit == UNIT_PERMILLE)
        return middle;
    return values[unit == UNIT_RATE ? count / 2 : (count - 1) / 2];
}

static void widen(struct figure *figure, int64_t value)
{
    figure->p10 = value < figure->p10 ? value : figure->p10;
    figure->p90 = value > figure->p90 ? value : figure->p90;
}

static void finish(struct figure *figure)
{
    qsort(figure->samples, figure->count, sizeof *figure->samples, compare_samples);
    size_t last = figure->count - 1;
    figure->p10 = shorten(figure, figure->samples[last / 10].value);
    figure->p90 = shorten(figure, figure->samples[last - last / 10].value);
    if (is_exact(figure)) {
        figure->value = majority(figure->samples, figure->count);
        return;
    }
    struct pass_value *passes;
    size_t count = pass_values(figure, &passes);
    int64_t *values = mem_zalloc(count * sizeof *values);
    for (size_t i = 0; i < count; i++) {
        values[i] = shorten(figure, passes[i].value);
        widen(figure, values[i]);
    }
    figure->value = shorten(figure, choose(figure, values, count));
    free(values);
    free(passes);
}

/* A pass of few samples has no spread to speak of: so much of the value counts as none. */
#define SAME_SHARE 33
#define SAME_NS    INT64_C(50)

static struct pass_value with_slack(const struct figure *figure, struct pass_value pass)
{
    enum profile_unit unit = profile_key_info(figure->key)->unit;
    int64_t slack = (pass.value > 0 ? pass.value : -pass.value) / SAME_SHARE;
    if ((unit == UNIT_TIME || unit == UNIT_CURVE) && slack < SAME_NS)
        slack = SAME_NS;
    return (struct pass_value){pass.value, pass.low - slack, pass.high + slack};
}

bool figures_settled(const struct figure *figure)
{
    enum { LEAST = 3 };
    struct pass_value *passes;
    size_t count = pass_values(figure, &passes), most = 0;
    for (size_t i = 0; i < count; i++)
        passes[i] = with_slack(figure, passes[i]);
    for (size_t i = 0; i < count; i++) { /* the place is the lower end of one of them */
        size_t together = 0;
        for (size_t j = 0; j < count; j++)
            together += passes[j].low <= passes[i].low && passes[i].low <= passes[j].high;
        most = together > most ? together : most;
    }
    free(passes);
    size_t needed = (2 * count + 2) / 3;
    needed = needed < LEAST ? LEAST : needed;
    return most >= (count < needed ? count : needed);
}

void figures_see(struct figures *figures, const char *chain, enum profile_key key, int64_t value)
{
    figures->seen = mem_grow(figures->seen, &figures->seen_capacity, figures->seen_count + 1,
                             sizeof *figures->seen);
    figures->seen[figures->seen_count++] = (struct figures_seen){chain, key, value};
}

static bool is_seen(const struct figures_seen *seen, const char *chain, enum profile_key key)
{
    return seen->key == key && strcmp(seen->chain, chain) == 0;
}

int64_t figures_seen(const struct figures *figures, const char *chain, enum profile_key key,
                     int64_t otherwise)
{
    int64_t sum = 0, count = 0;
    for (size_t i = 0; i < figures->seen_count; i++)
        if (is_seen(&figures->seen[i], chain, key)) {
            sum += figures->seen[i].value;
            count++;
        }
    return count ? (sum + count / 2) / count : otherwise;
}

void figures_take_seen(struct figures *figures, const char *chain, enum profile_key key,
                       int64_t mean)
{
    int64_t before = figures_seen(figures, chain, key, 0);
    for (size_t i = 0; i < figures->seen_count; i++) {
        if (!is_seen(&figures->seen[i], chain, key))
            continue;
        int64_t value = figures->seen[i].value;
        figures_add(figures, key,
                    mean <= 0 || value <= 0 || before <= 0 ? (mean > 0 ? mean : 0)
                                                           : duration_divide(value, mean, before));
    }
}

static int64_t pass_value_of(const struct figures *figures, enum profile_key key, enum call call,
                             int64_t otherwise)
{
    int64_t value = otherwise;
    for (size_t i = 0; i < figures->count; i++) {
        const struct figure *figure = &figures->rows[i];
        if (figure->key != key || figure->call != call || figure->size != 0)
            continue;
        int64_t *own = mem_zalloc((figure->count + 1) * sizeof *own);
        size_t count = samples_of(figure, figures->pass, own);
        if (count)
            value = value_of_pass(figure, own, count);
        free(own);
    }
    return value;
}

int64_t figures_pass_value(const struct figures *figures, enum profile_key key, int64_t otherwise)
{
    return pass_value_of(figures, key, CALL_NONE, otherwise);
}

int64_t figures_pass_call_value(const struct figures *figures, enum call call, int64_t otherwise)
{
    return pass_value_of(figures, PROFILE_host_other, call, otherwise);
}

int64_t figures_value(const struct figures *figures, enum profile_key key, int64_t otherwise)
{
    return figures_value_at(figures, key, 0, otherwise);
}

static int64_t value_of(const struct figures *figures, enum profile_key key, enum call call,
                        int64_t size, int64_t otherwise)
{
    for (size_t i = 0; i < figures->count; i++) {
        struct figure *figure = &figures->rows[i];
        if (figure->key == key && figure->call == call && figure->size == size) {
            finish(figure);
            return figure->value;
        }
    }
    return otherwise;
}

int64_t figures_value_at(const struct figures *figures, enum profile_key key, int64_t size,
                         int64_t otherwise)
{
    return value_of(figures, key, CALL_NONE, size, otherwise);
}

int64_t figures_call_value(const struct figures *figures, enum call call, int64_t otherwise)
{
    return value_of(figures, PROFILE_host_other, call, 0, otherwise);
}

static int compare_figures(const void *a, const void *b)
{
    const struct figure *x = a, *y = b;
    if (x->key != y->key)
        return x->key < y->key ? -1 : 1;
    if (x->call != y->call)
        return x->call < y->call ? -1 : 1;
    return (x->size > y->size) - (x->size < y->size);
}

void figures_finish(struct figures *figures)
{
    for (size_t i = 0; i < figures->count; i++) {
        finish(&figures->rows[i]);
        figures->rows[i].settled = figures_settled(&figures->rows[i]);
    }
    if (figures->count)
        qsort(figures->rows, figures->count, sizeof *figures->rows, compare_figures);
}

void figures_release(struct figures *figures)
{
    for (size_t i = 0; i < figures->count; i++)
        free(figures->rows[i].samples);
    free(figures->rows);
    free(figures->seen);
    *figures = (struct figures){0};
}
