#include "tests/parse_text.h"

#include "sim/script/builtin_headers.h"

#include <string.h>

int parse_text(const char *source, const struct script_options *options, struct err *err)
{
    struct builtin_headers headers;
    struct arena arena;
    struct translation_unit *tu;
    struct script_options all = options ? *options : (struct script_options){0};
    builtin_headers_init(&headers);
    builtin_headers_offer(&headers, &all);
    arena_init(&arena);
    err_init(err);
    int rc = script_parse_text("t.cu", source, strlen(source), &all, &tu, &arena, err);
    if (rc == 0)
        translation_unit_release(tu);
    builtin_headers_release(&headers);
    arena_release(&arena);
    return rc;
}
