#include "sim/script/launch_walk.h"

#include <stdlib.h>
#include <string.h>

/* Functions of the program's own with such names wrap those of CUDA. What is atomic in a block only
 * races with what another kernel does (CUDA C++ Programming Guide 13, atomic functions). */
uint8_t launch_mode_of(const char *name)
{
    const size_t length = strlen(name);
    const char *const in_block = "_block";
    if (strcmp(name, "__ldg") == 0)
        return LAUNCH_READ;
    if (strncmp(name, "atomic", 6) != 0)
        return 0;
    bool only_block =
        length > strlen(in_block) && strcmp(name + length - strlen(in_block), in_block) == 0;
    return (uint8_t)(LAUNCH_READ | LAUNCH_WRITE | (only_block ? 0 : LAUNCH_ATOMIC));
}

/* Whether the body touches the bytes by atomic functions, and in no other way. */
static bool is_updated_only(const struct launch_access_list *body, const struct launch_access *row)
{
    bool updated = false;
    for (size_t i = 0; i < body->count; i++) {
        const struct launch_access *touched = &body->rows[i];
        if (memory_segment_of(touched->address) != memory_segment_of(row->address) ||
            touched->address >= row->address + row->bytes ||
            (touched->bytes != LAUNCH_ACCESS_REST &&
             row->address >= touched->address + touched->bytes))
            continue;
        if (!(touched->mode & LAUNCH_ATOMIC))
            return false;
        updated = true;
    }
    return updated;
}

void launch_access_mark_atomics(const struct launch_scope *scope, struct launch_access_list *list)
{
    struct launch_access_list body = {0};
    launch_access_find(scope, &body);
    for (size_t i = 0; i < list->count && !body.anywhere; i++)
        if ((list->rows[i].mode & LAUNCH_WRITE) && is_updated_only(&body, &list->rows[i]))
            list->rows[i].mode = LAUNCH_READ | LAUNCH_WRITE | LAUNCH_ATOMIC;
    launch_access_release(&body);
}
