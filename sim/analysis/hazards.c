#include "sim/analysis/hazards.h"

#include <string.h>

static const struct hazard_info infos[HAZARD_COUNT] = {
#define HAZARD(id, ...) [HAZARD_ID_##id] = {__VA_ARGS__},
#define RACE            HAZARD_RACE
#define MISUSE          HAZARD_MISUSE
    HAZARD_LIST(HAZARD)
#undef RACE
#undef MISUSE
#undef HAZARD
};

const struct hazard_info *hazard_info(enum hazard_rule rule)
{
    return &infos[rule];
}

int hazard_find_rule(const char *name)
{
    for (int i = 0; i < HAZARD_COUNT; i++)
        if (strcmp(infos[i].name, name) == 0)
            return i;
    return -1;
}
