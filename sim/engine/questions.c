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
