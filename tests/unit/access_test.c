/* What kernels touch, found in their bodies: parsed from text, with arguments made up. */
#include "sim/script/builtin_headers.h"
#include "sim/script/launch_access.h"
#include "sim/script/parse.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Two arrays of 4096 floats. */
struct rig {
    struct builtin_headers headers;
    struct arena arena;
    struct translation_unit *tu;
    struct memory memory;
    uint64_t a, b;
    struct launch_access_list list;
};

static void rig_init(struct rig *rig)
{
    memset(rig, 0, sizeof *rig);
    struct err err;
    err_init(&err);
    builtin_headers_init(&rig->headers);
    arena_init(&rig->arena);
    memory_init(&rig->memory, &(struct memory_limits){.touched = 1 << 20,
                                                      .allocation = 1 << 20,
                                                      .reserved = 1 << 24,
                                                      .segments = 100});
    ck_assert_int_eq(memory_make(&rig->memory, SEGMENT_DEVICE, 16384, false, NULL, &rig->a, &err),
                     0);
    ck_assert_int_eq(memory_make(&rig->memory, SEGMENT_DEVICE, 16384, false, NULL, &rig->b, &err),
                     0);
}

static void rig_release(struct rig *rig)
{
    launch_access_release(&rig->list);
    translation_unit_release(rig->tu);
    memory_release(&rig->memory);
    arena_release(&rig->arena);
    builtin_headers_release(&rig->headers);
}

/* Analyses the last kernel of `text` with 2 blocks of 64 threads and these arguments. Two words, if
 * given, are what memory `b` begins with. */
static void run_with(struct rig *rig, const char *text, int count, const struct vm_cell *args,
                     const uint64_t *words)
{
    struct strbuf source;
    struct err err;
    err_init(&err);
    strbuf_init(&source);
    strbuf_adds(&source, text);
    strbuf_adds(&source, "\nint main() { return 0; }\n");
    struct script_options options = {.builtin_header = builtin_header, .context = &rig->headers};
    rig_init(rig);
    options.context = &rig->headers;
    if (words)
        ck_assert_int_eq(memory_put(&rig->memory, rig->b, words, 16, 0, &err), 0);
    int rc = script_parse_text("kernel.cu", source.text, source.length, &options, &rig->tu,
                               &rig->arena, &err);
    ck_assert_msg(rc == 0, "%d:%d: %s", err.line, err.column, err.message);
    struct launch_scope scope = {.args = args, .arg_count = count, .memory = &rig->memory};
    for (int i = 0; i < 3; i++)
        scope.grid[i] = scope.block[i] = 1;
    scope.grid[0] = 2;
    scope.block[0] = 64;
    for (int i = 0; i < rig->tu->function_count; i++) {
        if (rig->tu->functions[i]->is_kernel)
            scope.kernel = rig->tu->functions[i];
    }
    ck_assert_ptr_nonnull(scope.kernel);
    ck_assert_int_eq(scope.kernel->parameter_count, count);
    launch_access_find(&scope, &rig->list);
    strbuf_release(&source);
}

static void run(struct rig *rig, const char *text, int count, const struct vm_cell *args)
{
    run_with(rig, text, count, args, NULL);
}

/* The n-th access; offsets and bytes in floats from `base`. */
#define EXPECT(rig, n, base, from, floats, expected_mode, expected_certain)                        \
    do {                                                                                           \
        const struct launch_access *row = &(rig).list.rows[n];                                     \
        ck_assert_uint_eq(row->address, (rig).base + (from)*4);                                    \
        ck_assert_uint_eq(row->bytes, (floats) < 0 ? LAUNCH_ACCESS_REST : (uint64_t)(floats)*4);   \
        ck_assert_int_eq(row->mode, expected_mode);                                                \
        ck_assert_int_eq(row->certain, expected_certain);                                          \
    } while (0)

/* Addresses are the same on every run: those that rig_init makes. */
static struct vm_cell array(int which)
{
    struct rig rig;
    rig_init(&rig);
    struct vm_cell cell = {.u = which ? rig.b : rig.a};
    memory_release(&rig.memory);
    arena_release(&rig.arena);
    builtin_headers_release(&rig.headers);
    return cell;
}

static struct vm_cell whole(int64_t value)
{
    return (struct vm_cell){.i = value};
}

START_TEST(guarded_index)
{
    struct rig rig;
    run(&rig,
        "__global__ void k(float *a, const float *b, int offset, int n) {\n"
        "    int i = offset + blockIdx.x * blockDim.x + threadIdx.x;\n"
        "    if (i < n) a[i] = b[i] + 1.0f;\n}\n",
        4, (struct vm_cell[]){array(0), array(1), whole(8), whole(100)});
    ck_assert_uint_eq(rig.list.count, 2);
    EXPECT(rig, 0, b, 8, 92, 1, true);
    EXPECT(rig, 1, a, 8, 92, 2, true);
    rig_release(&rig);
}
END_TEST

START_TEST(early_return_and_compound)
{
    struct rig rig;
    run(&rig,
        "__global__ void k(float *a, int n) {\n"
        "    int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
        "    if (i >= n) return;\n    a[i] *= 2;\n}\n",
        2, (struct vm_cell[]){array(0), whole(70)});
    ck_assert_uint_eq(rig.list.count, 1);
    EXPECT(rig, 0, a, 0, 70, 3, true);
    rig_release(&rig);
}
END_TEST

START_TEST(grid_stride)
{
    struct rig rig;
    run(&rig,
        "__global__ void k(float *a, int n) {\n"
        "    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n;\n"
        "         i += gridDim.x * blockDim.x)\n        a[i] = i;\n}\n",
        2, (struct vm_cell[]){array(0), whole(1000)});
    ck_assert_uint_eq(rig.list.count, 1);
    EXPECT(rig, 0, a, 0, 1000, 2, true);
    rig_release(&rig);
}
END_TEST

START_TEST(gaps_are_only_possible)
{
    struct rig rig;
    run(&rig, "__global__ void k(float *a) { a[2 * threadIdx.x + 128 * blockIdx.x] = 0; }", 1,
        (struct vm_cell[]){array(0)});
    ck_assert_uint_eq(rig.list.count, 2);
    EXPECT(rig, 0, a, 0, 1, 2, true); /* what comes before the first gap is certain */
    EXPECT(rig, 1, a, 0, 255, 2, false);
    rig_release(&rig);
}
END_TEST

START_TEST(two_guards)
{
    struct rig rig;
    run(&rig,
        "__global__ void k(float *m, int width, int height) {\n"
        "    int column = blockIdx.x * blockDim.x + threadIdx.x;\n"
        "    for (int row = 0; row < height; row++)\n"
        "        if (column < width && row < height) m[row * width + column] = 1;\n}\n",
        3, (struct vm_cell[]){array(0), whole(50), whole(20)});
    ck_assert_uint_eq(rig.list.count, 1);
    EXPECT(rig, 0, a, 0, 1000, 2, true);
    rig_release(&rig);
}
END_TEST

START_TEST(not_understood)
{
    struct rig rig;
    run(&rig, "__global__ void k(float *a, const int *index) { a[index[threadIdx.x]] = 1; }", 2,
        (struct vm_cell[]){array(0), array(1)});
    ck_assert_uint_eq(rig.list.count, 2);
    EXPECT(rig, 0, b, 0, 64, 1, true);
    EXPECT(rig, 1, a, 0, -1, 2, false); /* it is only written */
    rig_release(&rig);
    run(&rig, "__global__ void k(float *a, const int *index) { a[index[threadIdx.x]] += 1; }", 2,
        (struct vm_cell[]){array(0), array(1)});
    EXPECT(rig, 1, a, 0, -1, 3, false);
    rig_release(&rig);
    run(&rig, "__global__ void k(int *a, int *b) { b[threadIdx.x] = *(a + a[threadIdx.x]); }", 2,
        (struct vm_cell[]){array(0), array(1)});
    EXPECT(rig, 0, a, 0, 64, 1, true);
    EXPECT(rig, 1, b, 0, 64, 2, true);
    EXPECT(rig, 2, a, 0, -1, 3, false); /* an address may go anywhere */
    rig_release(&rig);
}
END_TEST

/* A mask says how far a subscript reaches, whatever it masks; one with a sign does not. */
START_TEST(masks_bound)
{
    static const struct {
        const char *subscript;
        uint64_t offset;
        int64_t elements;
    } cases[] = {
        {"b[threadIdx.x] & 255", 0, 256},
        {"63 & (b[threadIdx.x] >> 4)", 0, 64},
        {"(b[threadIdx.x] & 7) * 4 + 2", 2, 29},
        {"16 - (b[threadIdx.x] & 7)", 9, 8},
        {"(b[threadIdx.x] & 7) + threadIdx.x", 0, 71},
        {"b[threadIdx.x] & -16", 0, -1},
        {"(char)(b[threadIdx.x] & 255)", 0, -1},
        {"(b[threadIdx.x] & 7) % 3", 0, -1},
    };
    char text[300];
    struct rig rig;
    snprintf(text, sizeof text, "__global__ void k(int *a, const int *b) { a[%s] = 1; }",
             cases[_i].subscript);
    run(&rig, text, 2, (struct vm_cell[]){array(0), array(1)});
    ck_assert_uint_eq(rig.list.count, 2);
    EXPECT(rig, 0, b, 0, 64, 1, true);
    EXPECT(rig, 1, a, cases[_i].offset, cases[_i].elements, 2, false);
    rig_release(&rig);
    snprintf(text, sizeof text, "__global__ void k(int *a, const int *b) { atomicAdd(&a[%s], 1); }",
             cases[_i].subscript);
    run(&rig, text, 2, (struct vm_cell[]){array(0), array(1)});
    EXPECT(rig, 1, a, cases[_i].offset, cases[_i].elements, 7, false);
    rig_release(&rig);
}
END_TEST

START_TEST(not_used)
{
    struct rig rig;
    run(&rig, "__global__ void k(float *a, const float *b) { }", 2,
        (struct vm_cell[]){array(0), array(1)});
    ck_assert_uint_eq(rig.list.count, 2);
    EXPECT(rig, 0, a, 0, -1, 3, false);
    EXPECT(rig, 1, b, 0, -1, 1, false);
    rig_release(&rig);
}
END_TEST

/* A structure of two pointers, the second 400 bytes behind the first, that stands in `b`. What the
 * body leaves alone of a structure that it takes apart is not touched; handed on as a whole, or
 * copied, anything may be. */
START_TEST(members)
{
    static const char *const touches_all[] = {
        "__global__ void k(pair p) { p.x[threadIdx.x] = 1; help(p); }",
        "__global__ void k(pair p) { p.x[threadIdx.x] = 1; pair *q = &p; q->y[3] = 1; }",
        "__global__ void k(pair p) { p.x[threadIdx.x] = 1; pair q = p; q.y[3] = 1; }",
        "__global__ void k(pair p) { p.x[threadIdx.x] = 1; pair q; q = p; q.y[3] = 1; }",
        "__global__ void k(pair p) { }",
    };
    uint64_t words[2] = {array(0).u, array(0).u + 400};
    struct rig rig;
    struct strbuf text;
    strbuf_init(&text);
    for (size_t i = 0; i <= sizeof touches_all / sizeof *touches_all; i++) {
        strbuf_clear(&text);
        strbuf_adds(&text, "struct pair { float *x; float *y; };\n"
                           "__device__ void help(pair p) { p.y[0] = 1; }\n");
        strbuf_adds(&text,
                    i ? touches_all[i - 1] : "__global__ void k(pair p) { p.x[threadIdx.x] = 1; }");
        run_with(&rig, text.text, 1, (struct vm_cell[]){array(1)}, words);
        bool second = false;
        for (size_t k = 0; k < rig.list.count; k++)
            second = second || rig.list.rows[k].address == rig.a + 400;
        ck_assert_int_eq(second, i > 0);
        rig_release(&rig);
    }
    strbuf_release(&text);
}
END_TEST

START_TEST(passed_on)
{
    struct rig rig;
    run(&rig,
        "__device__ void help(float *x) { x[1] = 1; }\n"
        "__global__ void k(float *a) { a[threadIdx.x] = 1; help(a); }",
        1, (struct vm_cell[]){array(0)});
    ck_assert_uint_eq(rig.list.count, 2);
    EXPECT(rig, 1, a, 0, -1, 3, false);
    rig_release(&rig);
}
END_TEST

START_TEST(data_decides)
{
    struct rig rig;
    run(&rig,
        "__global__ void k(float *a, const float *b) {\n"
        "    int i = threadIdx.x;\n    if (b[i] > 0) a[i] = 1;\n    else a[i + 64] = 1;\n}",
        2, (struct vm_cell[]){array(0), array(1)});
    ck_assert_uint_eq(rig.list.count, 2);
    EXPECT(rig, 0, b, 0, 64, 1, true);
    EXPECT(rig, 1, a, 0, 128, 2, false); /* both arms, side by side */
    rig_release(&rig);
}
END_TEST

START_TEST(known_arguments_decide)
{
    struct rig rig;
    run(&rig,
        "__global__ void k(float *a, float *b, int second) {\n"
        "    if (second) b[threadIdx.x] = 1;\n    else a[threadIdx.x] = 1;\n}",
        3, (struct vm_cell[]){array(0), array(1), whole(0)});
    ck_assert_uint_eq(rig.list.count, 1);
    EXPECT(rig, 0, a, 0, 64, 2, true);
    rig_release(&rig);
}
END_TEST

START_TEST(pointers_move)
{
    struct rig rig;
    run(&rig,
        "__global__ void k(float *a, int n) {\n"
        "    float *p = a + n;\n    p += 2;\n    int i;\n    i = threadIdx.x;\n"
        "    *(p + i) = 1;\n    atomicAdd(&a[3], 1.0f);\n}",
        2, (struct vm_cell[]){array(0), whole(10)});
    ck_assert_uint_eq(rig.list.count, 2);
    EXPECT(rig, 0, a, 12, 64, 2, true);
    EXPECT(rig, 1, a, 3, 1, 7, true);
    rig_release(&rig);
}
END_TEST

/* 7: an atomic update; beside a plain access of the same bytes it is none any more, and atomic in a
 * block it never is. Of a table all may be updated, but no more than that. */
START_TEST(atomic_functions)
{
    struct rig rig;
    run(&rig,
        "__global__ void k(float *a, float *b, float *c) {\n"
        "    atomicAdd(a, 1.0f);\n    a[0] = 1;\n    atomicAdd_block(b, 1.0f);\n"
        "    atomicExch_system(c + threadIdx.x, 1.0f);\n}",
        3, (struct vm_cell[]){array(0), array(1), array(2)});
    ck_assert_uint_eq(rig.list.count, 3);
    EXPECT(rig, 0, a, 0, 1, 3, true);
    ck_assert_int_eq(rig.list.rows[1].mode, 3);
    ck_assert_int_eq(rig.list.rows[2].mode, 7);
    ck_assert(rig.list.rows[2].certain);
    rig_release(&rig);
    run(&rig,
        "__global__ void k(float *a, const int *at) {\n"
        "    atomicAdd(&a[at[threadIdx.x]], 1.0f);\n}",
        2, (struct vm_cell[]){array(0), array(1)});
    bool updated = false;
    for (size_t i = 0; i < rig.list.count; i++)
        if (memory_segment_of(rig.list.rows[i].address) == memory_segment_of(array(0).u)) {
            ck_assert_int_eq(rig.list.rows[i].mode, 7);
            ck_assert(!rig.list.rows[i].certain);
            updated = true;
        }
    ck_assert(updated);
    rig_release(&rig);
}
END_TEST

/* An assignment of what nobody knows writes all the same. */
START_TEST(opaque_values)
{
    struct rig rig;
    run(&rig,
        "__global__ void k(float *a, const float *b) {\n"
        "    int i = threadIdx.x;\n    a[i] = __nobody_knows(b[i + 1]);\n}",
        2, (struct vm_cell[]){array(0), array(1)});
    ck_assert_uint_eq(rig.list.count, 2);
    int a = rig.list.rows[0].address == rig.a ? 0 : 1;
    EXPECT(rig, a, a, 0, 64, 3, false);
    EXPECT(rig, 1 - a, b, 1, 64, 1, false);
    rig_release(&rig);
}
END_TEST

/* A body made to be slow: nested conditions in conditions. */
START_TEST(bodies_are_bounded)
{
    struct strbuf text;
    strbuf_init(&text);
    strbuf_adds(&text, "__global__ void k(float *a, int n) { if (");
    for (int i = 0; i < 60; i++)
        strbuf_adds(&text, "(n < (");
    strbuf_adds(&text, "1");
    for (int i = 0; i < 60; i++)
        strbuf_adds(&text, " ? n : 2))");
    strbuf_adds(&text, ") a[threadIdx.x] = 1; }");
    struct rig rig;
    run(&rig, text.text, 2, (struct vm_cell[]){array(0), whole(1)});
    ck_assert_uint_eq(rig.list.count, 1);
    EXPECT(rig, 0, a, 0, -1, 3, false);
    strbuf_release(&text);
    rig_release(&rig);
}
END_TEST

/* How any memory may be touched by a kernel of these parameters. */
static int anywhere(const char *text, int count, const struct vm_cell *args)
{
    struct rig rig;
    run(&rig, text, count, args);
    int found = rig.list.anywhere;
    rig_release(&rig);
    return found;
}

#define LIST "struct Node { float *data; Node *next; };\n"

/* A table of pointers: as the body uses what stands there. */
START_TEST(follows_tables)
{
    struct vm_cell two[] = {array(0), array(1)}, three[] = {array(0), array(1), whole(4)};
    ck_assert_int_eq(anywhere("__global__ void k(float *const *t, float *out, int n) {\n"
                              "    float s = 0;\n"
                              "    for (int i = 0; i < n; i++) s += t[i][threadIdx.x];\n"
                              "    out[threadIdx.x] = s;\n}\n",
                              3, three),
                     1);
    ck_assert_int_eq(anywhere("__global__ void k(float **t, float *in) {\n"
                              "    float *to = t[blockIdx.x];\n"
                              "    to[threadIdx.x] = in[threadIdx.x];\n}\n",
                              2, two),
                     2);
    ck_assert_int_eq(anywhere("__global__ void k(float **t, int *at) {\n"
                              "    t[at[threadIdx.x]][0] += 1;\n}\n",
                              2, two),
                     3);
    /* filled, not followed; and compared only */
    ck_assert_int_eq(anywhere("__global__ void k(float **t, float *base) {\n"
                              "    t[threadIdx.x] = base + threadIdx.x * 16;\n}\n",
                              2, two),
                     0);
    ck_assert_int_eq(anywhere("__global__ void k(float **t, int *set) {\n"
                              "    if (t[threadIdx.x] != nullptr) set[threadIdx.x] = 1;\n}\n",
                              2, two),
                     0);
    /* by who is given it, or by work that the body only stands for */
    ck_assert_int_eq(anywhere("__device__ float sum(const float *const *t) { return t[0][0]; }\n"
                              "__global__ void k(const float *const *t, float *out) {\n"
                              "    out[threadIdx.x] = sum(t);\n}\n",
                              2, two),
                     1);
    ck_assert_int_eq(anywhere("__global__ void k(float **t, float *out) { }\n", 2, two), 3);
    ck_assert_int_eq(anywhere("__global__ void k(float *t, float *out) { }\n", 2, two), 0);
}
END_TEST

START_TEST(follows_lists)
{
    struct vm_cell two[] = {array(0), array(1)};
    ck_assert_int_eq(anywhere(LIST "__global__ void k(const Node *list, float *out) {\n"
                                   "    float s = 0;\n"
                                   "    for (const Node *p = list; p; p = p->next)\n"
                                   "        s += p->data[threadIdx.x];\n"
                                   "    out[threadIdx.x] = s;\n}\n",
                              2, two),
                     3);
    ck_assert_int_eq(anywhere(LIST "__global__ void k(const Node *list, float *out) {\n"
                                   "    Node own = list[threadIdx.x];\n"
                                   "    out[threadIdx.x] = own.data[0];\n}\n",
                              2, two),
                     3);
    /* as bytes that are a list's, and as numbers that are addresses */
    ck_assert_int_eq(anywhere(LIST "__global__ void k(void *list, float *out) {\n"
                                   "    out[threadIdx.x] = ((Node *)list)->data[0];\n}\n",
                              2, two),
                     1);
    ck_assert_int_eq(anywhere("__global__ void k(unsigned long long *at, float *out) {\n"
                              "    out[threadIdx.x] = *(const float *)at[threadIdx.x];\n}\n",
                              2, two),
                     1);
    ck_assert_int_eq(anywhere("__global__ void k(unsigned long long at, float *out) {\n"
                              "    float *p = (float *)at;\n"
                              "    p[threadIdx.x] = out[threadIdx.x];\n}\n",
                              2, (struct vm_cell[]){array(0), array(1)}),
                     2);
    ck_assert_int_eq(anywhere(LIST "__global__ void k(Node *list, float *out) {\n"
                                   "again:\n"
                                   "    out[threadIdx.x] = list->data[0];\n"
                                   "    if (out[0] < 1) goto again;\n}\n",
                              2, two),
                     3);
    ck_assert_int_eq(anywhere(LIST "__global__ void k(Node *list, float *out) {\n"
                                   "    list[threadIdx.x].data = out + threadIdx.x;\n}\n",
                              2, two),
                     0);
}
END_TEST

/* Those that somebody else is given with what they stand in. */
START_TEST(passes_lists_on)
{
    struct rig rig;
    struct vm_cell two[] = {array(0), array(1)}, at = array(1);
    uint64_t words[2] = {array(0).u, 4};
    ck_assert_int_eq(anywhere(LIST "__device__ float first(const Node *n) { return n->data[0]; }\n"
                                   "__global__ void k(Node *list, int *at) {\n"
                                   "    at[0] = (int)first(&list[at[threadIdx.x]]);\n}\n",
                              2, two),
                     3);
    run_with(&rig,
             "struct Sum { float **parts; long n;\n"
             "    __device__ float of(int i) const { return parts[0][i]; } };\n"
             "__global__ void k(Sum sum, float *out) { out[threadIdx.x] = sum.of(0); }\n",
             2, (struct vm_cell[]){at, array(0)}, words);
    ck_assert_int_eq(rig.list.anywhere, 3);
    rig_release(&rig);
}
END_TEST

/* Pointers that are passed by value are followed: it is known where they lead. */
START_TEST(arrays_of_pointers_in_records)
{
    struct rig rig;
    struct vm_cell at = array(1);
    uint64_t words[2] = {array(0).u, at.u + 8192};
    run_with(&rig,
             "struct Two { float *p[2]; };\n"
             "__global__ void k(Two two, int n) {\n"
             "    int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
             "    for (int p = 0; p < 2; p++) two.p[p][i] = 1;\n}\n",
             2, (struct vm_cell[]){at, whole(1)}, words);
    ck_assert_int_eq(rig.list.anywhere, 0);
    ck_assert_uint_eq(rig.list.count, 2);
    EXPECT(rig, 0, a, 0, -1, 3, false);
    EXPECT(rig, 1, b, 2048, -1, 3, false);
    rig_release(&rig);
}
END_TEST

static bool in_loops(const char *text)
{
    struct rig rig;
    run(&rig, text, 3, (struct vm_cell[]){array(0), array(1), whole(4)});
    bool found = rig.list.in_loops;
    rig_release(&rig);
    return found;
}

/* Whether a thread touches more than one element of an array, in turns. */
START_TEST(elements_in_turns)
{
    ck_assert(in_loops("__global__ void k(float *a, float *b, int n) {\n"
                       "    for (int z = 0; z < n; z++) a[z * 128 + threadIdx.x] = 1;\n}\n"));
    ck_assert(in_loops("__global__ void k(float *a, float *b, int n) {\n"
                       "    for (int z = 0; z < n; z++) {\n"
                       "        int at = z * n + (int)b[0];\n"
                       "        a[at] = 1;\n    }\n}\n"));
    ck_assert(in_loops("__global__ void k(float *a, float *b, int n) {\n"
                       "    while (n-- > 0) *a++ = 1;\n}\n"));
    ck_assert(!in_loops("__global__ void k(float *a, float *b, int n) {\n"
                        "    int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
                        "    for (int turn = 0; turn < n; turn++) a[i] += b[i];\n}\n"));
    ck_assert(!in_loops("__global__ void k(float *a, float *b, int n) {\n"
                        "    __shared__ float tile[8];\n"
                        "    for (int z = 0; z < 8; z++) tile[z] = b[threadIdx.x];\n"
                        "    a[(int)tile[0]] = 1;\n}\n"));
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("access");
    TCase *tc = tcase_create("access");
    tcase_add_test(tc, guarded_index);
    tcase_add_test(tc, early_return_and_compound);
    tcase_add_test(tc, grid_stride);
    tcase_add_test(tc, gaps_are_only_possible);
    tcase_add_test(tc, two_guards);
    tcase_add_test(tc, not_understood);
    tcase_add_loop_test(tc, masks_bound, 0, 8);
    tcase_add_test(tc, not_used);
    tcase_add_test(tc, members);
    tcase_add_test(tc, passed_on);
    tcase_add_test(tc, data_decides);
    tcase_add_test(tc, known_arguments_decide);
    tcase_add_test(tc, pointers_move);
    tcase_add_test(tc, atomic_functions);
    tcase_add_test(tc, opaque_values);
    tcase_add_test(tc, bodies_are_bounded);
    tcase_add_test(tc, follows_tables);
    tcase_add_test(tc, follows_lists);
    tcase_add_test(tc, passes_lists_on);
    tcase_add_test(tc, arrays_of_pointers_in_records);
    tcase_add_test(tc, elements_in_turns);
    suite_add_tcase(suite, tc);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
