/* The fits of the calibration's list, by what they look at. Each reads one run's sight and adds
 * samples; none knows where the run came from. */
#ifndef SIM_STUDY_FITS_H
#define SIM_STUDY_FITS_H

#include "sim/study/figures.h"
#include "sim/study/sight.h"

void fit_plain_chains(const struct sight *sight, struct figures *figures);
void fit_chains(const struct sight *sight, struct figures *figures);
void fit_pending_connections(const struct sight *sight, struct figures *figures);
void fit_idle(const struct sight *sight, struct figures *figures);
void fit_round_trips(const struct sight *sight, struct figures *figures);
void fit_small_copies(const struct sight *sight, struct figures *figures);
void fit_copies(const struct sight *sight, struct figures *figures);
void fit_calls(const struct sight *sight, struct figures *figures);
void fit_turns(const struct sight *sight, struct figures *figures);
void fit_recorded_turns(const struct sight *sight, struct figures *figures);
void fit_pool_first(const struct sight *sight, struct figures *figures);
void fit_asking_threads(const struct sight *sight, struct figures *figures);
void fit_threads(const struct sight *sight, struct figures *figures);
void fit_recorded_threads(const struct sight *sight, struct figures *figures);
void fit_together(const struct sight *sight, struct figures *figures);
void fit_rows(const struct sight *sight, struct figures *figures);
void fit_rests(const struct sight *sight, struct figures *figures);

void fit_pageable_calls(const struct sight *sight, struct figures *figures);
void fit_pageable_tails(const struct sight *sight, struct figures *figures);
void fit_host_calls(const struct sight *sight, struct figures *figures);
void fit_first_host_functions(const struct sight *sight, struct figures *figures);
void fit_host_functions(const struct sight *sight, struct figures *figures);
void fit_host_copies(const struct sight *sight, struct figures *figures);
void fit_queue(const struct sight *sight, struct figures *figures);
void fit_allocation(const struct sight *sight, struct figures *figures);
void fit_first_allocation(const struct sight *sight, struct figures *figures);
void fit_clearing(const struct sight *sight, struct figures *figures);
void fit_connection_count(const struct sight *sight, struct figures *figures);
void fit_connections_most(const struct sight *sight, struct figures *figures);
void fit_connection_rule(const struct sight *sight, struct figures *figures);
void fit_copy_order(const struct sight *sight, struct figures *figures);
void fit_blocks(const struct sight *sight, struct figures *figures);
void fit_placement(const struct sight *sight, struct figures *figures);
void fit_priorities(const struct sight *sight, struct figures *figures);
void fit_sharing(const struct sight *sight, struct figures *figures);
void fit_seen_load(const struct sight *sight, struct figures *figures);
void fit_load(const struct sight *sight, struct figures *figures);

/* How long a pinned copy takes by the figures so far, ns, besides its bytes and with them. */
int64_t fit_copy_latency(const struct figures *figures, const struct sight_row *row);
int64_t fit_copy_time(const struct figures *figures, const struct sight_row *row);

#endif
