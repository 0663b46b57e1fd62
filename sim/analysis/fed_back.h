/* Loops whose next turn is made of what the host reads of this one: c = f(acc) on the host, acc =
 * g(c) on the device. To have two of every buffer lets nothing of such a turn begin earlier.
 */
#ifndef SIM_ANALYSIS_FED_BACK_H
#define SIM_ANALYSIS_FED_BACK_H

#include "sim/model/program.h"

enum fed_back {
    FED_BACK_NO,
    FED_BACK_PERHAPS, /* the host reads the one and writes the other, and nothing tells more */
    FED_BACK_YES,     /* what it writes is made of what the device computed */
};

/* Of a call that waits for the device: whether the host, between it and the next work, reads what
 * the device wrote and writes what the device reads. *place: where it writes (row of the program's
 * places). `told`: the program comes from its source, which tells what is made of what. */
enum fed_back fed_back_of(const struct program *program, uint32_t wait, bool told, uint32_t *place);

#endif
