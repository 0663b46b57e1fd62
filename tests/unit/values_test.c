/* What programs compute, symbolically: programs built by hand, compared by their results. */
#include "sim/analysis/values.h"
#include "sim/analysis/values_text.h"
#include "sim/analysis/wrong_bytes.h"
#include "sim/model/edit.h"
#include "tests/scene.h"

#include <check.h>
#include <stdlib.h>

enum { MIB = 1 << 20 };

static struct program_range range(uint32_t alloc, uint64_t offset, uint64_t bytes)
{
    return (struct program_range){alloc, offset, bytes};
}

static uint32_t memory(struct scene *s, enum memory_kind kind, const char *name, uint64_t bytes)
{
    return program_add_alloc(&s->program,
                             &(struct program_alloc){.kind = kind,
                                                     .name = intern_adds(&s->program.names, name),
                                                     .bytes = bytes});
}

/* The record's row. */
static uint32_t copy(struct scene *s, uint32_t stream, struct program_range dst,
                     struct program_range src)
{
    bool to_host = s->program.allocs.rows[dst.alloc].kind != MEMORY_DEVICE;
    bool from_host = s->program.allocs.rows[src.alloc].kind != MEMORY_DEVICE;
    uint32_t row = program_add_copy(
        &s->program, &(struct program_copy){
                         .kind = from_host && to_host ? COPY_H2H
                                 : from_host          ? COPY_H2D
                                 : to_host            ? COPY_D2H
                                                      : COPY_D2D,
                         .dst = dst,
                         .src = src,
                         .rows = 1,
                         .host_memory = from_host ? s->program.allocs.rows[src.alloc].kind
                                        : to_host ? s->program.allocs.rows[dst.alloc].kind
                                                  : MEMORY_NONE,
                     });
    return scene_call(s, CALL_cudaMemcpyAsync, stream, row, 0);
}

static uint32_t set(struct scene *s, uint32_t stream, struct program_range dst, int32_t value)
{
    uint32_t row = program_add_copy(
        &s->program,
        &(struct program_copy){.kind = COPY_MEMSET, .dst = dst, .rows = 1, .value = value});
    return scene_call(s, CALL_cudaMemsetAsync, stream, row, 0);
}

static uint32_t kernel(struct scene *s, uint32_t stream, const char *name, uint64_t arguments,
                       const struct program_access *accesses, size_t count)
{
    struct program_launch launch = scene_geometry(s, name, 1, 1000);
    launch.arguments = arguments;
    uint32_t row = program_add_launch(&s->program, &launch, accesses, count);
    return scene_call(s, CALL_cudaLaunchKernel, stream, row, 0);
}

/* A kernel that reads `in` and writes `out`. */
static uint32_t map(struct scene *s, uint32_t stream, const char *name, struct program_range out,
                    struct program_range in)
{
    struct program_access accesses[] = {{in, ACCESS_READ, true, false},
                                        {out, ACCESS_WRITE, true, false}};
    return kernel(s, stream, name, 0, accesses, 2);
}

static uint32_t host(struct scene *s, enum call call, struct program_range what)
{
    uint32_t row = program_add_copy(
        &s->program, &(struct program_copy){.kind = COPY_H2H, .dst = what, .rows = 1});
    return scene_call(s, call, 0, row, 0);
}

/* A chunked program: `in` to the device, through k, back to `out`, chunk by chunk, in one stream or
 * two, depth first or breadth first. */
struct variant {
    enum memory_kind host;
    int streams;
    bool breadth, backwards, wrong_chunk, no_kernel, other_memory;
};

enum { CHUNKS = 4 };

static void chunked(struct scene *s, const struct variant *v)
{
    scene_init_round(s);
    if (v->other_memory)
        memory(s, MEMORY_DEVICE, "elsewhere", 77);
    uint32_t in = memory(s, v->host, "in", CHUNKS * MIB);
    uint32_t out = memory(s, v->host, "out", CHUNKS * MIB);
    uint32_t d = memory(s, MEMORY_DEVICE, "d", CHUNKS * MIB);
    uint32_t streams[2] = {0, 0};
    for (int i = 0; i < v->streams; i++)
        streams[i] = scene_stream(s, STREAM_NONBLOCKING, "s");
    if (v->host == MEMORY_PINNED) /* the interpreter sees no writes of pageable memory before */
        host(s, CALL_host_write, range(in, 0, CHUNKS * MIB));
    int phases = v->breadth ? 3 : 1;
    for (int phase = 0; phase < phases; phase++) {
        for (int turn = 0; turn < CHUNKS; turn++) {
            uint64_t i = (uint64_t)(v->backwards ? CHUNKS - 1 - turn : turn);
            uint64_t from = v->wrong_chunk && i == 2 ? 1 : i;
            uint32_t stream = streams[v->streams == 2 ? i % 2 : 0];
            struct program_range part = range(d, i * MIB, MIB);
            if (phases == 1 || phase == 0)
                copy(s, stream, part, range(in, from * MIB, MIB));
            if ((phases == 1 || phase == 1) && !(v->no_kernel && i == 3))
                map(s, stream, "k", part, part);
            if (phases == 1 || phase == 2)
                copy(s, stream, range(out, i * MIB, MIB), part);
        }
    }
    scene_synchronize(s);
    struct program_range whole = range(out, 0, CHUNKS * MIB);
    program_add_result(&s->program, &whole);
    ck_assert_int_eq(scene_run(s), 0);
}

static bool same_as(const struct variant *a, const struct variant *b, struct strbuf *difference)
{
    struct scene x, y;
    struct values in_x, in_y, issued;
    struct values_difference where;
    chunked(&x, a);
    chunked(&y, b);
    values_compute(&in_x, &x.program, &x.timeline);
    values_compute(&in_y, &y.program, &y.timeline);
    values_compute(&issued, &y.program, NULL);
    ck_assert(values_same_results(&in_y, &issued, NULL)); /* nothing races in any of them */
    bool same = values_same_results(&in_x, &in_y, &where);
    ck_assert_int_eq(same, values_same_results(&in_y, &in_x, NULL));
    strbuf_clear(difference);
    if (!same)
        values_text_difference(difference, &in_x, &in_y, &where);
    values_release(&in_x);
    values_release(&in_y);
    values_release(&issued);
    scene_release(&x);
    scene_release(&y);
    return same;
}

START_TEST(how_it_is_done_does_not_matter)
{
    static const struct variant plain = {.host = MEMORY_PAGEABLE, .streams = 1};
    static const struct variant others[] = {
        {.host = MEMORY_PINNED, .streams = 1},
        {.host = MEMORY_PINNED, .streams = 2},
        {.host = MEMORY_PINNED, .streams = 2, .breadth = true},
        {.host = MEMORY_PINNED, .streams = 2, .backwards = true},
        {.host = MEMORY_PAGEABLE, .streams = 0, .breadth = true, .backwards = true},
        {.host = MEMORY_PINNED, .streams = 2, .other_memory = true},
    };
    struct strbuf text;
    strbuf_init(&text);
    ck_assert(same_as(&plain, &plain, &text));
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        ck_assert_msg(same_as(&plain, &others[i], &text), "%zu: %s", i, text.text);
    strbuf_release(&text);
}
END_TEST

START_TEST(what_is_done_does)
{
    static const struct variant plain = {.host = MEMORY_PINNED, .streams = 2};
    struct variant other = plain;
    struct strbuf text;
    strbuf_init(&text);
    other.wrong_chunk =
        true; /* the 9th of 12 works: line 9 of the plain one after 6 lines of set-up */
    ck_assert(!same_as(&other, &plain, &text));
    ck_assert_str_eq(text.text, "out[2..3 MiB) would hold the result of k (line 8), expected the "
                                "result of k (scene.cu:11)");
    other = plain;
    other.no_kernel = true;
    ck_assert(!same_as(&other, &plain, &text));
    ck_assert_str_eq(text.text, "out[3..4 MiB) would hold the initial contents of in[3..4 MiB), "
                                "expected the result of k (scene.cu:14)");
    strbuf_release(&text);
}
END_TEST

/* The value of a byte in issue order. */
static uint64_t value_at(const struct program *program, uint32_t alloc, uint64_t offset,
                         uint64_t *of_byte)
{
    struct values v;
    values_compute(&v, program, NULL);
    struct contents_run run = values_at(&v, alloc, offset);
    values_release(&v);
    if (of_byte)
        *of_byte = run.offset;
    return run.value;
}

START_TEST(bytes_move_with_their_values)
{
    struct scene s;
    scene_init_round(&s);
    uint32_t h = memory(&s, MEMORY_PINNED, "h", 100), d = memory(&s, MEMORY_DEVICE, "d", 100);
    uint32_t e = memory(&s, MEMORY_DEVICE, "e", 100);
    uint64_t byte;
    uint64_t unset = value_at(&s.program, d, 0, NULL);
    ck_assert_uint_eq(unset, value_at(&s.program, e, 99, NULL));
    uint64_t filled = value_at(&s.program, h, 7, &byte);
    ck_assert_uint_eq(byte, 7);
    /* h[10..40) to d[50..80): byte 60 of d is byte 20 of h; d[55..65) to e[0..10): byte 3 is 18 */
    copy(&s, 0, range(d, 50, 30), range(h, 10, 30));
    copy(&s, 0, range(e, 0, 10), range(d, 55, 10));
    ck_assert_uint_eq(value_at(&s.program, d, 60, &byte), filled);
    ck_assert_uint_eq(byte, 20);
    ck_assert_uint_eq(value_at(&s.program, d, 49, NULL), unset);
    ck_assert_uint_eq(value_at(&s.program, d, 80, NULL), unset);
    ck_assert_uint_eq(value_at(&s.program, e, 3, &byte), filled);
    ck_assert_uint_eq(byte, 18);
    /* a memset has one value wherever it is, another number another one */
    set(&s, 0, range(d, 52, 2), 0);
    set(&s, 0, range(e, 9, 1), 0);
    set(&s, 0, range(e, 8, 1), 1);
    uint64_t zero = value_at(&s.program, d, 53, NULL);
    ck_assert_uint_eq(zero, value_at(&s.program, e, 9, NULL));
    ck_assert_uint_ne(zero, value_at(&s.program, e, 8, NULL));
    ck_assert_uint_eq(value_at(&s.program, d, 54, &byte), filled);
    ck_assert_uint_eq(byte, 14);
    /* what is beyond the end of an allocation is not there */
    copy(&s, 0, range(e, 95, 30), range(h, 0, 30));
    ck_assert_uint_eq(value_at(&s.program, e, 99, &byte), filled);
    ck_assert_uint_eq(byte, 4);
    scene_release(&s);
}
END_TEST

START_TEST(rows_of_strided_copies)
{
    struct scene s;
    scene_init_round(&s);
    uint32_t h = memory(&s, MEMORY_PINNED, "h", 100), d = memory(&s, MEMORY_DEVICE, "d", 100);
    /* three rows of 4 bytes, 10 apart in h from byte 1 on, 20 apart in d from byte 2 on: byte 1 of
     * row 2 is h[22], d[43] */
    uint32_t row = program_add_copy(&s.program, &(struct program_copy){
                                                    .kind = COPY_H2D,
                                                    .dst = range(d, 2, 4),
                                                    .src = range(h, 1, 4),
                                                    .rows = 3,
                                                    .dst_pitch = 20,
                                                    .src_pitch = 10,
                                                    .host_memory = MEMORY_PINNED,
                                                });
    uint64_t unset = value_at(&s.program, d, 0, NULL), byte;
    scene_call(&s, CALL_cudaMemcpy2DAsync, 0, row, 0);
    ck_assert_uint_eq(value_at(&s.program, d, 43, &byte), value_at(&s.program, h, 22, NULL));
    ck_assert_uint_eq(byte, 22);
    ck_assert_uint_eq(value_at(&s.program, d, 46, NULL), unset);
    ck_assert_uint_eq(value_at(&s.program, d, 41, NULL), unset);
    ck_assert_uint_eq(value_at(&s.program, d, 62, NULL), unset); /* no fourth row */
    scene_release(&s);
}
END_TEST

START_TEST(kernels_are_functions_of_what_they_read)
{
    struct scene s;
    scene_init_round(&s);
    uint32_t a = memory(&s, MEMORY_DEVICE, "a", 100), b = memory(&s, MEMORY_DEVICE, "b", 100);
    uint32_t c = memory(&s, MEMORY_DEVICE, "c", 100);
    map(&s, 0, "k", range(b, 0, 10), range(a, 0, 10));
    map(&s, 0, "k", range(c, 50, 10), range(a, 30, 10)); /* the same of other memory alike */
    uint64_t one = value_at(&s.program, b, 4, NULL), byte;
    ck_assert_uint_eq(one, value_at(&s.program, c, 54, &byte));
    ck_assert_uint_eq(byte, 4);
    map(&s, 0, "l", range(c, 0, 10), range(a, 0, 10)); /* another kernel */
    ck_assert_uint_ne(one, value_at(&s.program, c, 0, NULL));
    struct program_access read_and_write[] = {{range(a, 0, 10), ACCESS_READ, true, false},
                                              {range(c, 10, 10), ACCESS_WRITE, true, false}};
    kernel(&s, 0, "k", 1, read_and_write, 2); /* another argument */
    ck_assert_uint_ne(one, value_at(&s.program, c, 10, NULL));
    set(&s, 0, range(a, 9, 1), 0);
    map(&s, 0, "k", range(c, 20, 10), range(a, 0, 10)); /* other input */
    ck_assert_uint_ne(one, value_at(&s.program, c, 20, NULL));
    /* what is perhaps not written: what stood there counts. c[30..40) and c[50..60) differ. */
    struct program_access perhaps[] = {{range(c, 30, 10), ACCESS_WRITE, false, false}};
    struct program_access there[] = {{range(c, 50, 10), ACCESS_WRITE, false, false}};
    kernel(&s, 0, "p", 0, perhaps, 1);
    kernel(&s, 0, "p", 0, there, 1);
    ck_assert_uint_ne(value_at(&s.program, c, 30, NULL), value_at(&s.program, c, 50, NULL));
    struct program_access surely[] = {{range(c, 30, 10), ACCESS_WRITE, true, false}};
    struct program_access surely_there[] = {{range(c, 50, 10), ACCESS_WRITE, true, false}};
    kernel(&s, 0, "p", 0, surely, 1);
    kernel(&s, 0, "p", 0, surely_there, 1);
    ck_assert_uint_eq(value_at(&s.program, c, 30, NULL), value_at(&s.program, c, 50, NULL));
    scene_release(&s);
}
END_TEST

static bool all_before(void *context, uint32_t a, uint32_t b)
{
    (void)context;
    (void)a;
    (void)b;
    return true;
}

static bool none_before(void *context, uint32_t a, uint32_t b)
{
    (void)context;
    (void)a;
    (void)b;
    return false;
}

/* One buffer for two batches; the second batch's kernel may overwrite the first's result before it
 * is copied out. */
START_TEST(wrong_bytes_of_a_reused_buffer)
{
    struct scene s;
    scene_init_round(&s);
    uint32_t in = memory(&s, MEMORY_PINNED, "in", 2 * MIB);
    uint32_t d = memory(&s, MEMORY_DEVICE, "d", MIB);
    uint32_t out = memory(&s, MEMORY_PINNED, "out", 2 * MIB);
    uint32_t a = scene_stream(&s, STREAM_NONBLOCKING, "a"); /* line 1 */
    uint32_t b = scene_stream(&s, STREAM_NONBLOCKING, "b"); /* line 2 */
    map(&s, a, "scale", range(d, 0, MIB), range(in, 0, MIB));
    uint32_t first = copy(&s, a, range(out, 0, MIB), range(d, 0, MIB));
    uint32_t second = map(&s, b, "scale", range(d, 0, MIB), range(in, MIB, MIB));
    copy(&s, b, range(out, MIB, MIB), range(d, 0, MIB));
    struct wrong_pair pairs[] = {
        {first, second, range(d, 0, MIB), ACCESS_READ, ACCESS_WRITE, 0},      /* as described */
        {first - 1, second, range(d, 0, MIB), ACCESS_WRITE, ACCESS_WRITE, 0}, /* both write d */
        {second, second, range(d, 0, MIB), ACCESS_WRITE, ACCESS_WRITE, 0},    /* no pair */
    };
    struct values v;
    struct wrong_bytes found[3];
    struct strbuf text;
    strbuf_init(&text);
    wrong_bytes_find(&v, found, &s.program, pairs, 3, none_before, NULL);
    wrong_bytes_text(&text, &v, &found[0]);
    ck_assert_str_eq(text.text, "out[0..1 MiB) may hold the result of scale (line 5), expected the "
                                "result of scale (line 3)");
    strbuf_clear(&text);
    wrong_bytes_text(&text, &v, &found[1]);
    ck_assert_str_eq(text.text, "d[0..1 MiB) may hold the result of scale (line 3), expected the "
                                "result of scale (line 5)");
    ck_assert_int_eq(found[2].how, WRONG_NOTHING);
    values_release(&v);
    strbuf_release(&text);
    scene_release(&s);
}
END_TEST

START_TEST(wrong_bytes_of_an_early_read)
{
    struct scene s;
    scene_init_round(&s);
    uint32_t in = memory(&s, MEMORY_PINNED, "in", 4096), d = memory(&s, MEMORY_DEVICE, "d", 4096);
    uint32_t out = memory(&s, MEMORY_PINNED, "out", 4096);
    uint32_t a = scene_stream(&s, STREAM_NONBLOCKING, "a"); /* line 1 */
    set(&s, a, range(d, 0, 4096), 0);
    uint32_t upload = copy(&s, a, range(d, 0, 2048), range(in, 0, 2048));
    uint32_t k = map(&s, 0, "k", range(d, 2048, 2048), range(d, 0, 2048));
    uint32_t back = copy(&s, 0, range(out, 0, 4096), range(d, 0, 4096));
    uint32_t look = host(&s, CALL_host_read, range(out, 0, 4096)); /* line 6: too early */
    struct wrong_pair pairs[] = {
        {upload, k, range(d, 0, 2048), ACCESS_WRITE, ACCESS_READ, 0},
        {back, look, range(out, 0, 4096), ACCESS_WRITE, ACCESS_READ, 0},
    };
    struct values v;
    struct wrong_bytes found[2];
    struct strbuf text;
    strbuf_init(&text);
    wrong_bytes_find(&v, found, &s.program, pairs, 2, none_before, NULL);
    wrong_bytes_text(&text, &v, &found[0]);
    ck_assert_str_eq(text.text, "in d[0..2 KiB), k (line 4) may read the memset to 0 (line 2), "
                                "expected the initial contents of in[0..2 KiB)");
    strbuf_clear(&text);
    wrong_bytes_text(&text, &v, &found[1]);
    ck_assert_str_eq(text.text,
                     "in out[0..2 KiB), the host (line 6) may read what stood there at first, "
                     "expected the initial contents of in[0..2 KiB)");
    values_release(&v);
    /* a memset twice to the same number races without harm */
    uint32_t one = set(&s, a, range(d, 0, 4096), 5), other = set(&s, 0, range(d, 0, 4096), 5);
    struct wrong_pair same[] = {
        {one, other, range(d, 0, 4096), ACCESS_WRITE, ACCESS_WRITE, 0},
        /* the pairs above, for it: the kernel's is the first in issue order, and has d alone */
        {back, look, range(out, 0, 4096), ACCESS_WRITE, ACCESS_READ, 1},
        {upload, k, range(d, 0, 2048), ACCESS_WRITE, ACCESS_READ, 1},
        {one, one, range(d, 0, 4096), ACCESS_WRITE, ACCESS_READ, 1}, /* no pair */
    };
    struct wrong_bytes all[4];
    wrong_bytes_find(&v, all, &s.program, same, 4, none_before, NULL);
    ck_assert_int_eq(all[0].how, WRONG_READS);
    ck_assert_uint_eq(all[0].pair, 2);
    ck_assert_uint_eq(all[0].reader, k);
    ck_assert_int_eq(all[1].how, WRONG_NOTHING);
    values_release(&v);
    wrong_bytes_find(&v, found, &s.program, same, 1, all_before, NULL);
    ck_assert_int_eq(found[0].how, WRONG_SAME);
    ck_assert_uint_eq(found[0].pair, 0);
    strbuf_clear(&text);
    wrong_bytes_text(&text, &v, &found[0]);
    ck_assert_str_eq(text.text, "the bytes come out the same, whichever of the two is first: no "
                                "harm while they hold the same");
    values_release(&v);
    strbuf_release(&text);
    scene_release(&s);
}
END_TEST

/* Twice the same change of x: one after the other, whichever is first, x is changed twice. If the
 * second reads before the first has written, once. */
START_TEST(wrong_bytes_of_two_changes)
{
    struct scene s;
    scene_init_round(&s);
    uint32_t x = memory(&s, MEMORY_DEVICE, "x", 4096);
    uint32_t a = scene_stream(&s, STREAM_NONBLOCKING, "a"); /* line 1 */
    uint32_t b = scene_stream(&s, STREAM_NONBLOCKING, "b"); /* line 2 */
    uint32_t first = map(&s, a, "grow", range(x, 0, 4096), range(x, 0, 4096));
    uint32_t second = map(&s, b, "grow", range(x, 0, 4096), range(x, 0, 4096));
    struct wrong_pair pair = {
        first, second, range(x, 0, 4096), ACCESS_WRITE, ACCESS_READ | ACCESS_WRITE, 0};
    struct values v;
    struct wrong_bytes found;
    struct strbuf text;
    strbuf_init(&text);
    wrong_bytes_find(&v, &found, &s.program, &pair, 1, none_before, NULL);
    wrong_bytes_text(&text, &v, &found);
    ck_assert_str_eq(text.text,
                     "x[0..4 KiB) may hold what grow (line 4) made of bytes that nothing "
                     "wrote, expected: made of the result of grow (line 3)");
    values_release(&v);
    strbuf_release(&text);
    scene_release(&s);
}
END_TEST

/* What the host writes before the device uses its memory has a value of its own where it is a side
 * of the pair. */
START_TEST(wrong_bytes_of_an_early_copy)
{
    struct scene s;
    scene_init_round(&s);
    uint32_t in = memory(&s, MEMORY_PINNED, "in", 4096), d = memory(&s, MEMORY_DEVICE, "d", 4096);
    uint32_t a = scene_stream(&s, STREAM_NONBLOCKING, "a"); /* line 1 */
    uint32_t fill = host(&s, CALL_host_write, range(in, 0, 1024));
    uint32_t upload = copy(&s, a, range(d, 0, 4096), range(in, 0, 4096));
    struct wrong_pair pairs[] = {
        {fill, upload, range(in, 0, 1024), ACCESS_WRITE, ACCESS_READ, 0},
        {fill, upload, range(in, 0, 1024), ACCESS_WRITE, ACCESS_READ, 0}, /* told once */
    };
    struct values v;
    struct wrong_bytes found[2];
    struct strbuf text;
    strbuf_init(&text);
    wrong_bytes_find(&v, found, &s.program, pairs, 2, none_before, NULL);
    for (int i = 0; i < 2; i++) {
        strbuf_clear(&text);
        wrong_bytes_text(&text, &v, &found[i]);
        ck_assert_str_eq(text.text, "d[0..1 KiB) may hold the initial contents of in[0..1 KiB), "
                                    "expected what the host wrote (line 2)");
    }
    values_release(&v);
    strbuf_release(&text);
    scene_release(&s);
}
END_TEST

/* A staging buffer that the host fills again for every chunk: what it writes before the first copy
 * is what the buffer begins with, later fills are values of their own. */
static void staged(struct scene *s, bool waits, bool skips)
{
    scene_init_round(s);
    uint32_t h = memory(s, MEMORY_PINNED, "h", MIB);
    uint32_t d = memory(s, MEMORY_DEVICE, "d", 3 * MIB);
    uint32_t a = scene_stream(s, STREAM_NONBLOCKING, "a");
    for (uint64_t i = 0; i < 3; i++) {
        if (!(skips && i == 2)) {
            s->line = 100;
            host(s, CALL_host_write, range(h, 0, MIB));
        }
        copy(s, a, range(d, i * MIB, MIB), range(h, 0, MIB));
        if (waits)
            scene_call(s, CALL_cudaStreamSynchronize, a, a, 0);
    }
    scene_synchronize(s);
    struct program_range whole = range(d, 0, 3 * MIB);
    program_add_result(&s->program, &whole);
    ck_assert_int_eq(scene_run(s), 0);
}

START_TEST(what_the_host_writes_and_when)
{
    struct scene good, racy, dropped;
    struct values in_good, meant, in_racy, in_dropped;
    staged(&good, true, false);
    staged(&racy, false, false);
    staged(&dropped, true, true);
    values_compute(&in_good, &good.program, &good.timeline);
    values_compute(&meant, &racy.program, NULL);
    values_compute(&in_racy, &racy.program, &racy.timeline);
    values_compute(&in_dropped, &dropped.program, &dropped.timeline);
    ck_assert(values_same_results(&in_good, &meant, NULL)); /* in issue order nothing is lost */
    /* the copies take 1 ms each, the host writes within microseconds: copy 0 reads at once, before
     * the second fill; copies 1 and 2 read the third */
    ck_assert(!values_same_results(&in_racy, &meant, NULL));
    uint32_t d = 2;
    ck_assert_uint_eq(values_at(&in_racy, d, 0).value, values_at(&meant, d, 0).value);
    ck_assert_uint_eq(values_at(&in_racy, d, MIB).value, values_at(&meant, d, 2 * MIB).value);
    ck_assert_uint_eq(values_at(&in_racy, d, 2 * MIB).value, values_at(&meant, d, 2 * MIB).value);
    ck_assert(!values_same_results(&in_dropped, &meant, NULL));
    ck_assert_uint_eq(values_at(&in_dropped, d, 2 * MIB).value, values_at(&meant, d, MIB).value);
    values_release(&in_good);
    values_release(&meant);
    values_release(&in_racy);
    values_release(&in_dropped);
    scene_release(&good);
    scene_release(&racy);
    scene_release(&dropped);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("values");
    TCase *tcase = tcase_create("values");
    tcase_add_test(tcase, how_it_is_done_does_not_matter);
    tcase_add_test(tcase, what_is_done_does);
    tcase_add_test(tcase, bytes_move_with_their_values);
    tcase_add_test(tcase, rows_of_strided_copies);
    tcase_add_test(tcase, kernels_are_functions_of_what_they_read);
    tcase_add_test(tcase, what_the_host_writes_and_when);
    tcase_add_test(tcase, wrong_bytes_of_a_reused_buffer);
    tcase_add_test(tcase, wrong_bytes_of_an_early_read);
    tcase_add_test(tcase, wrong_bytes_of_two_changes);
    tcase_add_test(tcase, wrong_bytes_of_an_early_copy);
    suite_add_tcase(suite, tcase);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
