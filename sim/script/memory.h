/* The address space of a scenario: what host and device memory holds.
 *
 * An address is (segment << 40) + 2^39 + offset, so that finding its allocation is one shift, a
 * pointer slightly before or after its buffer still names the buffer it left, and addresses are
 * the same on every run. Segment 0 is never used: null and what lies near it.
 *
 * Contents are pages of 64 KB, shared until written. A page or a whole segment that is zero,
 * unknown or never written costs nothing, and copying such ranges copies no bytes. Each byte has a
 * tag (enum memory_tag); a page without tags is known throughout.
 *
 * Must not know of CUDA calls, syntax or the interpreter. Device memory is held here like any
 * other; only host access to it is refused.
 */
#ifndef SIM_SCRIPT_MEMORY_H
#define SIM_SCRIPT_MEMORY_H

#include "sim/base/err.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum memory_tag {
    MEMORY_UNKNOWN = 1,  /* what a kernel would have computed, or computed from it */
    MEMORY_TIMED = 2,    /* depends on an answer that depends on time */
    MEMORY_POLLED = 8,   /* likewise, on whether something is done yet: a loop may wait for it */
    MEMORY_UNSET = 4,    /* never written; always with MEMORY_UNKNOWN */
    MEMORY_DOUBTED = 16, /* of a loop that turned as often as was assumed: the program goes on with
                            it, but what is printed is unknown */
    MEMORY_CHOSEN = 32,  /* a place, one of several: it may be read, and what is there is unknown;
                            always with MEMORY_UNKNOWN */
};

enum segment_kind {
    SEGMENT_GLOBAL,
    SEGMENT_LOCAL,
    SEGMENT_HEAP,
    SEGMENT_PINNED,
    SEGMENT_MANAGED,
    SEGMENT_DEVICE,
    SEGMENT_LITERAL, /* read-only */
    SEGMENT_OPAQUE,  /* no bytes to see: FILE, a function */
};

struct type;

/* Where the program made or freed a segment, and the name of the variable that got it. Long-lived:
 * segments keep the pointer. */
struct memory_site {
    const char *name; /* NULL: none */
    int line;
    const struct type *type; /* of what lies there, or of each of several; NULL: not known */
};

struct memory_page;

/* Where in the source an access stands; what the numbers mean is the owner's. */
struct memory_place {
    uint32_t file, line, column;
    uint32_t caller; /* by which calls it was reached, of what is noted; see memory.stands */
};

/* What became of memory in an access that counts as a write. */
enum memory_end {
    MEMORY_LIVES,
    MEMORY_FREED,
    MEMORY_OUT, /* of scope: a local variable that ends, or is made anew in the next turn */
};

/* A run of bytes that the host touched, of a segment that CUDA knows. */
struct memory_access {
    uint32_t segment;
    bool write;
    uint8_t end; /* enum memory_end */
    bool gaps;   /* not all of it was touched: too many pieces to tell */
    uint64_t offset, bytes;
    struct memory_place place; /* of the first access in it */
};

struct memory_segment {
    uint64_t size;
    const struct memory_site *made, *freed; /* freed: NULL while alive */
    struct memory_page **pages;             /* NULL: `whole` says it all */
    struct memory_page *only;               /* the table of a segment of one page */
    uint64_t handle;  /* row of the program's allocations + 1; 0: CUDA never saw it */
    uint8_t kind;     /* enum segment_kind */
    bool of_vector;   /* a std::vector's or std::string's */
    uint64_t element; /* bytes of one, where it is known that they are objects; 0 */
    uint8_t whole;    /* enum page state, while pages is NULL */
    bool used;        /* has been handed out and not been recycled */
    bool held;        /* a local that stays there when it ends, with all that it had in it */
    bool gone;        /* memory of malloc that was freed and has users */
    uint32_t users;   /* host functions that are still to run and got its address */
    bool watched;     /* a local whose end is noted */
    bool tracked;     /* host accesses are noted */
    uint32_t locked;  /* parts of it that are page-locked: to free it is to write to it */
    uint32_t next_free;
};

/* A cached translation of one page for one direction. */
struct memory_line {
    uint64_t page; /* address >> 16; 0: none */
    uint8_t *data; /* of the page's first byte; not to be written through a read line */
    uint8_t *tags; /* NULL: all known */
    uint32_t limit;
    uint32_t touched_from, touched_to; /* of a tracked page: the run not yet noted */
    struct memory_place place;
    bool tracked;
};

enum { MEMORY_LINES = 32, MEMORY_PAGE = 65536, MEMORY_VALUE = 256 };

struct memory_limits {
    uint64_t touched;    /* bytes of pages that hold contents */
    uint64_t allocation; /* the largest single allocation */
    uint64_t reserved;   /* all allocations alive at the same time */
    uint32_t segments;   /* alive at the same time */
};

struct memory {
    struct memory_line reads[MEMORY_LINES];
    struct memory_line writes[MEMORY_LINES];
    bool cached;        /* some line may be in use */
    bool tracked_lines; /* some line may be of a tracked segment */
    bool untracked;     /* nothing is noted */
    bool lenient;    /* what was freed can be found again by who has its address, if it is noted */
    bool after_free; /* and be read and written, as who runs now may be late: nobody knows what
                        stands there */
    bool watch;      /* keep nothing in the lines, so that every access is seen here */
    uint64_t watch_reads, watch_writes; /* order-free hashes of the addresses seen in watch */
    bool watch_shared;                  /* some of those read can be written by the device */
    struct memory_segment *segments;
    size_t count, capacity;
    struct memory_place *freed_at; /* by segment, of memory of malloc, if lenient */
    size_t freed_at_count, freed_at_capacity;
    uint32_t alive;
    uint32_t free_first, free_last, free_count;
    uint32_t local_free; /* recycled at once, unlike the others */
    uint64_t touched, reserved;
    struct memory_limits limits;
    struct memory_access *accesses; /* noted since the last memory_take_accesses */
    size_t access_count, access_capacity;
    uint32_t ended;  /* locals that ended with a note that was not taken yet; 0: none */
    bool holds;      /* there are locals that are held or watched, and their ends count */
    bool gave_times; /* memory_get has answered with the tag that it depends on time; set by others
                        too, for bytes that have no tag though the time decides what they are */
    struct memory_place place; /* to note accesses with; set by the interpreter on slow paths */
    /* Asked for what is noted: makes it the user's place, and says who called. NULL: as it is. */
    void (*stands)(void *owner, struct memory_place *place);
    void *owner;
};

void memory_init(struct memory *m, const struct memory_limits *limits);
void memory_release(struct memory *m);

/* Reserves `bytes` (0 is a valid, distinct address). `zero`: reads as 0, otherwise as never
 * written. Fails when a limit is exceeded. */
int memory_make(struct memory *m, enum segment_kind kind, uint64_t bytes, bool zero,
                const struct memory_site *made, uint64_t *address, struct err *err);

/* Ends a segment; `address` must be its start. `what` names the caller in messages ("free"); only
 * a segment of `kind` is accepted. */
int memory_free(struct memory *m, uint64_t address, enum segment_kind kind, const char *what,
                const struct memory_site *freed, struct err *err);

/* Ends a local whose address came from memory_make. Never fails. Of one that is held or watched
 * that is noted. */
void memory_end_local(struct memory *m, uint64_t address);

/* A local goes out of scope while its function goes on: if it is held or watched, that is noted. */
void memory_leave_local(struct memory *m, uint64_t address);

/* The local that an address lies in, if it is one, is held; or watched: something may still be
 * using it when it ends. */
void memory_hold_local(struct memory *m, uint64_t address);

/* Whether an address lies in memory that stays reachable when it is freed. */
bool memory_is_kept(const struct memory *m, uint64_t address);

/* Likewise memory of malloc or new, for one use more; and the use is over. */
void memory_hold_heap(struct memory *m, uint64_t address);
void memory_let_go_heap(struct memory *m, uint64_t address);
void memory_watch_local(struct memory *m, uint64_t address);

/* Behind memory_take_accesses(), when its notes have been used: locals that ended are none now. */
void memory_drop_ended(struct memory *m);

/* The segment of an address if it is alive and holds it (one past its end included), else NULL.
 * Valid until the next memory_make. */
struct memory_segment *memory_find(struct memory *m, uint64_t address, uint64_t *offset);

/* The segment of an address that lies in one that was freed and not handed out again, else NULL. */
const struct memory_segment *memory_find_freed(const struct memory *m, uint64_t address,
                                               uint64_t *offset);

/* Whether memory of that kind that is alive has `value` in eight bytes of its own. */
bool memory_holds(const struct memory *m, enum segment_kind kind, uint64_t value);

uint64_t memory_address(uint32_t segment);
uint32_t memory_segment_of(uint64_t address);

/* Fails, with a message saying why, unless [address, address + bytes) lies in one live segment.
 * `what` begins the message ("host read", "cudaMemcpy"); `host`: device memory is refused too. */
int memory_check(struct memory *m, uint64_t address, uint64_t bytes, bool host, const char *what,
                 struct err *err);

/* The same for a host write: string constants are refused too. */
int memory_check_write(struct memory *m, uint64_t address, uint64_t bytes, const char *what,
                       struct err *err);

/* Scalars of 1, 2, 4 or 8 bytes, as the host sees them. The slow path of the interpreter: fills
 * the cache. */
int memory_read(struct memory *m, uint64_t address, unsigned bytes, uint64_t *value, unsigned *tag,
                struct err *err);
int memory_write(struct memory *m, uint64_t address, unsigned bytes, uint64_t value, unsigned tag,
                 struct err *err);

/* Whole ranges; the caller has checked them with memory_check. They fail only when the limit on
 * touched memory is exceeded. Ranges of memory_copy may overlap. */
int memory_copy(struct memory *m, uint64_t to, uint64_t from, uint64_t bytes, struct err *err);
int memory_set(struct memory *m, uint64_t address, int byte, uint64_t bytes, struct err *err);
int memory_set_zero(struct memory *m, uint64_t address, uint64_t bytes, struct err *err);
int memory_set_unknown(struct memory *m, uint64_t address, uint64_t bytes, struct err *err);
int memory_set_unset(struct memory *m, uint64_t address, uint64_t bytes, struct err *err);
int memory_put(struct memory *m, uint64_t address, const void *bytes, uint64_t count, unsigned tag,
               struct err *err);

/* Puts `value` (1 to MEMORY_VALUE bytes) again and again; whole pages that come out alike are one.
 */
int memory_fill(struct memory *m, uint64_t address, const void *value, unsigned size,
                uint64_t bytes, unsigned tag, struct err *err);

/* Copies out; `tags` may be NULL. Returns the tags of all bytes or'ed. */
unsigned memory_get(struct memory *m, uint64_t address, void *bytes, uint8_t *tags, uint64_t count);

/* Bytes from `address` to the end of its segment (0: none). */
uint64_t memory_left(struct memory *m, uint64_t address);

/* From now on host accesses to this segment are noted, unless none are. */
void memory_track(struct memory *m, uint64_t address);

/* Notes an access that did not go through memory_read or memory_write (memcpy, printf %s). */
void memory_note(struct memory *m, uint64_t address, uint64_t bytes, bool write);

/* Memory of the host that CUDA knows ends. */
void memory_note_end(struct memory *m, uint64_t address, enum memory_end end);

/* Where memory was freed that nobody asks for notes of; and, once somebody does, that it was,
 * there.
 */
void memory_keep_place(struct memory *m, uint64_t address, struct memory_place place);
void memory_note_freed(struct memory *m, uint64_t address);

/* The accesses noted since the last call, merged, in order of segment and offset, writes after
 * reads. Valid until the next access; forgets them. */
const struct memory_access *memory_take_accesses(struct memory *m, size_t *count);

/* While on, nothing is cached and watch_reads and watch_writes collect the addresses touched. */
void memory_watch(struct memory *m, bool on);

/* The cached translation of a checked range within one page, made if need be. NULL when the general
 * functions must be used: two pages, watching, the limit on touched memory. */
struct memory_line *memory_reach(struct memory *m, uint64_t address, unsigned bytes, bool write);

/* Forgets the cached translations of a range, which lies in one segment. */
void memory_forget(struct memory *m, uint64_t address, uint64_t bytes);

/* Forgets all cached translations. */
void memory_flush(struct memory *m);

/* Extends the noted run of a tracked line; the cached paths call it. */
void memory_line_touch(struct memory *m, struct memory_line *line, uint32_t at, unsigned bytes,
                       bool write);

/* The cached paths, in line for the interpreter: the translation, or NULL when only the slow path
 * can tell. The caller adds `address & (MEMORY_PAGE - 1)` to `data` and `tags`. */
static inline struct memory_line *memory_fast(struct memory *m, struct memory_line *lines,
                                              uint64_t address, unsigned bytes)
{
    struct memory_line *line = &lines[(address >> 16 ^ address >> 40) % MEMORY_LINES];
    uint32_t at = (uint32_t)(address & (MEMORY_PAGE - 1));
    if (__builtin_expect(line->page != address >> 16 || at + bytes > line->limit, 0))
        return NULL;
    if (__builtin_expect(line->tracked, 0))
        memory_line_touch(m, line, at, bytes, lines == m->writes);
    return line;
}

#endif
