/* The state of a running scenario, for the files that implement its builtin functions; nothing
 * outside this folder includes it.
 *
 * A builtin function that needs the runtime fills script->record in `begin` (the place and the
 * thread are set for it), returns VM_SUSPEND, and in `finish` gets the `struct runtime_answer` to
 * that record. `finish` may fill another record and return VM_SUSPEND again.
 */
#ifndef SIM_SCRIPT_SCRIPT_INSIDE_H
#define SIM_SCRIPT_SCRIPT_INSIDE_H

#include "sim/base/arena.h"
#include "sim/script/ast.h"
#include "sim/script/builtin_headers.h"
#include "sim/script/bytecode.h"
#include "sim/script/reuse.h"
#include "sim/script/script.h"
#include "sim/script/vm.h"

struct binding; /* of CUDA calls; binding.h */

enum script_phase {
    PHASE_NEW,    /* created, not begun */
    PHASE_CALL,   /* a builtin waits for the answer */
    PHASE_CHARGE, /* host time: the answer means nothing */
    PHASE_LEAVES, /* main has returned, and is late: script_settings.late_end */
    PHASE_ENDED,
};

/* What a clock said, without where it counts from. */
struct script_reading {
    int64_t time;            /* ns */
    uint32_t record;         /* row of the program's */
    uint32_t thread, number; /* whose it is, and which of its */
};

/* A record that is still to be returned. */
struct script_queued {
    struct program_record record;
    uint32_t caller; /* row of program.callers */
};

enum { SCRIPT_LOOKS = 4, SCRIPT_GIVEN = 4 };

/* What pthread_t and std::thread hold, of a row of program.threads. */
static inline uint64_t script_thread_handle(uint32_t id)
{
    return id + UINT64_C(1);
}

struct script_thread {
    struct vm_thread vm;
    enum script_phase phase;
    bool is_main, is_worker;
    bool was_late;   /* script_settings.late_thread, late_end */
    uint32_t hostfn; /* of a worker: what it runs */
    bool detached;
    int64_t now;       /* virtual time of the last answer, ns */
    int64_t debt;      /* ns of host work not yet charged */
    uint32_t readings; /* of clocks, so far */
    int64_t owed; /* ns of the function under a pragma that was entered last: it is charged behind
                     what the body touches before its first call, */
    const char *owed_name;   /* as work of this function */
    struct place owed_place; /* that stands here, */
    uint32_t owed_caller;    /* in a function that this row of program.callers called */
    int still;               /* records in a row in which no time passed */
    int64_t vain; /* works in a row, between which it read the same memory and nothing went on */
    uint64_t vain_reads, vain_writes; /* what it read and wrote before the last of them */
    uint64_t vain_state;              /* and where it stood, with what in its variables */
    bool spins;      /* waits for another thread by calls that take no time: each is charged, and */
    bool debt_waits; /* is all that `debt` holds */
    bool joined;
    struct place made; /* of a std::thread, which must be joined or detached; line 0: no such */
    bool replaced;     /* another one was put in its place before that */
    const struct expr *began; /* of a thread: the call that started it, and what it was given: */
    struct vm_cell given[SCRIPT_GIVEN];
    uint32_t created;    /* the thread that its thread_create made */
    uint32_t waits_on;   /* its lock for conditions and barriers; 0: none yet */
    bool looks;          /* waits for a condition with an end, and was not woken yet */
    bool waits_for_lock; /* the condition that it waits for is that a lock is free */
    int64_t wait_begin;  /* of that */
    uint32_t woken;      /* threads that it still has to wake */
    int step;            /* of a builtin that makes several records */
    bool fenced;         /* behind a fence that releases: what it stores relaxed does, too */
    struct memory_access last_looks[SCRIPT_LOOKS]; /* what it read last, if only memory that host
                                                 functions use, */
    size_t look_count;                             /* without a call in between; 0: it did not; */
    uint64_t looked_at;                            /* with so many writes before */
    int64_t calls;                                 /* records that it returned, */
    int64_t other_calls;                           /* and those that are no work and no sleep */
    uint32_t caller;             /* of the record that was returned last: row of program.callers */
    struct script_queued *queue; /* to be returned before anything else runs */
    size_t queued, queue_next, queue_capacity;
};

/* How std::cout and std::cerr print. */
struct script_stream {
    int width, precision; /* precision -1: 6 */
    unsigned flags;       /* enum stream_flags */
    char fill;
    bool is_text; /* a std::ostringstream: it keeps what is put into it */
    bool is_file; /* likewise a number of its own, but nothing keeps what is put into it */
    struct strbuf text;
    size_t at;        /* where it is put: behind str("abc"), at the begin */
    bool closed;      /* its number is free, */
    size_t next_free; /* as 1 + the next one's index; 0: none */
};

/* Threads that wait on a condition variable or at a barrier. */
struct script_waiters {
    uint32_t *threads; /* in order of arrival */
    size_t count, capacity;
    uint32_t expected; /* of a barrier; of a static local 1 + the thread that makes it */
};

/* Turns of a loop that looks at an atomic, finds nothing new and makes one call, or several that
 * are work and sleeps; it may look at others, too. */
struct script_turns {
    int64_t calls;       /* 1 + those of the thread when it looked last; 0: it has not; */
    int64_t other_calls; /* and those that are no work and no sleep */
    int64_t turns;
    int64_t each; /* calls of each turn; -1: they differ */
};

/* Which version of an atomic a thread looked at last, of any order, and acquired last. */
struct script_seen {
    uint32_t looked, acquired;
    struct script_turns turns;
};

/* An atomic that threads tell each other something by. */
struct script_atomic {
    uint64_t address;
    uint32_t lock;            /* its number, among those of locks */
    uint32_t version;         /* writes so far, but for relaxed stores that end nothing */
    uint32_t releasers;       /* threads that released something which is still to be seen there: */
    uint32_t releaser;        /* the first of them */
    struct script_seen *seen; /* by thread */
    size_t seen_capacity;
};

/* A place of the program that memory comes from, or goes at, by a call inside of the library. */
struct script_user_site {
    struct memory_site site;
    struct script_user_site *next; /* of the same line */
};

struct script_key {
    const char *name;
    int builtin;
};

struct script {
    const struct script_settings *settings;
    const char *moves;   /* what the work in `record` is: "memset", who works; NULL: not known */
    uint64_t move_bytes; /* 0: several together */
    uint64_t move_from;  /* the address that a memcpy reads; 0: it is none */
    uint64_t move_reads; /* bytes there */
    struct arena arena;
    struct builtin_headers headers;
    struct translation_unit *tu;
    struct bytecode code;
    struct vm vm;
    struct vm_builtin *builtins;      /* all, in one table */
    struct script_key *builtin_names; /* sorted by name */
    int builtin_count;
    struct vm_assumption *assumptions;
    uint64_t max_calls;
    uint32_t max_threads;
    int max_nesting; /* for the parser */
    int64_t max_tokens;

    const struct profile *profile;
    struct program *program;
    struct runtime *runtime;
    struct binding *binding;
    struct reuse reuse; /* of the host's memory */
    struct script_untimed {
        int64_t turns;   /* of loops, when a thread last made a call */
        bool is_charged; /* time was spent since */
        bool worked;     /* something was enqueued before */
        bool is_told;
    } untimed; /* untimed.c */

    struct program_record record;   /* of the builtin that suspends */
    struct script_thread **threads; /* by row of program.threads; NULL: none of ours */
    size_t thread_count, thread_capacity;
    uint64_t writes;                 /* of threads and host functions to memory that CUDA knows */
    uint32_t running;                /* the thread whose turn it is */
    struct script_reading *readings; /* of std::chrono's clocks by all threads, in order of time */
    size_t reading_count, reading_capacity;
    size_t readings_used;   /* those before are known to be more than kept */
    uint8_t *clock_readers; /* by function: what clock_place.c found, NULL: nothing yet */
    struct script_clock_role *clock_roles; /* as far as they were asked for */
    size_t clock_role_count, clock_role_capacity;
    uint32_t lock_count;            /* numbers given to locks so far */
    bool recursive;                 /* there are mutexes that a thread may take again */
    uint32_t *file_names;           /* program name ids by source file */
    uint32_t *function_names;       /* and by function, those that callers.c needed; 0: not yet */
    struct script_waiters *waiters; /* numbered from 1 as the program meets them */
    size_t waiters_count, waiters_capacity;
    struct script_atomic *atomics; /* by address */
    size_t atomic_count, atomic_capacity;
    struct script_user_site **user_sites; /* by line */
    size_t user_site_lines;
    struct script_stream streams[2]; /* cout, cerr */
    struct script_stream **texts;    /* of std::ostringstream, by number */
    size_t text_count, text_capacity;
    size_t free_text; /* 1 + the index of one that was given back; 0: none */

    uint32_t random[31]; /* rand: see lib_number.c */
    int random_at;
    bool random_seeded;
    uint64_t random48; /* drand48 */
    bool exited;
    int exit_status;
    uint64_t errno_at; /* its address, 0: nothing looked at it yet */
};

static inline struct script *script_of(const struct vm_call *call)
{
    return call->vm->owner;
}

/* The thread that a builtin runs on. */
struct script_thread *script_running(const struct vm_call *call);

/* The running thread prints what was made of an answer that depends on time. */
void script_note_report(struct script *script);

/* The program's name id of a source file, by its number. */
uint32_t script_file_name(struct script *script, uint32_t file);

/* The row of program.places of a source place. */
uint32_t script_place_row(struct script *script, struct place place);

/* Says where a record's call stands: there, or where the thread is now. */
void script_stand(struct script *script, struct program_record *record, struct place place);
void script_stand_here(struct script *script, const struct script_thread *thread,
                       struct program_record *record);

/* By which calls of the user's the thread came to where it is: a row of program.callers. */
uint32_t script_callers(struct script *script, const struct vm_thread *thread);

/* Likewise of the running thread, of a script, for what memory notes; and where, which is where the
 * user called the library if that does it. As it is before a thread runs. */
void script_stands_now(void *script, struct memory_place *place);

/* The thread's records that come before anything else runs: adds one; takes the next one, if there
 * is one; adds what it touched of memory that CUDA knows since the last one, and what it worked. */
void script_enqueue(struct script_thread *thread, const struct program_record *record,
                    uint32_t caller);
bool script_dequeue(struct script_thread *thread, struct program_record *record);
void script_enqueue_accesses(struct script *script, struct script_thread *thread);
void script_enqueue_debt(struct script *script, struct script_thread *thread);

/* Counts work of the host, which in one place is one record however often it is done: a loop that
 * sleeps until something happens comes to no limit of calls. */
int script_count_work(struct script *script, const struct script_thread *thread, struct err *err);

/* Counts works in a row (sleeps, yields) that find the thread as the one before did, with the same
 * memory looked at in between, while the device has nothing to do and all other threads wait: a
 * deadlock, if somebody waits for it, unless it counts its turns in memory. A thread that is alone,
 * or that looks at a clock in between, is left alone. */
int script_works_in_vain(struct script *script, struct script_thread *thread, struct err *err);

/* Counts a turn that waits for memory while nobody goes on who could write it. It may still count
 * its turns, so it only counts more; in the end it is a deadlock. */
/* joinable.c: tells of the std::threads that are joinable still, where main returns, and those that
 * exit() destroys or that were destroyed before. */
void joinable_at_end(struct script *script);
void joinable_at_exit(struct script *script);

bool script_waits_in_vain(struct script *script, const struct script_thread *thread,
                          struct err *err);

/* The functions of the user's source, and where they call each other by name, for the program. */
void script_note_functions(struct script *script);

/* Adds host time: charged before the next call. */
void script_charge(struct script *script, int64_t ns);

/* The thread is about to make script->record: remarks that what its loops did since the last call
 * takes no time, if that is much. */
void script_note_untimed(struct script *script, const struct script_thread *thread);

/* The running thread enters a function that takes so long by its pragma. `name` stays. */
int script_enter(struct script *script, int64_t ns, const char *name, struct err *err);

/* Where the user's code, in a function that does more than that, reads the clock now. *begins: what
 * it reads there is only ever taken from another time. */
struct place script_clock_place(struct script *script, const struct vm_thread *thread,
                                bool *begins);

/* Whether what a call of `f` at that place reads is only ever taken from another time. */
bool script_clock_begins(struct script *script, const struct function *f, struct place place);

/* The running thread touches memory of the host, if CUDA knows it; `may`: or does not. */
void script_touch(struct script *script, uint64_t address, uint64_t bytes, bool write, bool may);

/* Starts a thread of the scenario as row `id` of program.threads. */
int script_start_thread(struct script *script, uint32_t id, bool worker, uint64_t function,
                        const struct vm_cell *args, int count, struct err *err);

/* The value of NAME in the variables of the program; NULL if unset. */
const char *script_variable(const struct script *script, const char *name);

#endif
