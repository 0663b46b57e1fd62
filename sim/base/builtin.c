#include "sim/base/builtin.h"

#include <stddef.h>
#include <string.h>

const struct builtin_file *builtin_find(const char *path)
{
    for (const struct builtin_file *file = builtin_table; file->path; file++) {
        if (strcmp(file->path, path) == 0)
            return file;
    }
    return NULL;
}
