/* Stepping through a timeline: where in it the reader is, and what keys and the clock do to it.
 *
 * Forwards and backwards by the host's calls or by what the device does; playing at a pace. Knows
 * nothing of screens: who shows it asks for `point`.
 */
#ifndef TUI_VIEW_STEPPER_H
#define TUI_VIEW_STEPPER_H

#include "sim/analysis/instant.h"
#include "sim/base/strbuf.h"

#include <stdbool.h>
#include <stdint.h>

/* Numbers that no other part of the program uses for its actions. */
enum stepper_action {
    STEPPER_CALL_NEXT = 1200,
    STEPPER_CALL_PREVIOUS,
    STEPPER_EVENT_NEXT,
    STEPPER_EVENT_PREVIOUS,
    STEPPER_BEGINNING,
    STEPPER_END,
    STEPPER_PLAY, /* or pause */
    STEPPER_FASTER,
    STEPPER_SLOWER,
    STEPPER_PACE,   /* simulated time per second, or steps per second */
    STEPPER_THREAD, /* steps of the next thread only; behind the last: of all */
    STEPPER_ACTIONS_END
};

enum stepper_pace { STEPPER_BY_TIME, STEPPER_BY_STEPS };

struct stepper {
    const struct instants *instants;
    struct host_point point;
    uint32_t thread; /* whose calls are stepped through; HOST_ANY: all threads' */
    uint32_t focus;  /* the thread that was stepped last: whose line is shown */
    bool playing;
    enum stepper_pace pace;
    int64_t rate;  /* simulated ns that a second shows */
    int64_t steps; /* a second */
    int64_t rest;  /* ns of real time that no step has used yet */
};

/* At the first step of the run; playing it at first takes 8 to 20 seconds. The index
 * must outlive the stepper. */
void stepper_init(struct stepper *stepper, const struct instants *instants);

/* Does what an action says. Returns whether anything changed; false too for actions that are not
 * the stepper's. */
bool stepper_act(struct stepper *stepper, int action);

/* To any time; clamped to what is known of the run. To the start of an operation; false if that is
 * not known. */
void stepper_go(struct stepper *stepper, int64_t time);
bool stepper_go_to(struct stepper *stepper, uint32_t op);

/* So much real time has gone by, ns. Returns whether the point moved or playing ended. */
bool stepper_tick(struct stepper *stepper, int64_t elapsed);

/* How long it may take until the next tick, ms; -1: it does not play. */
int stepper_timeout(const struct stepper *stepper);

/* "paused", "100 us a second", "2 steps a second". */
void stepper_text(const struct stepper *stepper, struct strbuf *sb);

#endif
