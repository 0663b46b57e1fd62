/* Edits on random programs without hazards: each is refused because there is nothing to change, or
 * the events that it puts in keep every order: no hazard, the same results, and the changed program
 * replays. A second time it has nothing left to change, where that makes sense. */
#include "sim/analysis/hazard.h"
#include "sim/model/edit.h"
#include "sim/study/fix.h"
#include "tests/scene.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { STREAMS = 4, DEVICE = 3, HOST = 3, OPS = 40, SEEDS = 80, BYTES = 1 << 16 };

struct maker {
    struct scene scene;
    uint64_t state;
    uint32_t streams[STREAMS], device[DEVICE], host[HOST];
    uint32_t scratch; /* memory that comes and goes; 0: none now */
    bool pooled;      /* it came from cudaMallocAsync */
};

static uint32_t draw(struct maker *maker, uint32_t below)
{
    maker->state = maker->state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(maker->state >> 33) % below;
}

/* All of a buffer, or a half. */
static struct program_range part(struct maker *maker, uint32_t alloc)
{
    uint32_t which = draw(maker, 3);
    return (struct program_range){
        .alloc = alloc, .offset = which == 2 ? BYTES / 2 : 0, .bytes = which ? BYTES / 2 : BYTES};
}

/* One of the buffers on the device. */
static uint32_t device(struct maker *maker)
{
    uint32_t which = draw(maker, DEVICE + 2);
    return which < DEVICE || !maker->scratch ? maker->device[which % DEVICE] : maker->scratch;
}

/* Takes memory, or gives it back. */
static void scratch(struct maker *maker, uint32_t stream)
{
    struct scene *scene = &maker->scene;
    if (maker->scratch) {
        scene_call(scene, maker->pooled ? CALL_cudaFreeAsync : CALL_cudaFree,
                   maker->pooled ? stream : 0, maker->scratch, 0);
        maker->scratch = 0;
        return;
    }
    maker->pooled = draw(maker, 2);
    maker->scratch = program_add_alloc(
        &scene->program,
        &(struct program_alloc){.kind = MEMORY_DEVICE,
                                .bytes = BYTES,
                                .name = intern_adds(&scene->program.names, "scratch")});
    scene_call(scene, maker->pooled ? CALL_cudaMallocAsync : CALL_cudaMalloc,
               maker->pooled ? stream : 0, maker->scratch, 0);
}

static void kernel(struct maker *maker, uint32_t stream)
{
    struct scene *scene = &maker->scene;
    static const char *const names[] = {"f", "g", "h"};
    struct program_launch launch = scene_geometry(scene, names[draw(maker, 3)], 1 + draw(maker, 20),
                                                  5000 + draw(maker, 60000));
    struct program_access accesses[2] = {
        {.range = part(maker, device(maker)), .mode = ACCESS_READ, .certain = true},
        {.range = part(maker, device(maker)),
         .mode = draw(maker, 2) ? ACCESS_WRITE : ACCESS_READ | ACCESS_WRITE,
         .certain = true}};
    uint32_t row = program_add_launch(&scene->program, &launch, accesses, 2);
    scene_call(scene, CALL_cudaLaunchKernel, stream, row, 0);
}

static void copy(struct maker *maker, uint32_t stream)
{
    struct scene *scene = &maker->scene;
    uint32_t host = draw(maker, HOST);
    struct program_range there = part(maker, device(maker));
    struct program_range here = part(maker, maker->host[host]);
    here.bytes = there.bytes = here.bytes < there.bytes ? here.bytes : there.bytes;
    bool in = draw(maker, 2), sync = draw(maker, 3) == 0;
    struct program_copy row = {.kind = in ? COPY_H2D : COPY_D2H,
                               .dst = in ? there : here,
                               .src = in ? here : there,
                               .rows = 1,
                               .host_memory = host == 0 ? MEMORY_PAGEABLE : MEMORY_PINNED};
    scene_call(scene, sync ? CALL_cudaMemcpy : CALL_cudaMemcpyAsync, sync ? 0 : stream,
               program_add_copy(&scene->program, &row), 0);
}

static void set(struct maker *maker, uint32_t stream)
{
    struct scene *scene = &maker->scene;
    bool sync = draw(maker, 3) == 0;
    struct program_copy row = {.kind = COPY_MEMSET,
                               .dst = part(maker, device(maker)),
                               .rows = 1,
                               .value = (int32_t)draw(maker, 4)};
    scene_call(scene, sync ? CALL_cudaMemset : CALL_cudaMemsetAsync, sync ? 0 : stream,
               program_add_copy(&scene->program, &row), 0);
}

static void by_host(struct maker *maker)
{
    struct scene *scene = &maker->scene;
    struct program_copy row = {
        .kind = COPY_H2H, .dst = part(maker, maker->host[draw(maker, HOST)]), .rows = 1};
    scene_call(scene, draw(maker, 2) ? CALL_host_read : CALL_host_write, 0,
               program_add_copy(&scene->program, &row), 0);
}

/* Something, which may race with what was before. */
static void draw_call(struct maker *maker)
{
    uint32_t stream = maker->streams[draw(maker, STREAMS)];
    switch (draw(maker, 11)) {
    case 0:
    case 1:
    case 2:
        kernel(maker, stream);
        break;
    case 3:
    case 4:
        copy(maker, stream);
        break;
    case 5:
        set(maker, stream);
        break;
    case 6:
        by_host(maker);
        break;
    case 7:
        scene_call(&maker->scene, CALL_host_work, 0, 0, 1000 * draw(maker, 40));
        break;
    case 8:
    case 9:
        scratch(maker, stream);
        break;
    default:
        scene_call(&maker->scene, CALL_cudaStreamSynchronize, stream, stream, 0);
        break;
    }
}

/* The stream of the first side of the first race; false: there is none. */
static bool find_race(const struct program *program, uint32_t *stream)
{
    struct hazards hazards;
    hazards_find(&hazards, program);
    bool found = false;
    for (size_t i = 0; i < hazards.count && !found; i++) {
        if (hazard_info(hazards.rows[i].rule)->class != HAZARD_RACE)
            continue;
        *stream = program->records.rows[happens_record(hazards.rows[i].earlier)].stream;
        found = true;
    }
    hazards_release(&hazards);
    return found;
}

/* Takes the last record out, puts an order in, and the record back. */
static void order_last(struct maker *maker, uint32_t earlier, bool all)
{
    struct scene *scene = &maker->scene;
    struct program_record last = scene->program.records.rows[--scene->program.records.count];
    bool host =
        last.call == CALL_host_read || last.call == CALL_host_write || last.call == CALL_cudaFree;
    if (all) {
        scene_call(scene, CALL_cudaDeviceSynchronize, 0, 0, 0);
    } else if (host) {
        scene_call(scene, CALL_cudaStreamSynchronize, earlier, earlier, 0);
    } else {
        uint32_t event = scene_event(scene, "e");
        scene_record(scene, event, earlier);
        scene_wait(scene, event, last.stream);
    }
    program_add_record(&scene->program, &last);
}

static void make(struct maker *maker, uint64_t seed)
{
    static const enum stream_kind kinds[] = {STREAM_BLOCKING, STREAM_BLOCKING, STREAM_NONBLOCKING};
    memset(maker, 0, sizeof *maker);
    maker->state = seed * 2654435761u + 12345;
    struct scene *scene = &maker->scene;
    scene_init(scene);
    for (uint32_t i = 1; i < STREAMS; i++)
        maker->streams[i] = scene_stream(scene, kinds[i - 1], "s");
    for (uint32_t i = 0; i < DEVICE; i++)
        maker->device[i] = scene_alloc(scene, CALL_cudaMalloc, MEMORY_DEVICE, BYTES);
    maker->host[0] = program_add_alloc(
        &scene->program, &(struct program_alloc){.kind = MEMORY_PAGEABLE, .bytes = BYTES});
    for (uint32_t i = 1; i < HOST; i++)
        maker->host[i] = scene_alloc(scene, CALL_cudaMallocHost, MEMORY_PINNED, BYTES);
    for (uint32_t i = 1; i < scene->program.allocs.count; i++) {
        char name[] = {(char)('p' + i), 0}; /* results are compared by the names */
        scene->program.allocs.rows[i].name = intern_adds(&scene->program.names, name);
    }
    for (int i = 0; i < OPS; i++) {
        uint32_t stream, had = maker->scratch;
        draw_call(maker);
        for (int turn = 0; turn < 3 && find_race(&scene->program, &stream); turn++)
            order_last(maker, stream, turn > 0 || draw(maker, 4) == 0);
        if (find_race(&scene->program, &stream)) {
            scene->program.records.count--; /* no order helps */
            maker->scratch = had;
        }
    }
    scene_synchronize(scene);
}

/* As if the calls stood in a loop of eight lines: edits go by lines. */
static void number_lines(struct scene *scene)
{
    for (size_t i = 0; i < scene->program.records.count; i++) {
        struct program_record *record = &scene->program.records.rows[i];
        record->place = program_add_place(&scene->program, scene->program.scenario,
                                          1 + 8 * record->call + (int32_t)(i % 2));
    }
}

static size_t offered[EDIT_COUNT], gained[EDIT_COUNT];

static void try_edit(struct prediction *prediction, const struct predict_options *options,
                     enum edit_kind kind, int seed)
{
    struct fix fix;
    fix_init(&fix);
    fix_add(&fix, &(struct edit){.kind = kind, .stream = EDIT_ANY});
    fixes_try(prediction, options, &fix, 1, 1);
    /* Memory that nothing wrote holds something else when it is another buffer's. */
    bool unset = kind == EDIT_HOIST && strstr(fix.why, "compute something else");
    ck_assert_msg(fix.offered || fix.changed == 0 || unset, "seed %d, %s: %s\n%s", seed,
                  edit_sentence(kind), fix.why, fix.text.text);
    offered[kind] += fix.offered;
    gained[kind] += fix.offered && fix.gain > 0;
    fix_release(&fix);
}

/* What it changes a second time: nothing. */
static void try_again(const struct program *program, enum edit_kind kind, int seed)
{
    struct edit edit = {.kind = kind, .stream = EDIT_ANY};
    struct edit_changes first, second;
    struct program once, twice;
    edit_rewrite(&once, program, &edit, 1, NULL, &first);
    edit_rewrite(&twice, &once, &edit, 1, NULL, &second);
    ck_assert_msg(second.changed == 0, "seed %d, %s changes %zu more", seed, edit_sentence(kind),
                  second.changed);
    edit_changes_release(&first);
    edit_changes_release(&second);
    program_release(&once);
    program_release(&twice);
}

START_TEST(edits_keep_what_a_program_computes)
{
    static const enum edit_kind once[] = {EDIT_NONBLOCKING_STREAMS,
                                          EDIT_PER_THREAD,
                                          EDIT_PINNED,
                                          EDIT_HOIST,
                                          EDIT_BREADTH,
                                          EDIT_DEPTH};
    for (int seed = 1; seed <= SEEDS; seed++) {
        struct maker maker;
        struct prediction prediction;
        struct predict_options options = {.gpu = "h200"};
        struct err err;
        err_init(&err);
        make(&maker, (uint64_t)seed);
        number_lines(&maker.scene);
        prediction_init(&prediction);
        program_release(&prediction.program);
        edit_copy_program(&prediction.program, &maker.scene.program);
        ck_assert_msg(predict_program(&prediction, &options, &err) == 0, "seed %d: %s", seed,
                      err.message);
        for (int kind = EDIT_NONE + 1; kind < EDIT_COUNT; kind++)
            try_edit(&prediction, &options, (enum edit_kind)kind, seed);
        for (size_t i = 0; i < sizeof once / sizeof *once; i++)
            try_again(&prediction.program, once[i], seed);
        prediction_release(&prediction);
        scene_release(&maker.scene);
    }
    for (int kind = EDIT_NONE + 1; kind < EDIT_COUNT; kind++)
        if (getenv("FIX_SHOW"))
            printf("%s: offered %zu times, gains %zu times\n", edit_sentence((enum edit_kind)kind),
                   offered[kind], gained[kind]);
    ck_assert_uint_gt(offered[EDIT_NONBLOCKING_STREAMS], SEEDS / 2);
    ck_assert_uint_gt(offered[EDIT_NO_SYNCHRONIZE], SEEDS / 2);
    ck_assert_uint_gt(offered[EDIT_APART], SEEDS / 2);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("fix property");
    TCase *tc = tcase_create("fix property");
    tcase_set_timeout(tc, 120);
    tcase_add_test(tc, edits_keep_what_a_program_computes);
    suite_add_tcase(suite, tc);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
