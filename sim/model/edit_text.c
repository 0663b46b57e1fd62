/* What to write where, in the user's terms. */
#include "sim/model/edit_inside.h"

#include "sim/base/text.h"

#include <string.h>

static void add_place(struct strbuf *sb, const struct program *program, uint32_t place)
{
    if (place == 0) {
        strbuf_adds(sb, "in the program: ");
        return;
    }
    const struct program_place *row = &program->places.rows[place];
    const char *file = text_file_name(program_name(program, row->file));
    strbuf_addf(sb, "%s:%d: ", file, (int)row->line);
}

/* "line 14", of a place named after another of the same file; otherwise "other.cu:14". */
static void add_line(struct strbuf *sb, const struct program *program, uint32_t place,
                     uint32_t beside)
{
    const struct program_place *row = &program->places.rows[place];
    if (place == 0) {
        strbuf_adds(sb, "that call");
        return;
    }
    if (beside && row->file != program->places.rows[beside].file) {
        const char *file = text_file_name(program_name(program, row->file));
        strbuf_addf(sb, "%s:%d", file, (int)row->line);
        return;
    }
    strbuf_addf(sb, "line %d", (int)row->line);
}

static void add_stream(struct strbuf *sb, const struct program *program, uint32_t stream)
{
    const char *name = program_name(program, program->streams.rows[stream].name);
    if (stream == PROGRAM_STREAM_LEGACY || program->streams.rows[stream].kind == STREAM_PER_THREAD)
        strbuf_adds(sb, "the default stream");
    else if (strcmp(name, "non-blocking") == 0)
        strbuf_adds(sb, "the new stream");
    else if (program_shares_name(program->streams.rows, program->streams.count, stream))
        strbuf_addf(sb, "stream %u %s", (unsigned)stream, name);
    else
        strbuf_addf(sb, "%s%s", program_says_stream(name) ? "" : "stream ", name);
}

/* Changes that differ in their streams only are one line. */
static bool is_like(const struct edit_change *a, const struct edit_change *b)
{
    if (a->kind == CHANGE_ORDER && b->kind == CHANGE_ORDER)
        return a->other == b->other;
    return a->kind == b->kind && a->place == b->place && a->other == b->other &&
           a->call == b->call && a->new_call == b->new_call && a->object == b->object &&
           a->name == b->name && a->behind == b->behind;
}

/* The stream of a change and of those like it: "stream s", "stream s[0] to s[3]". */
static void add_streams(struct strbuf *sb, const struct program *program,
                        const struct edit_changes *changes, size_t row, bool to)
{
    const struct edit_change *first = &changes->rows[row];
    uint32_t least = to ? first->to : first->stream, most = least;
    for (size_t i = row + 1; i < changes->count; i++) {
        const struct edit_change *change = &changes->rows[i];
        uint32_t stream = to ? change->to : change->stream;
        if (!is_like(change, first))
            continue;
        least = stream < least ? stream : least;
        most = stream > most ? stream : most;
    }
    add_stream(sb, program, least);
    if (least == most)
        return;
    strbuf_adds(sb, most == least + 1 ? " and " : " to ");
    if (program_shares_name(program->streams.rows, program->streams.count, most))
        strbuf_addf(sb, "stream %u ", (unsigned)most);
    strbuf_adds(sb, program_name(program, program->streams.rows[most].name));
}

static bool is_alone(const struct edit_changes *changes, size_t row)
{
    for (size_t i = row + 1; i < changes->count; i++)
        if (is_like(&changes->rows[i], &changes->rows[row]))
            return false;
    return true;
}

static bool is_told(const struct edit_changes *changes, size_t row)
{
    for (size_t i = 0; i < row; i++)
        if (is_like(&changes->rows[i], &changes->rows[row]))
            return true;
    return false;
}

static const char *call_text(uint16_t call)
{
    if (call == CALL_cudaLaunchKernel || call == CALL_cudaLaunchKernelExC ||
        call == CALL_cudaLaunchCooperativeKernel)
        return "the launch";
    if (call == CALL_host_read)
        return "the host reads the data";
    if (call == CALL_host_write)
        return "the host writes to the data";
    return call_info((enum call)call)->name;
}

/* " in place of cudaMallocAsync". */
static void add_in_place(struct strbuf *sb, const struct edit_change *change)
{
    if (change->new_call == change->call)
        return;
    strbuf_addf(sb, " in place of %s", call_text(change->call));
    if (change->call == CALL_cudaHostRegister)
        strbuf_adds(sb, " and of the memory that it is given");
}

/* Where calls used memory that another had used and freed before, few buffers serve all. */
static void add_allocation(struct strbuf *sb, const struct program *program,
                           const struct edit_changes *changes, size_t row)
{
    const struct edit_change *change = &changes->rows[row];
    size_t calls = 0, made = 0, streams = 0;
    bool shared = false;
    for (size_t i = row; i < changes->count; i++) {
        const struct edit_change *like = &changes->rows[i];
        if (!is_like(like, change))
            continue;
        calls += like->count;
        made += like->made;
        streams++;
        shared |= like->stream == EDIT_ANY;
    }
    add_place(sb, program, change->place);
    strbuf_addf(sb, "call %s before the timed part", call_text(change->new_call));
    if (change->new_call != change->call)
        strbuf_addc(sb, ',');
    add_in_place(sb, change);
    if (made >= calls || change->call == CALL_cudaHostRegister)
        return;
    if (made == 1) {
        strbuf_adds(sb, ", and use the buffer again");
    } else if (made == streams && !shared) {
        strbuf_adds(sb, ", a buffer for each of ");
        add_streams(sb, program, changes, row, false);
        strbuf_adds(sb, ", used again only there");
    } else {
        strbuf_addf(sb,
                    ", %zu buffers, each used again only where its last user is "
                    "waited for",
                    made);
    }
}

/* --- set-up, all of it ---------------------------------------------------------------------------
 */

enum { LINES_MOST = 4 }; /* of calls that go out of the timed part: more are told by their calls */

static bool is_hoist(const struct edit_change *change)
{
    return change->kind == CHANGE_ALLOCATE || change->kind == CHANGE_FREE;
}

static bool hoists_much(const struct edit_changes *changes)
{
    size_t lines = 0;
    for (size_t i = 0; i < changes->count; i++)
        lines += is_hoist(&changes->rows[i]) && !is_told(changes, i);
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
    strbuf_adds(sb, call_text(like->new_call));
    add_in_place(sb, like);
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
        add_place(sb, program, place);
        sb->text[sb->length -= 2] = '\0'; /* the colon behind it */
        file = row->file;
    }
    if (like->kind == CHANGE_ALLOCATE && made < calls && like->call != CALL_cudaHostRegister)
        strbuf_addf(sb, "; %zu buffer%s, used again where the last user is waited for", made,
                    made == 1 ? "" : "s");
    strbuf_addc(sb, ')');
}

/* "call before the timed part: cudaMalloc (...), cudaMallocHost (...)": one idea, whatever it is
 * that is set up. */
static void add_hoists(struct strbuf *sb, const struct program *program,
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

/* "fence.cu:38, 39 and 40: ..." */
static void add_order(struct strbuf *sb, const struct program *program,
                      const struct edit_changes *changes, size_t row)
{
    const struct edit_change *first = &changes->rows[row];
    size_t last = row, count = 0;
    for (size_t i = row; i < changes->count; i++) {
        if (!is_like(&changes->rows[i], first) || changes->rows[i].place == 0)
            continue;
        last = i;
        count++;
    }
    for (size_t i = row; count && i <= last; i++) {
        const struct edit_change *change = &changes->rows[i];
        if (!is_like(change, first) || change->place == 0)
            continue;
        int line = (int)program->places.rows[change->place].line;
        if (i == row) {
            add_place(sb, program, change->place);
            while (sb->length &&
                   (sb->text[sb->length - 1] == ' ' || sb->text[sb->length - 1] == ':'))
                sb->text[--sb->length] = '\0';
        } else {
            strbuf_addf(sb, "%s%d", i == last ? " and " : ", ", line);
        }
    }
    if (count)
        strbuf_adds(sb, ": ");
    if (first->other) {
        strbuf_adds(sb, count > 1 ? "move these lines behind " : "move this line behind ");
        add_line(sb, program, first->other, first->place);
        return;
    }
    strbuf_adds(sb, edit_sentence((enum edit_kind)first->call));
    if (count > 1)
        strbuf_adds(sb, first->call == EDIT_BREADTH
                            ? ": a loop over the streams for each of these lines"
                            : ": one loop over the streams with all of these lines");
}

/* Where an event of an older turn is meant: one that every turn records anew would stand for the
 * last.
 */
static void add_turns(struct strbuf *sb, const struct edit_changes *changes, size_t row)
{
    size_t turns = changes->rows[row].turns;
    bool again = false;
    for (size_t i = row; i < changes->count; i++) {
        const struct edit_change *like = &changes->rows[i];
        if (!is_like(like, &changes->rows[row]))
            continue;
        turns = like->turns < turns ? like->turns : turns;
        again |= like->count > 1;
    }
    if (turns)
        strbuf_addf(sb, ", not in its last turn but %zu before that", turns);
    if (turns && again)
        strbuf_addf(sb, ": %zu events by turns", turns + 1);
}

/* "launch scale in s[i], the stream of the copy in line 12 whose data it takes". */
static void add_launch(struct strbuf *sb, const struct program *program,
                       const struct edit_changes *changes, size_t row)
{
    const struct edit_change *change = &changes->rows[row];
    const char *kernel = program_name(program, program->kernels.rows[change->object].name);
    add_place(sb, program, change->place);
    strbuf_addf(sb, "launch %s in ", kernel);
    if (change->name)
        strbuf_adds(sb, program_name(program, change->name));
    else
        add_streams(sb, program, changes, row, false);
    if (change->other == 0) {
        strbuf_adds(sb, change->behind ? ", the stream of the work that takes its data"
                                       : ", the stream of the work whose data it takes");
        return;
    }
    const struct call_info *call = call_info((enum call)change->new_call);
    strbuf_addf(sb, ", the stream of the %s in ",
                call->object == OBJECT_LAUNCH          ? "kernel"
                : strstr(call->name, "Memset") != NULL ? "memset"
                                                       : "copy");
    add_line(sb, program, change->other, change->place);
    strbuf_adds(sb, change->behind ? " that takes its data" : " whose data it takes");
}

static void add_change(struct strbuf *sb, const struct program *program,
                       const struct edit_changes *changes, size_t row)
{
    const struct edit_change *change = &changes->rows[row];
    switch (change->kind) {
    case CHANGE_STREAM_FLAG:
        if (change->place)
            add_place(sb, program, change->place);
        if (is_alone(changes, row)) {
            strbuf_addf(sb, "cudaStreamCreateWithFlags(&%s, cudaStreamNonBlocking)",
                        program_name(program, program->streams.rows[change->stream].name));
            break;
        }
        strbuf_adds(sb, "create ");
        add_streams(sb, program, changes, row, false);
        strbuf_adds(sb, " with cudaStreamCreateWithFlags(..., cudaStreamNonBlocking)");
        break;
    case CHANGE_NEW_STREAM:
        strbuf_adds(sb, "create one more stream with cudaStreamCreateWithFlags(..., "
                        "cudaStreamNonBlocking)");
        break;
    case CHANGE_STREAM:
        add_place(sb, program, change->place);
        strbuf_addf(sb, "put %s into ", call_text(change->call));
        add_streams(sb, program, changes, row, false);
        break;
    case CHANGE_TURNS:
        add_place(sb, program, change->place);
        strbuf_addf(sb, "put %s into ", call_text(change->call));
        add_streams(sb, program, changes, row, false);
        strbuf_adds(sb, ", in each turn of the loop into the next");
        break;
    case CHANGE_LAUNCH:
        add_launch(sb, program, changes, row);
        break;
    case CHANGE_PER_THREAD:
        strbuf_adds(sb, "compile with nvcc --default-stream per-thread");
        break;
    case CHANGE_PINNED:
        edit_pinned_text(sb, program, change->object);
        break;
    case CHANGE_REGISTER:
        add_place(sb, program, change->place);
        strbuf_addf(sb, "call cudaHostRegister once, before %s is copied for the first time, in ",
                    edit_memory_text(program, change->object));
        add_line(sb, program, change->other, change->place);
        break;
    case CHANGE_UNREGISTER:
        add_place(sb, program, change->place);
        strbuf_addf(sb, "call cudaHostUnregister once, after %s is copied for the last time",
                    edit_memory_text(program, change->object));
        break;
    case CHANGE_PAGEABLE:
        strbuf_addf(sb, "allocate %s with malloc (and free it with free)",
                    edit_memory_text(program, change->object));
        break;
    case CHANGE_CALL:
        add_place(sb, program, change->place);
        strbuf_addf(sb, "%s instead of %s", call_text(change->new_call), call_text(change->call));
        if (change->new_call == CALL_cudaDeviceSynchronize)
            break;
        strbuf_addf(sb, ", %s ", change->new_call == CALL_cudaStreamSynchronize ? "of" : "in");
        add_streams(sb, program, changes, row, false);
        break;
    case CHANGE_DROPPED:
        add_place(sb, program, change->place);
        strbuf_addf(sb, "leave out %s", call_text(change->call));
        break;
    case CHANGE_LAST_ONLY:
        add_place(sb, program, change->place);
        strbuf_addf(sb, "move %s out of the loop, behind it", call_text(change->call));
        if (change->new_call != change->call)
            strbuf_addf(sb, ", as %s", call_text(change->new_call));
        break;
    case CHANGE_LAST_THREAD:
        add_place(sb, program, change->place);
        strbuf_addf(sb, "leave out %s, which each of the threads calls once, and call ",
                    call_text(change->call));
        strbuf_addf(sb, "%s once behind all of them",
                    change->new_call != change->call ? call_text(change->new_call) : "it");
        break;
    case CHANGE_RELEASE:
        add_place(sb, program, change->place);
        strbuf_adds(sb, "release the lock");
        if (change->other) {
            strbuf_adds(sb, " of ");
            add_line(sb, program, change->other, change->place);
        }
        strbuf_addf(sb, " before %s, not behind it", call_text(change->call));
        break;
    case CHANGE_WAIT:
        add_place(sb, program, change->other);
        strbuf_adds(sb, "before it, cudaStreamWaitEvent in ");
        add_streams(sb, program, changes, row, true);
        strbuf_adds(sb, " for an event recorded in ");
        add_streams(sb, program, changes, row, false);
        strbuf_adds(sb, " right after ");
        add_line(sb, program, change->place, change->other);
        add_turns(sb, changes, row);
        break;
    case CHANGE_SYNCHRONIZE:
        add_place(sb, program, change->other);
        strbuf_addf(sb, "before %s, cudaEventSynchronize on an event recorded in ",
                    call_text(change->new_call));
        add_streams(sb, program, changes, row, false);
        strbuf_adds(sb, " right after ");
        add_line(sb, program, change->place, change->other);
        add_turns(sb, changes, row);
        break;
    case CHANGE_END:
        add_place(sb, program, change->place);
        strbuf_adds(sb, "after it, cudaDeviceSynchronize, as nothing else waits for all the work");
        break;
    case CHANGE_ALLOCATE:
        add_allocation(sb, program, changes, row);
        break;
    case CHANGE_FREE:
        add_place(sb, program, change->place);
        strbuf_addf(sb, "call %s after the timed part", call_text(change->new_call));
        if (change->new_call != change->call)
            strbuf_addc(sb, ',');
        add_in_place(sb, change);
        break;
    case CHANGE_ORDER:
        add_order(sb, program, changes, row);
        break;
    case CHANGE_EVENT_FLAG:
        add_place(sb, program, change->place);
        strbuf_addf(sb, "cudaEventCreateWithFlags(..., cudaEventDisableTiming)%s",
                    change->call == CALL_cudaEventCreate ? " instead of cudaEventCreate" : "");
        break;
    case CHANGE_POOL:
        add_place(sb, program, change->place);
        strbuf_adds(sb, "before it, once, cudaMemPoolSetAttribute with "
                        "cudaMemPoolAttrReleaseThreshold and UINT64_MAX, of ");
        if (change->object == 0)
            strbuf_adds(sb, "cudaDeviceGetDefaultMemPool's pool");
        else
            strbuf_addf(sb, "pool %s",
                        program_name(program, program->pools.rows[change->object].name));
        break;
    case CHANGE_VARIABLE:
        strbuf_adds(sb, "unset CUDA_LAUNCH_BLOCKING");
        break;
    }
}

void edit_text(struct strbuf *sb, const struct program *edited, const struct edit_changes *changes)
{
    bool much = hoists_much(changes);
    if (much) {
        add_hoists(sb, edited, changes, CHANGE_ALLOCATE);
        add_hoists(sb, edited, changes, CHANGE_FREE);
    }
    for (size_t i = 0; i < changes->count; i++) {
        if (is_told(changes, i) || (much && is_hoist(&changes->rows[i])))
            continue;
        add_change(sb, edited, changes, i);
        strbuf_addc(sb, '\n');
    }
}
