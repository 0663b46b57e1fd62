/* The C and C++ library as scenarios see it: builtin functions, a table a file.
 *
 * They act on the interpreter's memory and on struct script; what needs virtual time or other
 * threads becomes a program record. Must not know CUDA calls.
 */
#ifndef SIM_SCRIPT_LIB_H
#define SIM_SCRIPT_LIB_H

#include "sim/script/script_inside.h"

/* Each is static and ends with a NULL name. */
extern const struct vm_builtin lib_memory[]; /* malloc, memcpy, new */
extern const struct vm_builtin lib_string[]; /* string.h */
extern const struct vm_builtin lib_number[]; /* atoi, rand, abs */
extern const struct vm_builtin lib_math[];
extern const struct vm_builtin lib_print[];   /* printf, puts */
extern const struct vm_builtin lib_scan[];    /* sscanf */
extern const struct vm_builtin lib_stream[];  /* std::cout */
extern const struct vm_builtin lib_process[]; /* exit, getenv, assert */
extern const struct vm_builtin lib_time[];
extern const struct vm_builtin lib_thread[];
extern const struct vm_builtin lib_condition[];
extern const struct vm_builtin lib_joinable[];
extern const struct vm_builtin lib_atomic[];
extern const struct vm_builtin lib_vector[];
extern const struct vm_builtin lib_throw[];
extern const struct vm_builtin lib_own[];
extern const struct vm_builtin lib_static[];

/* Copies `bytes` of a new heap segment's address into *address; for malloc, new, vectors. */
int lib_allocate(struct vm_call *call, uint64_t bytes, bool zero, uint64_t *address,
                 struct err *err);

/* Ends what came from there; `what` names who does in messages ("free"). */
int lib_release(struct vm_call *call, uint64_t address, const char *what, struct err *err);

/* The FILE * of every file that is written, besides 1 and 2 of stdout and stderr. */
enum { LIB_FILE = 3 };

/* The text that the argument points to; *unknown is set when bytes of it are. */
int lib_string_argument(struct vm_call *call, int index, struct strbuf *text, bool *unknown,
                        struct err *err);

/* Likewise that of the std::string which the argument points to: NULs are part of it. Where it is
 * unknown, it ends with a ?. */
int lib_string_object(struct vm_call *call, int index, struct strbuf *text, bool *unknown,
                      struct err *err);

/* The argument as a number; 0 and an error if unknown. */
int lib_size(const struct vm_call *call, int index, uint64_t *bytes, struct err *err);

/* The number that stands in the first word of a mutex, condition or barrier; a new one at first. */
int lib_number_at(struct vm_call *call, int index, uint32_t (*make)(struct script *),
                  uint32_t *number, struct err *err);
uint32_t lib_new_lock(struct script *script);

/* An atomic, a mutex or the like lies there. */
void lib_note_lock(struct script *script, uint64_t address);
enum vm_action lib_lock_record(struct vm_call *call, enum call what, uint32_t lock);
void lib_be_late(struct vm_call *call); /* where script_settings.late_thread wants it */

/* Threads that wait to be woken: the number of a new list of them, one more, and all or the first
 * so many (thread->woken) of them woken, a record each. */
uint32_t lib_new_waiters(struct script *script);
void lib_waiters_add(struct script_waiters *w, uint32_t thread);
enum vm_action lib_wake(struct vm_call *call, struct script_waiters *w);

/* Makes sure that the thread holds a lock of its own, which it waits for by acquiring it again.
 * True when a record for that was made. */
bool lib_own_lock(struct vm_call *call);

/* What the thread does next comes after what others published at the address before; again when the
 * record for that is made. */
enum vm_action lib_see(struct vm_call *call, uint64_t address);

/* Functions that clear what their first argument points to, or do nothing. */
enum vm_action lib_init(struct vm_call *call, struct err *err);
enum vm_action lib_nothing(struct vm_call *call, struct err *err);

#endif
