/* Loops of the host that take no time in a prediction: where so many turns of them stand between
 * the program's work that they would where it is run, the program is told so, once. */
#include "sim/script/script_inside.h"

#include <inttypes.h>

enum { TURNS_TOLD = 1000000 }; /* 0.35 to 3 ms natively (traces/experiments/host-held.txt) */

static int64_t turns_of(const struct script *script, const struct script_thread *thread)
{
    return script->vm.turns + thread->vm.turns_given - thread->vm.turns_left;
}

void script_note_untimed(struct script *script, const struct script_thread *thread)
{
    struct script_untimed *untimed = &script->untimed;
    int64_t turns = turns_of(script, thread), made = turns - untimed->turns;
    bool enqueues = call_enqueues((enum call)script->record.call);
    bool is_told = untimed->is_told || untimed->is_charged || thread->spins || !enqueues;
    untimed->turns = turns;
    untimed->is_charged = false;
    if (untimed->worked && !is_told && made >= TURNS_TOLD) {
        untimed->is_told = true;
        vm_remark(
            &script->vm, vm_place(&script->vm, &thread->vm),
            "the host's loops made %" PRId64
            " turns before this call: they take no time here, 0.3 to 3 ns a turn or more where "
            "they are run; host_work_us(), or a pragma for their function, says how long",
            made);
    }
    untimed->worked |= enqueues;
}
