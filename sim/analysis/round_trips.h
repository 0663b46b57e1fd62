/* Round trips: in each turn of a loop the host waits for a few bytes before it asks for more, and
 * meanwhile the device has nothing to do. No stream helps where the next turn goes by them.
 */
#ifndef SIM_ANALYSIS_ROUND_TRIPS_H
#define SIM_ANALYSIS_ROUND_TRIPS_H

#include "sim/model/timeline.h"

#include <stdint.h>

struct round_trips {
    size_t count;   /* calls of one line that wait for such copies; 0: there are no round trips */
    uint32_t call;  /* row of the timeline's calls: the first of them */
    uint64_t bytes; /* the most that one of them waits for */
    int64_t time;   /* ns that the copies take */
    int64_t waited; /* ns that the calls take, */
    int64_t behind; /* and for which their thread waits for another one between them */
};

/* `work`: operations of the timed part. */
void round_trips_find(struct round_trips *trips, const struct timeline *timeline, size_t work);

#endif
