#include "sim/script/kernel_hint.h"

#include "sim/model/program.h"
#include "sim/script/type.h"

#include <inttypes.h>
#include <stdio.h>

static void add_elements(struct strbuf *sb, const char *grid_or_block, const uint32_t dim[3])
{
    for (int i = 0; i < 3; i++)
        if (i == 0 || dim[i] > 1)
            strbuf_addf(sb, "%s.%c * ", grid_or_block, "xyz"[i]);
}

/* One clause. `elements` ends in a multiplication. */
static void add_clause(struct strbuf *sb, const char *what, const char *elements,
                       const char *parameter, const char *member, const struct type *type)
{
    bool sized = type->base->size > 0;
    strbuf_addf(sb, " %s(%s%s%s, %s%s%s%s%s%s)", what, parameter, *member ? "." : "", member,
                elements, sized ? "sizeof(*" : "1", sized ? parameter : "",
                sized && *member ? "." : "", sized ? member : "", sized ? ")" : "");
}

static const struct launch_use *find_use(const struct launch_access_list *list, int parameter,
                                         int64_t offset)
{
    for (int i = 0; i < list->use_count; i++)
        if (list->uses[i].parameter == parameter && list->uses[i].offset == offset)
            return &list->uses[i];
    return NULL;
}

/* What a subscript behind a mask reaches is said by the mask, whatever the number of threads. */
static void add_pointer(struct strbuf *sb, const char *elements, const char *parameter,
                        const char *member, const struct type *type, const struct launch_use *use)
{
    if (type->base->kind == TYPE_FUNCTION)
        return;
    char masked[40];
    if (use && use->most && type->base->size > 0 && use->most % (uint64_t)type->base->size == 0) {
        snprintf(masked, sizeof masked, "%" PRIu64 " * ", use->most / (uint64_t)type->base->size);
        elements = masked;
    }
    const bool known = use && use->mode;
    if (!known || use->mode & ACCESS_READ)
        add_clause(sb, "reads", elements, parameter, member, type);
    if (known ? use->mode & ACCESS_WRITE : !type->base->is_const)
        add_clause(sb, "writes", elements, parameter, member, type);
}

void kernel_hint(struct strbuf *sb, const struct kernel_cost *cost, const uint32_t grid[3],
                 const uint32_t block[3], const struct launch_access_list *list)
{
    const struct function *kernel = cost->function;
    struct strbuf elements;
    strbuf_init(&elements);
    add_elements(&elements, "gridDim", grid);
    add_elements(&elements, "blockDim", block);
    size_t before = sb->length;
    if (cost->place.line == 0)
        strbuf_addf(sb, "#pragma nullstream kernel(%s)", kernel->name);
    size_t clauses = sb->length;
    for (int i = 0; i < kernel->parameter_count; i++) {
        const struct var *var = kernel->locals[i];
        if (var->type->kind == TYPE_POINTER) {
            add_pointer(sb, elements.text, var->name, "", var->type, find_use(list, i, -1));
        } else if (var->type->kind == TYPE_RECORD) {
            const struct record *record = var->type->record;
            for (int k = 0; k < record->count; k++)
                if (record->members[k].type->kind == TYPE_POINTER)
                    add_pointer(sb, elements.text, var->name, record->members[k].name,
                                record->members[k].type,
                                find_use(list, i, record->members[k].offset));
        }
    }
    if (sb->length == clauses)
        sb->text[sb->length = before] = '\0';
    strbuf_release(&elements);
}
