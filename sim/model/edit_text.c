/* What to write where, in the user's terms. */
#include "sim/model/edit_text_inside.h"

#include "sim/base/text.h"
#include "sim/model/edit_inside.h"

#include <string.h>

void edit_text_place(struct strbuf *sb, const struct program *program, uint32_t place)
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

static bool is_per_thread(const struct program *program, uint32_t stream)
{
    return program->streams.rows[stream].kind == STREAM_PER_THREAD;
}

/* Each thread calls its own the same. */
static bool is_called_alike(const struct program *program, uint32_t a, uint32_t b)
{
    return a == b || (is_per_thread(program, a) && is_per_thread(program, b));
}

static void add_stream(struct strbuf *sb, const struct program *program, uint32_t stream)
{
    const char *name = program_name(program, program->streams.rows[stream].name);
    if (stream == PROGRAM_STREAM_LEGACY)
        strbuf_adds(sb, "the default stream");
    else if (is_per_thread(program, stream)) /* also where it is the default stream */
        strbuf_adds(sb, "cudaStreamPerThread");
    else if (strcmp(name, "non-blocking") == 0)
        strbuf_adds(sb, "the new stream");
    else if (program_shares_name(program->streams.rows, program->streams.count, stream))
        strbuf_addf(sb, "stream %u %s", (unsigned)stream, name);
    else
        strbuf_addf(sb, "%s%s", program_says_stream(name) ? "" : "stream ", name);
}

bool edit_text_is_like(const struct edit_change *a, const struct edit_change *b)
{
    if (a->kind == CHANGE_ORDER && b->kind == CHANGE_ORDER)
        return a->other == b->other;
    return a->kind == b->kind && a->place == b->place && a->other == b->other &&
           a->call == b->call && a->new_call == b->new_call && a->object == b->object &&
           a->name == b->name && a->behind == b->behind && a->column == b->column;
}

void edit_text_streams(struct strbuf *sb, const struct program *program,
                       const struct edit_changes *changes, size_t row, bool to)
{
    const struct edit_change *first = &changes->rows[row];
    uint32_t least = to ? first->to : first->stream, most = least;
    for (size_t i = row + 1; i < changes->count; i++) {
        const struct edit_change *change = &changes->rows[i];
        uint32_t stream = to ? change->to : change->stream;
        if (!edit_text_is_like(change, first))
            continue;
        least = stream < least ? stream : least;
        most = stream > most ? stream : most;
    }
    add_stream(sb, program, least);
    if (is_called_alike(program, least, most))
        return;
    strbuf_adds(sb, most == least + 1 ? " and " : " to ");
    if (program_shares_name(program->streams.rows, program->streams.count, most))
        strbuf_addf(sb, "stream %u ", (unsigned)most);
    strbuf_adds(sb, program_name(program, program->streams.rows[most].name));
}

/* Where an event of an older turn is meant: one that every turn records anew would stand for the
 * last.
 */
static void add_turns(struct strbuf *sb, const struct edit_changes *changes, size_t row)
{
    const bool own = changes->rows[row].object != 0; /* of these there are enough */
    size_t turns = changes->rows[row].turns, most = 0;
    bool again = false;
    for (size_t i = row; i < changes->count; i++) {
        const struct edit_change *like = &changes->rows[i];
        if (!edit_text_is_like(like, &changes->rows[row]))
            continue;
        turns = like->turns < turns ? like->turns : turns;
        most = like->turns_most > most ? like->turns_most : most;
        again |= like->count > 1;
    }
    if (turns)
        strbuf_addf(sb, ", not in its last turn but %zu before that", turns);
    if (turns && again && !own)
        strbuf_addf(sb, ": %zu events by turns", turns + 1);
    if (!turns && most)
        strbuf_adds(sb, ", of the turn that had the data");
    if (!turns && most && !own)
        strbuf_addf(sb, ": up to %zu events", most + 1);
}

/* Where the event of an order was recorded. Of several streams each call may wait for one. */
static void add_recorded(struct strbuf *sb, const struct program *program,
                         const struct edit_changes *changes, size_t row)
{
    const struct edit_change *first = &changes->rows[row];
    size_t waits = 0;
    bool several = false;
    if (first->object) {
        strbuf_adds(sb, " the event that ");
        add_line(sb, program, first->object, first->other);
        strbuf_adds(sb, " records in ");
        edit_text_streams(sb, program, changes, row, false);
        add_turns(sb, changes, row);
        return;
    }
    for (size_t i = row; i < changes->count; i++) {
        const struct edit_change *like = &changes->rows[i];
        if (!edit_text_is_like(like, first))
            continue;
        waits = like->waits > waits ? like->waits : waits;
        several |= !is_called_alike(program, like->stream, first->stream);
    }
    const bool one = several && waits == 1;
    strbuf_adds(sb, one ? " an event recorded in whichever of " : " an event recorded in ");
    edit_text_streams(sb, program, changes, row, false);
    strbuf_adds(sb, one ? " has the data, right after " : " right after ");
    if (first->place == first->other) /* the line is not over when the wait comes */
        strbuf_addf(sb, "%s in ", edit_text_call(first->call));
    add_line(sb, program, first->place, first->other);
    if (first->column)
        strbuf_addf(sb, ", column %u", (unsigned)first->column);
    add_turns(sb, changes, row);
}

static bool is_alone(const struct edit_changes *changes, size_t row)
{
    for (size_t i = row + 1; i < changes->count; i++)
        if (edit_text_is_like(&changes->rows[i], &changes->rows[row]))
            return false;
    return true;
}

bool edit_text_is_told(const struct edit_changes *changes, size_t row)
{
    for (size_t i = 0; i < row; i++)
        if (edit_text_is_like(&changes->rows[i], &changes->rows[row]))
            return true;
    return false;
}

const char *edit_text_call(uint16_t call)
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

/* "fence.cu:38, 39 and 40: ..." */
static void add_order(struct strbuf *sb, const struct program *program,
                      const struct edit_changes *changes, size_t row)
{
    const struct edit_change *first = &changes->rows[row];
    size_t last = row, count = 0;
    for (size_t i = row; i < changes->count; i++) {
        if (!edit_text_is_like(&changes->rows[i], first) || changes->rows[i].place == 0)
            continue;
        last = i;
        count++;
    }
    for (size_t i = row; count && i <= last; i++) {
        const struct edit_change *change = &changes->rows[i];
        if (!edit_text_is_like(change, first) || change->place == 0)
            continue;
        int line = (int)program->places.rows[change->place].line;
        if (i == row) {
            edit_text_place(sb, program, change->place);
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

/* "launch scale in s[i], the stream of the copy in line 12 whose data it takes". */
static void add_launch(struct strbuf *sb, const struct program *program,
                       const struct edit_changes *changes, size_t row)
{
    const struct edit_change *change = &changes->rows[row];
    const char *kernel = program_name(program, program->kernels.rows[change->object].name);
    edit_text_place(sb, program, change->place);
    strbuf_addf(sb, "launch %s in ", kernel);
    if (change->name)
        strbuf_adds(sb, program_name(program, change->name));
    else
        edit_text_streams(sb, program, changes, row, false);
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

/* "out of the loop, behind it": of a loop in the function, or of one that calls that. */
static void add_loop(struct strbuf *sb, const struct program *program,
                     const struct edit_change *change)
{
    if (!change->called) {
        strbuf_adds(sb, "out of the loop, behind it");
    } else if (change->other == 0) {
        strbuf_adds(sb, "out of the function, behind the last call of that");
    } else {
        strbuf_adds(sb, "out of the function, behind the loop that calls it in ");
        add_line(sb, program, change->other, change->place);
    }
}

static void add_change(struct strbuf *sb, const struct program *program,
                       const struct edit_changes *changes, size_t row)
{
    const struct edit_change *change = &changes->rows[row];
    switch (change->kind) {
    case CHANGE_STREAM_FLAG:
        if (change->place)
            edit_text_place(sb, program, change->place);
        if (is_alone(changes, row)) {
            strbuf_addf(sb, "cudaStreamCreateWithFlags(&%s, cudaStreamNonBlocking)",
                        program_name(program, program->streams.rows[change->stream].name));
            break;
        }
        strbuf_adds(sb, "create ");
        edit_text_streams(sb, program, changes, row, false);
        strbuf_adds(sb, " with cudaStreamCreateWithFlags(..., cudaStreamNonBlocking)");
        break;
    case CHANGE_NEW_STREAM:
        strbuf_adds(sb, "create one more stream with cudaStreamCreateWithFlags(..., "
                        "cudaStreamNonBlocking)");
        break;
    case CHANGE_STREAM:
        edit_text_place(sb, program, change->place);
        strbuf_addf(sb, "put %s into ", edit_text_call(change->call));
        edit_text_streams(sb, program, changes, row, false);
        break;
    case CHANGE_TURNS:
        edit_text_place(sb, program, change->place);
        strbuf_addf(sb, "put %s into ", edit_text_call(change->call));
        edit_text_streams(sb, program, changes, row, false);
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
        edit_text_place(sb, program, change->place);
        strbuf_addf(sb, "call cudaHostRegister once, before %s is copied for the first time, in ",
                    edit_memory_text(program, change->object));
        add_line(sb, program, change->other, change->place);
        break;
    case CHANGE_UNREGISTER:
        edit_text_place(sb, program, change->place);
        strbuf_addf(sb, "call cudaHostUnregister once, after %s is copied for the last time",
                    edit_memory_text(program, change->object));
        break;
    case CHANGE_PAGEABLE:
        strbuf_addf(sb, "allocate %s with malloc (and free it with free)",
                    edit_memory_text(program, change->object));
        break;
    case CHANGE_CALL:
        edit_text_place(sb, program, change->place);
        strbuf_addf(sb, "%s instead of %s", edit_text_call(change->new_call),
                    edit_text_call(change->call));
        if (change->new_call == CALL_cudaDeviceSynchronize)
            break;
        strbuf_addf(sb, ", %s ", change->new_call == CALL_cudaStreamSynchronize ? "of" : "in");
        edit_text_streams(sb, program, changes, row, false);
        break;
    case CHANGE_DROPPED:
        edit_text_place(sb, program, change->place);
        strbuf_addf(sb, "leave out %s", edit_text_call(change->call));
        if (change->other) {
            strbuf_adds(sb, ": cudaDeviceSynchronize in ");
            add_line(sb, program, change->other, change->place);
            strbuf_adds(sb, " waits for all of it");
        }
        break;
    case CHANGE_LAST_ONLY:
        edit_text_place(sb, program, change->place);
        strbuf_addf(sb, "move %s ", edit_text_call(change->call));
        add_loop(sb, program, change);
        if (change->new_call != change->call)
            strbuf_addf(sb, ", as %s", edit_text_call(change->new_call));
        if (change->behind && change->new_call != CALL_cudaDeviceSynchronize) {
            strbuf_adds(sb, ", of ");
            edit_text_streams(sb, program, changes, row, false);
        }
        strbuf_addf(sb, ": %zu call%s in place of %zu", change->made, change->made == 1 ? "" : "s",
                    change->count);
        break;
    case CHANGE_LAST_THREAD:
        edit_text_place(sb, program, change->place);
        strbuf_addf(sb, "leave out %s, which each of the threads calls once, and call ",
                    edit_text_call(change->call));
        strbuf_addf(sb, "%s once behind all of them",
                    change->new_call != change->call ? edit_text_call(change->new_call) : "it");
        break;
    case CHANGE_RELEASE:
        edit_text_place(sb, program, change->place);
        strbuf_adds(sb, "release the lock");
        if (change->other) {
            strbuf_adds(sb, " of ");
            add_line(sb, program, change->other, change->place);
        }
        strbuf_addf(sb, " before %s, not behind it", edit_text_call(change->call));
        break;
    case CHANGE_WAIT:
        edit_text_place(sb, program, change->other);
        strbuf_adds(sb, "before it, cudaStreamWaitEvent in ");
        edit_text_streams(sb, program, changes, row, true);
        strbuf_adds(sb, " for");
        add_recorded(sb, program, changes, row);
        break;
    case CHANGE_SYNCHRONIZE:
        edit_text_place(sb, program, change->other);
        strbuf_addf(sb, "before %s, cudaEventSynchronize on", edit_text_call(change->new_call));
        add_recorded(sb, program, changes, row);
        break;
    case CHANGE_END:
        edit_text_place(sb, program, change->place);
        strbuf_adds(sb, "after it, cudaDeviceSynchronize, as nothing else waits for all the work");
        break;
    case CHANGE_ALLOCATE:
        edit_text_allocation(sb, program, changes, row);
        break;
    case CHANGE_FREE:
        edit_text_place(sb, program, change->place);
        strbuf_addf(sb, "call %s after the timed part", edit_text_call(change->new_call));
        if (change->new_call != change->call)
            strbuf_addc(sb, ',');
        edit_text_in_place(sb, change);
        break;
    case CHANGE_ORDER:
        add_order(sb, program, changes, row);
        break;
    case CHANGE_EVENT_FLAG:
        edit_text_place(sb, program, change->place);
        strbuf_addf(sb, "cudaEventCreateWithFlags(..., cudaEventDisableTiming)%s",
                    change->call == CALL_cudaEventCreate ? " instead of cudaEventCreate" : "");
        break;
    case CHANGE_POOL:
        edit_text_place(sb, program, change->place);
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
    bool much = edit_text_hoists_much(changes);
    if (much) {
        edit_text_hoists(sb, edited, changes, CHANGE_ALLOCATE);
        edit_text_hoists(sb, edited, changes, CHANGE_FREE);
    }
    for (size_t i = 0; i < changes->count; i++) {
        if (edit_text_is_told(changes, i) || (much && edit_text_is_hoist(&changes->rows[i])))
            continue;
        add_change(sb, edited, changes, i);
        strbuf_addc(sb, '\n');
    }
}
