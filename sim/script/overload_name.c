#include "sim/script/overload_name.h"

#include "sim/base/mem.h"
#include "sim/base/strbuf.h"

#include <stdlib.h>
#include <string.h>

static bool has_namesake(const struct translation_unit *tu, const struct function *kernel)
{
    for (int i = 0; i < tu->function_count; i++)
        if (tu->functions[i] != kernel && tu->functions[i]->is_kernel &&
            strcmp(tu->functions[i]->name, kernel->name) == 0 &&
            strcmp(tu->functions[i]->display_name, kernel->name) == 0)
            return true;
    return false;
}

void overload_names_find(struct translation_unit *tu)
{
    struct function **found = mem_zalloc((size_t)(tu->function_count + 1) * sizeof(*found));
    size_t count = 0;
    for (int i = 0; i < tu->function_count; i++) {
        struct function *f = tu->functions[i];
        if (f->is_kernel && strcmp(f->display_name, f->name) == 0 && has_namesake(tu, f))
            found[count++] = f;
    }
    for (size_t i = 0; i < count; i++) {
        struct strbuf name;
        char type[128];
        strbuf_init(&name);
        strbuf_addf(&name, "%s(", found[i]->name);
        for (int k = 0; k < found[i]->parameter_count; k++)
            strbuf_addf(&name, "%s%s", k ? ", " : "",
                        type_name(found[i]->type->parameters[k], type, sizeof type));
        strbuf_addc(&name, ')');
        found[i]->display_name = arena_strndup(tu->arena, name.text, name.length);
        strbuf_release(&name);
    }
    free(found);
}
