/* By which calls of the user's a thread came to where it is, as rows of the program. What the
 * library calls counts as called where the user called the library. */
#include "sim/model/callers.h"

#include "sim/base/mem.h"
#include "sim/script/script_inside.h"

#include <string.h>

enum { CALLERS_MOST = 16 }; /* of a recursion the innermost */

static bool is_users(const struct script *script, struct place place)
{
    return place.line > 0 && place.file < script->tu->sources.count &&
           !script->tu->sources.files[place.file].builtin;
}

static const struct function *function_of(const struct script *script, const struct vm_frame *frame)
{
    return script->code.functions[frame->function].source;
}

/* As the user would say it: "~Buffer" where the tree has "app::Buffer<float>::~". */
static uint32_t add_name(struct script *script, const struct function *f)
{
    if (f->name[0] != '~' || f->record == NULL)
        return intern_adds(&script->program->names, f->display_name);
    const char *record = f->record->name, *last = record;
    const size_t length = strcspn(record, "<");
    for (size_t i = 0; i < length; i++)
        if (record[i] == ':')
            last = record + i + 1;
    struct strbuf name;
    strbuf_init(&name);
    strbuf_addf(&name, "~%.*s", (int)(record + length - last), last);
    uint32_t id = intern_adds(&script->program->names, name.text);
    strbuf_release(&name);
    return id;
}

static uint32_t name_of(struct script *script, const struct vm_frame *frame)
{
    if (script->function_names == NULL)
        script->function_names =
            mem_zalloc((size_t)script->code.function_count * sizeof *script->function_names);
    uint32_t *name = &script->function_names[frame->function];
    if (*name == 0)
        *name = add_name(script, function_of(script, frame));
    return *name;
}

/* The next frame of the user's own from `from` down; SIZE_MAX: none. */
static size_t next_frame(const struct script *script, const struct vm_thread *thread, size_t from)
{
    while (from-- > 0) {
        const struct function *f = function_of(script, &thread->frames[from]);
        if (f != NULL && is_users(script, f->place))
            return from;
    }
    return SIZE_MAX;
}

static struct place call_place(const struct script *script, const struct vm_frame *frame)
{
    return script->code.places[frame->pc > 0 ? frame->pc - 1 : 0];
}

uint32_t script_callers(struct script *script, const struct vm_thread *thread)
{
    struct program_caller rows[CALLERS_MOST];
    size_t count = 0;
    size_t frame = next_frame(script, thread, thread->frame_count);
    while (frame != SIZE_MAX && count < CALLERS_MOST) {
        size_t by = next_frame(script, thread, frame);
        if (by == SIZE_MAX)
            break;
        struct place place = call_place(script, &thread->frames[by]);
        if (is_users(script, place))
            rows[count++] = (struct program_caller){
                .function = name_of(script, &thread->frames[frame]),
                .place = script_place_row(script, place),
                .column = place.column <= UINT8_MAX ? place.column : 0,
            };
        frame = by;
    }
    uint32_t caller = 0;
    while (count-- > 0) {
        rows[count].caller = caller;
        caller = program_add_caller(script->program, &rows[count]);
    }
    return caller;
}

void script_stands_now(void *owner, struct memory_place *place)
{
    struct script *script = owner;
    if (script->program == NULL || script->running >= script->thread_count)
        return;
    const struct script_thread *thread = script->threads[script->running];
    if (thread == NULL)
        return;
    place->caller = script_callers(script, &thread->vm);
    if (is_users(script, (struct place){place->file, place->line, place->column}))
        return;
    size_t frame = next_frame(script, &thread->vm, thread->vm.frame_count);
    if (frame == SIZE_MAX)
        return;
    struct place user = call_place(script, &thread->vm.frames[frame]);
    *place = (struct memory_place){user.file, user.line, user.column, place->caller};
}
