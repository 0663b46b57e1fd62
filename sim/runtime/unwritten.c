/* What memsets and copies on the device have written and level 2 has not yet given to memory, by
 * the order of the calls: kernels that read drive it out, and the memory writes while they wait for
 * it (traces/experiments/behind-writes.txt). Level 2 keeps at most two fifths of itself like that:
 * behind 64 MiB it is as behind 32. Nothing is driven out by the first eighth of level 2 that is
 * read, all of it when as much as five quarters were: of 8 MiB nothing by 12.6 MB, a fifth by twice
 * as much, the rest of it by 50 MB and what comes behind. Copies from and to the host neither leave
 * anything nor drive anything out; what else is written does, which is in the time that it was
 * measured to take. */
#include "sim/runtime/inside.h"

#include "sim/base/duration.h"

#include <string.h>

static uint64_t level2(const struct runtime *runtime)
{
    const uint64_t most = UINT64_C(1) << 50; /* a profile may say anything */
    uint64_t size = (uint64_t)runtime->profile->value[PROFILE_device_l2];
    return size < most ? size : most;
}

static uint64_t between(uint64_t value, uint64_t least, uint64_t most)
{
    return value < least ? least : value > most ? most : value;
}

/* So many bytes come to level 2; returns those that they drive out. */
static uint64_t pass(struct unwritten *unwritten, uint64_t size, uint64_t bytes)
{
    uint64_t first = size / 8, last = size / 4 * 5, driven = 0;
    size_t kept = 0;
    for (size_t i = 0; i < unwritten->count; i++) {
        struct unwritten_part *part = &unwritten->parts[i];
        uint64_t before = between(part->passed, first, last);
        part->passed += bytes < last ? bytes : last;
        uint64_t after = between(part->passed, first, last);
        if (after > before) {
            uint64_t out = (uint64_t)duration_divide((int64_t)part->left, (int64_t)(after - before),
                                                     (int64_t)(last - before));
            part->left -= out;
            driven += out;
        }
        if (part->left)
            unwritten->parts[kept++] = *part;
    }
    unwritten->count = kept;
    return driven;
}

uint64_t unwritten_driven(struct runtime *runtime, uint64_t bytes)
{
    return pass(&runtime->unwritten, level2(runtime), bytes);
}

void unwritten_add(struct runtime *runtime, uint64_t bytes)
{
    struct unwritten *unwritten = &runtime->unwritten;
    uint64_t size = level2(runtime), most = size / 5 * 2;
    bytes = bytes < most ? bytes : most;
    pass(unwritten, size, bytes);
    if (unwritten->count == UNWRITTEN_PARTS)
        memmove(unwritten->parts, unwritten->parts + 1,
                --unwritten->count * sizeof *unwritten->parts);
    unwritten->parts[unwritten->count++] = (struct unwritten_part){.left = bytes};
    for (size_t i = unwritten->count; i-- > 0;) { /* the newest keep their room */
        struct unwritten_part *part = &unwritten->parts[i];
        part->left = part->left < most ? part->left : most;
        most -= part->left;
    }
}
