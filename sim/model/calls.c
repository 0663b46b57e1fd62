#include "sim/model/calls.h"

#include <stddef.h>
#include <string.h>

static const struct call_info infos[CALL_COUNT] = {
#define ROW(group, name, parameters, object, state, bg, bo, fg, fo, source)                        \
    [CALL_##name] = {#name,       parameters,  CALL_GROUP_##group, OBJECT_##object, CALL_##state,  \
                     BLOCKS_##bg, BLOCKS_##bo, FENCES_##fg,        FENCES_##fo,     source},
#define CALL(...) ROW(STREAMS, __VA_ARGS__)
    CALL_LIST_STREAMS(CALL)
#undef CALL
#define CALL(...) ROW(EVENTS, __VA_ARGS__)
        CALL_LIST_EVENTS(CALL)
#undef CALL
#define CALL(...) ROW(COPIES, __VA_ARGS__)
            CALL_LIST_COPIES(CALL)
#undef CALL
#define CALL(...) ROW(MEMORY, __VA_ARGS__)
                CALL_LIST_MEMORY(CALL)
#undef CALL
#define CALL(...) ROW(KERNELS, __VA_ARGS__)
                    CALL_LIST_KERNELS(CALL)
#undef CALL
#define CALL(...) ROW(DEVICE, __VA_ARGS__)
                        CALL_LIST_DEVICE(CALL)
#undef CALL
#define CALL(...) ROW(GRAPHS, __VA_ARGS__)
                            CALL_LIST_GRAPHS(CALL)
#undef CALL
#define CALL(...) ROW(HOST, __VA_ARGS__)
                                CALL_LIST_HOST(CALL)
#undef CALL
#undef ROW
};

const struct call_info *call_info(enum call call)
{
    return &infos[call];
}

enum call call_find(const char *name)
{
    for (int i = CALL_NONE + 1; i < CALL_COUNT; i++)
        if (strcmp(infos[i].name, name) == 0)
            return (enum call)i;
    return CALL_NONE;
}

const char *call_group_name(enum call_group group)
{
    static const char *const names[] = {
#define GROUP(id, text) text,
        CALL_GROUPS(GROUP)
#undef GROUP
    };
    return names[group];
}

const char *call_blocks_name(enum call_blocks blocks)
{
    static const char *const names[] = {"never", "device", "stream", "event",
                                        "copy",  "may",    "host"};
    return names[blocks];
}

const char *call_fences_name(enum call_fences fences)
{
    static const char *const names[] = {"no", "legacy", "device"};
    return names[fences];
}
