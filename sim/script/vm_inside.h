/* What the files of the interpreter share; nothing else includes it. */
#ifndef SIM_SCRIPT_VM_INSIDE_H
#define SIM_SCRIPT_VM_INSIDE_H

#include "sim/script/vm.h"

/* Enters `function`, whose arguments stand in the caller's registers from `first`. Fails at the
 * limit of depth and for a function without a body. */
int vm_push_frame(struct vm *vm, struct vm_thread *thread, int function, unsigned first,
                  unsigned count, struct err *err);
void vm_pop_frame(struct vm *vm, struct vm_thread *thread);

/* The number of the function that a pointer names; -1 if it names none that fits the call. */
int vm_called_function(struct vm *vm, const struct vm_cell *pointer, const struct expr *call,
                       struct err *err);

/* Where the accesses that follow stand; memory.stands makes it the user's place in library text. */
static inline void vm_note_place(struct vm *vm, struct place place)
{
    vm->memory.place = (struct memory_place){place.file, place.line, place.column, 0};
}

/* Loop turns: counted against the limit, and looked at when a clock was read or another thread may
 * be waited for. */
enum vm_turn { TURN_GO, TURN_CHARGE, TURN_FAIL };
void vm_turns_begin(struct vm *vm, struct vm_thread *thread);
enum vm_turn vm_turn_slow(struct vm *vm, struct vm_thread *thread, struct err *err);
void vm_turns_end(struct vm *vm, struct vm_thread *thread);

/* An unknown condition: 1 true, 0 false by --assume, -1 neither (reported once). */
int vm_decide(struct vm *vm, unsigned branch);

/* The branch whose second word is at `word` used an answer that depends on time. Where it is to go
 * instead of what its condition says, if it merely selects values, else 0. */
uint32_t vm_note_timed(struct vm *vm, struct vm_thread *thread, unsigned tags, uint32_t word);

int vm_unknown_address(const struct vm *vm, unsigned tags, struct err *err);

/* Makes `bytes` from `address` unknown, if that is known and `bytes` is not 0, else all that is
 * allocated at `base`; not the host's doing, so
 * nothing is noted, and what cannot be is left. */
int vm_skip(struct vm *vm, const struct vm_cell *address, const struct vm_cell *base,
            uint64_t bytes, struct err *err);

/* Likewise of a vector or string, as CODE_SKIPPED_LIST says. */
int vm_skip_list(struct vm *vm, const struct vm_cell *address, unsigned how, struct err *err);

/* Adds a tag to what stands in memory, likewise. */
int vm_mark(struct vm *vm, const struct vm_cell *address, uint64_t bytes, unsigned tag,
            struct err *err);

/* An error in an attempt: forgets it and what was called. Whether there was one. */
bool vm_attempt_failed(struct vm *vm, struct vm_thread *thread, struct err *err);

/* Checked range operations of the host. */
int vm_copy(struct vm *vm, uint64_t to, uint64_t from, uint64_t bytes, struct err *err);
int vm_fill(struct vm *vm, uint64_t address, uint64_t bytes,
            int (*fill)(struct memory *, uint64_t, uint64_t, struct err *), struct err *err);
/* A variable that has no value yet: of one in a loop, what it had in the turn before is gone. */
int vm_forget(struct vm *vm, uint64_t address, uint64_t bytes, struct err *err);

#endif
