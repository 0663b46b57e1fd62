/* The state at an instant, drawn: host threads, queues, what each waiting operation waits for,
 * machines, connections. A pure function of the state and the size: what has no room is counted,
 * and parts that have none at all are left out, the connections first.
 */
#ifndef TUI_VIEW_INSTANT_PANE_H
#define TUI_VIEW_INSTANT_PANE_H

#include "sim/analysis/instant.h"
#include "sim/draw/grid.h"
#include "tui/view/source_pane.h"

/* Draws into a part of a grid. */
void instant_pane_draw(const struct instants *instants, const struct instant *instant,
                       struct grid *grid, const struct pane_area *area);

/* How many rows it could use, so that who divides a screen knows. */
int32_t instant_pane_rows(const struct instants *instants, const struct instant *instant);

#endif
