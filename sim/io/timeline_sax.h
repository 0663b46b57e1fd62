/* From JSON events to flat records: the keys of our timeline format, their types and ranges.
 *
 * Internal to the timeline reader. The scanner checks what can be checked of a single value and
 * gathers the values of one object (a device, a stream, an operation, ...) in a scratch record;
 * timeline_read.c makes rows of them. Knows nothing of what the values mean together.
 */
#ifndef SIM_IO_TIMELINE_SAX_H
#define SIM_IO_TIMELINE_SAX_H

#include "sim/base/err.h"
#include "sim/base/strbuf.h"
#include "sim/model/program.h"
#include "sim/model/relation.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The objects of the format; each is a bit in a key's `in`. */
enum sax_object {
    SAX_TOP = 1,
    SAX_DEVICE = 2,
    SAX_THREAD = 4,
    SAX_STREAM = 8,
    SAX_EVENT = 16,
    SAX_RANGE = 32,
    SAX_OP = 64,
    SAX_CALL = 128,
    SAX_WAIT = 256,
    SAX_MODE = 512,
    SAX_UNDECIDED = 1024,
};

/* A thousandfold: an error that large says nothing more. */
#define MOST_SHARE INT64_C(1000000000)

/* KEY(id, name, type, in, least, most): `least` and `most` of whole numbers. Types: INT, TIME (us
 * with decimals, kept as ns), DURATION (likewise, not negative), BOOL, NAME (kept as a name id),
 * WORD (of a closed list, kept as its enum), TEXT (kept apart), INTS and TIMES (lists of numbers),
 * NAMES (a list of strings), LIST (of objects), STEPS (a list of lists of three). */
#define SAX_KEYS(KEY)                                                                              \
    KEY(FORMAT, "format", WORD, SAX_TOP, 0, 0)                                                     \
    KEY(VERSION, "version", INT, SAX_TOP, 1, INT64_MAX)                                            \
    KEY(SOURCE, "source", WORD, SAX_TOP, 0, 0)                                                     \
    KEY(SCENARIO, "scenario", NAME, SAX_TOP, 0, 0)                                                 \
    KEY(PROGRAM_SHA256, "program_sha256", TEXT, SAX_TOP, 0, 0)                                     \
    KEY(OPTIONS, "options", NAMES, SAX_TOP, 0, 0)                                                  \
    KEY(REPETITIONS, "repetitions", INT, SAX_TOP, 0, UINT32_MAX)                                   \
    KEY(CROWDED_RUNS, "crowded_runs", INT, SAX_TOP, 0, UINT32_MAX)                                 \
    KEY(PROCESSES, "processes", INT, SAX_TOP, 0, UINT32_MAX)                                       \
    KEY(CLOCK, "clock", NAME, SAX_TOP, 0, 0)                                                       \
    KEY(DRIVER, "driver", NAME, SAX_TOP, 0, 0)                                                     \
    KEY(DATE, "date", NAME, SAX_TOP, 0, 0)                                                         \
    KEY(COMMAND, "command", NAME, SAX_TOP, 0, 0)                                                   \
    KEY(HOST_CPU, "host_cpu", NAME, SAX_TOP, 0, 0)                                                 \
    KEY(WALL_SPREAD, "wall_spread_us", TIMES, SAX_TOP, 0, 0)                                       \
    KEY(INSTRUMENT_WALL, "instrument_wall_us", DURATION, SAX_TOP, 0, 0)                            \
    KEY(NOISE_WALL, "noise_wall_ppm", INT, SAX_TOP, 0, MOST_SHARE)                                 \
    KEY(NOISE_MEDIAN, "noise_placement_median_ppm", INT, SAX_TOP, 0, MOST_SHARE)                   \
    KEY(NOISE_P95, "noise_placement_p95_ppm", INT, SAX_TOP, 0, MOST_SHARE)                         \
    KEY(NOISE_WORST, "noise_placement_worst_ppm", INT, SAX_TOP, 0, MOST_SHARE)                     \
    KEY(NOISE_RELATIONS, "noise_relations", INT, SAX_TOP, 0, UINT32_MAX)                           \
    KEY(NOISE_RELATIONS_RIGHT, "noise_relations_right", INT, SAX_TOP, 0, UINT32_MAX)               \
    KEY(NOISE_RUNS, "noise_runs", INT, SAX_TOP, 0, UINT32_MAX)                                     \
    KEY(NOISE_RUN_PLACES, "noise_run_places", INT, SAX_TOP, 0, UINT32_MAX)                         \
    KEY(NOISE_RUN_PLACES_NEAR, "noise_run_places_near", INT, SAX_TOP, 0, UINT32_MAX)               \
    KEY(UNDECIDED, "undecided", LIST, SAX_TOP, 0, 0)                                               \
    KEY(OTHERS, "others", INTS, SAX_UNDECIDED, 0, UINT32_MAX - 1)                                  \
    KEY(OTHERWISE, "otherwise", INTS, SAX_UNDECIDED, 0, UINT32_MAX)                                \
    KEY(RELATIONS, "relations", INTS, SAX_UNDECIDED, 0, RELATION_ALL)                              \
    KEY(MODES, "modes", LIST, SAX_TOP, 0, 0)                                                       \
    KEY(RUNS, "runs", INT, SAX_MODE, 0, UINT32_MAX)                                                \
    KEY(STARTS, "starts_us", TIMES, SAX_MODE, 0, 0)                                                \
    KEY(ENDS, "ends_us", TIMES, SAX_MODE, 0, 0)                                                    \
    KEY(DEVICES, "devices", LIST, SAX_TOP, 0, 0)                                                   \
    KEY(SPAN, "span_us", DURATION, SAX_TOP, 0, 0)                                                  \
    KEY(WALL, "wall_us", DURATION, SAX_TOP | SAX_MODE, 0, 0)                                       \
    KEY(THREADS, "threads", LIST, SAX_TOP, 0, 0)                                                   \
    KEY(STREAMS, "streams", LIST, SAX_TOP, 0, 0)                                                   \
    KEY(EVENTS, "events", LIST, SAX_TOP, 0, 0)                                                     \
    KEY(RANGES, "ranges", LIST, SAX_TOP, 0, 0)                                                     \
    KEY(OPERATIONS, "operations", LIST, SAX_TOP, 0, 0)                                             \
    KEY(CALLS, "calls", LIST, SAX_TOP, 0, 0)                                                       \
    KEY(OUTPUT, "output", TEXT, SAX_TOP, 0, 0)                                                     \
    KEY(PROGRAM, "program", TEXT, SAX_TOP, 0, 0)                                                   \
    KEY(SM, "sm", STEPS, SAX_DEVICE, 0, 0)                                                         \
    KEY(PROFILE, "profile", NAME, SAX_DEVICE, 0, 0)                                                \
    KEY(RULES, "rules", NAME, SAX_DEVICE, 0, 0)                                                    \
    KEY(ID, "id", INT, SAX_DEVICE | SAX_THREAD | SAX_STREAM | SAX_EVENT | SAX_OP, 0,               \
        UINT32_MAX - 1)                                                                            \
    KEY(NAME, "name", NAME,                                                                        \
        SAX_DEVICE | SAX_THREAD | SAX_STREAM | SAX_EVENT | SAX_RANGE | SAX_OP | SAX_CALL, 0, 0)    \
    KEY(KIND, "kind", WORD, SAX_THREAD | SAX_STREAM | SAX_OP, 0, 0)                                \
    KEY(DEVICE, "device", INT, SAX_STREAM | SAX_OP, 0, 1023)                                       \
    KEY(PRIORITY, "priority", INT, SAX_STREAM | SAX_OP, -1024, 1024)                               \
    KEY(TIMING, "timing", BOOL, SAX_EVENT, 0, 0)                                                   \
    KEY(BLOCKING, "blocking", BOOL, SAX_EVENT, 0, 0)                                               \
    KEY(BEGIN, "begin_us", TIME, SAX_RANGE, 0, 0)                                                  \
    KEY(END, "end_us", TIME, SAX_RANGE | SAX_OP, 0, 0)                                             \
    KEY(THREAD, "thread", INT, SAX_STREAM | SAX_RANGE | SAX_OP | SAX_CALL, 0, UINT16_MAX)          \
    KEY(STREAM, "stream", INT, SAX_OP, 0, UINT32_MAX)                                              \
    KEY(FILE, "file", NAME, SAX_OP | SAX_CALL, 0, 0)                                               \
    KEY(LINE, "line", INT, SAX_OP | SAX_CALL, 0, INT32_MAX)                                        \
    KEY(GUESSED, "guessed", BOOL, SAX_OP, 0, 0)                                                    \
    KEY(FAILED, "failed", BOOL, SAX_OP, 0, 0)                                                      \
    KEY(GRID, "grid", INTS, SAX_OP, 0, UINT32_MAX)                                                 \
    KEY(BLOCK, "block", INTS, SAX_OP, 0, UINT32_MAX)                                               \
    KEY(SHARED_BYTES, "shared_bytes", INT, SAX_OP, 0, UINT32_MAX)                                  \
    KEY(REGISTERS, "registers", INT, SAX_OP, 0, UINT32_MAX)                                        \
    KEY(COOPERATIVE, "cooperative", BOOL, SAX_OP, 0, 0)                                            \
    KEY(CLUSTER_BLOCKS, "cluster_blocks", INT, SAX_OP, 0, 255)                                     \
    KEY(CARVEOUT, "carveout", INT, SAX_OP, -1, 100)                                                \
    KEY(COST_TIME, "time_us", DURATION, SAX_OP, 0, 0)                                              \
    KEY(BLOCK_TIME, "block_time_us", DURATION, SAX_OP, 0, 0)                                       \
    KEY(BLOCK_MEAN, "block_mean_us", DURATION, SAX_OP, 0, 0)                                       \
    KEY(DIRECTION, "direction", WORD, SAX_OP, 0, 0)                                                \
    KEY(BYTES, "bytes", INT, SAX_OP, 0, INT64_MAX)                                                 \
    KEY(MEMORY, "memory", WORD, SAX_OP, 0, 0)                                                      \
    KEY(EVENT, "event", INT, SAX_OP, 0, UINT32_MAX)                                                \
    KEY(GENERATION, "generation", INT, SAX_OP, 0, UINT32_MAX)                                      \
    KEY(CALLBACK, "callback", BOOL, SAX_OP, 0, 0)                                                  \
    KEY(WORK, "work_us", DURATION, SAX_OP, 0, 0)                                                   \
    KEY(CONNECTION, "connection", INT, SAX_OP, 0, UINT16_MAX)                                      \
    KEY(MACHINE, "machine", WORD, SAX_OP, 0, 0)                                                    \
    KEY(CALL, "call_us", TIME, SAX_OP, 0, 0)                                                       \
    KEY(RETURN, "return_us", TIME, SAX_OP | SAX_CALL, 0, 0)                                        \
    KEY(READY, "ready_us", TIME, SAX_OP, 0, 0)                                                     \
    KEY(START, "start_us", TIME, SAX_OP, 0, 0)                                                     \
    KEY(START_SPREAD, "start_spread_us", TIMES, SAX_OP, 0, 0)                                      \
    KEY(END_SPREAD, "end_spread_us", TIMES, SAX_OP, 0, 0)                                          \
    KEY(AFTER, "after", INTS, SAX_OP, 0, UINT32_MAX - 1)                                           \
    KEY(WAITS, "waits", LIST, SAX_OP | SAX_CALL, 0, 0)                                             \
    KEY(OP, "op", INT, SAX_CALL | SAX_UNDECIDED, 0, UINT32_MAX - 1)                                \
    KEY(GIVER, "by_thread", INT, SAX_CALL, 0, UINT16_MAX - 1)                                      \
    KEY(GIVEN, "told_us", TIME, SAX_CALL, 0, 0)                                                    \
    KEY(TURNS, "turns", INT, SAX_CALL, 0, UINT32_MAX - 1)                                          \
    KEY(HAS_END, "has_end", BOOL, SAX_CALL, 0, 0)                                                  \
    KEY(RESULT, "result", INT, SAX_CALL, 0, UINT16_MAX)                                            \
    KEY(ELAPSED, "elapsed_us", TIME, SAX_CALL, 0, 0)                                               \
    KEY(ELAPSED_SPREAD, "elapsed_spread_us", TIMES, SAX_CALL, 0, 0)                                \
    KEY(ENTER, "enter_us", TIME, SAX_CALL, 0, 0)                                                   \
    KEY(RULE, "rule", WORD, SAX_WAIT, 0, 0)                                                        \
    KEY(FOR, "for", INT, SAX_WAIT, 0, UINT32_MAX - 1)                                              \
    KEY(FROM, "from_us", TIME, SAX_WAIT, 0, 0)                                                     \
    KEY(TO, "to_us", TIME, SAX_WAIT, 0, 0)

enum sax_key {
    SAX_KEY_NONE,
#define KEY(id, ...) SAX_KEY_##id,
    SAX_KEYS(KEY)
#undef KEY
        SAX_KEY_COUNT
};

/* The values of one object. A key holds where `stamps` has the present stamp. */
struct sax_record {
    uint32_t stamp;
    uint32_t stamps[SAX_KEY_COUNT];
    int64_t values[SAX_KEY_COUNT]; /* of a list: its first in `numbers` */
    size_t counts[SAX_KEY_COUNT];  /* of a list */
};

struct sax {
    /* What the reader sees at the end of each object. */
    struct program *program; /* its names */
    struct sax_record top, record, wait;
    int64_t *numbers; /* of the lists of `record` */
    size_t number_count, number_capacity;
    int64_t wall_spread[2];
    struct strbuf sha256, output, embedded; /* embedded: the program */
    uint32_t *options;                      /* name ids */
    size_t option_count, option_capacity;

    /* An object is complete (`top` too). Returns 0 or -1 with sax_fail(). */
    int (*object)(void *context, enum sax_object object);
    /* Another step of occupancy. */
    int (*step)(void *context, const int64_t numbers[3]);
    void *context;

    /* The scanner's own. */
    void *yajl;
    const char *text, *file;
    size_t length;
    struct err *err;
    enum sax_key key;      /* whose value is next */
    enum sax_object at[8]; /* open objects */
    int depth;
    enum sax_key list; /* the open list of `at`'s top, or SAX_KEY_NONE */
    enum sax_key outer_list;
    int64_t three[3]; /* a step being read */
    int three_count;  /* -1: none open */
    size_t skip;      /* depth inside an unknown key's value */
    uint8_t slots[256];
};

bool sax_has(const struct sax_record *record, enum sax_key key);

/* The value, or `otherwise` if the file has none. */
int64_t sax_value(const struct sax_record *record, enum sax_key key, int64_t otherwise);

/* A fault at the place that was read last. Returns -1. */
int sax_fail(struct sax *sax, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Reads a whole text. `program` must be initialised; `object`, `step` and `context` set. */
int sax_read(struct sax *sax, const char *text, size_t length, const char *file, struct err *err);

void sax_release(struct sax *sax);

#endif
