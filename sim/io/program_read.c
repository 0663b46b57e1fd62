#include "sim/io/program_file.h"

#include "sim/base/mem.h"
#include "sim/base/suggest.h"
#include "sim/io/program_fields.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SLOTS = 1024, PLACES = 256, LINE_FIELD = 2, FILE_FIELD = 1 };

struct reader {
    struct program *p;
    const char *at, *end; /* the text not read yet */
    const char *begin;    /* of the line */
    const char *file;
    int line;
    struct err *err;
    uint32_t *files; /* name ids by number; row 0: none */
    size_t file_count, file_capacity;
    bool has_launch;
    struct strbuf name;    /* a quoted name, without its escapes */
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

/* --- faults --------------------------------------------------------------------------------------
 */

static int fail(struct reader *r, const char *at, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static int fail(struct reader *r, const char *at, const char *format, ...)
{
    char message[400];
    va_list args;
    va_start(args, format);
    vsnprintf(message, sizeof message, format, args);
    va_end(args);
    const char *stop = memchr(r->begin, '\n', (size_t)(r->end - r->begin));
    size_t length = (size_t)((stop ? stop : r->end) - r->begin);
    size_t column = (size_t)(at - r->begin) + 1;
    err_set_at(r->err, ERR_INPUT, r->file, r->line, column > 100000 ? 0 : (int)column, "%s",
               message);
    if (length < 190)
        err_excerpt(r->err, r->begin, (int)length);
    return -1;
}

/* --- words and numbers ---------------------------------------------------------------------------
 */

static bool is_space(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

static void skip_spaces(struct reader *r)
{
    while (r->at < r->end && is_space(*r->at))
        r->at++;
}

static bool at_line_end(struct reader *r)
{
    skip_spaces(r);
    return r->at == r->end || *r->at == '\n' || *r->at == '#';
}

/* A run of bytes without space, '=' or '#'. */
static size_t word_length(const struct reader *r)
{
    const char *p = r->at;
    while (p < r->end && !is_space(*p) && *p != '\n' && *p != '=' && *p != '#')
        p++;
    return (size_t)(p - r->at);
}

static bool same(const char *name, size_t length, const char *text, size_t text_length)
{
    return length == text_length && memcmp(name, text, length) == 0;
}

static int read_unsigned(struct reader *r, uint64_t most, uint64_t *number)
{
    const char *start = r->at;
    uint64_t result = 0;
    for (; r->at < r->end && *r->at >= '0' && *r->at <= '9'; r->at++) {
        uint64_t digit = (uint64_t)(*r->at - '0');
        if (result > (UINT64_MAX - digit) / 10)
            return fail(r, start, "the number is too large");
        result = result * 10 + digit;
    }
    if (r->at == start)
        return fail(r, start, "a number was expected here");
    if (result > most)
        return fail(r, start, "the number is too large: %llu at most", (unsigned long long)most);
    *number = result;
    return 0;
}

static int read_signed(struct reader *r, int64_t least, int64_t most, int64_t *number)
{
    const char *start = r->at;
    bool negative = r->at < r->end && *r->at == '-';
    r->at += negative;
    uint64_t magnitude;
    if (read_unsigned(r, UINT64_MAX, &magnitude) < 0)
        return -1;
    if (magnitude > (uint64_t)INT64_MAX + negative)
        return fail(r, start, "the number is too large");
    *number = negative ? (int64_t)(0 - magnitude) : (int64_t)magnitude;
    if (*number < least || *number > most)
        return fail(r, start, "the number must lie between %lld and %lld", (long long)least,
                    (long long)most);
    return 0;
}

static int hex_digit(char c)
{
    return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

static int read_escape(struct reader *r)
{
    if (r->end - r->at < 2)
        return fail(r, r->at, "a name ends within its quotes");
    char c = r->at[1];
    if (c == '"' || c == '\\') {
        strbuf_addc(&r->name, c);
        r->at += 2;
        return 0;
    }
    if (c != 'x' || r->end - r->at < 4 || hex_digit(r->at[2]) < 0 || hex_digit(r->at[3]) < 0)
        return fail(r, r->at, "only \\\" \\\\ and \\xHH are known in names");
    strbuf_addc(&r->name, (char)(hex_digit(r->at[2]) * 16 + hex_digit(r->at[3])));
    r->at += 4;
    return 0;
}

static int read_name(struct reader *r, uint32_t *name)
{
    if (r->at == r->end || *r->at != '"') {
        size_t length = word_length(r);
        if (length == 0)
            return fail(r, r->at, "a name was expected here");
        *name = intern_add(&r->p->names, r->at, length);
        r->at += length;
        return 0;
    }
    const char *start = r->at++;
    strbuf_clear(&r->name);
    for (;;) {
        const char *plain = r->at;
        while (r->at < r->end && *r->at != '"' && *r->at != '\\' && *r->at != '\n')
            r->at++;
        strbuf_add(&r->name, plain, (size_t)(r->at - plain));
        if (r->at == r->end || *r->at == '\n')
            return fail(r, start, "a name ends within its quotes");
        if (*r->at == '"')
            break;
        if (read_escape(r) < 0)
            return -1;
    }
    r->at++;
    *name = intern_add(&r->p->names, r->name.text, r->name.length);
    return 0;
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
        return fail(r, start, "%s %llu is not defined before this line", field->name,
                    (unsigned long long)value);
    uint8_t u8 = (uint8_t)value;
    uint16_t u16 = (uint16_t)value;
    uint32_t u32 = (uint32_t)value;
    bool flag = value != 0;
    switch (field->type) {
    case FIELD_U8:
        memcpy(at, &u8, sizeof u8);
        break;
    case FIELD_U16:
        memcpy(at, &u16, sizeof u16);
        break;
    case FIELD_U64:
    case FIELD_I64:
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
    size_t length = word_length(r);
    for (size_t i = 0; i < field->word_count; i++)
        if (same(field->words[i], strlen(field->words[i]), r->at, length)) {
            *value = i;
            r->at += length;
            return 0;
        }
    return fail(r, r->at, "%s cannot be \"%.*s\"", field->name, (int)(length > 60 ? 60 : length),
                r->at);
}

static int read_three(struct reader *r, const struct program_field *field, char *row)
{
    uint32_t three[3];
    for (int i = 0; i < 3; i++) {
        uint64_t number;
        if (i && (r->at == r->end || *r->at++ != ','))
            return fail(r, r->at, "%s takes three numbers with commas", field->name);
        if (read_unsigned(r, UINT32_MAX, &number) < 0)
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
        [FIELD_U64] = UINT64_MAX, [FIELD_BOOL] = 1,
    };
    const char *start = r->at;
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
        if (read_name(r, &name) < 0)
            return -1;
        return store(r, field, start, name, row);
    case FIELD_I32:
        if (read_signed(r, INT32_MIN, INT32_MAX, &number) < 0)
            return -1;
        return store(r, field, start, (uint64_t)number, row);
    case FIELD_I64:
        if (read_signed(r, INT64_MIN, INT64_MAX, &number) < 0)
            return -1;
        return store(r, field, start, (uint64_t)number, row);
    default:
        if (read_unsigned(r, most[field->type], &value) < 0)
            return -1;
        return store(r, field, start, value, row);
    }
}

static int fail_field(struct reader *r, const struct program_field *fields, size_t count,
                      size_t length)
{
    char typed[64] = "";
    memcpy(typed, r->at, length < sizeof typed ? length : sizeof typed - 1);
    struct suggest suggest;
    suggest_init(&suggest, typed);
    for (size_t i = 0; i < count; i++)
        suggest_offer(&suggest, fields[i].name);
    fail(r, r->at, "no field \"%s\" here", typed);
    if (suggest.best && *suggest.best)
        err_hint(r->err, "did you mean \"%s\"?", suggest.best);
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
        if (same(fields[i].name, fields[i].length, r->at, length))
            return i;
    for (size_t i = 0; i < from; i++)
        if (same(fields[i].name, fields[i].length, r->at, length))
            return i;
    return count;
}

static int expect_equals(struct reader *r)
{
    if (r->at == r->end || *r->at != '=')
        return fail(r, r->at, "\"=\" and a value were expected here");
    r->at++;
    return 0;
}

static int expect_gap(struct reader *r)
{
    if (r->at < r->end && !is_space(*r->at) && *r->at != '\n')
        return fail(r, r->at, "a space was expected here");
    return 0;
}

static int read_fields(struct reader *r, const struct program_kind *kind, char *row)
{
    uint32_t seen = 0;
    size_t next = 0;
    while (!at_line_end(r)) {
        size_t length = word_length(r);
        size_t i = find_field(r, kind->fields, kind->field_count, next, length);
        if (i == kind->field_count)
            return fail_field(r, kind->fields, kind->field_count, length);
        if (seen & 1u << i)
            return fail(r, r->at, "\"%s\" is given twice", kind->fields[i].name);
        seen |= 1u << i;
        next = i + 1;
        r->at += length;
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
    skip_spaces(r);
    if (r->end - r->at < 3 || memcmp(r->at, "id=", 3) != 0)
        return fail(r, r->at, "\"id=\" was expected here");
    r->at += 3;
    if (read_unsigned(r, UINT32_MAX, id) < 0)
        return -1;
    return expect_gap(r);
}

static int read_access(struct reader *r, const union any_row *row)
{
    if (!r->has_launch)
        return fail(r, r->begin, "an access belongs to the launch before it");
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
    const char *start = r->at;
    bool numbered = id != KIND_RESULT && id != KIND_ACCESS;
    if (numbered && read_id(r, &number) < 0)
        return -1;
    bool first = number == 0 && (id == KIND_THREAD || id == KIND_STREAM);
    if (numbered && number != count && !first)
        return fail(r, start, "ids count up: this one must be %zu", count);
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
    const char *start = r->at;
    if (read_id(r, &id) < 0)
        return -1;
    if (id != r->file_count)
        return fail(r, start, "ids count up: this one must be %zu", r->file_count);
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
        return fail(r, start, "file %llu is not defined before this line",
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
    while (!at_line_end(r)) {
        size_t length = word_length(r);
        const char *word = r->at;
        r->at += length;
        if (same("time_dependent", 14, word, length)) {
            r->p->time_dependent = true;
            continue;
        }
        int result;
        if (same("scenario", 8, word, length))
            result = expect_equals(r) < 0 ? -1 : read_name(r, &r->p->scenario);
        else if (same("file", 4, word, length))
            result = expect_equals(r) < 0 ? -1 : read_unsigned(r, UINT32_MAX, &file);
        else if (same("line", 4, word, length))
            result = expect_equals(r) < 0 ? -1 : read_signed(r, 0, INT32_MAX, &line);
        else
            return fail(r, word,
                        "a program has \"scenario\", \"time_dependent\", \"file\" and "
                        "\"line\"");
        if (result < 0 || expect_gap(r) < 0)
            return -1;
    }
    return line < 0 ? 0 : take_place(r, r->begin, file, line, &r->p->time_dependent_place);
}

static int read_object(struct reader *r, enum call_object object, size_t table,
                       struct program_record *record)
{
    const char *start = r->at;
    if (object == OBJECT_NAME)
        return read_name(r, &record->object);
    uint64_t number;
    if (read_unsigned(r, UINT32_MAX, &number) < 0)
        return -1;
    if (table && number >= table_count(r, table))
        return fail(r, start, "%llu is not defined before this line", (unsigned long long)number);
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
    while (!at_line_end(r)) {
        size_t length = word_length(r);
        size_t i = find_field(r, fields, program_call_field_count, next, length);
        bool is_object =
            i == program_call_field_count && same(object_name, object_length, r->at, length);
        if (i == program_call_field_count && !is_object)
            return fail_field(r, fields, program_call_field_count, length);
        if (seen & 1u << i)
            return fail(r, r->at, "\"%.*s\" is given twice", (int)length, r->at);
        seen |= 1u << i;
        next = is_object ? 5 : i + 1;
        r->at += length;
        if (!is_object && fields[i].type == FIELD_FLAG) {
            record.flags = (uint16_t)(record.flags | fields[i].otherwise);
            continue;
        }
        if (expect_equals(r) < 0)
            return -1;
        int result;
        if (is_object)
            result = read_object(r, object, table, &record);
        else if (i == FILE_FIELD)
            result = read_unsigned(r, UINT32_MAX, &file);
        else if (i == LINE_FIELD)
            result = read_signed(r, 0, INT32_MAX, &line);
        else
            result = read_value(r, &fields[i], (char *)&record);
        if (result < 0 || expect_gap(r) < 0)
            return -1;
    }
    if (line >= 0 && take_place(r, r->begin, file, line, &record.place) < 0)
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
    for (uint32_t at = hash_word(r->at, length); r->slots[at]; at = (at + 1) & (SLOTS - 1)) {
        const char *name = word_name(r->slots[at]);
        if (strncmp(name, r->at, length) == 0 && name[length] == '\0')
            return r->slots[at];
    }
    return 0;
}

static int fail_first(struct reader *r, size_t length)
{
    char typed[64] = "";
    memcpy(typed, r->at, length < sizeof typed ? length : sizeof typed - 1);
    struct suggest suggest;
    suggest_init(&suggest, typed);
    for (int word = CALL_NONE + 1; word < WORD_END; word++)
        suggest_offer(&suggest, word_name(word));
    fail(r, r->at, "no call or record \"%s\"", typed);
    if (suggest.best)
        err_hint(r->err, "did you mean \"%s\"?", suggest.best);
    return -1;
}

static int read_line(struct reader *r)
{
    size_t length = word_length(r);
    int word = length ? find_first(r, length) : 0;
    if (word == 0)
        return fail_first(r, length);
    r->at += length;
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
    if ((size_t)(r->end - r->at) < length || memcmp(r->at, first, length) != 0)
        return fail(r, r->at, "no program file: the first line is not \"%s\"",
                    PROGRAM_FILE_FIRST_LINE);
    r->at += length;
    uint64_t version;
    const char *start = r->at;
    if (read_unsigned(r, UINT64_MAX, &version) < 0)
        return -1;
    if (version != 1)
        return fail(r, start, "version %llu of the format is not known here (1 is)",
                    (unsigned long long)version);
    return 0;
}

static int read_all(struct reader *r)
{
    if (read_first_line(r) < 0)
        return -1;
    for (;;) {
        if (!at_line_end(r))
            return fail(r, r->at, "the end of the line was expected here");
        const char *stop = memchr(r->at, '\n', (size_t)(r->end - r->at)); /* past a comment */
        if (!stop)
            return 0;
        r->at = r->begin = stop + 1;
        r->line++;
        if (!at_line_end(r) && read_line(r) < 0)
            return -1;
    }
}

int program_file_read(struct program *program, const char *text, size_t length, const char *file,
                      struct err *err)
{
    struct reader *r = mem_zalloc(sizeof *r);
    r->p = program;
    r->at = r->begin = text;
    r->end = text + length;
    r->file = file;
    r->line = 1;
    r->err = err;
    r->files = mem_grow(NULL, &r->file_capacity, 1, sizeof *r->files);
    r->files[0] = 0;
    r->file_count = 1;
    strbuf_init(&r->name);
    fill_slots(r);
    int result = read_all(r);
    if (result == 0)
        program_index_rows(program);
    strbuf_release(&r->name);
    free(r->files);
    free(r);
    return result;
}
