/* The interpreter: threads of bytecode over one memory.
 *
 * A thread runs until it ends, fails, or reaches a builtin function that needs the world outside
 * (a CUDA call, a sleep, a lock). Then vm_run() returns with everything about the thread held as
 * data; vm_resume() gives the answer and the next vm_run() goes on. There is no recursion: a call
 * of the scenario is a frame on the thread's own stack.
 *
 * Must not know what a builtin function does, CUDA, or virtual time (only that builtins may read a
 * clock and that a spinning turn has to be charged).
 */
#ifndef SIM_SCRIPT_VM_H
#define SIM_SCRIPT_VM_H

#include "sim/base/strbuf.h"
#include "sim/script/bytecode.h"

#include <stdatomic.h>

struct vm;
struct vm_thread;

struct vm_cell {
    union {
        uint64_t u;
        int64_t i;
        double d;
        float f;
    };
    uint64_t tag; /* enum memory_tag */
};

/* One call of a builtin function. */
struct vm_call {
    struct vm *vm;
    struct vm_thread *thread;
    const struct bytecode_site *site;
    struct vm_cell *args; /* valid until the call is finished; not across vm_run */
    int arg_count;
    struct vm_cell result; /* zero and known before */
    bool passes_time; /* set by a builtin: arguments that depend on times are only printed, or give
                         what they are to its result, tag and all; false before */
};

enum vm_action {
    VM_OK,      /* done, `result` is set */
    VM_FAIL,    /* *err is filled */
    VM_SUSPEND, /* vm_run returns VM_CALL; `finish` is called by vm_resume */
};

/* A builtin function. Places are added to errors by the interpreter. */
struct vm_builtin {
    const char *name;
    enum vm_action (*begin)(struct vm_call *call, struct err *err);
    /* After VM_SUSPEND: `answer` is what the owner of the VM gave to vm_resume; sets `result`. May
     * be NULL (result 0). VM_SUSPEND again makes another record. */
    enum vm_action (*finish)(struct vm_call *call, const void *answer, struct err *err);
};

enum vm_stop {
    VM_ENDED,  /* the thread's function returned; thread->result */
    VM_FAILED, /* *err is filled, with its place */
    VM_CALL,   /* suspended in the builtin of thread->pending */
    VM_TURN,   /* a turn of a loop that only waits: charge it and run on */
    VM_EXIT,   /* the program called exit; vm->exit_status */
};

struct vm_frame {
    uint32_t function;
    uint32_t pc;     /* where to go on */
    uint32_t base;   /* of its registers, in cells */
    uint32_t locals; /* of thread->locals before the call */
    bool doubtful;   /* a return was skipped: what it returns in the end is unknown */
};

struct vm_thread {
    int id;
    struct vm_cell *cells;
    size_t cell_capacity;
    struct vm_frame *frames; /* the last is running */
    size_t frame_count, frame_capacity;
    uint64_t *locals; /* addresses of locals alive, by frame */
    size_t local_count, local_capacity;
    const struct bytecode_site *pending;
    uint32_t pending_args; /* register of the first argument, in cells */
    struct vm_cell result;
    int64_t turns_left; /* until vm_turn_slow looks */
    int64_t turns_given;
    bool clock_read;    /* since the last turn */
    bool called;        /* a CUDA call, since a turn was last looked at; set by the owner */
    bool watching;      /* looks for turns that only wait */
    bool watches_calls; /* notes what is read and written between calls; set by the owner */
    uint64_t call_reads, call_writes; /* before the last call, likewise as those of turns */
    bool only_reads;                  /* the last charged turn waits for memory, not for a time */
    int watched;                      /* turns watched without finding one */
    int64_t patience;                 /* turns before watching (again) */
    uint64_t last_reads;              /* what the last watched turn read */
    uint64_t last_writes;             /* and wrote */
    uint64_t looked;                  /* the atomic that was read since the last turn; 0: none */
    uint64_t last_looked;             /* and in the watched turn before */
    unsigned select_tags;             /* of the condition that went to a select */
    uint32_t attempt;                 /* where an error goes; 0: nowhere */
    size_t attempt_frames;
    struct vm_handler *handlers; /* the tries it is in, and what a throw needs: lib_throw.c */
    size_t handler_count, handler_capacity;
    struct vm_guard *guards;
    size_t guard_count, guard_capacity;
    struct vm_exception *caught;
    size_t caught_count, caught_capacity;
    struct vm_own *own; /* its thread_local variables: lib_own.c */
    size_t own_count, own_capacity;
    bool leaves;         /* set by a builtin: the thread ends with `result` */
    bool ends_own;       /* what is its own is being ended, behind its function ... */
    struct vm_cell kept; /* ... which returned this */
};

struct vm_limits {
    int64_t turns;   /* of loops, and calls, of the whole program */
    uint32_t depth;  /* of calls */
    uint64_t output; /* bytes */
};

/* --assume LINE=true|false */
struct vm_assumption {
    int line;
    bool value;
};

struct vm_warning {
    struct place place;
    bool remark; /* said once, but nothing that the prediction hangs on */
    char text[240];
};

struct vm {
    const struct bytecode *code;
    const struct sources *sources; /* for messages; may be NULL */
    struct memory memory;
    const struct vm_builtin *builtins;
    int builtin_count;
    struct vm_limits limits;
    const atomic_bool *stop; /* once set, a turn of a loop fails; NULL: never */
    int64_t turns;           /* counted so far */
    const struct vm_assumption *assumptions;
    int assumption_count;
    uint8_t *branch_seen; /* by branch: reported */
    uint32_t skipped;     /* line of the first condition whose arms were skipped; 0: none */
    struct vm_warning *warnings;
    size_t warning_count, warning_capacity;
    struct place timed_branch; /* first branch on an answer that depends on time; line 0: none */
    bool keeps_main;           /* main's variables outlive it: other threads go on meanwhile */
    bool timed;                /* there was such a branch since the owner last looked */
    bool timed_way;            /* likewise, and not just a choice between two values */
    bool time_used; /* something that depends on time may have decided what the program does: more
                       than was timed, as it need not matter */
    struct strbuf output;
    bool concurrent;        /* another thread or host function may change memory */
    uint32_t device_writes; /* operations that are still to write memory that the host sees */
    bool exited;
    int exit_status;
    void *owner; /* for builtins: struct script */
};

/* Whether somebody may change memory while a loop waits for that. */
static inline bool vm_may_change(const struct vm *vm)
{
    return vm->concurrent || vm->device_writes > 0;
}

void vm_init(struct vm *vm, const struct memory_limits *memory);
void vm_release(struct vm *vm);

/* A thread that will run `function` (an address) with `count` arguments. Fails for a bad address.
 */
int vm_thread_init(struct vm *vm, struct vm_thread *thread, uint64_t function,
                   const struct vm_cell *args, int count, struct err *err);
/* The thread that initializes the globals and calls main with `args` (argc, argv). */
int vm_thread_init_main(struct vm *vm, struct vm_thread *thread, const struct vm_cell *args,
                        int count, struct err *err);
/* The thread's function has ended: 1, and `function` (NULL: none) ends what is its own now; 0: all
 * has ended; -1. */
int vm_thread_end_own(struct vm *vm, struct vm_thread *thread, const struct function *function,
                      struct err *err);
void vm_thread_release(struct vm_thread *thread);

enum vm_stop vm_run(struct vm *vm, struct vm_thread *thread, struct err *err);

/* After VM_CALL: finishes the pending builtin. VM_SUSPEND: it wants another round. */
enum vm_action vm_resume(struct vm *vm, struct vm_thread *thread, const void *answer,
                         struct err *err);

/* For builtins that read a clock: the loop turn they are in is charged. */
void vm_clock_read(struct vm *vm, struct vm_thread *thread);

/* Behind the error that a value is unknown: what one can do about it. Returns -1. */
int vm_unknown_hint(const struct vm *vm, struct err *err);

/* Where a thread stands now: in the user's own file, if it is in a function of a built-in header
 * that was called from there. */
struct place vm_place(const struct vm *vm, const struct vm_thread *thread);

/* The message at the thread's place, with the source line. Returns -1. */
int vm_error_place(const struct vm *vm, const struct vm_thread *thread, struct err *err);

/* Adds a warning or a remark; each place once for each text. */
void vm_warn(struct vm *vm, struct place place, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void vm_remark(struct vm *vm, struct place place, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* ---- for builtins: arguments ---- */

/* Fails when argument `index` is unknown; `what` it is used as ("size", "stream"). */
int vm_known(const struct vm_call *call, int index, const char *what, struct err *err);

/* A NUL-terminated string of at most `limit` bytes; with unknown bytes shown as '?'. */
int vm_string(struct vm_call *call, uint64_t address, struct strbuf *text, struct err *err);

/* Checked access to the scenario's memory, with the access noted. */
int vm_read_bytes(struct vm_call *call, uint64_t address, void *bytes, uint64_t count,
                  unsigned *tag, struct err *err);
int vm_write_bytes(struct vm_call *call, uint64_t address, const void *bytes, uint64_t count,
                   unsigned tag, struct err *err);

/* Output of the program, up to the limit. */
int vm_print(struct vm *vm, const char *text, size_t length, struct err *err);

#endif
