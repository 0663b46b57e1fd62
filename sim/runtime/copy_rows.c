/* Copies of rows between the host and the device: what the rows are the limit of. */
#include "sim/model/cost.h"
#include "sim/runtime/inside.h"

enum { KIB = 1 << 10 };

/* The least that rows take which lie in one piece, ps: 2048 of 4 to 32 bytes take 3.8 us out, and
 * 5.6 to 4.8 in from where they have just been copied out to, as those of a halo
 * (traces/experiments/narrow-in.txt; row-pages.txt: 1.2 ns each out). */
static int64_t together_ps(bool in)
{
    return in ? 1500 : 1150;
}

/* ps of a row, 0 at least, by how far the next one lies away on the host, as measured for these
 * distances and for those between them by the straight line: a row needs an address of its own, and
 * where they lie 64 KiB apart a page of its own (traces/experiments/row-pages.txt, 1024 and 2048
 * rows; on the device nothing depends on it). */
static int64_t row_ps(const struct runtime *runtime, bool in, int64_t width, int64_t apart)
{
    static const struct {
        int64_t apart;
        enum profile_key key;
    } steps[] = {{4 * KIB, PROFILE_copy_rows_4k},
                 {16 * KIB, PROFILE_copy_rows_16k},
                 {32 * KIB, PROFILE_copy_rows_32k},
                 {64 * KIB, PROFILE_copy_rows_64k}};
    enum { STEPS = sizeof steps / sizeof *steps };
    int64_t before = together_ps(in), before_apart = 0;
    for (int i = 0; i < STEPS; i++) {
        const struct profile_curve *curve = &runtime->profile->curve[steps[i].key];
        if (curve->count == 0)
            return before;
        /* beyond its last width the bytes are the limit */
        bool is_limit = width <= curve->size[curve->count - 1];
        int64_t here = is_limit ? profile_curve_at(curve, width) : 0; /* ns of 1000: ps */
        if (apart <= steps[i].apart)
            return before +
                   (here - before) * (apart - before_apart) / (steps[i].apart - before_apart);
        before = here;
        before_apart = steps[i].apart;
    }
    return before;
}

int64_t copy_rows_time(const struct runtime *runtime, const struct program_copy *copy, bool in,
                       int64_t bytes)
{
    if (copy->rows < 2)
        return -1;
    uint64_t pitch = in ? copy->src_pitch : copy->dst_pitch;
    int64_t apart = pitch < COST_LARGE_COPY ? (int64_t)pitch : COST_LARGE_COPY;
    int64_t width = copy->dst.bytes < COST_LARGE_COPY ? (int64_t)copy->dst.bytes : COST_LARGE_COPY;
    int64_t rows = copy->rows > INT64_MAX ? INT64_MAX : (int64_t)copy->rows;
    int64_t ps = row_ps(runtime, in, width, apart);
    int64_t time = duration_add(cost_copy_latency(runtime->profile, in, bytes),
                                duration_divide(rows, ps, 1000));
    return time > cost_copy_time(runtime->profile, in, bytes) ? time : -1;
}

/* traces/experiments/strided-out.txt: rows of 4 and 8 KiB 32 KiB apart do, of 16 KiB not, nor 16
 * KiB apart. */
bool copy_rows_apart(const struct program_copy *copy)
{
    return copy->rows > 1 && copy->dst_pitch >= 32 * KIB && copy->dst.bytes < 16 * KIB;
}
