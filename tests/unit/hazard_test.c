/* sim/analysis: hazards against all pairs of accesses, on random programs. */
#include "sim/analysis/hazard.h"
#include "tests/closure.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

enum { STREAMS = 4, DEVICE = 2, EVENTS = 3, BYTES = 64, STEP = 8, MOST = 2048 };

struct touched {
    uint32_t record, alloc;
    uint64_t from, to;
    bool host, write, certain, atomic;
};

struct draw {
    struct program p;
    uint64_t state;
    uint32_t streams[STREAMS], events[EVENTS], device[DEVICE], pinned, kernel;
    struct touched touched[MOST];
    size_t count;
    int remove; /* the edge that is left out; -1: none */
    int edges;
};

static uint32_t below(struct draw *d, uint32_t n)
{
    uint64_t z = d->state += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return (uint32_t)((z ^ z >> 31) % n);
}

static uint32_t call(struct draw *d, enum call call, uint32_t stream, uint32_t object)
{
    uint32_t row = (uint32_t)d->p.records.count;
    program_add_record(&d->p, &(struct program_record){
                                  .call = (uint16_t)call,
                                  .stream = stream,
                                  .object = object,
                                  .place = program_add_place(&d->p, 0, (int32_t)row + 1),
                              });
    return row;
}

static struct program_range some_range(struct draw *d, uint32_t alloc)
{
    uint32_t from = below(d, BYTES / STEP), to = from + 1 + below(d, BYTES / STEP - from);
    return (struct program_range){alloc, from * STEP, (to - from) * STEP};
}

static void touch(struct draw *d, const struct program_range *range, bool host, bool write,
                  bool certain)
{
    ck_assert_uint_lt(d->count, MOST);
    d->touched[d->count++] = (struct touched){.record = (uint32_t)d->p.records.count,
                                              .alloc = range->alloc,
                                              .from = range->offset,
                                              .to = range->offset + range->bytes,
                                              .host = host,
                                              .write = write,
                                              .certain = certain};
}

static bool conflict(const struct touched *a, const struct touched *b)
{
    return a->alloc == b->alloc && a->from < b->to && b->from < a->to && (a->write || b->write) &&
           !(a->atomic && b->atomic) && a->record != b->record;
}

/* An order from the stream's work so far to what comes next in `stream`, or of the host; one of
 * them is left out. */
static void order(struct draw *d, uint32_t before, uint32_t stream, bool host)
{
    uint32_t event = d->events[below(d, EVENTS)], way = below(d, 2);
    if (d->edges++ == d->remove)
        return;
    if (host && way) {
        call(d, CALL_cudaStreamSynchronize, before, before);
        return;
    }
    call(d, CALL_cudaEventRecord, before, event);
    if (host)
        call(d, CALL_cudaEventSynchronize, 0, event);
    else
        call(d, CALL_cudaStreamWaitEvent, stream, event);
}

/* Whatever the new accesses from `first` on conflict with is ordered before them. */
static void order_all(struct draw *d, size_t first, uint32_t stream, bool host)
{
    bool done[STREAMS + 1] = {false};
    for (size_t i = 0; i < first; i++) {
        for (size_t j = first; j < d->count; j++) {
            uint32_t before = d->p.records.rows[d->touched[i].record].stream;
            if (!conflict(&d->touched[i], &d->touched[j]) || d->touched[i].host || done[before] ||
                (!host && before == stream))
                continue;
            order(d, before, stream, host);
            done[before] = true;
        }
    }
    for (size_t j = first; j < d->count; j++) /* the records of the orders came between */
        d->touched[j].record = (uint32_t)d->p.records.count;
}

static void add_kernel(struct draw *d)
{
    uint32_t stream = d->streams[below(d, STREAMS)];
    size_t first = d->count;
    struct program_access accesses[3];
    size_t count = 1 + below(d, 3);
    for (size_t i = 0; i < count; i++) {
        bool write = below(d, 2), certain = below(d, 6) != 0, atomic = write && below(d, 3) == 0;
        accesses[i] = (struct program_access){.range = some_range(d, d->device[below(d, DEVICE)]),
                                              .mode = atomic  ? ACCESS_UPDATE
                                                      : write ? ACCESS_READ | ACCESS_WRITE
                                                              : ACCESS_READ,
                                              .certain = certain};
        touch(d, &accesses[i].range, false, write, certain);
        d->touched[d->count - 1].atomic = atomic;
    }
    order_all(d, first, stream, false);
    uint32_t launch = program_add_launch(&d->p,
                                         &(struct program_launch){.kernel = d->kernel,
                                                                  .grid = {1, 1, 1},
                                                                  .block = {1, 1, 1},
                                                                  .arguments = d->p.launches.count},
                                         accesses, count);
    call(d, CALL_cudaLaunchKernel, stream, launch);
}

static void add_copy(struct draw *d)
{
    bool in = below(d, 2);
    uint32_t stream = d->streams[below(d, STREAMS)];
    size_t first = d->count;
    struct program_range host = some_range(d, d->pinned);
    struct program_range device = {d->device[below(d, DEVICE)], host.offset, host.bytes};
    touch(d, &host, false, !in, true);
    touch(d, &device, false, in, true);
    order_all(d, first, stream, false);
    struct program_copy copy = {.kind = in ? COPY_H2D : COPY_D2H,
                                .dst = in ? device : host,
                                .src = in ? host : device,
                                .rows = 1,
                                .host_memory = MEMORY_PINNED};
    call(d, CALL_cudaMemcpyAsync, stream, program_add_copy(&d->p, &copy));
}

static void add_host(struct draw *d)
{
    bool write = below(d, 2);
    size_t first = d->count;
    struct program_range range = some_range(d, d->pinned);
    touch(d, &range, true, write, true);
    order_all(d, first, 0, true);
    struct program_copy copy = {.kind = COPY_H2H, .dst = range, .rows = 1};
    call(d, write ? CALL_host_write : CALL_host_read, 0, program_add_copy(&d->p, &copy));
}

static void draw_program(struct draw *d, uint64_t seed, int steps, int remove)
{
    memset(d, 0, sizeof *d);
    d->state = seed;
    d->remove = remove;
    program_init(&d->p);
    for (int i = 0; i < STREAMS; i++)
        d->streams[i] =
            program_add_stream(&d->p, &(struct program_stream){.kind = STREAM_NONBLOCKING});
    for (int i = 0; i < EVENTS; i++)
        d->events[i] = program_add_event(&d->p, &(struct program_event){0});
    for (int i = 0; i < DEVICE; i++)
        d->device[i] = program_add_alloc(
            &d->p, &(struct program_alloc){.kind = MEMORY_DEVICE, .bytes = BYTES});
    d->pinned =
        program_add_alloc(&d->p, &(struct program_alloc){.kind = MEMORY_PINNED, .bytes = BYTES});
    d->kernel = program_add_kernel(&d->p, &(struct program_kernel){0});
    for (int i = 0; i < steps; i++) {
        switch (below(d, 4)) {
        case 0:
            add_host(d);
            break;
        case 1:
            add_copy(d);
            break;
        default:
            add_kernel(d);
            break;
        }
    }
    call(d, CALL_cudaDeviceSynchronize, 0, 0);
}

/* Pairs of accesses without an order: all of them, and those of which both are certain. */
static void all_pairs(const struct draw *d, const struct closure *c, size_t *all, size_t *certain)
{
    *all = *certain = 0;
    for (size_t i = 0; i < d->count; i++) {
        for (size_t j = i + 1; j < d->count; j++) {
            const struct touched *a = &d->touched[i], *b = &d->touched[j];
            if (!conflict(a, b) || closure_reaches(c, a->record, a->host ? CALLED : RUN, b->record,
                                                   b->host ? CALLED : RUN))
                continue;
            ++*all;
            *certain += a->certain && b->certain;
        }
    }
}

/* What is found is a race, and where there is one, one is found. Returns whether there is one. */
static bool compare(const struct draw *d, uint64_t seed)
{
    struct closure c;
    struct hazards hazards;
    size_t all, certain;
    closure_build(&c, &d->p);
    all_pairs(d, &c, &all, &certain);
    hazards_find(&hazards, &d->p);
    for (size_t i = 0; i < hazards.count; i++) {
        const struct hazard *h = &hazards.rows[i];
        ck_assert_int_eq(hazard_info(h->rule)->class, HAZARD_RACE);
        ck_assert(!closure_reaches(
            &c, happens_record(h->earlier), happens_is_op(h->earlier) ? RUN : CALLED,
            happens_record(h->later), happens_is_op(h->later) ? RUN : CALLED));
    }
    ck_assert_msg((hazards.count > 0) == (all > 0), "seed %lu, left out %d: %zu found, %zu are",
                  (unsigned long)seed, d->remove, hazards.count, all);
    ck_assert_msg((hazards.certain > 0) == (certain > 0),
                  "seed %lu, left out %d: %zu certain ones found, %zu are", (unsigned long)seed,
                  d->remove, hazards.certain, certain);
    closure_release(&c);
    hazards_release(&hazards);
    return all > 0;
}

/* Programs whose every conflict is ordered have no hazard. Without one of those orders there is one
 * unless another order stands in, which all pairs tell. */
START_TEST(as_all_pairs)
{
    static struct draw d;
    size_t without = 0, races = 0;
    for (uint64_t seed = 1; seed <= 80; seed++) {
        draw_program(&d, seed, 24, -1);
        int edges = d.edges;
        ck_assert_msg(!compare(&d, seed), "seed %lu: ordered, but there is a race",
                      (unsigned long)seed);
        program_release(&d.p);
        for (int i = 0; i < edges && i < 12; i++) {
            draw_program(&d, seed, 24, i);
            without++;
            races += compare(&d, seed);
            program_release(&d.p);
        }
    }
    ck_assert_uint_gt(without, 600);
    ck_assert_uint_gt(races, without / 3);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("hazard");
    TCase *tc = tcase_create("hazard");
    tcase_set_timeout(tc, 60);
    tcase_add_test(tc, as_all_pairs);
    suite_add_tcase(suite, tc);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
