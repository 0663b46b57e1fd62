#include "sim/base/builtin.h"

#include "sim/base/strbuf.h"

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

bool builtin_terminfo(const char *terminal, struct strbuf *value)
{
    for (const struct builtin_file *file = builtin_table; file->path; file++) {
        if (!strstr(file->path, "/terminfo/") || strcmp(strrchr(file->path, '/') + 1, terminal))
            continue;
        strbuf_adds(value, "hex:");
        for (const char *byte = file->text; byte < file->end; byte++)
            strbuf_addf(value, "%02x", (unsigned char)*byte);
        return true;
    }
    return false;
}
