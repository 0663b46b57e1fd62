/* What a device inherits, no quicker than its own rates allow: a T4 that takes over the H200's
 * curve of copies would move 4.2 TB/s in a memory that does 0.32. What a profile gives itself,
 * measured perhaps, stays as it is: a memset may be held up by less than what kernels measure as
 * the rate. */
#include "sim/model/profile_read.h"

#include "sim/base/duration.h"
#include "sim/base/mem.h"
#include "sim/base/strbuf.h"

#include <stdlib.h>
#include <string.h>

/* Bytes that pass `rate` for each byte of the operation, in quarters: a copy on the device reads
 * and writes memory. One in level 2 is not bound by memory: level 2 gives at most some four times
 * as much (1.27 TB/s of 0.32 on a T4, Jia et al., arXiv:1903.07486; less on others). */
static const struct {
    enum profile_key curve, rate;
    int64_t quarters;
    const char *why;
} caps[] = {
    {PROFILE_copy_d2d, PROFILE_device_memory_rate, 8,
     "here no quicker than device.memory_rate moves two bytes for each"},
    {PROFILE_copy_d2d_cached, PROFILE_device_memory_rate, 2,
     "here no quicker than four times device.memory_rate moves two bytes for each"},
    {PROFILE_copy_memset, PROFILE_device_memory_rate, 4, "here no quicker than device.memory_rate"},
    {PROFILE_copy_prefetch_in, PROFILE_copy_h2d_rate, 4, "here no quicker than copy.h2d_rate"},
    {PROFILE_copy_prefetch_out, PROFILE_copy_d2h_rate, 4, "here no quicker than copy.d2h_rate"},
};

/* Says behind where the curve is from what became of it; once, however often a rate is set. */
static void say(char **source, const char *why)
{
    if (*source && strstr(*source, why))
        return;
    struct strbuf text;
    strbuf_init(&text);
    strbuf_addf(&text, "%s; %s", *source ? *source : "unknown", why);
    free(*source);
    *source = mem_strdup(text.text);
    strbuf_release(&text);
}

void profile_cap(struct profile *profile)
{
    const int64_t second = INT64_C(1000000000);
    for (size_t i = 0; i < sizeof caps / sizeof *caps; i++) {
        enum profile_key key = caps[i].curve;
        struct profile_curve *curve = &profile->curve[key];
        bool raised = false;
        for (size_t p = 0; profile->state[key] == PROFILE_INHERITED && p < curve->count; p++) {
            int64_t least = duration_divide(curve->size[p], second / 4 * caps[i].quarters,
                                            profile->value[caps[i].rate]);
            raised |= curve->time[p] < least;
            curve->time[p] = curve->time[p] < least ? least : curve->time[p];
        }
        if (raised)
            say(&profile->source[key], caps[i].why);
    }
}
