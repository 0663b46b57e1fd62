#include "sim/model/lesson_name.h"

#include "sim/base/builtin.h"

#include <string.h>

/* A slug a line; others are comments. */
static bool is_listed(const char *text, const char *slug)
{
    size_t length = strlen(slug);
    for (const char *line = text; *line;) {
        size_t all = strcspn(line, "\n");
        if (all == length && strncmp(line, slug, length) == 0)
            return true;
        line += all + (line[all] == '\n');
    }
    return false;
}

bool lesson_name_is_there(const char *slug)
{
    const struct builtin_file *later = builtin_find("lessons/LATER");
    return *slug && !(later && is_listed(later->text, slug));
}

void lesson_name_add(struct strbuf *sb, const char *slug)
{
    strbuf_adds(sb, slug);
    if (!lesson_name_is_there(slug))
        strbuf_adds(sb, " (not written yet)");
}
