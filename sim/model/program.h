/* A program: what the host did, for each host thread in order.
 *
 * Plain data, loop-free. The virtual runtime is driven by its records one by one and, when it runs
 * a script, writes them; `.nsp` files hold them as text (sim/io/program_file.h). What a record
 * repeats (a launch's geometry, a copy's ranges) stands once in a table and is named by its row,
 * which keeps a program of a million records small. Row 0 of every table is reserved, so that 0
 * means none, except those of threads (main), streams (legacy), accesses, results and records.
 *
 * Knows no times of its own: when things happen is the timeline's.
 */
#ifndef SIM_MODEL_PROGRAM_H
#define SIM_MODEL_PROGRAM_H

#include "sim/base/intern.h"
#include "sim/model/calls.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The line that a call stands in. What groups calls by where they stand groups by this row; the
 * column is each record's own, so that two calls in a line stay together. */
struct program_place {
    uint32_t file; /* name id */
    int32_t line;  /* from 1 */
};

enum thread_kind {
    THREAD_HOST,   /* 0 is main */
    THREAD_WORKER, /* runs host functions; see struct program_hostfn */
};

struct program_thread {
    enum thread_kind kind;
    uint32_t name; /* name id */
};

enum stream_kind { STREAM_LEGACY, STREAM_BLOCKING, STREAM_NONBLOCKING, STREAM_PER_THREAD };

/* Rows 0 (the legacy stream) and 1.. : row 0 is NOT "none" here. A per-thread default stream gets
 * a row when a thread first uses it. */
struct program_stream {
    enum stream_kind kind;
    int32_t priority; /* as asked; lower is more urgent */
    uint32_t device;
    uint32_t name;   /* the variable's name: "a", "streams[3]", "default" */
    uint16_t thread; /* of a per-thread stream */
};
#define PROGRAM_STREAM_LEGACY 0u

/* What the count of block_take and block_give counts, bytes. */
#define PROGRAM_BLOCK_UNIT 512u

struct program_event {
    uint32_t name;
    bool timing;   /* not cudaEventDisableTiming */
    bool blocking; /* cudaEventBlockingSync */
};

/* Whether its record is a command of its own, and costs as much: one with timing, or one that wakes
 * a host that sleeps (S4.5). Any other is a mark on what comes before it. */
static inline bool program_event_is_command(const struct program_event *event)
{
    return event->timing || event->blocking;
}

enum memory_kind {
    MEMORY_NONE,
    MEMORY_PAGEABLE,
    MEMORY_PINNED,     /* cudaMallocHost, cudaHostAlloc */
    MEMORY_REGISTERED, /* pageable by birth, page-locked by cudaHostRegister */
    MEMORY_DEVICE,
    MEMORY_MANAGED,
};

static inline bool memory_is_page_locked(enum memory_kind kind)
{
    return kind == MEMORY_PINNED || kind == MEMORY_REGISTERED;
}

/* Whose pageable memory it is: what would have to be written to page-lock it. */
enum memory_holder {
    HOLDER_CALL,     /* malloc, new; or not known */
    HOLDER_VECTOR,   /* a std::vector or a std::string */
    HOLDER_VARIABLE, /* no call made it: an array, a number */
};

struct program_alloc {
    enum memory_kind kind;
    uint32_t name; /* the variable's name */
    uint64_t bytes;
    uint32_t pool; /* of stream-ordered allocations; 0: none or the default pool */
    uint32_t device;
    /* Hints for who has the source; not in files. */
    uint32_t home;             /* rows of one number lie in the same memory; 0: not known */
    enum memory_holder holder; /* of that memory, if it is the host's */
    bool is_symbol;            /* a variable of the device */
    bool handed;               /* memory of the host that is here only because a host function
                                  uses it: by its argument, */
    bool named;                /* or as it names a variable that leads there; */
    bool watched;              /* it is volatile: who reads it looks whether that was */
    bool locks;                /* an atomic, a mutex or the like lies in it */
};

/* A range of one allocation. */
struct program_range {
    uint32_t alloc; /* 0: none (unknown memory) */
    uint64_t offset, bytes;
};

enum copy_kind { COPY_H2D, COPY_D2H, COPY_D2D, COPY_P2P, COPY_H2H, COPY_MEMSET };

/* A copy or memset. For 2D shapes `rows` > 1: each row has dst.bytes, `pitch` bytes apart. */
struct program_copy {
    enum copy_kind kind;
    struct program_range dst, src; /* of a row; memset has no src */
    uint64_t rows, dst_pitch, src_pitch;
    enum memory_kind host_memory; /* of the host side of H2D and D2H; MEMORY_NONE otherwise */
    int32_t value;                /* of a memset; -1: unknown */
};

enum cost_kind {
    COST_TIME,       /* ns of the whole kernel, alone on the profile's device */
    COST_BLOCK_TIME, /* ns of one block */
    COST_WORK,       /* flops and bytes, totals */
    COST_GATE,       /* ns until gate_open, in the prediction; see edit_gate() */
};

struct program_kernel {
    uint32_t name;
    bool guessed;       /* no cost was given: the default of 100 us, shown with a question mark */
    uint32_t registers; /* per thread */
    uint32_t static_shared_bytes;
    uint32_t touches; /* name id: the clauses that would say what it touches, where its launches do
                         not tell for certain: "#pragma ...", or to be added to its pragma. A hint
                         for who has the source; not in files. */
    bool sparse;      /* none would: its subscripts leave gaps in what they reach; likewise */
};

/* An access that is ACCESS_ATOMIC is only by atomic functions whose scope is the device or wider:
 * those of several kernels do not race with each other. */
enum access_mode {
    ACCESS_READ = 1,
    ACCESS_WRITE = 2,
    ACCESS_ATOMIC = 4,
    ACCESS_UPDATE = ACCESS_READ | ACCESS_WRITE | ACCESS_ATOMIC /* what atomicAdd() does */
};

struct program_access {
    struct program_range range;
    uint8_t mode; /* ACCESS_READ | ACCESS_WRITE | ACCESS_ATOMIC */
    bool certain;
    bool followed; /* only as the kernel follows pointers that stand in memory; not in files */
};

/* What a launch may have at most on any device (CUDA C++ Programming Guide 13, tables 30 to 32):
 * blocks in the first dimension of its grid and in the others, threads in the third of a block, and
 * in all of it; of that last a device may allow less (sm.block_threads). */
enum {
    LAUNCH_GRID_X_MOST = INT32_MAX,
    LAUNCH_GRID_YZ_MOST = 65535,
    LAUNCH_BLOCK_Z_MOST = 64,
    LAUNCH_THREADS_MOST = 1024,
};

/* A launch with all that is resolved at the call. Equal launches share a row. */
struct program_launch {
    uint32_t kernel;
    uint32_t grid[3], block[3];
    uint32_t shared_bytes; /* dynamic + static */
    uint32_t registers;    /* per thread */
    int32_t carveout;      /* preferred, percent of the maximum; -1: default */
    int32_t priority;      /* by launch attribute; INT32_MIN: the stream's */
    bool cooperative;
    uint8_t cluster_blocks; /* 0 and 1: no cluster */
    enum cost_kind cost;
    int64_t time;                        /* ns: COST_TIME, COST_BLOCK_TIME, COST_GATE */
    int64_t flops, bytes;                /* COST_WORK */
    int32_t fails;                       /* the error that it causes; 0: none */
    uint32_t first_access, access_count; /* in program.accesses */
    uint64_t arguments;                  /* hash of the scalar arguments */
};

/* A host function or callback, one row a call. Where it did anything, a record of the worker thread
 * whose call is cudaLaunchHostFunc and whose object is this row begins it, and thread_end ends it.
 */
struct program_hostfn {
    uint32_t name;
    bool callback; /* cudaStreamAddCallback: runs even after an error */
    int64_t time;  /* ns, declared; what its records add comes on top */
};

struct program_pool {
    uint32_t name;
    uint64_t release_threshold; /* bytes */
};

/* Numbers of locks and atomics are dense, and less. */
enum { PROGRAM_LOCKS_MOST = 1 << 20 };

/* value of a host_write: the host frees the memory, by free() or delete; or a local variable goes
 * out of scope. */
#define PROGRAM_FREES 1
#define PROGRAM_OUT   2

enum record_flag {
    RECORD_BRANCHED = 1,  /* a branch used the answer: the program is time dependent here */
    RECORD_POLL = 2,      /* `count` equal queries that ended in success: poll until done. Of
                             observe: a loop's turns looked there before, in vain, and worked */
    RECORD_WARM = 4,      /* set-up outside the timed part */
    RECORD_REFUSED = 8,   /* returned `result` at once: an argument was invalid (a bad pointer) */
    RECORD_POSSIBLE = 16, /* of host_read, host_write: nothing says for certain that it does */
    RECORD_IGNORED = 32,  /* nobody looks at the error that it returned, or at the answer of a
                            query, as far as the source tells; of thread_create: a std::thread
                            that is destroyed and was neither joined nor detached */
    RECORD_REPORTED = 64, /* of host_clock: a time was printed when it was the thread's last
                             reading; program files don't hold it */
    RECORD_LOOPS = 64, /* of a query of an edited program: its loop makes as many turns as it needs
                          (polls.h); program files don't hold it */
    RECORD_MADE = 64,  /* of host_write: what it wrote is made of what the device computed; program
                          files don't hold it */
    RECORD_KEPT = 128, /* of host_clock: no difference was taken of what it read, as far as
                          that can be told; program files don't hold it */
    RECORD_EACH = 64 | 128, /* of observe that is a poll: a number of two bits, how many calls each
                               of its turns made; 0: not known, or more */
};

/* That number of two bits. */
#define RECORD_EACH_ONE  64u
#define RECORD_EACH_MOST 3

/* One call of one host thread. What its fields mean, by call:
 *
 *   stream creation, destruction, query, ...   stream and object: the stream's row
 *   cudaEventRecord, cudaStreamWaitEvent       stream, object: the event
 *   cudaEventElapsedTime                       object: start event, value: row of the end event
 *   copies, memsets                            stream, object: the copy (synchronous ones: the
 *                                              thread's default stream)
 *   launches, host functions, callbacks        stream, object: the launch or the hostfn
 *   cudaMalloc..., cudaFree...                 object: the alloc (0: the null pointer), stream
 *   cudaMemPool...                             object: the pool, count: attribute, value: its value
 *   cudaFuncSetAttribute                       object: the kernel, count: attribute, value
 *   occupancy queries                          object: the kernel, count: threads of a block,
 *                                              value: dynamic shared bytes
 *   calls that name a device                   value: the device; cudaDeviceGetAttribute and
 *                                              limits: count: the attribute
 *   host_work                                  value: ns; count: enum work_part
 *   host_sleep                                 value: ns; count likewise; object of WORK_UNTIL: us
 *                                              from the reading to the end of the sleep
 *   host_clock                                 count 1: what it reads begins intervals of time and
 *                                              ends none, as far as the source tells; files
 *                                              don't hold it
 *   host_read, host_write                      object: a copy of kind COPY_H2H whose dst is the
 *                                              range; count 1: it says nothing about other host
 *                                              threads, as an atomic or a lock lies in the memory,
 *                                              or not all of the range was touched
 *   block_take, block_give                     object: the alloc, value: offset in it, stream;
 *                                              count: bytes / 512
 *   thread_create, thread_join                 object: the thread; thread_create with
 *                                              RECORD_IGNORED, value: the line in its file where
 *                                              another std::thread is put in its place, or 0
 *   thread_end                                 value 1: of the whole process (exit)
 *   publish, observe                           object: the atomic's number, among those of locks;
 *                                              count: of publish, enum publish_kind;
 *                                              value 1: by a store, which ends what was released
 *                                              there before (an update goes on with it). observe,
 *                                              value: a loop goes on until so many were published,
 *                                              where a program was edited; 0: it is over. count: of
 *                                              a poll, how many turns looked before, in vain (0:
 *                                              not known, or they differ); where it was edited, of
 *                                              how many records of the thread, right before it, a
 *                                              turn is, which is made again (0: it just waits)
 *   lock_acquire, lock_release                 object: the lock's number; count: of a release,
 *                                              enum release_kind; value: of a barrier, how many of
 *                                              those who wait at it the thread is yet to release,
 *                                              this one too
 *   lock_acquire                               count 1: taken only if it is free, while the program
 *                                              runs. What it does then is what is kept: an
 *                                              acquisition like another, or work
 *   range_push, set_variable                   object: name id (NAME=VALUE)
 *
 * The default stream is named as the call resolves it: row 0, or the thread's per-thread row. */
/* For whom a lock is released. */
enum release_kind {
    RELEASE_OWN = 0,
    RELEASE_FOR_WAITER = 1, /* its holder, who waits for it: conditions, barriers */
    RELEASE_OF_LOCK = 2,    /* likewise, but that waits for a shared or a timed lock */
};

/* Host work, or a sleep, that is not over with its record. */
enum work_part {
    WORK_WHOLE = 0,
    WORK_TURNS = 1, /* of a loop that does nothing but wait */
    WORK_PART = 2,  /* of a wait with an end, which looks whether it is over before */
    WORK_UNTIL = 3, /* and above: a sleep until so long after the thread's reading of a clock with
                       the number that the rest says */
};

/* What a write to an atomic says to who sees it. */
enum publish_kind {
    PUBLISH_RELEASES = 0, /* what its thread did before, too; whether it is seen is chance */
    PUBLISH_TELLS = 1,    /* relaxed: the value only, which orders nothing */
    PUBLISH_ARRIVES = 2,  /* no write: it comes to a barrier or latch, which who sees it had to wait
                             for */
};

struct program_record {
    uint16_t call;   /* enum call */
    uint16_t thread; /* row of threads; main is 0 */
    uint8_t flags;   /* enum record_flag */
    uint8_t column;  /* of the call's name in its line, from 1; 0: not known, or beyond 255 */
    uint16_t result; /* the CUDA error that it returned */
    uint32_t place;  /* row of places; 0: none */
    uint32_t stream; /* row of streams, for calls that take one */
    uint32_t object; /* by call_info(call)->object */
    uint32_t count;  /* of a poll; of host work and sleeps enum work_part; by call; otherwise 0 */
    int64_t value;   /* by call: ns of host work; the second event of an elapsed time; ... */
};

/* How the source calls the stream of a call: a parameter, where the stream has its name from the
 * variable that it was created in. A hint for who has the source; not in files. */
struct program_stream_text {
    uint32_t place;  /* of the call */
    uint32_t column; /* as its records have it */
    uint32_t name;   /* name id */
};

/* From where to where a function stands in the source; instances of a template are one. A hint for
 * who has the source; not in files. */
struct program_function {
    uint32_t file, name; /* name ids */
    int32_t first, last; /* lines */
    bool crowded;        /* another one stands in the same lines: which is meant is not known */
};

/* A call of a function by its name. Likewise not in files. */
struct program_function_call {
    uint32_t function; /* its row */
    uint32_t file;
    int32_t line;
};

/* A loop, from the first to the last of its lines that are of its function. Likewise not in files.
 */
struct program_loop {
    uint32_t function; /* row of functions */
    int32_t first, last;
};

/* Who called a function that records stand in. Rows are shared by all records that were reached by
 * the same calls (sim/model/callers.h). A hint for who has the source; not in files, nor in what
 * edits make of a program. */
struct program_caller {
    uint32_t function; /* name id, of the function that was called, */
    uint32_t place;    /* where: rows of places, */
    uint32_t column;   /* from 1; 0: not known */
    uint32_t caller;   /* and who called the function in which that stands: its row; 0: nobody */
};

/* A launch that names no stream stands where the stream of another call is known: what to write
 * there to name it. A hint for who has the source; not in files. */
struct program_stream_sight {
    uint32_t place, column;       /* of the launch, as its records have them */
    uint32_t of_place, of_column; /* of the call */
    uint32_t name; /* name id; 0: what the call says means something else there, but the variable
                      that has the stream is known */
};

/* What is wrong with what a call was given. */
enum program_fault_kind {
    FAULT_REFUSED, /* why it was refused */
    FAULT_TOLD,    /* what it was told that is not so, though it does what it can */
    FAULT_BEYOND,  /* what its kernel does outside of its memory */
    FAULT_WILD,    /* its kernel follows a pointer that leads nowhere */
};

/* That in words. Of calls of one name in one place the first. A hint for who has the source; not in
 * files. */
struct program_fault {
    uint32_t place, column; /* as its records have them */
    uint16_t call;          /* likewise */
    uint16_t kind;          /* enum program_fault_kind */
    uint32_t launch;        /* of a kernel: its row */
    uint32_t words; /* name id; 0: calls that cannot be told apart had several, as their columns are
                       not kept */
};

/* The variable that got a block of a caching allocator (block_take), in the order of the calls. A
 * hint for who has the source; not in files. */
struct program_block_name {
    uint32_t alloc, name; /* name id; 0: none */
    uint64_t offset;      /* in the alloc */
};

/* What the host's work at a place is (sim/model/host_move.h). A hint; not in files. */
struct program_host_move {
    uint32_t place; /* row of places */
    uint32_t name;  /* name id: "memset", a function; 0: something else, or several things */
    uint64_t bytes; /* that each moves; 0: not known, or not the same */
};

/* What the host's memcpy at a place has read of one piece of memory, from its first byte to its
 * last. A hint, as above; of many pieces the first are there. */
struct program_host_source {
    uint32_t place;
    uint64_t memory;   /* its address in the interpreted program */
    uint64_t from, to; /* bytes of it */
};

/* Attributes of a device are numbered below this. */
#define PROGRAM_ATTRIBUTES 256u

/* Growing tables; `count` rows in use. */
#define PROGRAM_TABLE(type, name)                                                                  \
    struct {                                                                                       \
        struct type *rows;                                                                         \
        size_t count, capacity;                                                                    \
    } name

struct program {
    struct intern names;
    uint32_t scenario;   /* name id of the file it came from; 0: none */
    bool time_dependent; /* a branch used an answer that depends on time */
    uint32_t time_dependent_place;
    bool has_source; /* there is one, and its hints are here; not in files */
    /* What the source mentions of the properties that it asked for: bits of attributes by their
     * numbers, or something that is none. Hints for who has the source; not in files. */
    uint64_t properties[PROGRAM_ATTRIBUTES / 64];
    bool other_properties;
    bool time_used; /* what depends on time may have decided anything but what was printed; likewise
                       a hint */
    bool moves_on_host; /* work of the host is in it by what the profile says of memcpy and memset;
                           a hint for who has the source; not in files */
    PROGRAM_TABLE(program_place, places);
    PROGRAM_TABLE(program_thread, threads);
    PROGRAM_TABLE(program_stream, streams);
    PROGRAM_TABLE(program_event, events);
    PROGRAM_TABLE(program_alloc, allocs);
    PROGRAM_TABLE(program_copy, copies);
    PROGRAM_TABLE(program_kernel, kernels);
    PROGRAM_TABLE(program_access, accesses);
    PROGRAM_TABLE(program_launch, launches);
    PROGRAM_TABLE(program_hostfn, hostfns);
    PROGRAM_TABLE(program_pool, pools);
    PROGRAM_TABLE(program_range, results); /* #pragma nullstream result */
    PROGRAM_TABLE(program_stream_text, stream_texts);
    PROGRAM_TABLE(program_function, functions);
    PROGRAM_TABLE(program_function_call, function_calls);
    PROGRAM_TABLE(program_loop, loops);
    PROGRAM_TABLE(program_stream_sight, stream_sights);
    PROGRAM_TABLE(program_fault, faults);
    PROGRAM_TABLE(program_block_name, block_names);
    PROGRAM_TABLE(program_host_move, host_moves);
    PROGRAM_TABLE(program_host_source, host_sources);
    PROGRAM_TABLE(program_caller, callers); /* row 0: nobody */
    uint32_t *called_from; /* by record: its row of callers; those from called_from_count on: 0 */
    size_t called_from_count, called_from_capacity;
    PROGRAM_TABLE(program_record, records);
    /* Open-addressing indexes that let equal copies, launches and places share a row. */
    struct program_index {
        uint32_t *slots;
        size_t slot_count, used;
    } copy_index, launch_index, place_index, caller_index;
};

/* With main's thread (row 0) and the legacy stream (row 0). */
void program_init(struct program *program);

/* Each appends a row (a copy of *row) and returns its number; those of places, copies and launches
 * return the number of an equal row if there is one. A launch's accesses are `count` rows. */
uint32_t program_add_place(struct program *program, uint32_t file, int32_t line);
uint32_t program_add_thread(struct program *program, const struct program_thread *row);
uint32_t program_add_stream(struct program *program, const struct program_stream *row);
uint32_t program_add_event(struct program *program, const struct program_event *row);
uint32_t program_add_alloc(struct program *program, const struct program_alloc *row);
uint32_t program_add_copy(struct program *program, const struct program_copy *row);
uint32_t program_add_kernel(struct program *program, const struct program_kernel *row);
uint32_t program_add_launch(struct program *program, const struct program_launch *row,
                            const struct program_access *accesses, size_t count);
uint32_t program_add_hostfn(struct program *program, const struct program_hostfn *row);
uint32_t program_add_pool(struct program *program, const struct program_pool *row);
void program_add_result(struct program *program, const struct program_range *row);
void program_add_record(struct program *program, const struct program_record *row);

/* Lets rows that were put into places, copies and launches directly, as a reader does to keep their
 * numbers, be found by program_add_place(), program_add_copy() and program_add_launch(). */
void program_index_rows(struct program *program);

const char *program_name(const struct program *program, uint32_t name);

/* The fault of the kind that a call of the program has, with words; NULL: none is known. */
const struct program_fault *program_fault_of(const struct program *program,
                                             const struct program_record *record,
                                             enum program_fault_kind kind);

/* Whether two rows of allocs stand for the same memory, as far as is known: pageable, and
 * registered or registered again later. */
bool program_same_memory(const struct program *program, uint32_t a, uint32_t b);

/* Whether a stream's name begins with that word, "streams[0]": it needs no "stream" before it. */
bool program_says_stream(const char *name);

/* Whether another of the streams has the name of this one, as those of a function that runs twice
 * do: only their numbers tell them apart. */
bool program_shares_name(const struct program_stream *streams, size_t count, uint32_t stream);

/* Whether the record is host work that is turns of a loop which does nothing but wait. */
static inline bool program_is_turn(const struct program_record *record)
{
    return call_is_work(record->call) && record->count == WORK_TURNS;
}

/* Whether it is work or a sleep that its record holds all of, and no turn of a loop that waits. */
static inline bool program_is_whole_work(const struct program_record *record)
{
    return call_is_work(record->call) && record->count != WORK_TURNS && record->count != WORK_PART;
}

/* A look of a wait with an end is over when its time is: only the last one is late as sleeps are.
 */
static inline bool program_sleeps(const struct program_record *record)
{
    return record->call == CALL_host_sleep && record->count != WORK_PART;
}

/* Whether a sleep ends at a time that the program made of a reading of the clock: it is as much
 * shorter as the thread comes to it later. */
static inline bool program_sleeps_until(const struct program_record *record)
{
    return record->call == CALL_host_sleep && record->count >= WORK_UNTIL;
}

/* The number of that reading, from 0, among those of its thread, host_clock. */
static inline uint32_t program_sleep_reading(const struct program_record *record)
{
    return record->count - WORK_UNTIL;
}

/* Whether it comes to a std::barrier or std::latch. */
static inline bool program_arrives(const struct program_record *record)
{
    return record->call == CALL_publish && record->count == PUBLISH_ARRIVES;
}

/* Whether it is the end of a scope, as a write of all bytes of a local variable. */
static inline bool program_is_out(const struct program_record *record)
{
    return record->call == CALL_host_write && record->value == PROGRAM_OUT;
}

/* Whether one range reaches into the other. */
static inline bool program_ranges_overlap(const struct program_range *a,
                                          const struct program_range *b)
{
    return a->alloc == b->alloc && a->offset < b->offset + b->bytes &&
           b->offset < a->offset + a->bytes;
}

/* Total bytes that a copy moves; saturates at 2^60. */
uint64_t program_copy_bytes(const struct program_copy *copy);

/* Bytes from the first to behind the last that one side of a copy touches; no more than there are
 * numbers behind its offset. */
uint64_t program_copy_extent(const struct program_copy *copy, bool of_dst);

/* Whether a launch, or a copy or memset, writes memory that the host sees without another copy. */
bool program_launch_shows(const struct program *program, uint32_t launch);
bool program_copy_shows(const struct program *program, uint32_t copy);

/* Names in files and reports: "h2d", "pinned", "blocking", ... */
const char *copy_kind_name(enum copy_kind kind);
const char *memory_kind_name(enum memory_kind kind);
const char *stream_kind_name(enum stream_kind kind);

/* By event: whether cudaEventElapsedTime is asked about it. The caller frees it. */
bool *program_asked_events(const struct program *program);

/* A hash of all tables: programs that were made of one by the same changes have the same, others as
 * good as never. */
uint64_t program_digest(const struct program *program);

void program_release(struct program *program);

#endif
