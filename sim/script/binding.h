/* CUDA calls of a scenario: from arguments in the interpreter to program records and back.
 *
 * The only part of this folder that knows CUDA calls by name. What they mean is the runtime's.
 */
#ifndef SIM_SCRIPT_BINDING_H
#define SIM_SCRIPT_BINDING_H

#include "sim/model/timeline.h"
#include "sim/script/vm.h"

struct script;
struct binding;
struct host_cost;

/* The builtin functions of cuda_runtime.h, nvtx, nullstream.cuh and "__ns_launch", in groups
 * counted from 0: a group's table and its length; NULL behind the last group. Static. */
const struct vm_builtin *binding_builtins(int group, int *count);

/* Reads the pragmas and costs of a parsed program, before it is compiled. NULL after an error. */
struct binding *binding_new(struct script *script, struct err *err);

/* Whether any function has a pragma host(fn). */
bool binding_has_host_costs(const struct binding *binding);

/* What its pragma host(fn) says of a function, NULL: it has none. */
const struct host_cost *binding_host_cost(const struct binding *binding,
                                          const struct function *function);

/* script->program, profile and runtime are set now: adds the kernels, device variables and results
 * that the program begins with. */
int binding_attach(struct binding *binding, struct err *err);

/* As of struct runtime_source. */
int binding_host_function(struct binding *binding, uint32_t hostfn, uint32_t worker, int32_t error,
                          struct err *err);

/* What a thread that nobody joins was given, a value of that type: local variables that it leads to
 * are watched, as they may be gone before the thread is done with them. */
void binding_note_lent(struct binding *binding, const struct vm_cell *value,
                       const struct type *type);

/* It has ended: nobody holds what it got any more. */
void binding_host_function_ended(struct binding *binding, uint32_t hostfn);
int binding_effect(struct binding *binding, const struct timeline_op *op, struct err *err);

/* A call that the program is about to make: what it enqueues may write memory that the host looks
 * at. */
void binding_awaits(struct binding *binding, const struct program_record *record);

/* Something that threads synchronize by lies there: an atomic, a mutex. */
void binding_note_lock(struct binding *binding, uint64_t address);

/* The row of the program's allocations that stands for the memory at an address, 0: none. Where a
 * part is page-locked by cudaHostRegister, that part has a row of its own: the range is what of
 * [address, address + bytes) belongs to one row, `bytes` at least one. */
struct program_range binding_row_at(const struct binding *binding, uint64_t address,
                                    uint64_t bytes);

void binding_free(struct binding *binding);

#endif
