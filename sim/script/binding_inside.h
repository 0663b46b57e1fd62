/* What the files of the binding share: the state of a program's CUDA objects as the interpreter
 * sees them, and helpers to read arguments, fill records and write results. Nobody else includes
 * this; the public face is binding.h.
 *
 * One file a group of calls: bind_stream.c, bind_event.c, bind_copy.c, bind_memory.c,
 * bind_pointer.c, bind_pool.c, bind_launch.c (with launch_row.c), bind_kernel.c, bind_device.c,
 * bind_host.c. Each ends with its table of builtin functions, which binding.c puts together.
 * bind_effect.c: what device operations do to memory when they end.
 */
#ifndef SIM_SCRIPT_BINDING_INSIDE_H
#define SIM_SCRIPT_BINDING_INSIDE_H

#include "sim/model/cuda_errors.h"
#include "sim/script/binding.h"
#include "sim/script/kernel_cost.h"
#include "sim/script/launch_access.h"
#include "sim/script/script_inside.h"

/* Handles are addresses in segments that memory never reaches: kind, then the row. */
#define HANDLE_STREAM (UINT64_C(0x7ffffe) << 40)
#define HANDLE_EVENT  (UINT64_C(0x7ffffd) << 40)
#define HANDLE_POOL   (UINT64_C(0x7ffffc) << 40)

/* What a call of one host thread keeps from `begin` to `finish`. */
struct bind_pending {
    uint32_t row;
    uint64_t address;
    uint64_t bytes;
};

/* A row of program.allocs. */
struct bind_alloc {
    uint64_t address;
    uint64_t bytes;
    enum memory_kind kind;
    bool gone;
    unsigned flags; /* of cudaHostAlloc and cudaHostRegister */
};

struct bind_hostfn { /* a row of program.hostfns */
    uint64_t function;
    struct vm_cell data;
    uint64_t stream; /* callbacks: the handle that it is told */
    bool callback;
};

struct bind_kernel { /* by row of kernel_costs.kernels */
    uint32_t row;    /* of program.kernels; 0: none yet */
    int carveout;    /* percent; -1: default */
    int dynamic_shared;
    bool said;        /* that its cost is a guess */
    bool said_mapped; /* that it touches memory of the host */
    bool follows;     /* pointers in memory: what it may touch depends on what the device has */
};

struct launch_cache;

struct bind_leaving {
    uint32_t alloc, stream;
};

/* What a copy from pageable memory took, until it arrives. */
struct bind_staged {
    uint32_t copy; /* row of program.copies */
    uint64_t address;
};

/* A call that puts work into a stream, or a launch that names none. */
struct bind_named {
    const struct expr *call, *stream; /* stream NULL: none is named */
    const struct function *function;  /* that it stands in */
    uint32_t place, column;           /* as its records have them */
    struct scope_seen *seen;          /* where it stands, once somebody asked; bind_scope.c */
};

struct binding {
    struct script *script;
    struct kernel_costs costs;
    struct bind_kernel *kernels;
    struct bind_pending *pending; /* by thread */
    size_t pending_capacity;
    struct bind_alloc *allocs; /* by row */
    size_t alloc_count, alloc_capacity;
    uint64_t owner_looks;   /* segments that were looked at for the owner of a vector's memory */
    uint64_t alloc_changes; /* how often one was made or ended */
    uint32_t *registered;   /* rows of allocs of kind MEMORY_REGISTERED that are alive */
    size_t registered_count, registered_capacity;
    struct bind_hostfn *hostfns;
    size_t hostfn_capacity;
    struct bind_shared *shared; /* what host functions name; bind_shared.c */
    size_t shared_count, shared_capacity;
    struct bind_leaving *leaving; /* freed in a stream: their memory ends at a synchronize */
    size_t leaving_count, leaving_capacity;
    struct bind_staged *staged; /* in the order of the calls */
    size_t staged_count, staged_capacity;
    struct launch_cache *cache;
    bool lacks_memory;                  /* memory that was asked for was not to be had */
    struct launch_access_list accesses; /* of the launch being made; reused */
    struct program_access *rows;        /* likewise */
    size_t row_capacity;
    struct memory_site **sites; /* made here; segments keep pointers to them */
    size_t site_count, site_capacity;
    uint8_t
        *streams_said; /* by site of the code: 1: the text of its stream is noted, or has none */
    struct bind_named *named; /* by whether they have been made, in their order */
    size_t named_count, named_capacity;
    struct scope_ways *ways;      /* by function, the newest first; bind_scope.c */
    struct between_list *effects; /* of lists of statements, likewise; bind_between.c */
    uint8_t *function_effects;    /* by function, what is known: bind_between.c; NULL: nothing */
    bool timed_before;            /* a range "nullstream" began */
    uint64_t error_texts[64][2];  /* addresses: name and text, by position in the list of errors */
};

static inline struct binding *binding_of(const struct vm_call *call)
{
    return script_of(call)->binding;
}

struct bind_pending *bind_pending(const struct vm_call *call);

/* From now on it is noted what touches memory that the host function shares with others: what its
 * argument leads to, and the variables that it names itself. bind_shared.c */
void bind_note_shared(const struct vm_call *call, uint64_t function);
void bind_shared_release(struct binding *binding);

/* ---- records ---- */

/* script->record, emptied, for this call. */
struct program_record *bind_record(const struct vm_call *call, enum call which);
/* The call is refused with a CUDA error that only the source can see; suspends. */
enum vm_action bind_refuse(const struct vm_call *call, enum call which, enum cuda_error error);
/* What is wrong with the call `which`, in words, for those who read the program. `launch`: its row,
 * if the fault is its kernel's; else 0. */
void bind_fault(const struct vm_call *call, enum call which, enum program_fault_kind kind,
                uint32_t launch, const char *words);
/* That it is about to be refused for memory that it cannot have: what is wrong with that; `what`
 * begins the words. False: it can have that. */
bool bind_fault_memory(const struct vm_call *call, enum call which, uint64_t address,
                       uint64_t bytes, const char *what);
/* A call without arguments that matter. */
enum vm_action bind_plain(const struct vm_call *call, enum call which);
/* As vm_builtin.finish: the CUDA error is the result. */
enum vm_action bind_finish(struct vm_call *call, const void *answer, struct err *err);
/* Likewise; unless it failed, the answer's number goes to what the first argument points to. */
enum vm_action bind_finish_int(struct vm_call *call, const void *answer, struct err *err);
enum vm_action bind_finish_size(struct vm_call *call, const void *answer, struct err *err);
/* For one: unless the call failed, `value` goes to `address` in `bytes` bytes. */
enum vm_action bind_finish_writing(struct vm_call *call, const void *answer, uint64_t address,
                                   uint64_t value, unsigned bytes, struct err *err);
/* The same, and the result depends on time. */
enum vm_action bind_finish_timed(struct vm_call *call, const void *answer, struct err *err);

/* ---- arguments and results ---- */

/* `tag` is that of an argument: one that depends on time makes the program depend on it. */
void bind_note_timed(const struct vm_call *call, unsigned tag);
/* An argument as a whole number, known; `what` it is used as. */
int bind_number(const struct vm_call *call, int index, const char *what, uint64_t *value,
                struct err *err);
/* The address of a result, known; 0 for a null pointer. */
int bind_pointer(const struct vm_call *call, int index, const char *what, uint64_t *address,
                 struct err *err);
/* Writes a whole number of `bytes` bytes to a result. */
int bind_write(struct vm_call *call, uint64_t address, uint64_t value, unsigned bytes,
               struct err *err);
int bind_write_float(struct vm_call *call, uint64_t address, float value, unsigned tag,
                     struct err *err);
/* Reads `bytes` known bytes of a record or array; `what` begins the message. */
int bind_read(struct vm_call *call, uint64_t address, void *bytes, uint64_t count, const char *what,
              struct err *err);
/* The row of a stream or event handle; *null: it is 0 (streams: the default one, resolved). */
int bind_stream(const struct vm_call *call, int index, uint32_t *row, struct err *err);
int bind_stream_handle(const struct vm_call *call, uint64_t handle, uint32_t *row, struct err *err);
int bind_event(const struct vm_call *call, int index, uint32_t *row, struct err *err);
/* Name id of what gets a result: "a", "streams[3]", "load.stream". */
uint32_t bind_name(const struct vm_call *call, int index, uint64_t address);
/* "s", "b.stream", "b->stream"; false: something else. */
bool bind_source_text(struct strbuf *sb, const struct expr *e);
/* Without the casts, which `all` says whether to leave where the source writes them. */
static inline const struct expr *bind_strip(const struct expr *e, bool all)
{
    while (e && (e->kind == EXPR_CAST || e->kind == EXPR_DECAY) && (all || !e->explicit_cast))
        e = e->a;
    return e;
}
/* A call, made for the first time, in a stream that the source calls so (NULL: none): whether a
 * launch without a stream can name it (program.stream_sights). */
void bind_scope_note(const struct vm_call *call, const struct expr *stream, uint32_t place,
                     uint32_t column);
void bind_scope_release(struct binding *binding);
/* The kernel that a function address means: row of costs.kernels, -1 if it is none. */
int bind_kernel(const struct binding *binding, uint64_t address);
/* Its row of program.kernels, added when first asked for. */
uint32_t bind_kernel_row(struct binding *binding, int kernel);

/* ---- memory ---- */

/* The range of an allocation; the allocation gets a row if CUDA sees it for the first time. Alloc 0
 * if the address lies in none. Bytes are cut at its end. */
struct program_range bind_range(struct binding *binding, uint64_t address, uint64_t bytes);
uint32_t bind_add_alloc(struct binding *binding, enum memory_kind kind, uint32_t name,
                        uint64_t address, uint64_t bytes, uint32_t pool);
/* What CUDA takes the memory at an address for; MEMORY_NONE: not alive. */
enum memory_kind bind_memory_kind(const struct binding *binding, uint64_t address);
/* The live allocation that begins at an address; 0: none. */
uint32_t bind_find_alloc(const struct binding *binding, uint64_t address);
/* As vm_builtin.finish of calls that allocate: bind_pending says what and where its address goes.
 */
enum vm_action bind_make_finish(struct vm_call *call, const void *answer, struct err *err);
/* The memory of an allocation ends. */
int bind_end_alloc(struct binding *binding, const struct vm_call *call, uint32_t row,
                   struct err *err);

/* What was freed in `stream` (BIND_ALL_STREAMS: in any) and is done with ends. */
#define BIND_ALL_STREAMS UINT32_MAX
int bind_end_leaving(const struct vm_call *call, uint32_t stream, struct err *err);

/* ---- copies ---- */

/* What a copy took from pageable memory, a row of binding.staged, is needed no more. */
int bind_unstage(struct binding *binding, size_t at, struct err *err);

/* ---- launches ---- */
/* A launch with its arguments read. */
struct bind_launching {
    int kernel; /* row of costs.kernels */
    uint32_t grid[3], block[3];
    uint64_t shared; /* dynamic bytes */
    uint32_t stream;
    int32_t priority;
    int carveout;
    bool cooperative;
    uint32_t cluster;
    const struct vm_cell *args;
    int arg_count;
};

/* Makes its row and the record of the call; suspends. */
enum vm_action bind_launch(struct vm_call *call, enum call which, const struct bind_launching *l,
                           struct err *err);
/* launch_fault.c: notes what is certain to go wrong when the kernel of the launch `row`, whose
 * accesses have just been found, runs; false: nothing is. And why the device refuses so much shared
 * memory, if it does. */
bool bind_launch_fails(const struct vm_call *call); /* by an illegal address */
bool bind_launch_fault(const struct vm_call *call, enum call which, uint32_t row);
void bind_launch_shared(const struct vm_call *call, enum call which, const struct bind_launching *l,
                        uint32_t row);
struct launch_cache *launch_cache_new(void);
void launch_cache_free(struct launch_cache *cache);

extern const struct vm_builtin bind_stream_builtins[], bind_event_builtins[], bind_copy_builtins[],
    bind_memory_builtins[], bind_pointer_builtins[], bind_pool_builtins[], bind_launch_builtins[],
    bind_kernel_builtins[], bind_device_builtins[], bind_host_builtins[];

#endif
