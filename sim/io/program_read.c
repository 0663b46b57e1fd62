#include "sim/io/program_file.h"

#include "sim/base/mem.h"
#include "sim/base/suggest.h"
#include "sim/io/program_fields.h"
#include "sim/io/scanner.h"
#include "sim/model/handed.h"

#include <stdlib.h>
#include <string.h>

enum { SLOTS = 1024, PLACES = 256, FILE_FIELD = 1, LINE_FIELD = 2, OBJECT_FIELD = 5 };

struct reader {
    struct scanner s;
    struct program *p;
    uint32_t *files; /* name ids by number; row 0: none */
    size_t file_count, file_capacity;
    bool has_launch;
    uint16_t slots[SLOTS]; /* first words: call, or CALL_COUNT + kind */
    struct place_memo {
        uint32_t file, place;
        int32_t line;
    } places[PLACES]; /* by line: a program repeats its places */
};

/* The words that begin a record and are no calls, after those of program_kinds. */
enum { WORD_FILE = CALL_COUNT + KIND_COUNT, WORD_PROGRAM, WORD_END };

/* Room for a row of any kind. */
union any_row {
    struct program_thread thread;
    struct program_stream stream;
    struct program_event event;
    struct program_pool pool;
    struct program_alloc alloc;
    struct program_kernel kernel;
    struct program_hostfn hostfn;
    struct program_copy copy;
    struct program_launch launch;
    struct program_access access;
    struct program_range result;
    struct program_record record;
};

static bool is_word(const char *name, size_t length, const char *text, size_t text_length)
{
    return length == text_length && memcmp(name, text, length) == 0;
}

/* --- fields --------------------------------------------------------------------------------------
 */

static size_t table_count(const struct reader *r, size_t table)
{
    struct program_rows rows;
    memcpy(&rows, (const char *)r->p + table, sizeof rows);
    return rows.count;
}

static int store(struct reader *r, const struct program_field *field, const char *start,
                 uint64_t value, char *row)
{
    char *at = row + field->offset;
    if (field->table && value >= table_count(r, field->table))
        return scanner_fail(&r->s, start, "%s %llu is not defined before this line", field->name,
                            (unsigned long long)value);
    uint8_t u8 = (uint8_t)value;
    uint16_t u16 = (uint16_t)value;
    uint32_t u32 = (uint32_t)value;
    bool flag = value != 0;
    switch (field->type) {
    case FIELD_EACH:
        u8 = (uint8_t)((uint8_t)*at | value * RECORD_EACH_ONE);
        memcpy(at, &u8, sizeof u8);
        break;
    case FIELD_U8:
        memcpy(at, &u8, sizeof u8);
        break;
    case FIELD_U16:
        memcpy(at, &u16, sizeof u16);
        break;
    case FIELD_U64:
    case FIELD_I64:
    case FIELD_AMOUNT:
        memcpy(at, &value, sizeof value);
        break;
    case FIELD_BOOL:
        memcpy(at, &flag, sizeof flag);
        break;
    default:
        memcpy(at, &u32, sizeof u32);
        break;
    }
    return 0;
}

static int read_word(struct reader *r, const struct program_field *field, uint64_t *value)
{
    size_t length = scanner_word(&r->s);
    for (size_t i = 0; i < field->word_count; i++)
        if (is_word(field->words[i], strlen(field->words[i]), r->s.at, length)) {
            *value = i;
            r->s.at += length;
            return 0;
        }
    return scanner_fail(&r->s, r->s.at, "%s cannot be \"%.*s\"", field->name,
                        (int)(length > 60 ? 60 : length), r->s.at);
}

static int read_three(struct reader *r, const struct program_field *field, char *row)
{
    uint32_t three[3];
    for (int i = 0; i < 3; i++) {
        uint64_t number;
        if (i && (r->s.at == r->s.end || *r->s.at++ != ','))
            return scanner_fail(&r->s, r->s.at, "%s takes three numbers with commas", field->name);
        if (scanner_unsigned(&r->s, UINT32_MAX, &number) < 0)
            return -1;
        three[i] = (uint32_t)number;
    }
    memcpy(row + field->offset, three, sizeof three);
    return 0;
}

/* The value behind "name=". */
static int read_value(struct reader *r, const struct program_field *field, char *row)
{
    static const uint64_t most[] = {
        [FIELD_U8] = UINT8_MAX,   [FIELD_U16] = UINT16_MAX, [FIELD_U32] = UINT32_MAX,
        [FIELD_U64] = UINT64_MAX, [FIELD_BOOL] = 1,         [FIELD_EACH] = RECORD_EACH_MOST,
    };
    const char *start = r->s.at;
    uint64_t value = 0;
    int64_t number = 0;
    uint32_t name = 0;
    if (field->words) {
        if (read_word(r, field, &value) < 0)
            return -1;
        return store(r, field, start, value, row);
    }
    switch (field->type) {
    case FIELD_THREE:
        return read_three(r, field, row);
    case FIELD_NAME:
        if (scanner_name(&r->s, &r->p->names, &name) < 0)
            return -1;
        return store(r, field, start, name, row);
    case FIELD_I32:
        if (scanner_signed(&r->s, INT32_MIN, INT32_MAX, &number) < 0)
            return -1;
        return store(r, field, start, (uint64_t)number, row);
    case FIELD_AMOUNT:
    case FIELD_I64:
        if (scanner_signed(&r->s, field->type == FIELD_AMOUNT ? 0 : INT64_MIN,
                           field->type == FIELD_AMOUNT ? FIELD_AMOUNT_MOST : INT64_MAX,
                           &number) < 0)
            return -1;
        return store(r, field, start, (uint64_t)number, row);
    default:
        if (scanner_unsigned(&r->s, most[field->type], &value) < 0)
            return -1;
        return store(r, field, start, value, row);
    }
}

static int fail_field(struct reader *r, const struct program_field *fields, size_t count,
                      size_t length)
{
    char typed[64] = "";
    memcpy(typed, r->s.at, length < sizeof typed ? length : sizeof typed - 1);
    struct suggest suggest;
    suggest_init(&suggest, typed);
    for (size_t i = 0; i < count; i++)
        suggest_offer(&suggest, fields[i].name);
    scanner_fail(&r->s, r->s.at, "no field \"%s\" here", typed);
    if (suggest.best && *suggest.best)
        err_hint(r->s.err, "did you mean \"%s\"?", suggest.best);
    return -1;
}

/* The field whose name stands here, or `count`. Writers keep the order of the list, so the search
 * starts behind the last one. */
static size_t find_field(const struct reader *r, const struct program_field *fields, size_t count,
                         size_t from, size_t length)
{
    if (length == 0) /* the object's field has no name of its own */
        return count;
    for (size_t i = from; i < count; i++)
        if (is_word(fields[i].name, fields[i].length, r->s.at, length))
            return i;
    for (size_t i = 0; i < from; i++)
        if (is_word(fields[i].name, fields[i].length, r->s.at, length))
            return i;
    return count;
}

static int expect_equals(struct reader *r)
{
    if (r->s.at == r->s.end || *r->s.at != '=')
        return scanner_fail(&r->s, r->s.at, "\"=\" and a value were expected here");
    r->s.at++;
    return 0;
}

static int expect_gap(struct reader *r)
{
    if (r->s.at < r->s.end && !scanner_is_space(*r->s.at) && *r->s.at != '\n')
        return scanner_fail(&r->s, r->s.at, "a space was expected here");
    return 0;
}

static int read_fields(struct reader *r, const struct program_kind *kind, char *row)
{
    uint32_t seen = 0;
    size_t next = 0;
    while (!scanner_at_line_end(&r->s)) {
        size_t length = scanner_word(&r->s);
        size_t i = find_field(r, kind->fields, kind->field_count, next, length);
        if (i == kind->field_count)
            return fail_field(r, kind->fields, kind->field_count, length);
        if (seen & 1u << i)
            return scanner_fail(&r->s, r->s.at, "\"%s\" is given twice", kind->fields[i].name);
        seen |= 1u << i;
        next = i + 1;
        r->s.at += length;
        if (expect_equals(r) < 0 || read_value(r, &kind->fields[i], row) < 0 || expect_gap(r) < 0)
            return -1;
    }
    return 0;
}

/* --- records -------------------------------------------------------------------------------------
 */

static void *append(struct program *p, const struct program_kind *kind, const void *row)
{
    struct program_rows table;
    memcpy(&table, (char *)p + kind->table, sizeof table);
    table.rows = mem_grow(table.rows, &table.capacity, table.count + 1, kind->row_bytes);
    char *at = (char *)table.rows + table.count++ * kind->row_bytes;
    memcpy(at, row, kind->row_bytes);
    memcpy((char *)p + kind->table, &table, sizeof table);
    return at;
}

static int read_id(struct reader *r, uint64_t *id)
{
    scanner_skip_spaces(&r->s);
    if (r->s.end - r->s.at < 3 || memcmp(r->s.at, "id=", 3) != 0)
        return scanner_fail(&r->s, r->s.at, "\"id=\" was expected here");
    r->s.at += 3;
    if (scanner_unsigned(&r->s, UINT32_MAX, id) < 0)
        return -1;
    return expect_gap(r);
}

static int read_access(struct reader *r, const union any_row *row)
{
    if (!r->has_launch)
        return scanner_fail(&r->s, r->s.begin, "an access belongs to the launch before it");
    struct program *p = r->p;
    append(p, &program_kinds[KIND_ACCESS], row);
    p->launches.rows[p->launches.count - 1].access_count++;
    return 0;
}

static int read_row(struct reader *r, enum program_kind_id id)
{
    const struct program_kind *kind = &program_kinds[id];
    union any_row row;
    memset(&row, 0, sizeof row);
    if (id == KIND_LAUNCH) {
        row.launch.carveout = -1;
        row.launch.priority = INT32_MIN;
        row.launch.first_access = (uint32_t)r->p->accesses.count;
    }
    uint64_t number = 0;
    size_t count = table_count(r, kind->table);
    const char *start = r->s.at;
    bool numbered = id != KIND_RESULT && id != KIND_ACCESS;
    if (numbered && read_id(r, &number) < 0)
        return -1;
    bool first = number == 0 && (id == KIND_THREAD || id == KIND_STREAM);
    if (numbered && number != count && !first)
        return scanner_fail(&r->s, start, "ids count up: this one must be %zu", count);
    if (read_fields(r, kind, (char *)&row) < 0)
        return -1;
    if (id == KIND_ACCESS)
        return read_access(r, &row);
    if (first && id == KIND_THREAD)
        r->p->threads.rows[0] = row.thread;
    else if (first)
        r->p->streams.rows[0] = row.stream;
    else
        append(r->p, kind, &row);
    r->has_launch |= id == KIND_LAUNCH;
    return 0;
}

static int read_file(struct reader *r)
{
    static const struct program_field fields[] = {
        {"name", 4, FIELD_NAME, 0, 0, NULL, 0, 0},
    };
    static const struct program_kind kind = {"file", fields, 1, 0, sizeof(uint32_t), true};
    uint64_t id;
    const char *start = r->s.at;
    if (read_id(r, &id) < 0)
        return -1;
    if (id != r->file_count)
        return scanner_fail(&r->s, start, "ids count up: this one must be %zu", r->file_count);
    uint32_t name = 0;
    if (read_fields(r, &kind, (char *)&name) < 0)
        return -1;
    r->files = mem_grow(r->files, &r->file_capacity, r->file_count + 1, sizeof *r->files);
    r->files[r->file_count++] = name;
    return 0;
}

/* The place of `file` and `line`, which stand on the line where `start` points. */
static int take_place(struct reader *r, const char *start, uint64_t file, int64_t line,
                      uint32_t *place)
{
    if (file >= r->file_count)
        return scanner_fail(&r->s, start, "file %llu is not defined before this line",
                            (unsigned long long)file);
    struct place_memo *memo = &r->places[line & (PLACES - 1)];
    if (memo->place == 0 || memo->file != file || memo->line != line) {
        memo->file = (uint32_t)file;
        memo->line = (int32_t)line;
        memo->place = program_add_place(r->p, r->files[file], (int32_t)line);
    }
    *place = memo->place;
    return 0;
}

static int read_program(struct reader *r)
{
    uint64_t file = 1;
    int64_t line = -1;
    while (!scanner_at_line_end(&r->s)) {
        size_t length = scanner_word(&r->s);
        const char *word = r->s.at;
        r->s.at += length;
        if (is_word("time_dependent", 14, word, length)) {
            r->p->time_dependent = true;
            continue;
        }
        int result;
        if (is_word("scenario", 8, word, length))
            result = expect_equals(r) < 0 ? -1 : scanner_name(&r->s, &r->p->names, &r->p->scenario);
        else if (is_word("file", 4, word, length))
            result = expect_equals(r) < 0 ? -1 : scanner_unsigned(&r->s, UINT32_MAX, &file);
        else if (is_word("line", 4, word, length))
            result = expect_equals(r) < 0 ? -1 : scanner_signed(&r->s, 0, INT32_MAX, &line);
        else
            return scanner_fail(&r->s, word,
                                "a program has \"scenario\", \"time_dependent\", \"file\" and "
                                "\"line\"");
        if (result < 0 || expect_gap(r) < 0)
            return -1;
    }
    return line < 0 ? 0 : take_place(r, r->s.begin, file, line, &r->p->time_dependent_place);
}

static int read_object(struct reader *r, enum call_object object, size_t table,
                       struct program_record *record)
{
    const char *start = r->s.at;
    if (object == OBJECT_NAME)
        return scanner_name(&r->s, &r->p->names, &record->object);
    uint64_t number;
    if (scanner_unsigned(&r->s, UINT32_MAX, &number) < 0)
        return -1;
    if (table && number >= table_count(r, table))
        return scanner_fail(&r->s, start, "%llu is not defined before this line",
                            (unsigned long long)number);
    record->object = (uint32_t)number;
    return 0;
}

static int read_call(struct reader *r, enum call call)
{
    enum call_object object = call_info(call)->object;
    size_t table;
    const char *object_name = program_object_field(object, &table);
    size_t object_length = strlen(object_name);
    struct program_record record = {.call = (uint16_t)call};
    const struct program_field *fields = program_call_fields;
    uint64_t file = 1;
    int64_t line = -1;
    uint32_t seen = 0;
    size_t next = 0;
    while (!scanner_at_line_end(&r->s)) {
        size_t length = scanner_word(&r->s);
        size_t i = find_field(r, fields, program_call_field_count, next, length);
        bool is_object =
            i == program_call_field_count && is_word(object_name, object_length, r->s.at, length);
        if (i == program_call_field_count && !is_object)
            return fail_field(r, fields, program_call_field_count, length);
        if (seen & 1u << i)
            return scanner_fail(&r->s, r->s.at, "\"%.*s\" is given twice", (int)length, r->s.at);
        seen |= 1u << i;
        next = is_object ? OBJECT_FIELD + 1 : i + 1;
        r->s.at += length;
        if (!is_object && fields[i].type == FIELD_FLAG) {
            record.flags = (uint8_t)(record.flags | fields[i].otherwise);
            continue;
        }
        if (expect_equals(r) < 0)
            return -1;
        int result;
        if (is_object)
            result = read_object(r, object, table, &record);
        else if (i == FILE_FIELD)
            result = scanner_unsigned(&r->s, UINT32_MAX, &file);
        else if (i == LINE_FIELD)
            result = scanner_signed(&r->s, 0, INT32_MAX, &line);
        else
            result = read_value(r, &fields[i], (char *)&record);
        if (result < 0 || expect_gap(r) < 0)
            return -1;
    }
    if (call != CALL_observe)
        record.flags &= (uint8_t)~RECORD_EACH;
    if (line >= 0 && take_place(r, r->s.begin, file, line, &record.place) < 0)
        return -1;
    program_add_record(r->p, &record);
    return 0;
}

/* --- the whole -----------------------------------------------------------------------------------
 */

static uint32_t hash_word(const char *text, size_t length)
{
    uint32_t hash = 2166136261u;
    for (size_t i = 0; i < length; i++)
        hash = (hash ^ (unsigned char)text[i]) * 16777619u;
    return (hash ^ hash >> 15) & (SLOTS - 1);
}

static const char *word_name(int word)
{
    if (word == WORD_FILE)
        return "file";
    if (word == WORD_PROGRAM)
        return "program";
    return word < CALL_COUNT ? call_info((enum call)word)->name
                             : program_kinds[word - CALL_COUNT].keyword;
}

static void fill_slots(struct reader *r)
{
    for (int word = CALL_NONE + 1; word < WORD_END; word++) {
        const char *name = word_name(word);
        uint32_t at = hash_word(name, strlen(name));
        while (r->slots[at])
            at = (at + 1) & (SLOTS - 1);
        r->slots[at] = (uint16_t)word;
    }
}

static int find_first(const struct reader *r, size_t length)
{
    for (uint32_t at = hash_word(r->s.at, length); r->slots[at]; at = (at + 1) & (SLOTS - 1)) {
        const char *name = word_name(r->slots[at]);
        if (strncmp(name, r->s.at, length) == 0 && name[length] == '\0')
            return r->slots[at];
    }
    return 0;
}

static int fail_first(struct reader *r, size_t length)
{
    char typed[64] = "";
    memcpy(typed, r->s.at, length < sizeof typed ? length : sizeof typed - 1);
    struct suggest suggest;
    suggest_init(&suggest, typed);
    for (int word = CALL_NONE + 1; word < WORD_END; word++)
        suggest_offer(&suggest, word_name(word));
    scanner_fail(&r->s, r->s.at, "no call or record \"%s\"", typed);
    if (suggest.best)
        err_hint(r->s.err, "did you mean \"%s\"?", suggest.best);
    return -1;
}

static int read_line(struct reader *r)
{
    size_t length = scanner_word(&r->s);
    int word = length ? find_first(r, length) : 0;
    if (word == 0)
        return fail_first(r, length);
    r->s.at += length;
    if (word < CALL_COUNT)
        return read_call(r, (enum call)word);
    if (word == WORD_FILE)
        return read_file(r);
    if (word == WORD_PROGRAM)
        return read_program(r);
    return read_row(r, (enum program_kind_id)(word - CALL_COUNT));
}

static int read_first_line(struct reader *r)
{
    static const char first[] = "nullstream-program ";
    const size_t length = sizeof first - 1;
    if ((size_t)(r->s.end - r->s.at) < length || memcmp(r->s.at, first, length) != 0)
        return scanner_fail(&r->s, r->s.at, "no program file: the first line is not \"%s\"",
                            PROGRAM_FILE_FIRST_LINE);
    r->s.at += length;
    uint64_t version;
    const char *start = r->s.at;
    if (scanner_unsigned(&r->s, UINT64_MAX, &version) < 0)
        return -1;
    if (version != 1)
        return scanner_fail(&r->s, start, "version %llu of the format is not known here (1 is)",
                            (unsigned long long)version);
    return 0;
}

static int read_all(struct reader *r)
{
    if (read_first_line(r) < 0)
        return -1;
    for (;;) {
        if (!scanner_at_line_end(&r->s))
            return scanner_fail(&r->s, r->s.at, "the end of the line was expected here");
        const char *stop = memchr(r->s.at, '\n', (size_t)(r->s.end - r->s.at)); /* past a comment */
        if (!stop)
            return 0;
        r->s.at = r->s.begin = stop + 1;
        r->s.line++;
        if (!scanner_at_line_end(&r->s) && read_line(r) < 0)
            return -1;
    }
}

int program_file_read(struct program *program, const char *text, size_t length, const char *file,
                      struct err *err)
{
    struct reader *r = mem_zalloc(sizeof *r);
    r->p = program;
    r->s.at = r->s.begin = text;
    r->s.end = text + length;
    r->s.file = file;
    r->s.line = 1;
    r->s.err = err;
    r->files = mem_grow(NULL, &r->file_capacity, 1, sizeof *r->files);
    r->files[0] = 0;
    r->file_count = 1;
    strbuf_init(&r->s.name);
    fill_slots(r);
    int result = read_all(r);
    if (result == 0) {
        program_index_rows(program);
        program_find_handed(program);
    }
    strbuf_release(&r->s.name);
    free(r->files);
    free(r);
    return result;
}
