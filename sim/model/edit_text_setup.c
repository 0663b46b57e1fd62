#include "sim/model/edit_text_inside.h"

void edit_text_in_place(struct strbuf *sb, const struct edit_change *change)
{
    if (change->new_call == change->call)
        return;
    strbuf_addf(sb, " in place of %s", edit_text_call(change->call));
    if (change->call == CALL_cudaHostRegister)
        strbuf_adds(sb, " and of the memory that it is given");
}

void edit_text_allocation(struct strbuf *sb, const struct program *program,
                          const struct edit_changes *changes, size_t row)
{
    const struct edit_change *change = &changes->rows[row];
    size_t calls = 0, made = 0, streams = 0;
    bool shared = false;
    for (size_t i = row; i < changes->count; i++) {
        const struct edit_change *like = &changes->rows[i];
        if (!edit_text_is_like(like, change))
            continue;
        calls += like->count;
        made += like->made;
        streams++;
        shared |= like->stream == EDIT_ANY;
    }
    edit_text_place(sb, program, change->place);
    strbuf_addf(sb, "call %s before the timed part", edit_text_call(change->new_call));
    if (change->new_call != change->call)
        strbuf_addc(sb, ',');
    edit_text_in_place(sb, change);
    if (made >= calls || change->call == CALL_cudaHostRegister)
        return;
    if (made == 1) {
        strbuf_adds(sb, ", and use the buffer again");
    } else if (made == streams && !shared) {
        strbuf_adds(sb, ", a buffer for each of ");
        edit_text_streams(sb, program, changes, row, false);
        strbuf_adds(sb, ", used again only there");
    } else {
        strbuf_addf(sb,
                    ", %zu buffers, each used again only where its last user is "
                    "waited for",
                    made);
    }
}

enum { LINES_MOST = 4 }; /* of calls that go out of the timed part: more are told by their calls */

bool edit_text_is_hoist(const struct edit_change *change)
{
    return change->kind == CHANGE_ALLOCATE || change->kind == CHANGE_FREE;
}

bool edit_text_hoists_much(const struct edit_changes *changes)
{
    size_t lines = 0;
    for (size_t i = 0; i < changes->count; i++)
        lines += edit_text_is_hoist(&changes->rows[i]) && !edit_text_is_told(changes, i);
    return lines > LINES_MOST;
}

static bool is_same_hoist(const struct edit_change *a, const struct edit_change *b)
{
    return a->kind == b->kind && a->call == b->call && a->new_call == b->new_call;
}

/* Of the hoists of one kind and call the row of the n-th place; changes->count: there are fewer. */
static size_t nth_place(const struct edit_changes *changes, const struct edit_change *like,
                        size_t n)
{
    for (size_t i = 0; i < changes->count; i++) {
        const struct edit_change *row = &changes->rows[i];
        bool is_new = is_same_hoist(row, like);
        for (size_t k = 0; k < i && is_new; k++)
            is_new = !is_same_hoist(&changes->rows[k], row) || changes->rows[k].place != row->place;
        if (is_new && n-- == 0)
            return i;
    }
    return changes->count;
}

/* "cudaMalloc (14 times, k07.cu:61, 99 and 121)". */
static void add_call_lines(struct strbuf *sb, const struct program *program,
                           const struct edit_changes *changes, const struct edit_change *like)
{
    size_t calls = 0, made = 0, places = 0;
    for (size_t i = 0; i < changes->count; i++) {
        const struct edit_change *row = &changes->rows[i];
        if (!is_same_hoist(row, like))
            continue;
        calls += row->count;
        made += row->made;
    }
    while (nth_place(changes, like, places) < changes->count)
        places++;
    strbuf_adds(sb, edit_text_call(like->new_call));
    edit_text_in_place(sb, like);
    strbuf_adds(sb, " (");
    if (calls > places)
        strbuf_addf(sb, "%zu times, ", calls);
    uint32_t file = 0;
    for (size_t n = 0; n < places; n++) {
        uint32_t place = changes->rows[nth_place(changes, like, n)].place;
        const struct program_place *row = &program->places.rows[place];
        strbuf_adds(sb, n == 0 ? "" : n + 1 == places ? " and " : ", ");
        if (place && n > 0 && row->file == file) {
            strbuf_addf(sb, "%d", (int)row->line);
            continue;
        }
        edit_text_place(sb, program, place);
        sb->text[sb->length -= 2] = '\0'; /* the colon behind it */
        file = row->file;
    }
    if (like->kind == CHANGE_ALLOCATE && made < calls && like->call != CALL_cudaHostRegister)
        strbuf_addf(sb, "; %zu buffer%s, used again where the last user is waited for", made,
                    made == 1 ? "" : "s");
    strbuf_addc(sb, ')');
}

void edit_text_hoists(struct strbuf *sb, const struct program *program,
                      const struct edit_changes *changes, enum edit_change_kind kind)
{
    bool any = false;
    for (size_t i = 0; i < changes->count; i++) {
        const struct edit_change *row = &changes->rows[i];
        bool is_new = row->kind == kind;
        for (size_t k = 0; k < i && is_new; k++)
            is_new = !is_same_hoist(&changes->rows[k], row);
        if (!is_new)
            continue;
        strbuf_adds(sb, any                       ? ", "
                        : kind == CHANGE_ALLOCATE ? "call before the timed part: "
                                                  : "call after the timed part: ");
        add_call_lines(sb, program, changes, row);
        any = true;
    }
    if (any)
        strbuf_addc(sb, '\n');
}
