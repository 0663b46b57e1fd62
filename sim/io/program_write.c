#include "sim/io/program_file.h"

#include "sim/base/json.h"
#include "sim/base/mem.h"
#include "sim/base/text.h"
#include "sim/io/program_fields.h"
#include "sim/model/cuda_errors.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/types.h>

#include <sha2.h>
#include <string.h>

struct writer {
    const struct program *p;
    struct sink *sink;
    struct strbuf *sb;
    uint32_t *file_of; /* by name id: the number of its file record; 0: none */
    uint32_t files;
    bool same_anywhere; /* leave out what does not change the program: folders, columns, turns
                           of polls */
};

static bool is_plain(const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        unsigned char c = (unsigned char)text[i];
        if (c <= ' ' || c >= 0x7f || c == '"' || c == '\\' || c == '=' || c == '#')
            return false;
    }
    return length > 0;
}

/* As it is, or in quotes with \" \\ \n \t \r and \xHH. */
static void add_text(struct writer *w, const char *text, size_t length)
{
    if (is_plain(text, length)) {
        strbuf_add(w->sb, text, length);
        return;
    }
    static const char hex[] = "0123456789abcdef";
    strbuf_addc(w->sb, '"');
    for (size_t i = 0; i < length; i++) {
        unsigned char c = (unsigned char)text[i];
        if (c == '"' || c == '\\') {
            strbuf_addc(w->sb, '\\');
            strbuf_addc(w->sb, (char)c);
        } else if (c < ' ' || c >= 0x7f) {
            strbuf_adds(w->sb, "\\x");
            strbuf_addc(w->sb, hex[c >> 4]);
            strbuf_addc(w->sb, hex[c & 15]);
        } else {
            strbuf_addc(w->sb, (char)c);
        }
    }
    strbuf_addc(w->sb, '"');
}

static void add_name(struct writer *w, uint32_t name)
{
    add_text(w, program_name(w->p, name), w->p->names.lengths[name]);
}

static void add_path(struct writer *w, uint32_t name)
{
    const char *path = program_name(w->p, name);
    size_t skip = w->same_anywhere ? (size_t)(text_file_name(path) - path) : 0;
    add_text(w, path + skip, w->p->names.lengths[name] - skip);
}

static void add_unsigned(struct strbuf *sb, uint64_t number)
{
    if (number <= INT64_MAX)
        json_add_int(sb, (int64_t)number);
    else
        strbuf_addf(sb, "%llu", (unsigned long long)number);
}

static void begin_field(struct writer *w, const char *name)
{
    strbuf_addc(w->sb, ' ');
    strbuf_adds(w->sb, name);
    strbuf_addc(w->sb, '=');
}

/* The field's bytes as a number; unsigned 64-bit values keep their bits. */
static int64_t load(const struct program_field *field, const char *row)
{
    const char *at = row + field->offset;
    uint8_t u8;
    uint16_t u16;
    uint32_t u32;
    int32_t i32;
    int64_t i64;
    bool flag;
    switch (field->type) {
    case FIELD_U8:
    case FIELD_FLAG:
        memcpy(&u8, at, sizeof u8);
        return u8;
    case FIELD_EACH:
        memcpy(&u8, at, sizeof u8);
        return (u8 & RECORD_EACH) / RECORD_EACH_ONE;
    case FIELD_U16:
        memcpy(&u16, at, sizeof u16);
        return u16;
    case FIELD_I32:
        memcpy(&i32, at, sizeof i32);
        return i32;
    case FIELD_U64:
    case FIELD_I64:
    case FIELD_AMOUNT:
        memcpy(&i64, at, sizeof i64);
        return i64;
    case FIELD_BOOL:
        memcpy(&flag, at, sizeof flag);
        return flag;
    default:
        memcpy(&u32, at, sizeof u32);
        return u32;
    }
}

static void write_three(struct writer *w, const struct program_field *field, const char *row)
{
    uint32_t three[3];
    memcpy(three, row + field->offset, sizeof three);
    begin_field(w, field->name);
    for (int i = 0; i < 3; i++) {
        if (i)
            strbuf_addc(w->sb, ',');
        json_add_int(w->sb, three[i]);
    }
}

static void write_field(struct writer *w, const struct program_field *field, const char *row)
{
    if (field->type == FIELD_THREE) {
        write_three(w, field, row);
        return;
    }
    int64_t value = load(field, row);
    if (field->type == FIELD_FLAG) {
        if (value & field->otherwise) {
            strbuf_addc(w->sb, ' ');
            strbuf_adds(w->sb, field->name);
        }
        return;
    }
    if (value == field->otherwise)
        return;
    begin_field(w, field->name);
    if (field->words)
        strbuf_adds(w->sb, field->words[value]);
    else if (field->type == FIELD_NAME)
        add_name(w, (uint32_t)value);
    else if (field->type == FIELD_U64)
        add_unsigned(w->sb, (uint64_t)value);
    else
        json_add_int(w->sb, value);
}

static int write_accesses(struct writer *w, const struct program_launch *launch, struct err *err)
{
    const struct program_kind *kind = &program_kinds[KIND_ACCESS];
    for (uint32_t i = 0; i < launch->access_count; i++) {
        const char *row = (const char *)&w->p->accesses.rows[launch->first_access + i];
        strbuf_adds(w->sb, kind->keyword);
        for (size_t f = 0; f < kind->field_count; f++)
            write_field(w, &kind->fields[f], row);
        strbuf_addc(w->sb, '\n');
        if (sink_flow(w->sink, err) < 0)
            return -1;
    }
    return 0;
}

static int write_table(struct writer *w, enum program_kind_id id, struct err *err)
{
    const struct program_kind *kind = &program_kinds[id];
    struct program_rows table;
    memcpy(&table, (const char *)w->p + kind->table, sizeof table);
    for (size_t i = kind->reserved; i < table.count; i++) {
        const char *row = (const char *)table.rows + i * kind->row_bytes;
        strbuf_adds(w->sb, kind->keyword);
        if (id != KIND_RESULT) {
            begin_field(w, "id");
            json_add_int(w->sb, (int64_t)i);
        }
        for (size_t f = 0; f < kind->field_count; f++)
            write_field(w, &kind->fields[f], row);
        strbuf_addc(w->sb, '\n');
        if (sink_flow(w->sink, err) < 0)
            return -1;
        if (id == KIND_LAUNCH && write_accesses(w, &w->p->launches.rows[i], err) < 0)
            return -1;
    }
    return 0;
}

static void write_place(struct writer *w, uint32_t place)
{
    if (place == 0)
        return;
    const struct program_place *row = &w->p->places.rows[place];
    uint32_t file = w->file_of[row->file];
    if (file != 1) {
        begin_field(w, "file");
        json_add_int(w->sb, file);
    }
    begin_field(w, "line");
    json_add_int(w->sb, row->line);
}

static void write_object(struct writer *w, const struct program_record *record)
{
    if (record->object == 0)
        return;
    enum call_object object = call_info((enum call)record->call)->object;
    size_t table;
    begin_field(w, program_object_field(object, &table));
    if (object == OBJECT_NAME)
        add_name(w, record->object);
    else
        json_add_int(w->sb, record->object);
}

/* A query whose answer nobody looks at was a poll like any other in what is recorded already. */
static void forget_ignored(struct program_record *query)
{
    if (!(query->flags & RECORD_IGNORED) ||
        (query->result != CUDA_cudaSuccess && query->result != CUDA_cudaErrorNotReady))
        return;
    query->flags &= (uint8_t)~RECORD_IGNORED;
    if (query->result == CUDA_cudaSuccess)
        query->flags |= RECORD_POLL;
}

static int write_calls(struct writer *w, struct err *err)
{
    for (size_t i = 0; i < w->p->records.count; i++) {
        struct program_record copy = w->p->records.rows[i];
        const struct program_record *record = &copy;
        if (w->same_anywhere && call_is_query(copy.call))
            forget_ignored(&copy);
        if (w->same_anywhere && copy.flags & RECORD_POLL)
            copy.count = 0; /* how long it polled is the machine's */
        if (w->same_anywhere || copy.call != CALL_observe)
            copy.flags &= (uint8_t)~RECORD_EACH;
        if (copy.call == CALL_host_clock)
            copy.count = 0;
        if (w->same_anywhere || record->place == 0)
            copy.column = 0;
        strbuf_adds(w->sb, call_info((enum call)record->call)->name);
        begin_field(w, "thread");
        json_add_int(w->sb, record->thread);
        write_place(w, record->place);
        const struct program_field *field = program_call_fields + 3; /* after thread, file, line */
        for (; field < program_call_fields + program_call_field_count; field++) {
            if (field->type == FIELD_OBJECT)
                write_object(w, record);
            else
                write_field(w, field, (const char *)record);
        }
        strbuf_addc(w->sb, '\n');
        if (sink_flow(w->sink, err) < 0)
            return -1;
    }
    return 0;
}

static void write_file(struct writer *w, uint32_t place)
{
    uint32_t name = w->p->places.rows[place].file;
    if (place == 0 || name == 0 || w->file_of[name])
        return;
    w->file_of[name] = ++w->files;
    strbuf_adds(w->sb, "file");
    begin_field(w, "id");
    json_add_int(w->sb, w->files);
    begin_field(w, "name");
    add_path(w, name);
    strbuf_addc(w->sb, '\n');
}

/* Files, in the order in which the program comes upon them, and what concerns it all. */
static void write_head(struct writer *w)
{
    const struct program *p = w->p;
    strbuf_adds(w->sb, PROGRAM_FILE_FIRST_LINE "\n");
    write_file(w, p->time_dependent_place);
    for (size_t i = 0; i < p->records.count; i++)
        write_file(w, p->records.rows[i].place);
    strbuf_adds(w->sb, "program");
    if (p->scenario) {
        begin_field(w, "scenario");
        add_path(w, p->scenario);
    }
    if (p->time_dependent)
        strbuf_adds(w->sb, " time_dependent");
    write_place(w, p->time_dependent_place);
    strbuf_addc(w->sb, '\n');
}

static int write_all(const struct program *program, bool same_anywhere, struct sink *sink,
                     struct err *err)
{
    struct writer w = {
        .p = program, .sink = sink, .sb = &sink->text, .same_anywhere = same_anywhere};
    w.file_of = mem_zalloc(program->names.count * sizeof *w.file_of);
    write_head(&w);
    int result = 0;
    for (int kind = 0; kind < KIND_COUNT && result == 0; kind++)
        if (kind != KIND_ACCESS)
            result = write_table(&w, (enum program_kind_id)kind, err);
    if (result == 0)
        result = write_calls(&w, err);
    free(w.file_of);
    return result < 0 ? -1 : sink_finish(sink, err);
}

int program_file_write(const struct program *program, struct sink *sink, struct err *err)
{
    return write_all(program, false, sink, err);
}

static int pass_to_hash(struct sink *sink, struct err *err)
{
    (void)err;
    SHA256Update(sink->context, (const uint8_t *)sink->text.text, sink->text.length);
    strbuf_clear(&sink->text);
    return 0;
}

void program_file_sha256(const struct program *program, char digits[65])
{
    SHA2_CTX hash;
    SHA256Init(&hash);
    struct sink sink;
    struct err err;
    err_init(&err);
    sink_init(&sink);
    sink.pass = pass_to_hash;
    sink.context = &hash;
    write_all(program, true, &sink, &err); /* cannot fail: nothing is written anywhere */
    sink_release(&sink);
    SHA256End(&hash, digits);
}
