#include "sim/analysis/event_waits.h"

#include "sim/base/mem.h"

#include <stdlib.h>

static bool waits(const struct program_record *record)
{
    return record->call == CALL_cudaStreamWaitEvent;
}

/* Of the calls that `chosen` says (waits or records of events): marks the places of those whose
 * event is marked or, the other way round, the events of those whose place is. */
static void spread(const struct program *program, bool chosen_waits, bool *events, bool *places,
                   bool to_places)
{
    for (size_t i = 0; i < program->records.count; i++) {
        const struct program_record *record = &program->records.rows[i];
        bool chosen = chosen_waits ? waits(record) : call_is_event_record((enum call)record->call);
        if (!chosen)
            continue;
        if (to_places)
            places[record->place] |= events[record->object];
        else
            events[record->object] |= places[record->place];
    }
}

size_t event_waits(const struct program *program, uint32_t place, uint32_t *places, size_t most)
{
    bool *events = mem_zalloc(program->events.count + 1);
    bool *waited = mem_zalloc(program->places.count + 1);
    bool *recorded = mem_zalloc(program->places.count + 1);
    waited[place] = true;
    spread(program, true, events, waited, false);
    spread(program, false, events, recorded, true);
    spread(program, false, events, recorded, false);
    spread(program, true, events, waited, true);
    size_t count = 0;
    for (uint32_t i = 0; i < program->places.count; i++) {
        if (waited[i] && count < most)
            places[count] = i;
        count += waited[i];
    }
    free(events);
    free(waited);
    free(recorded);
    return count;
}
