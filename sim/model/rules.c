#include "sim/model/rules.h"

#include <string.h>

static const struct rule_info infos[RULE_COUNT] = {
#define RULE(id, name, group, sentence, lesson, source)                                            \
    [RULE_ID_##id] = {name, RULE_##group, sentence, lesson, source},
    RULE_LIST(RULE)
#undef RULE
};

const struct rule_info *rule_info(enum rule rule)
{
    return &infos[rule];
}

int rule_find(const char *name)
{
    for (int i = 0; i < RULE_COUNT; i++)
        if (strcmp(infos[i].name, name) == 0)
            return i;
    return -1;
}
