/* What the runtime asks of the engine, which changes nothing. */
#include "sim/engine/engine_state.h"

bool engine_is_full(struct engine *engine, uint32_t stream, enum op_kind kind,
                    enum engine_path path, uint32_t *first)
{
    int direction = kind == OP_COPY ? engine_direction(path) : -1;
    if (kind == OP_RECORD && !engine->signal.on)
        direction = connections_copied_last(&engine->connections, stream);
    return connections_full(&engine->connections, &engine->live, stream, direction, first);
}

bool engine_is_done(const struct engine *engine, uint32_t op)
{
    return live_find(&engine->live, op) == 0;
}

uint64_t engine_pending(const struct engine *engine)
{
    return engine->live.count;
}

bool engine_copies(const struct engine *engine, enum engine_path path, int64_t now,
                   struct engine_copying *copying)
{
    const struct copy_engine *serving = copy_engines_serving(&engine->copies, path, now);
    if (!serving)
        return false;
    bool between = serving->phase == COPY_IDLE;
    *copying = (struct engine_copying){
        .op = between ? UINT32_MAX : live_get(&engine->live, serving->slot)->id,
        .from = serving->busy_from,
        .until = between ? 0 : copy_engines_busy_until(&engine->copies, path)};
    return true;
}
