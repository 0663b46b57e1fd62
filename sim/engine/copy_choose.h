/* Which copy an engine takes next: the copies that are ready wait in lanes, the first of each is a
 * candidate, and an idle engine chooses among them or says when to look again.
 *
 * Knows nothing of bytes and rates: how a copy moves is copy_engine.c's, which alone includes this.
 */
#ifndef SIM_ENGINE_COPY_CHOOSE_H
#define SIM_ENGINE_COPY_CHOOSE_H

#include "sim/engine/copy_engine.h"

/* Those that an engine may take from. */
static inline struct copy_candidates *copy_candidates_of(struct copy_engines *engines,
                                                         uint32_t index)
{
    return &engines->candidates[engines->shared ? 0 : index];
}

static inline bool copy_is_opposite(const struct copy_engine *engine, enum engine_path path)
{
    return !engine->writes && ((path == PATH_H2D && engine->path == PATH_D2H) ||
                               (path == PATH_D2H && engine->path == PATH_H2D));
}

/* Whether an engine that carries copies the other way is in one of these phases. */
static inline bool copy_opposite_is(const struct copy_engines *engines, enum engine_path path,
                                    enum copy_phase first, enum copy_phase last)
{
    for (uint32_t i = 0; i < engines->count; i++) {
        enum copy_phase phase = engines->engine[i].phase;
        if (phase >= first && phase <= last && copy_is_opposite(&engines->engine[i], path))
            return true;
    }
    return false;
}

/* Engines that found nothing may find something now. */
void copy_wake_idle(struct copy_engines *engines, int64_t now);

/* Chooses the next copy of an idle engine, or when to look again. That turning to another stream
 * takes longer than staying (engine_next, copy_copy) does not choose. */
void copy_choose(struct copy_engines *engines, struct live *live, uint32_t index, int64_t now);

/* A copy of which a piece has moved, and whose op->start_at is the next one's, stands first in its
 * lane again. */
void copy_put_back(struct copy_engines *engines, struct live *live, uint32_t slot);

#endif
