/* sim/script/memory: addresses, bounds, contents that cost nothing until touched. */
#include "sim/script/memory.h"
#include "tests/unit/holds.h"

#include <check.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static struct memory m;
static struct err err;
static const struct memory_site site = {.name = "h", .line = 12}, later = {.line = 20};

static void setup(void)
{
    const struct memory_limits limits = {
        .touched = 64 << 20, .allocation = 1LL << 38, .reserved = 1LL << 40, .segments = 100000};
    memory_init(&m, &limits);
    err_init(&err);
}

static void teardown(void)
{
    memory_release(&m);
}

static uint64_t make(enum segment_kind kind, uint64_t bytes)
{
    uint64_t address;
    HOLDS(memory_make(&m, kind, bytes, false, &site, &address, &err) == 0, "%s", err.message);
    return address;
}

static uint64_t get(uint64_t address, unsigned bytes, unsigned *tag)
{
    uint64_t value;
    ck_assert_msg(memory_read(&m, address, bytes, &value, tag, &err) == 0, "%s", err.message);
    return value;
}

static void put(uint64_t address, unsigned bytes, uint64_t value)
{
    HOLDS(memory_write(&m, address, bytes, value, 0, &err) == 0, "%s", err.message);
}

START_TEST(names_the_buffer_that_was_left)
{
    uint64_t h = make(SEGMENT_HEAP, 400000), value;
    unsigned tag;
    put(h + 399996, 4, 7);
    ck_assert_int_eq(memory_read(&m, h + 400000, 4, &value, &tag, &err), -1);
    ck_assert_str_eq(err.message, "host read beyond its buffer: 4 bytes past the end of `h` "
                                  "(400000 bytes, allocated at line 12)");
    err_init(&err);
    ck_assert_int_eq(memory_write(&m, h - 8, 4, 1, 0, &err), -1);
    ck_assert_str_eq(err.message, "host write beyond its buffer: 8 bytes before the start of `h` "
                                  "(400000 bytes, allocated at line 12)");
}
END_TEST

START_TEST(refuses_what_is_no_memory)
{
    uint64_t value;
    unsigned tag;
    ck_assert_int_eq(memory_read(&m, 0, 4, &value, &tag, &err), -1);
    ck_assert_str_eq(err.message, "host read through a null pointer");
    err_init(&err);
    ck_assert_int_eq(memory_read(&m, UINT64_C(0xdeadbeefdeadbeef), 4, &value, &tag, &err), -1);
    err_init(&err);
    ck_assert_int_eq(memory_read(&m, make(SEGMENT_DEVICE, 64), 4, &value, &tag, &err), -1);
    ck_assert_ptr_nonnull(strstr(err.message, "of device memory"));
    err_init(&err);
    ck_assert_int_eq(memory_write(&m, make(SEGMENT_LITERAL, 4), 1, 0, 0, &err), -1);
    ck_assert_str_eq(err.message, "host write to a string constant");
}
END_TEST

START_TEST(knows_freed_memory)
{
    uint64_t h = make(SEGMENT_HEAP, 16), value;
    unsigned tag;
    ck_assert_int_eq(memory_free(&m, h + 4, SEGMENT_HEAP, "free", &later, &err), -1);
    err_init(&err);
    ck_assert_int_eq(memory_free(&m, h, SEGMENT_PINNED, "cudaFreeHost", &later, &err), -1);
    ck_assert_str_eq(err.hint, "release it with free");
    err_init(&err);
    put(h, 8, 5);
    ck_assert_int_eq(memory_free(&m, h, SEGMENT_HEAP, "free", &later, &err), 0);
    ck_assert_int_eq(memory_read(&m, h, 8, &value, &tag, &err), -1);
    ck_assert_str_eq(err.message, "host read of freed memory: `h` (16 bytes, allocated at line 12) "
                                  "was freed at line 20");
    err_init(&err);
    ck_assert_int_eq(memory_free(&m, h, SEGMENT_HEAP, "free", &later, &err), -1);
    ck_assert_str_eq(err.message,
                     "free: `h` (16 bytes, allocated at line 12) was freed already at line 20");
}
END_TEST

START_TEST(untouched_memory_is_free)
{
    uint64_t big = make(SEGMENT_HEAP, UINT64_C(4) << 30);
    unsigned tag;
    ck_assert_uint_eq(m.touched, 0);
    ck_assert_uint_eq(get(big + 123456, 8, &tag), 0);
    ck_assert_uint_eq(tag, MEMORY_UNKNOWN | MEMORY_UNSET);
    put(big + 123456, 8, 42);
    ck_assert_uint_eq(get(big + 123456, 8, &tag), 42);
    ck_assert_uint_eq(tag, 0);
    ck_assert_uint_lt(m.touched, 200000);
    ck_assert_int_eq(memory_set(&m, big, 0, UINT64_C(4) << 30, &err), 0);
    ck_assert_uint_eq(m.touched, 0);
    ck_assert_uint_eq(get(big + 123456, 8, &tag), 0);
    ck_assert_uint_eq(tag, 0);
}
END_TEST

START_TEST(limits_hold)
{
    uint64_t address;
    ck_assert_int_eq(memory_make(&m, SEGMENT_HEAP, (uint64_t)-4, false, &site, &address, &err), -1);
    ck_assert_ptr_nonnull(strstr(err.message, "a negative size?"));
    err_init(&err);
    uint64_t big = make(SEGMENT_HEAP, UINT64_C(1) << 30);
    int r = 0;
    for (uint64_t at = 0; at < UINT64_C(1) << 30 && r == 0; at += MEMORY_PAGE)
        r = memory_write(&m, big + at, 1, 1, 0, &err);
    ck_assert_int_eq(r, -1);
    ck_assert_uint_le(m.touched, 64 << 20);
}
END_TEST

/* What is filled throughout takes no more than itself: 48 of 64 MiB, by words and by ranges. */
START_TEST(full_pages_give_their_tags_back)
{
    uint64_t size = UINT64_C(48) << 20, words = make(SEGMENT_HEAP, size / 2);
    uint64_t ranges = make(SEGMENT_PINNED, size / 2);
    unsigned tag;
    for (uint64_t at = 0; at < size / 2; at += 8)
        put(words + at, 8, at);
    uint8_t block[1 << 14];
    memset(block, 1, sizeof block);
    for (uint64_t at = 0; at < size / 2; at += sizeof block)
        ck_assert_int_eq(memory_put(&m, ranges + at, block, sizeof block, 0, &err), 0);
    ck_assert_uint_le(m.touched, 64 << 20);
    for (uint64_t at = 0; at < size / 2; at += 40000) {
        ck_assert_uint_eq(get(words + at, 8, &tag), at);
        ck_assert_uint_eq(tag, 0);
        ck_assert_uint_eq(get(ranges + at, 1, &tag), 1);
        ck_assert_uint_eq(tag, 0);
    }
    /* the end of a page is still not set */
    uint64_t part = make(SEGMENT_HEAP, 1 << 20);
    put(part, 8, 7);
    get(part + 8, 8, &tag);
    ck_assert_uint_eq(tag, MEMORY_UNKNOWN | MEMORY_UNSET);
}
END_TEST

/* 1 GiB of one byte value from the 5th byte on, but for its last 100. */
START_TEST(one_value_costs_one_page)
{
    uint64_t size = UINT64_C(1) << 30, a = make(SEGMENT_PINNED, size);
    unsigned tag;
    ck_assert_int_eq(memory_set(&m, a + 5, 7, size - 105, &err), 0);
    ck_assert_uint_le(m.touched, 6 * MEMORY_PAGE); /* three, with tags */
    const uint64_t set[] = {5,        MEMORY_PAGE - 1,    MEMORY_PAGE,
                            12345678, size - MEMORY_PAGE, size - 101};
    for (size_t i = 0; i < sizeof set / sizeof *set; i++) {
        ck_assert_uint_eq(get(a + set[i], 1, &tag), 7);
        ck_assert_uint_eq(tag, 0);
    }
    const uint64_t unset[] = {4, size - 100, size - 1};
    for (size_t i = 0; i < sizeof unset / sizeof *unset; i++) {
        get(a + unset[i], 1, &tag);
        ck_assert_uint_eq(tag, MEMORY_UNKNOWN | MEMORY_UNSET);
    }
    put(a + 12345678, 4, 9);
    ck_assert_uint_eq(get(a + 12345678, 4, &tag), 9);
    ck_assert_uint_eq(get(a + 12345678 + MEMORY_PAGE, 4, &tag), 0x07070707);
}
END_TEST

/* A value of 8 bytes, from the middle of a page on: 1 GiB of it. One of 12 bytes fits no page. */
START_TEST(one_pattern_costs_one_page)
{
    const uint32_t pair[] = {0x01020304, 0x05060708}, three[] = {1, 2, 3};
    uint64_t size = UINT64_C(1) << 30, a = make(SEGMENT_HEAP, size);
    unsigned tag;
    ck_assert_int_eq(memory_fill(&m, a + 24, pair, 8, size - 32, 0, &err), 0);
    ck_assert_uint_le(m.touched, 6 * MEMORY_PAGE);
    for (uint64_t at = 24; at < size - 8; at += 8 * 104729) {
        ck_assert_uint_eq(get(a + at, 4, &tag), pair[0]);
        ck_assert_uint_eq(get(a + at + 4, 4, &tag), pair[1]);
        ck_assert_uint_eq(tag, 0);
    }
    get(a + size - 8, 8, &tag);
    ck_assert_uint_eq(tag, MEMORY_UNKNOWN | MEMORY_UNSET);
    uint64_t b = make(SEGMENT_HEAP, 12 * 50000);
    ck_assert_int_eq(memory_fill(&m, b + 12, three, 12, 12 * 49999, MEMORY_TIMED, &err), 0);
    for (uint64_t i = 1; i < 50000; i++)
        for (unsigned k = 0; k < 3; k++)
            ck_assert_uint_eq(get(b + 12 * i + 4 * k, 4, &tag), three[k]);
    ck_assert_uint_eq(tag, MEMORY_TIMED);
}
END_TEST

START_TEST(copies_share_pages_until_written)
{
    uint64_t a = make(SEGMENT_HEAP, 1 << 20), b = make(SEGMENT_DEVICE, 1 << 20);
    uint64_t c = make(SEGMENT_PINNED, 1 << 20);
    unsigned tag;
    for (uint64_t i = 0; i < 1 << 20; i += 4)
        put(a + i, 4, i);
    uint64_t touched = m.touched;
    for (int i = 0; i < 1000; i++) {
        ck_assert_int_eq(memory_copy(&m, b, a, 1 << 20, &err), 0);
        ck_assert_int_eq(memory_copy(&m, c, b, 1 << 20, &err), 0);
    }
    ck_assert_uint_le(m.touched, touched);
    ck_assert_uint_eq(get(c + 400000, 4, &tag), 400000);
    put(a + 400000, 4, 1);
    ck_assert_uint_eq(get(c + 400000, 4, &tag), 400000);
    ck_assert_uint_eq(get(a + 400000, 4, &tag), 1);
    ck_assert_uint_eq(get(a + 400004, 4, &tag), 400004);
}
END_TEST

/* Every operation against plain arrays of bytes and tags. */
START_TEST(agrees_with_plain_arrays)
{
    enum { SIZE = 300000, BUFFERS = 3 };
    static uint8_t bytes[BUFFERS][SIZE], tags[BUFFERS][SIZE], moved[SIZE];
    uint64_t address[BUFFERS];
    srand(7);
    for (int i = 0; i < BUFFERS; i++) {
        address[i] = make(SEGMENT_HEAP, SIZE);
        memset(tags[i], MEMORY_UNKNOWN | MEMORY_UNSET, SIZE);
    }
    for (int round = 0; round < 4000; round++) {
        int x = rand() % BUFFERS, y = rand() % BUFFERS;
        uint64_t n = (uint64_t)(rand() % 3 == 0 ? rand() % SIZE : rand() % 100);
        uint64_t from = (uint64_t)rand() % (SIZE - n), to = (uint64_t)rand() % (SIZE - n);
        if (rand() % 4 == 0) { /* page by page */
            from = from / MEMORY_PAGE * MEMORY_PAGE;
            to = to / MEMORY_PAGE * MEMORY_PAGE;
        }
        switch (rand() % 6) {
        case 0:
            ck_assert_int_eq(memory_copy(&m, address[y] + to, address[x] + from, n, &err), 0);
            memmove(moved, bytes[x] + from, n);
            memmove(bytes[y] + to, moved, n);
            memmove(moved, tags[x] + from, n);
            memmove(tags[y] + to, moved, n);
            break;
        case 1: {
            int byte = rand() % 2 ? 0 : rand() % 256;
            ck_assert_int_eq(memory_set(&m, address[y] + to, byte, n, &err), 0);
            memset(bytes[y] + to, byte, n);
            memset(tags[y] + to, 0, n);
            break;
        }
        case 2:
            ck_assert_int_eq(memory_set_unknown(&m, address[y] + to, n, &err), 0);
            memset(bytes[y] + to, 0, n);
            memset(tags[y] + to, MEMORY_UNKNOWN, n);
            break;
        default: {
            unsigned width = 1u << rand() % 4, tag = rand() % 3 == 0 ? MEMORY_UNKNOWN : 0;
            uint64_t at = (uint64_t)rand() % (SIZE - 8), value = (uint64_t)rand();
            ck_assert_int_eq(memory_write(&m, address[y] + at, width, value, tag, &err), 0);
            memcpy(bytes[y] + at, &value, width);
            memset(tags[y] + at, (int)tag, width);
            unsigned got_tag, all = 0;
            uint64_t got = get(address[x] + at, width, &got_tag), plain = 0;
            memcpy(&plain, bytes[x] + at, width);
            for (unsigned i = 0; i < width; i++)
                all |= tags[x][at + i];
            ck_assert_uint_eq(got, plain);
            ck_assert_uint_eq(got_tag, all);
        }
        }
    }
    static uint8_t got[SIZE], got_tags[SIZE];
    for (int i = 0; i < BUFFERS; i++) {
        memory_get(&m, address[i], got, got_tags, SIZE);
        ck_assert_int_eq(memcmp(got, bytes[i], SIZE), 0);
        ck_assert_int_eq(memcmp(got_tags, tags[i], SIZE), 0);
    }
}
END_TEST

/* A column of unknown values in memory that nobody wrote, a piece in each of 8000 rows, and the
 * same copied on; then all of it. */
START_TEST(rows_of_unknown_cost_little)
{
    enum { ROWS = 8000, PITCH = 8200 };
    uint64_t a = make(SEGMENT_PINNED, ROWS * PITCH), b = make(SEGMENT_DEVICE, ROWS * PITCH);
    uint64_t c = make(SEGMENT_HEAP, ROWS * PITCH), most = ROWS * PITCH / MEMORY_PAGE * 512;
    unsigned tag;
    ck_assert_int_eq(memory_set_unknown(&m, b, ROWS * PITCH, &err), 0);
    for (uint64_t row = 0; row < ROWS; row++) {
        ck_assert_int_eq(memory_copy(&m, a + row * PITCH, b + row * PITCH, 4000, &err), 0);
        ck_assert_int_eq(memory_copy(&m, c + row * PITCH, a + row * PITCH, 8100, &err), 0);
    }
    ck_assert_uint_le(m.touched, 2 * most);
    get(c + 5 * PITCH + 3996, 4, &tag);
    ck_assert_uint_eq(tag, MEMORY_UNKNOWN);
    get(c + 5 * PITCH + 4000, 4, &tag);
    ck_assert_uint_eq(tag, MEMORY_UNKNOWN | MEMORY_UNSET);
    put(c + 5 * PITCH + 4000, 4, 8);
    ck_assert_uint_eq(get(c + 5 * PITCH + 4000, 4, &tag), 8);
    ck_assert_uint_eq(tag, 0);
    for (uint64_t row = 0; row < ROWS; row++)
        ck_assert_int_eq(memory_set_unknown(&m, a + row * PITCH + 4000, PITCH - 4000, &err), 0);
    ck_assert_uint_le(m.touched, most + 3 * MEMORY_PAGE); /* of a nothing is left */
}
END_TEST

/* Plain states and copies of them alone, which leave pages in pieces. */
START_TEST(pieces_agree_with_plain_arrays)
{
    enum { SIZE = 140000, BUFFERS = 2, MOST = 3000 };
    static uint8_t tags[BUFFERS][SIZE], moved[MOST], got[SIZE], got_tags[SIZE];
    uint64_t address[BUFFERS];
    srand(11);
    for (int i = 0; i < BUFFERS; i++) {
        address[i] = make(SEGMENT_PINNED, SIZE);
        memset(tags[i], MEMORY_UNKNOWN | MEMORY_UNSET, SIZE);
    }
    for (int round = 0; round < 20000; round++) {
        int x = rand() % BUFFERS, y = rand() % BUFFERS, kind = rand() % 6;
        uint64_t n = (uint64_t)(rand() % MOST);
        uint64_t from = (uint64_t)rand() % (SIZE - n), to = (uint64_t)rand() % (SIZE - n);
        if (round % 2000 == 0) { /* all of it: the pieces begin anew */
            ck_assert_int_eq(memory_set_unknown(&m, address[y], SIZE, &err), 0);
            memset(tags[y], MEMORY_UNKNOWN, SIZE);
        } else if (kind == 0) {
            ck_assert_int_eq(memory_set_zero(&m, address[y] + to, n, &err), 0);
            memset(tags[y] + to, 0, n);
        } else if (kind == 1) {
            ck_assert_int_eq(memory_set_unset(&m, address[y] + to, n, &err), 0);
            memset(tags[y] + to, MEMORY_UNKNOWN | MEMORY_UNSET, n);
        } else if (kind == 2) {
            ck_assert_int_eq(memory_set_unknown(&m, address[y] + to, n, &err), 0);
            memset(tags[y] + to, MEMORY_UNKNOWN, n);
        } else {
            ck_assert_int_eq(memory_copy(&m, address[y] + to, address[x] + from, n, &err), 0);
            memcpy(moved, tags[x] + from, n);
            memcpy(tags[y] + to, moved, n);
        }
        if (round % 100 == 99) {
            memory_get(&m, address[y], got, got_tags, SIZE);
            ck_assert_int_eq(memcmp(got_tags, tags[y], SIZE), 0);
        }
    }
}
END_TEST

START_TEST(notes_what_the_host_touched)
{
    uint64_t a = make(SEGMENT_PINNED, 1 << 20), b = make(SEGMENT_HEAP, 64);
    size_t count;
    put(a, 4, 1); /* before CUDA knows it */
    memory_track(&m, a);
    for (uint64_t i = 0; i < 200000; i += 4)
        put(a + i, 4, 1);
    put(a + 500000, 4, 1);
    put(b, 4, 1);
    const struct memory_access *noted = memory_take_accesses(&m, &count);
    ck_assert_uint_eq(count, 2);
    ck_assert_uint_eq(noted[0].offset, 0);
    ck_assert_uint_eq(noted[0].bytes, 200000);
    ck_assert(noted[0].write);
    ck_assert_uint_eq(noted[1].offset, 500000);
    ck_assert_uint_eq(noted[1].bytes, 4);
    memory_take_accesses(&m, &count);
    ck_assert_uint_eq(count, 0);
}
END_TEST

START_TEST(reuses_locals_at_once)
{
    uint64_t first = make(SEGMENT_LOCAL, 16);
    memory_end_local(&m, first);
    for (int i = 0; i < 1000000; i++) {
        uint64_t again = make(SEGMENT_LOCAL, 16);
        HOLDS(again == first, "at %" PRIx64 ", not at %" PRIx64, again, first);
        memory_end_local(&m, again);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("memory");
    TCase *tests = tcase_create("memory");
    tcase_add_checked_fixture(tests, setup, teardown);
    tcase_add_test(tests, names_the_buffer_that_was_left);
    tcase_add_test(tests, refuses_what_is_no_memory);
    tcase_add_test(tests, knows_freed_memory);
    tcase_add_test(tests, untouched_memory_is_free);
    tcase_add_test(tests, limits_hold);
    tcase_add_test(tests, full_pages_give_their_tags_back);
    tcase_add_test(tests, one_value_costs_one_page);
    tcase_add_test(tests, one_pattern_costs_one_page);
    tcase_add_test(tests, copies_share_pages_until_written);
    tcase_add_test(tests, agrees_with_plain_arrays);
    tcase_add_test(tests, rows_of_unknown_cost_little);
    tcase_add_test(tests, pieces_agree_with_plain_arrays);
    tcase_add_test(tests, notes_what_the_host_touched);
    tcase_add_test(tests, reuses_locals_at_once);
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
