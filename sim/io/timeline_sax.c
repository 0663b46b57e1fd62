#include "sim/io/timeline_sax.h"

#include "sim/base/mem.h"
#include "sim/model/rules.h"
#include "sim/model/timeline.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <yajl/yajl_parse.h>

enum sax_type { INT, TIME, DURATION, BOOL, NAME, WORD, TEXT, INTS, TIMES, NAMES, LIST, STEPS };

static const struct {
    const char *name;
    enum sax_type type;
    unsigned in;
    int64_t least, most;
} keys[SAX_KEY_COUNT] = {
#define KEY(id, name, type, in, least, most) [SAX_KEY_##id] = {name, type, in, least, most},
    SAX_KEYS(KEY)
#undef KEY
};

/* What an object of a list is. */
static enum sax_object object_of(enum sax_key list)
{
    switch (list) {
    case SAX_KEY_DEVICES:
        return SAX_DEVICE;
    case SAX_KEY_THREADS:
        return SAX_THREAD;
    case SAX_KEY_STREAMS:
        return SAX_STREAM;
    case SAX_KEY_EVENTS:
        return SAX_EVENT;
    case SAX_KEY_RANGES:
        return SAX_RANGE;
    case SAX_KEY_OPERATIONS:
        return SAX_OP;
    case SAX_KEY_CALLS:
        return SAX_CALL;
    case SAX_KEY_MODES:
        return SAX_MODE;
    case SAX_KEY_UNDECIDED:
        return SAX_UNDECIDED;
    default:
        return SAX_WAIT;
    }
}

bool sax_has(const struct sax_record *record, enum sax_key key)
{
    return record->stamps[key] == record->stamp;
}

int64_t sax_value(const struct sax_record *record, enum sax_key key, int64_t otherwise)
{
    return sax_has(record, key) ? record->values[key] : otherwise;
}

/* --- faults --------------------------------------------------------------------------------------
 */

static void place_of(const struct sax *sax, size_t offset, int *line, int *column)
{
    size_t begin = 0;
    *line = 1;
    for (size_t i = 0; i < offset && i < sax->length; i++)
        if (sax->text[i] == '\n') {
            ++*line;
            begin = i + 1;
        }
    *column = (int)(offset > begin ? offset - begin : 1);
}

int sax_fail(struct sax *sax, const char *format, ...)
{
    int line, column;
    place_of(sax, yajl_get_bytes_consumed(sax->yajl), &line, &column);
    char message[400];
    va_list args;
    va_start(args, format);
    vsnprintf(message, sizeof message, format, args);
    va_end(args);
    return err_set_at(sax->err, ERR_INPUT, sax->file, line, column, "%s", message);
}

static int fail_type(struct sax *sax, const char *wanted)
{
    return sax_fail(sax, "\"%s\" takes %s", keys[sax->key].name, wanted);
}

/* --- values --------------------------------------------------------------------------------------
 */

/* Decimal text times 10^places, exactly; digits beyond are rounded half away from zero. */
static int parse_decimal(const char *text, size_t length, int places, int64_t *value)
{
    bool negative = length && *text == '-';
    int64_t exponent = places, digits = 0;
    size_t i = negative;
    bool point = false, round_up = false, rest = false;
    for (; i < length && (text[i] == '.' || (text[i] >= '0' && text[i] <= '9')); i++) {
        if (text[i] == '.') {
            point = true;
        } else if (digits < INT64_MAX / 100) {
            digits = digits * 10 + (text[i] - '0');
            exponent -= point;
        } else if (!point) {
            return -1;
        }
    }
    if (i < length) { /* an exponent */
        char *end;
        char copy[16] = "";
        if (length - i - 1 >= sizeof copy)
            return -1;
        memcpy(copy, text + i + 1, length - i - 1);
        long e = strtol(copy, &end, 10);
        if (*end || e > 40 || e < -40)
            return -1;
        exponent += e;
    }
    for (; exponent > 0; exponent--) {
        if (digits > INT64_MAX / 100)
            return -1;
        digits *= 10;
    }
    for (; exponent < 0; exponent++) {
        round_up = digits % 10 >= 5;
        rest |= digits % 10 != 0;
        digits /= 10;
    }
    digits += round_up;
    *value = negative ? -digits : digits;
    return rest; /* 1: digits were lost */
}

static int read_number(struct sax *sax, enum sax_key key, bool time, const char *text,
                       size_t length, int64_t *value)
{
    int result = parse_decimal(text, length, time ? 3 : 0, value);
    const int64_t most = (int64_t)1 << 53; /* 104 days: sums and differences never overflow */
    if (result < 0 || (time && (*value > most || *value < -most)))
        return sax_fail(sax, "\"%s\" is out of range", keys[key].name);
    if (!time && result)
        return sax_fail(sax, "\"%s\" takes whole numbers", keys[key].name);
    if (!time && (*value < keys[key].least || *value > keys[key].most))
        return sax_fail(sax, "\"%s\" is out of range", keys[key].name);
    return 0;
}

static struct sax_record *record_at(struct sax *sax)
{
    enum sax_object object = sax->at[sax->depth - 1];
    return object == SAX_TOP ? &sax->top : object == SAX_WAIT ? &sax->wait : &sax->record;
}

static void set(struct sax *sax, enum sax_key key, int64_t value)
{
    struct sax_record *record = record_at(sax);
    record->stamps[key] = record->stamp;
    record->values[key] = value;
}

static bool is_word(const char *word, const char *text, size_t length)
{
    return strlen(word) == length && memcmp(word, text, length) == 0;
}

#define FIND_WORD(count, name_of)                                                                  \
    for (int i = 0; i < (count); i++)                                                              \
        if (is_word(name_of, text, length))                                                        \
            return i;                                                                              \
    return -1

static int find_op_kind(const char *text, size_t length)
{
    FIND_WORD(OP_FREE_ALLOC + 1, op_kind_name((enum op_kind)i));
}

static int find_stream_kind(const char *text, size_t length)
{
    FIND_WORD(STREAM_PER_THREAD + 1, stream_kind_name((enum stream_kind)i));
}

static int find_copy_kind(const char *text, size_t length)
{
    FIND_WORD(COPY_MEMSET, copy_kind_name((enum copy_kind)i));
}

static int find_memory_kind(const char *text, size_t length)
{
    FIND_WORD(MEMORY_MANAGED + 1, memory_kind_name((enum memory_kind)i));
}

static int find_rule(const char *text, size_t length)
{
    FIND_WORD(RULE_COUNT, rule_info((enum rule)i)->name);
}

/* "sm", "copy1", "host-worker", "host": kind and index << 8. */
static int find_machine(const char *text, size_t length)
{
    if (length > 4 && length < 8 && memcmp(text, "copy", 4) == 0) {
        int index = 0;
        for (size_t i = 4; i < length; i++) {
            if (text[i] < '0' || text[i] > '9')
                return -1;
            index = index * 10 + (text[i] - '0');
        }
        return index > 255 ? -1 : MACHINE_COPY | index << 8;
    }
    FIND_WORD(MACHINE_HOST + 1, machine_kind_name((enum machine_kind)i));
}

static int find_word(struct sax *sax, const char *text, size_t length)
{
    switch (sax->key) {
    case SAX_KEY_FORMAT:
        return is_word("nullstream-timeline", text, length) ? 0 : -1;
    case SAX_KEY_SOURCE:
        return is_word("predicted", text, length)  ? TIMELINE_PREDICTED
               : is_word("measured", text, length) ? TIMELINE_MEASURED
                                                   : -1;
    case SAX_KEY_DIRECTION:
        return find_copy_kind(text, length);
    case SAX_KEY_MEMORY:
        return find_memory_kind(text, length);
    case SAX_KEY_MACHINE:
        return find_machine(text, length);
    case SAX_KEY_RULE:
        return find_rule(text, length);
    default: /* kind */
        break;
    }
    switch (sax->at[sax->depth - 1]) {
    case SAX_OP:
        return find_op_kind(text, length);
    case SAX_STREAM:
        return find_stream_kind(text, length);
    default:
        return is_word("host", text, length)     ? THREAD_HOST
               : is_word("worker", text, length) ? THREAD_WORKER
                                                 : -1;
    }
}

/* --- what yajl reports ---------------------------------------------------------------------------
 */

/* A scalar where only lists or objects may stand. Known keys only. */
static int refuse_scalar(struct sax *sax)
{
    if (sax->depth == 0)
        return sax_fail(sax, "a timeline is one JSON object");
    if (sax->list)
        return sax_fail(sax, "\"%s\" takes %s", keys[sax->list].name,
                        keys[sax->list].type == LIST ? "a list of objects" : "a list of numbers");
    return 0;
}

static bool ignored(const struct sax *sax)
{
    return sax->skip || (sax->depth && !sax->list && sax->key == SAX_KEY_NONE);
}

static int on_null(void *context)
{
    struct sax *sax = context;
    return ignored(sax) || sax->depth ? 1 : refuse_scalar(sax) == 0;
}

static int on_boolean(void *context, int value)
{
    struct sax *sax = context;
    if (ignored(sax))
        return 1;
    if (sax->depth == 0 || sax->list)
        return refuse_scalar(sax) == 0;
    if (keys[sax->key].type != BOOL)
        return fail_type(sax, "no true or false") == 0;
    set(sax, sax->key, value != 0);
    return 1;
}

static int on_number(void *context, const char *text, size_t length)
{
    struct sax *sax = context;
    if (ignored(sax))
        return 1;
    if (sax->depth == 0)
        return refuse_scalar(sax) == 0;
    int64_t value;
    if (sax->list) {
        enum sax_type type = keys[sax->list].type;
        if (sax->three_count >= 0) {
            bool time = sax->three_count == 0;
            int result = parse_decimal(text, length, time ? 3 : 0, &value);
            if (result < 0 || (!time && (result || value < 0 || value > INT32_MAX)) ||
                sax->three_count == 3 || value > (int64_t)1 << 53 || value < -((int64_t)1 << 53))
                return sax_fail(sax, "a step of \"sm\" is [time, blocks, threads]") == 0;
            sax->three[sax->three_count++] = value;
            return 1;
        }
        if (type != INTS && type != TIMES)
            return refuse_scalar(sax) == 0;
        if (read_number(sax, sax->list, type == TIMES, text, length, &value) < 0)
            return 0;
        sax->numbers = mem_grow(sax->numbers, &sax->number_capacity, sax->number_count + 1,
                                sizeof *sax->numbers);
        sax->numbers[sax->number_count++] = value;
        return 1;
    }
    enum sax_type type = keys[sax->key].type;
    if (type != INT && type != TIME && type != DURATION)
        return fail_type(sax, "no number") == 0;
    if (read_number(sax, sax->key, type != INT, text, length, &value) < 0)
        return 0;
    if (type == DURATION && value < 0)
        return sax_fail(sax, "\"%s\" is negative", keys[sax->key].name) == 0;
    set(sax, sax->key, value);
    return 1;
}

/* Where the present key's text is kept. */
static struct strbuf *text_of(struct sax *sax)
{
    switch (sax->key) {
    case SAX_KEY_OUTPUT:
        return &sax->output;
    case SAX_KEY_PROGRAM:
        return &sax->embedded;
    default:
        return &sax->sha256;
    }
}

static int on_string(void *context, const unsigned char *bytes, size_t length)
{
    struct sax *sax = context;
    const char *text = (const char *)bytes;
    if (ignored(sax))
        return 1;
    if (sax->depth == 0)
        return refuse_scalar(sax) == 0;
    if (sax->list) {
        if (keys[sax->list].type != NAMES)
            return refuse_scalar(sax) == 0;
        sax->options = mem_grow(sax->options, &sax->option_capacity, sax->option_count + 1,
                                sizeof *sax->options);
        sax->options[sax->option_count++] = intern_add(&sax->program->names, text, length);
        return 1;
    }
    int word;
    switch (keys[sax->key].type) {
    case NAME:
        set(sax, sax->key, intern_add(&sax->program->names, text, length));
        return 1;
    case WORD:
        word = find_word(sax, text, length);
        if (word < 0)
            return sax_fail(sax, "\"%s\" has no value \"%.*s\"", keys[sax->key].name,
                            (int)(length > 60 ? 60 : length), text) == 0;
        set(sax, sax->key, word);
        return 1;
    case TEXT:
        set(sax, sax->key, 0);
        strbuf_clear(text_of(sax));
        strbuf_add(text_of(sax), text, length);
        return 1;
    default:
        return fail_type(sax, "no string") == 0;
    }
}

static int on_start_map(void *context)
{
    struct sax *sax = context;
    if (ignored(sax)) {
        sax->skip++;
        return 1;
    }
    if (sax->depth == 0) {
        sax->at[sax->depth++] = SAX_TOP;
        sax->top.stamp++;
        return 1;
    }
    if (!sax->list)
        return fail_type(sax, "no object") == 0;
    if (keys[sax->list].type != LIST)
        return sax_fail(sax, "\"%s\" takes no objects", keys[sax->list].name) == 0;
    enum sax_object object = object_of(sax->list);
    if (object == SAX_WAIT) {
        sax->wait.stamp++;
    } else {
        sax->record.stamp++;
        sax->number_count = 0;
    }
    sax->outer_list = object == SAX_WAIT ? sax->outer_list : sax->list;
    sax->at[sax->depth++] = object;
    sax->list = SAX_KEY_NONE;
    return 1;
}

static int on_map_key(void *context, const unsigned char *bytes, size_t length)
{
    struct sax *sax = context;
    if (sax->skip)
        return 1;
    uint32_t hash = 2166136261u;
    for (size_t i = 0; i < length; i++)
        hash = (hash ^ bytes[i]) * 16777619u;
    enum sax_key key = SAX_KEY_NONE;
    for (uint32_t at = (hash ^ hash >> 13) & 255; sax->slots[at]; at = (at + 1) & 255)
        if (is_word(keys[sax->slots[at]].name, (const char *)bytes, length)) {
            key = sax->slots[at];
            break;
        }
    sax->key = keys[key].in & sax->at[sax->depth - 1] ? key : SAX_KEY_NONE;
    return 1;
}

static int on_end_map(void *context)
{
    struct sax *sax = context;
    if (sax->skip) {
        sax->skip--;
        return 1;
    }
    enum sax_object object = sax->at[sax->depth - 1];
    if (sax->object(sax->context, object) < 0)
        return 0;
    sax->depth--;
    sax->list = object == SAX_TOP    ? SAX_KEY_NONE
                : object == SAX_WAIT ? SAX_KEY_WAITS
                                     : sax->outer_list;
    sax->key = SAX_KEY_NONE;
    return 1;
}

static int on_start_array(void *context)
{
    struct sax *sax = context;
    if (ignored(sax)) {
        sax->skip++;
        return 1;
    }
    if (sax->depth == 0)
        return refuse_scalar(sax) == 0;
    if (sax->list) {
        if (keys[sax->list].type != STEPS || sax->three_count >= 0)
            return sax_fail(sax, "\"%s\" takes no lists", keys[sax->list].name) == 0;
        sax->three_count = 0;
        return 1;
    }
    switch (keys[sax->key].type) {
    case INTS:
    case TIMES:
        set(sax, sax->key, (int64_t)sax->number_count);
        break;
    case NAMES:
    case LIST:
    case STEPS:
        break;
    default:
        return fail_type(sax, "no list") == 0;
    }
    sax->list = sax->key;
    return 1;
}

static int on_end_array(void *context)
{
    struct sax *sax = context;
    if (sax->skip) {
        sax->skip--;
        return 1;
    }
    if (sax->three_count >= 0) {
        if (sax->three_count != 3)
            return sax_fail(sax, "a step of \"sm\" is [time, blocks, threads]") == 0;
        sax->three_count = -1;
        return sax->step(sax->context, sax->three) == 0;
    }
    struct sax_record *record = record_at(sax);
    enum sax_type type = keys[sax->list].type;
    if (type == INTS || type == TIMES) {
        record->counts[sax->list] = sax->number_count - (size_t)record->values[sax->list];
        bool two = sax->list != SAX_KEY_STARTS && sax->list != SAX_KEY_ENDS;
        if (type == TIMES && two && record->counts[sax->list] != 2)
            return sax_fail(sax, "\"%s\" takes two numbers", keys[sax->list].name) == 0;
        if (sax->list == SAX_KEY_WALL_SPREAD)
            memcpy(sax->wall_spread, sax->numbers + record->values[sax->list],
                   sizeof sax->wall_spread);
    }
    sax->list = SAX_KEY_NONE;
    sax->key = SAX_KEY_NONE;
    return 1;
}

static void fill_slots(struct sax *sax)
{
    for (int key = SAX_KEY_NONE + 1; key < SAX_KEY_COUNT; key++) {
        uint32_t hash = 2166136261u;
        for (const char *p = keys[key].name; *p; p++)
            hash = (hash ^ (unsigned char)*p) * 16777619u;
        uint32_t at = (hash ^ hash >> 13) & 255;
        while (sax->slots[at])
            at = (at + 1) & 255;
        sax->slots[at] = (uint8_t)key;
    }
}

/* yajl's message without its line breaks and excerpt. */
static int fail_json(struct sax *sax)
{
    unsigned char *message = yajl_get_error(sax->yajl, 0, NULL, 0);
    size_t length = message ? strcspn((char *)message, "\n") : 0;
    sax_fail(sax, "not valid JSON: %.*s", (int)length, message ? (char *)message : "");
    if (message)
        yajl_free_error(sax->yajl, message);
    return -1;
}

int sax_read(struct sax *sax, const char *text, size_t length, const char *file, struct err *err)
{
    static const yajl_callbacks callbacks = {
        .yajl_null = on_null,
        .yajl_boolean = on_boolean,
        .yajl_number = on_number,
        .yajl_string = on_string,
        .yajl_start_map = on_start_map,
        .yajl_map_key = on_map_key,
        .yajl_end_map = on_end_map,
        .yajl_start_array = on_start_array,
        .yajl_end_array = on_end_array,
    };
    sax->text = text;
    sax->length = length;
    sax->file = file;
    sax->err = err;
    sax->three_count = -1;
    sax->top.stamp = sax->record.stamp = sax->wait.stamp = 1; /* 0 marks what was never set */
    strbuf_init(&sax->sha256);
    strbuf_init(&sax->output);
    strbuf_init(&sax->embedded);
    fill_slots(sax);
    sax->yajl = yajl_alloc(&callbacks, NULL, sax);
    yajl_status status = yajl_parse(sax->yajl, (const unsigned char *)text, length);
    if (status == yajl_status_ok)
        status = yajl_complete_parse(sax->yajl);
    int result = status == yajl_status_ok ? 0 : status == yajl_status_error ? fail_json(sax) : -1;
    yajl_free(sax->yajl);
    return result;
}

void sax_release(struct sax *sax)
{
    strbuf_release(&sax->sha256);
    strbuf_release(&sax->output);
    strbuf_release(&sax->embedded);
    free(sax->numbers);
    free(sax->options);
}
