/* The virtual runtime: where in a pool an allocation goes, and when the pool grows (semantics
 * S3.1), by what an H200 did (traces/experiments/pool-merge.txt, pool-merge.cu). */
#include "tests/unit/runtime_case.h"

#include "sim/model/profile.h"

#include <stdlib.h>

/* The MiB of the experiment are KiB here: `+a12` allocates 12 in stream 0, `+a12.1` in stream 1,
 * `-a` gives back in stream 0, `s` synchronizes. Chunks are of 32; `grows` are the names of those
 * for which the pool grew there. */
static const struct {
    const char *calls, *grows;
} cases[] = {
    {"+a12 +b12 +c4 -a -b +d20", "a"}, /* side by side, whichever was freed first */
    {"+a12 +b12 +c4 -b -a +d20", "a"},
    {"+a12 +b12 +c4 -a -b s +d20", "a"},
    {"+a8 +x4 +b8 +y8 -a -b +d16", "ad"}, /* apart */
    {"+a8 +x4 +b8 +y8 -a -b s +d16", "ad"},
    {"+a8 +b8 +c8 +x4 -a -c -b +d24", "a"},
    {"+a8 +b8 +c8 +x4 -a -c -b +d12 +e12", "a"},
    {"+x4 +a20 -a +b12 -b +c20", "x"}, /* what was cut is whole again */
    {"+x4 +a20 -a +b12 +c8 -b -c +d20", "x"},
    {"+x4 +a12 -a +b20", "xb"}, /* what was freed and what was never used: by a synchronize */
    {"+x4 +a12 -a s +b20", "x"},
    {"+x4 +a12 -a +b8 +c8 +d12", "xd"},
    {"+a8 +x2 +b4 +y2 -a -b +c4 +d4 +e4", "a"}, /* the smallest that fits: a is left whole */
    {"+a8 +x2 +b4 +y2 -a -b +c4 +d8", "a"},
    {"+a12 +b12.1 +c4 -a -b.1 +d20", "ad"}, /* of two streams: by a synchronize */
    {"+a12 +b12.1 +c4 -a -b.1 s +d20", "a"},
    {"+a12 +b12.1 +c4 -a -b.1 s +d20.1", "a"},
    {"+a16 +b16 +c2 -a -b -c +d12.1 +e12.1 +f2.1 -d.1 -e.1 -f.1 +g4 +h4 +i2 -g -h -i +j20.1 "
     "+k20.1 +l2.1",
     "ack"},
    {"+a16 +b16 +c2 -a -b -c +d12.1 +e12.1 -d.1 -e.1 +j20.1", "ac"},
    {"+a20 +b20 -a -b +c20 +d20", "ab"},
};

struct setting {
    uint32_t streams[2], pool, memory[128];
    const char *names[64]; /* of the allocations, in the order of their calls */
    size_t count;
};

static void call(struct setting *setting, const char *word, size_t length)
{
    uint32_t stream = setting->streams[length > 2 && word[length - 2] == '.'];
    if (*word == 's') {
        scene_synchronize(&s);
        return;
    }
    uint32_t *memory = &setting->memory[(unsigned char)word[1]];
    if (*word == '-') {
        scene_call(&s, CALL_cudaFreeAsync, stream, *memory, 0);
        return;
    }
    *memory = program_add_alloc(&s.program,
                                &(struct program_alloc){.kind = MEMORY_DEVICE,
                                                        .bytes = strtoull(word + 2, NULL, 10) << 10,
                                                        .pool = setting->pool});
    scene_call(&s, CALL_cudaMallocFromPoolAsync, stream, *memory, 0);
    setting->names[setting->count++] = word + 1;
}

START_TEST(s3_1_a_pool_grows_where_nothing_fits)
{
    struct setting setting = {.streams = {scene_stream(&s, STREAM_NONBLOCKING, "a"),
                                          scene_stream(&s, STREAM_NONBLOCKING, "b")},
                              .pool = program_add_pool(&s.program, &(struct program_pool){0})};
    s.profile.value[PROFILE_host_pool_chunk] = 32 << 10;
    s.profile.value[PROFILE_host_malloc_async_first] = US(40);
    s.profile.value[PROFILE_host_pool_first] = 0;
    scene_call(&s, CALL_cudaMemPoolCreate, 0, setting.pool, 0);
    uint32_t keep = scene_call(&s, CALL_cudaMemPoolSetAttribute, 0, setting.pool, INT64_MAX);
    s.program.records.rows[keep].count = 4; /* the release threshold */
    for (int i = 0; i < 2; i++)             /* nothing has ended by itself */
        scene_kernel(&s, setting.streams[i], "hold", 1, US(1000));
    for (const char *at = cases[_i].calls; *at; at += *at == ' ') {
        size_t length = strcspn(at, " ");
        call(&setting, at, length);
        at += length;
    }
    run();
    char grown[64] = "";
    size_t grows = 0, number = 0;
    for (size_t i = 0; i < s.timeline.ops.count; i++) {
        const struct timeline_op *op = &s.timeline.ops.rows[i];
        const char *name = program_name(&s.program, op->name);
        if (strcmp(name, "alloc") != 0)
            continue;
        if (op->returned - op->call >= US(40))
            grown[grows++] = *setting.names[number];
        number++;
    }
    ck_assert_uint_eq(number, setting.count);
    ck_assert_msg(strcmp(grown, cases[_i].grows) == 0, "%s: it grew for %s, not %s",
                  cases[_i].calls, grown, cases[_i].grows);
}
END_TEST

int main(void)
{
    TCase *tests = tcase_create("pools");
    tcase_add_loop_test(tests, s3_1_a_pool_grows_where_nothing_fits, 0,
                        sizeof cases / sizeof *cases);
    return run_case("runtime: pools", tests);
}
