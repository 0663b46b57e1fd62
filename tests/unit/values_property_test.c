/* What programs compute, over random programs whose conflicting operations are all ordered: by
 * events, drawn streams, and waits of the host. Each launch has arguments of its own, so each makes
 * values of its own, and a byte tells who wrote it. */
#include "sim/analysis/happens.h"
#include "sim/analysis/hazard.h"
#include "sim/analysis/values.h"
#include "sim/analysis/wrong_bytes.h"
#include "tests/scene.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

enum { ALLOCS = 5, BYTES = 64, STREAMS = 4, STEPS = 60, MOST_RECORDS = 4000, ACCESSES = 4 };

struct step {
    uint32_t record, stream;
    bool host;
    int count;
    struct program_range ranges[ACCESSES];
    uint8_t modes[ACCESSES];
};

struct rig {
    struct scene scene;
    uint64_t state;
    uint32_t streams[STREAMS], allocs[ALLOCS];
    struct step steps[STEPS];
    int count;
    /* by allocation and byte: 1 + the record that made what stands there; 0: nobody */
    uint32_t maker[ALLOCS + 1][BYTES];
};

static uint32_t draw(struct rig *rig, uint32_t below)
{
    uint64_t z = rig->state += 0x9e3779b97f4a7c15u; /* splitmix64 */
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return (uint32_t)((z ^ z >> 31) % below);
}

static struct program_range some_range(struct rig *rig)
{
    uint32_t from = draw(rig, BYTES), bytes = 1 + draw(rig, BYTES - from);
    return (struct program_range){rig->allocs[draw(rig, ALLOCS)], from, bytes};
}

static bool overlap(struct program_range a, struct program_range b)
{
    return a.alloc == b.alloc && a.offset < b.offset + b.bytes && b.offset < a.offset + a.bytes;
}

static bool conflict(const struct step *a, const struct step *b)
{
    for (int i = 0; i < a->count; i++)
        for (int k = 0; k < b->count; k++)
            if (((a->modes[i] | b->modes[k]) & ACCESS_WRITE) && overlap(a->ranges[i], b->ranges[k]))
                return true;
    return false;
}

/* What must be done before it: events of other streams; of what the host does, synchronizes. */
static void order(struct rig *rig, const struct step *next)
{
    for (int i = 0; i < rig->count; i++) {
        const struct step *step = &rig->steps[i];
        if (step->host || !conflict(step, next) || (!next->host && step->stream == next->stream))
            continue;
        if (next->host) {
            scene_call(&rig->scene, CALL_cudaStreamSynchronize, step->stream, step->stream, 0);
        } else {
            uint32_t event = scene_event(&rig->scene, "e");
            scene_record(&rig->scene, event, step->stream);
            scene_wait(&rig->scene, event, next->stream);
        }
    }
}

static void note_writes(struct rig *rig, const struct step *step, uint32_t record)
{
    for (int i = 0; i < step->count; i++)
        if (step->modes[i] & ACCESS_WRITE)
            for (uint64_t b = 0; b < step->ranges[i].bytes; b++)
                rig->maker[step->ranges[i].alloc][step->ranges[i].offset + b] = record + 1;
}

static void add_kernel(struct rig *rig, struct step *step)
{
    struct program_access rows[ACCESSES];
    step->count = 1 + (int)draw(rig, ACCESSES);
    for (int i = 0; i < step->count; i++) {
        step->ranges[i] = some_range(rig);
        step->modes[i] = (uint8_t)(i == 0 ? ACCESS_WRITE : 1 + draw(rig, 3));
        rows[i] = (struct program_access){step->ranges[i], step->modes[i], draw(rig, 4) > 0, false};
    }
    order(rig, step);
    struct program_launch launch = scene_geometry(&rig->scene, "k", 1, 1000 + draw(rig, 50000));
    launch.arguments = (uint64_t)rig->count;
    uint32_t row = program_add_launch(&rig->scene.program, &launch, rows, (size_t)step->count);
    step->record = scene_call(&rig->scene, CALL_cudaLaunchKernel, step->stream, row, 0);
    note_writes(rig, step, step->record);
}

static void add_copy(struct rig *rig, struct step *step)
{
    struct program_range from = some_range(rig), to = some_range(rig);
    from.bytes = to.bytes = from.bytes < to.bytes ? from.bytes : to.bytes;
    if (from.alloc == to.alloc) /* on one allocation the two ends must not overlap */
        from.alloc = rig->allocs[(to.alloc + 1) % ALLOCS];
    step->count = 2;
    step->ranges[0] = from;
    step->ranges[1] = to;
    step->modes[0] = ACCESS_READ;
    step->modes[1] = ACCESS_WRITE;
    order(rig, step);
    uint32_t row = program_add_copy(
        &rig->scene.program,
        &(struct program_copy){.kind = COPY_D2D, .dst = to, .src = from, .rows = 1});
    step->record = scene_call(&rig->scene, CALL_cudaMemcpyAsync, step->stream, row, 0);
    uint32_t moved[BYTES];
    memcpy(moved, rig->maker[from.alloc] + from.offset, from.bytes * sizeof *moved);
    memcpy(rig->maker[to.alloc] + to.offset, moved, to.bytes * sizeof *moved);
}

static void add_host_write(struct rig *rig, struct step *step)
{
    step->host = true;
    step->count = 1;
    step->ranges[0] = some_range(rig);
    step->ranges[0].alloc = rig->allocs[ALLOCS - 1]; /* the managed one */
    step->modes[0] = ACCESS_WRITE;
    order(rig, step);
    uint32_t row = program_add_copy(
        &rig->scene.program,
        &(struct program_copy){.kind = COPY_H2H, .dst = step->ranges[0], .rows = 1});
    step->record = scene_call(&rig->scene, CALL_host_write, 0, row, 0);
    note_writes(rig, step, step->record);
}

static void build(struct rig *rig, uint64_t seed)
{
    memset(rig, 0, sizeof *rig);
    rig->state = seed;
    scene_init_round(&rig->scene);
    for (int i = 0; i < STREAMS; i++)
        rig->streams[i] = scene_stream(&rig->scene, STREAM_NONBLOCKING, "s");
    for (int i = 0; i < ALLOCS; i++)
        rig->allocs[i] = program_add_alloc(
            &rig->scene.program,
            &(struct program_alloc){.kind = i == ALLOCS - 1 ? MEMORY_MANAGED : MEMORY_DEVICE,
                                    .bytes = BYTES});
    for (; rig->count < STEPS; rig->count++) {
        struct step *step = &rig->steps[rig->count];
        step->stream = rig->streams[draw(rig, STREAMS)];
        uint32_t what = draw(rig, 10);
        if (what < 6 || rig->count < 5) /* the device uses all memory before the host writes any */
            add_kernel(rig, step);
        else if (what < 9)
            add_copy(rig, step);
        else
            add_host_write(rig, step);
    }
    scene_synchronize(&rig->scene);
    struct program_range all = {.bytes = BYTES};
    for (int i = 0; i < ALLOCS; i++) {
        all.alloc = rig->allocs[i];
        program_add_result(&rig->scene.program, &all);
    }
}

/* The values tell of every byte who made it. */
static void hold_against_makers(struct rig *rig, struct values *values)
{
    for (int i = 0; i < ALLOCS; i++) {
        for (uint64_t b = 0; b < BYTES; b++) {
            struct contents_run run = values_at(values, rig->allocs[i], b);
            struct values_origin origin = values_origin(values, run.value);
            uint32_t maker = rig->maker[rig->allocs[i]][b];
            if (maker)
                ck_assert_msg(origin.maker == VALUES_RECORD && origin.row == maker - 1,
                              "byte %d of %d: %u, not %u", (int)b, i, origin.row, maker - 1);
            else
                ck_assert(origin.maker != VALUES_RECORD);
        }
    }
}

/* A random order of the records' events that keeps what is guaranteed. */
static void in_random_order(struct rig *rig, const struct happens *happens, struct values *values)
{
    const struct program *program = &rig->scene.program;
    values_begin(values, program);
    bool done[STEPS] = {false};
    for (int left = rig->count; left > 0; left--) {
        int ready[STEPS], count = 0;
        for (int i = 0; i < rig->count; i++) {
            const struct step *step = &rig->steps[i];
            happens_event event =
                step->host ? happens_host(step->record) : happens_op(step->record);
            bool free = !done[i];
            for (int k = 0; k < rig->count && free; k++) {
                const struct step *other = &rig->steps[k];
                free = done[k] || k == i ||
                       !happens_before(happens,
                                       other->host ? happens_host(other->record)
                                                   : happens_op(other->record),
                                       event);
            }
            if (free)
                ready[count++] = i;
        }
        ck_assert_int_gt(count, 0);
        int next = ready[draw(rig, (uint32_t)count)];
        values_step(values, rig->steps[next].record);
        done[next] = true;
    }
}

START_TEST(orders_that_keep_the_guarantees_compute_the_same)
{
    static struct rig rig;
    build(&rig, (uint64_t)_i);
    ck_assert_uint_lt(rig.scene.program.records.count, MOST_RECORDS);
    struct hazards hazards;
    hazards_find(&hazards, &rig.scene.program);
    ck_assert_uint_eq(hazards.count, 0);
    ck_assert_int_eq(scene_run(&rig.scene), 0);
    struct values issued, predicted, random;
    values_compute(&issued, &rig.scene.program, NULL);
    hold_against_makers(&rig, &issued);
    values_compute(&predicted, &rig.scene.program, &rig.scene.timeline);
    ck_assert(values_same_results(&issued, &predicted, NULL));
    values_release(&predicted);
    for (int turn = 0; turn < 5; turn++) {
        in_random_order(&rig, &hazards.happens, &random);
        ck_assert(values_same_results(&issued, &random, NULL));
        values_release(&random);
    }
    values_release(&issued);
    hazards_release(&hazards);
    scene_release(&rig.scene);
}
END_TEST

static bool is_before(void *context, uint32_t a, uint32_t b)
{
    return happens_before(context, happens_op(a), happens_op(b));
}

/* A launch that reads what another one wrote, done before it, reads something else. */
START_TEST(a_swapped_pair_shows)
{
    static struct rig rig;
    build(&rig, (uint64_t)_i);
    struct happens happens;
    struct wrong_pair pairs[STEPS];
    struct wrong_bytes found[STEPS];
    size_t count = 0;
    happens_build(&happens, &rig.scene.program);
    for (int k = 1; k < rig.count; k++) { /* a reader right behind a writer of the same bytes */
        const struct step *writer = &rig.steps[k - 1], *reader = &rig.steps[k];
        for (int i = 0; i < reader->count && !reader->host && !writer->host; i++) {
            if ((reader->modes[i] & ACCESS_READ) && (writer->modes[0] & ACCESS_WRITE) &&
                overlap(writer->ranges[0], reader->ranges[i])) {
                struct program_range both = writer->ranges[0];
                uint64_t end = both.offset + both.bytes, other = reader->ranges[i].offset;
                uint64_t other_end = other + reader->ranges[i].bytes;
                both.offset = both.offset > other ? both.offset : other;
                both.bytes = (end < other_end ? end : other_end) - both.offset;
                pairs[count++] = (struct wrong_pair){writer->record, reader->record, both,
                                                     ACCESS_WRITE,   ACCESS_READ,    0};
                break;
            }
        }
    }
    struct values values;
    wrong_bytes_find(&values, found, &rig.scene.program, pairs, count, is_before, &happens);
    for (size_t i = 0; i < count; i++) {
        ck_assert_int_ne(found[i].how, WRONG_NOTHING);
        ck_assert(found[i].may.value != found[i].expected.value ||
                  found[i].may.offset != found[i].expected.offset);
        ck_assert_uint_eq(values_origin(&values, found[i].expected.value).row, pairs[i].first);
    }
    values_release(&values);
    happens_release(&happens);
    scene_release(&rig.scene);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("values, properties");
    TCase *tcase = tcase_create("properties");
    tcase_add_loop_test(tcase, orders_that_keep_the_guarantees_compute_the_same, 0, 60);
    tcase_add_loop_test(tcase, a_swapped_pair_shows, 0, 60);
    suite_add_tcase(suite, tcase);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
