#include "sim/model/profile_read.h"

#include "sim/base/builtin.h"
#include "sim/base/mem.h"
#include "sim/base/suggest.h"
#include "sim/base/text.h"
#include "sim/model/profile_value.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    LONGEST_CHAIN = 8, /* bases of bases */
    LARGEST_FILE = 1 << 20,
};

/* One file being read. */
struct reader {
    struct profile *profile;
    const char *path;
    const char *(*load_base)(void *context, const char *name);
    void *context;
    struct err *err;
    int depth; /* of bases */
    int line;
    const char *line_text;
    size_t line_length;
    char section[32];
    bool seen_base, seen_value; /* then a base can no longer be named */
    int key_line[PROFILE_KEY_COUNT];
    int call_line[CALL_COUNT];
};

static int read_text(struct reader *reader, const char *text);

static int fail(struct reader *reader, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static int fail(struct reader *reader, const char *format, ...)
{
    char message[400];
    va_list args;
    va_start(args, format);
    vsnprintf(message, sizeof message, format, args);
    va_end(args);
    if (reader->err->status == ERR_NONE)
        err_excerpt(reader->err, reader->line_text, (int)reader->line_length);
    return err_set_at(reader->err, ERR_INPUT, reader->path, reader->line, 0, "%s", message);
}

/* Cuts blanks off both ends, in place. */
static char *trim(char *text)
{
    text += strspn(text, " \t");
    size_t length = strlen(text);
    while (length && strchr(" \t\r", text[length - 1]))
        text[--length] = '\0';
    return text;
}

/* --- [profile]: the words about it ---------------------------------------------------------------
 */

/* The source then says where the number stands and what it was there. */
static void inherit(uint8_t *state, char **source, const char *base)
{
    if (*state == PROFILE_MISSING)
        return;
    if (*state != PROFILE_INHERITED && *source) {
        struct strbuf text;
        strbuf_init(&text);
        strbuf_addf(&text, "%s, %s: %s", base, profile_state_name((enum profile_state) * state),
                    *source);
        free(*source);
        *source = mem_strdup(text.text);
        strbuf_release(&text);
    }
    *state = PROFILE_INHERITED;
}

static int take_base(struct reader *reader, const char *name)
{
    if (reader->seen_value)
        return fail(reader, "the base must be named before the first value");
    if (reader->seen_base)
        return fail(reader, "a profile has one base");
    reader->seen_base = true;
    if (reader->depth >= LONGEST_CHAIN)
        return fail(reader, "more than %d profiles on top of one another; a circle?",
                    LONGEST_CHAIN);
    const char *text = reader->load_base ? reader->load_base(reader->context, name) : NULL;
    if (!text) {
        fail(reader, "there is no profile `%.60s` to build on", name);
        struct suggest near;
        suggest_init(&near, name);
        for (const char *const *p = profile_builtin_names(); *p; p++)
            suggest_offer(&near, *p);
        return near.best ? err_hint(reader->err, "did you mean `%s`?", near.best) : -1;
    }
    /* The base's own words (name, driver, ...) must not become this one's: keep ours aside. */
    struct profile *p = reader->profile;
    struct profile words = *p;
    char path[96];
    snprintf(path, sizeof path, "%s.ini", name);
    struct reader base = {.profile = p,
                          .path = path,
                          .load_base = reader->load_base,
                          .context = reader->context,
                          .err = reader->err,
                          .depth = reader->depth + 1};
    int result = read_text(&base, text);
    memcpy(p->name, words.name, sizeof p->name);
    if (words.rule_set[0])
        memcpy(p->rule_set, words.rule_set, sizeof p->rule_set);
    memcpy(p->driver, words.driver, sizeof p->driver);
    memcpy(p->date, words.date, sizeof p->date);
    memcpy(p->host, words.host, sizeof p->host);
    snprintf(p->base, sizeof p->base, "%s", name);
    if (result)
        return -1;
    for (int key = 0; key < PROFILE_KEY_COUNT; key++)
        inherit(&p->state[key], &p->source[key], name);
    for (int call = 0; call < CALL_COUNT; call++)
        inherit(&p->call_state[call], &p->call_source[call], name);
    return 0;
}

static int take_word(struct reader *reader, const char *name, const char *value)
{
    struct profile *p = reader->profile;
    struct {
        const char *name;
        char *where;
        size_t size;
    } words[] = {{"name", p->name, sizeof p->name}, {"rules", p->rule_set, sizeof p->rule_set},
                 {"base", p->base, sizeof p->base}, {"driver", p->driver, sizeof p->driver},
                 {"date", p->date, sizeof p->date}, {"host", p->host, sizeof p->host}};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (strcmp(words[i].name, name) != 0)
            continue;
        if (value[0] == '\0' || strlen(value) >= words[i].size)
            return fail(reader, "`%s` has no value, or one longer than %zu bytes", name,
                        words[i].size - 1);
        if (words[i].where == p->base)
            return take_base(reader, value);
        snprintf(words[i].where, words[i].size, "%s", value);
        return 0;
    }
    fail(reader, "`%.60s` is no key of [profile]", name);
    return err_hint(reader->err, "its keys are name, base, rules, driver, date, host");
}

/* --- values --------------------------------------------------------------------------------------
 */

/* "measured: where" and so on. Returns the state, or -1. */
static int parse_state(struct reader *reader, char *comment, const char **source)
{
    static const enum profile_state states[] = {PROFILE_MEASURED, PROFILE_DATA_SHEET,
                                                PROFILE_PUBLISHED, PROFILE_ASSUMED, PROFILE_SET};
    char *colon = strchr(comment, ':');
    if (colon)
        *colon = '\0';
    const char *word = trim(comment);
    for (size_t i = 0; i < sizeof states / sizeof *states; i++)
        if (strcmp(profile_state_name(states[i]), word) == 0) {
            *source = colon ? trim(colon + 1) : "";
            if (**source == '\0')
                return fail(reader, "it says `%s`, but not where it comes from", word);
            return (int)states[i];
        }
    fail(reader, "where does the number come from? `%.40s` is no state", word);
    return err_hint(reader->err, "write `KEY = VALUE  ; measured: SOURCE` (or data sheet, "
                                 "published, assumed)");
}

static int take_value(struct reader *reader, const char *name, char *value, char *comment)
{
    struct profile_slot slot;
    if (!profile_find_key(reader->section, name, &slot)) {
        fail(reader, "`%.60s` is no key of [%s]", name, reader->section);
        const char *near = profile_suggest_key(reader->section, name);
        return near ? err_hint(reader->err, "did you mean `%s`?", near)
                    : err_hint(reader->err, "`nullstream gpus NAME` lists the keys");
    }
    int *line =
        slot.call != CALL_NONE ? &reader->call_line[slot.call] : &reader->key_line[slot.key];
    if (*line)
        return fail(reader, "`%s` was given before, in line %d", name, *line);
    *line = reader->line;
    reader->seen_value = true;
    if (!comment) {
        fail(reader, "`%s` does not say where its value comes from", name);
        return err_hint(reader->err,
                        "write `%s = %.40s  ; measured: SOURCE` (or data sheet, "
                        "published, assumed)",
                        name, value);
    }
    const char *source = "";
    int state = parse_state(reader, comment, &source);
    if (state < 0)
        return -1;
    int64_t number = 0;
    struct profile_curve curve = {0};
    char why[200];
    if (profile_value_parse(profile_key_info(slot.key), value, &number, &curve, why, sizeof why))
        return fail(reader, "%s = %.100s: %s", name, value, why);
    profile_store(reader->profile, &slot, number, &curve, (enum profile_state)state, source);
    return 0;
}

static int refuse_section(struct reader *reader, const char *name)
{
    struct suggest near;
    suggest_init(&near, name);
    suggest_offer(&near, "profile");
    for (int key = 0; key < PROFILE_KEY_COUNT; key++)
        suggest_offer(&near, profile_key_info((enum profile_key)key)->section);
    fail(reader, "there is no section [%.60s]", name);
    return near.best ? err_hint(reader->err, "did you mean [%s]?", near.best) : -1;
}

static int take_section(struct reader *reader, char *text)
{
    size_t length = strlen(text);
    if (text[length - 1] != ']')
        return fail(reader, "`[` without `]`");
    text[length - 1] = '\0';
    const char *name = trim(text + 1);
    bool known = strcmp(name, "profile") == 0;
    for (int key = 0; key < PROFILE_KEY_COUNT && !known; key++)
        known = strcmp(profile_key_info((enum profile_key)key)->section, name) == 0;
    if (!known)
        return refuse_section(reader, name);
    snprintf(reader->section, sizeof reader->section, "%s", name);
    return 0;
}

static int take_line(struct reader *reader, char *text)
{
    text = trim(text);
    if (*text == '\0' || *text == ';' || *text == '#')
        return 0;
    if (*text == '[')
        return take_section(reader, text);
    if (reader->section[0] == '\0')
        return fail(reader, "a value before the first [section]");
    char *comment = strchr(text, ';');
    if (comment)
        *comment++ = '\0';
    char *equals = strchr(text, '=');
    if (!equals) {
        fail(reader, "`%.60s` is neither a section nor a value", text);
        return err_hint(reader->err, "write `KEY = VALUE  ; STATE: SOURCE`");
    }
    *equals = '\0';
    const char *name = trim(text);
    char *value = trim(equals + 1);
    if (strcmp(reader->section, "profile") == 0)
        return take_word(reader, name, value);
    return take_value(reader, name, value, comment);
}

/* Two values that cannot both be true: at the line of the one that came last in this file. */
static int check_together(struct reader *reader)
{
    enum profile_key keys[2];
    const char *why;
    if (profile_find_contradiction(reader->profile, keys, &why) == 0)
        return 0;
    int last = reader->key_line[keys[1]] > reader->key_line[keys[0]];
    struct strbuf text;
    strbuf_init(&text);
    profile_contradiction_text(reader->profile, keys, &text);
    err_set_at(reader->err, ERR_INPUT, reader->path, reader->key_line[keys[last]], 0, "%s",
               text.text);
    strbuf_release(&text);
    return err_hint(reader->err, "%s", why);
}

static int read_text(struct reader *reader, const char *text)
{
    char *copy = NULL;
    size_t capacity = 0;
    int result = 0;
    for (const char *p = text; *p && result == 0;) {
        size_t length = strcspn(p, "\n");
        reader->line++;
        reader->line_text = p;
        reader->line_length = length;
        copy = mem_grow(copy, &capacity, length + 1, 1);
        memcpy(copy, p, length);
        copy[length] = '\0';
        result = take_line(reader, copy);
        p += length + (p[length] == '\n');
    }
    free(copy);
    if (result)
        return -1;
    for (int key = 0; key < PROFILE_KEY_COUNT; key++)
        if (reader->profile->state[key] == PROFILE_MISSING) {
            const struct profile_key_info *info = profile_key_info((enum profile_key)key);
            err_set_at(reader->err, ERR_INPUT, reader->path, 0, 0, "%s.%s is missing",
                       info->section, info->name);
            return err_hint(reader->err, "give it, or name a base profile in [profile]: "
                                         "base = h200");
        }
    return check_together(reader);
}

int profile_parse(struct profile *profile, const char *path, const char *text,
                  const char *(*load_base)(void *context, const char *name), void *context,
                  struct err *err)
{
    memset(profile, 0, sizeof *profile);
    const char *file = text_file_name(path);
    size_t length = strlen(file);
    if (length > 4 && strcmp(file + length - 4, ".ini") == 0)
        length -= 4;
    snprintf(profile->id, sizeof profile->id, "%.*s", (int)(length < 63 ? length : 63), file);
    struct reader reader = {
        .profile = profile, .path = path, .load_base = load_base, .context = context, .err = err};
    if (read_text(&reader, text))
        return -1;
    if (profile->name[0] == '\0')
        snprintf(profile->name, sizeof profile->name, "%s", profile->id);
    if (profile->rule_set[0] == '\0')
        snprintf(profile->rule_set, sizeof profile->rule_set, "%.31s", profile->id);
    profile_fill_calls(profile);
    profile_cap(profile);
    return 0;
}

/* --- the built-in ones ---------------------------------------------------------------------------
 */

static const char *const builtin_names[] = {"h200", "h100",  "a100-pcie", "t4",       "rtx4090",
                                            "k20",  "fermi", "c1060",     "tx2-2017", NULL};

const char *const *profile_builtin_names(void)
{
    return builtin_names;
}

const char *profile_builtin_text(const char *name)
{
    char path[96];
    int length = snprintf(path, sizeof path, "sim/profiles/%s.ini", name);
    if (length < 0 || (size_t)length >= sizeof path)
        return NULL;
    const struct builtin_file *file = builtin_find(path);
    return file ? file->text : NULL;
}

const char *profile_builtin_base(void *context, const char *name)
{
    (void)context;
    return profile_builtin_text(name);
}

int profile_load(struct profile *profile, const char *name_or_path, struct err *err)
{
    memset(profile, 0, sizeof *profile);
    const char *text = profile_builtin_text(name_or_path);
    if (text) {
        char path[96];
        snprintf(path, sizeof path, "%s.ini", name_or_path);
        return profile_parse(profile, path, text, profile_builtin_base, NULL, err);
    }
    if (!strchr(name_or_path, '/') && !strchr(name_or_path, '.')) {
        struct suggest near;
        suggest_init(&near, name_or_path);
        for (const char *const *p = builtin_names; *p; p++)
            suggest_offer(&near, *p);
        err_set(err, ERR_INPUT, "there is no device profile `%.60s`", name_or_path);
        return near.best ? err_hint(err, "did you mean `%s`?", near.best)
                         : err_hint(err, "`nullstream gpus` lists them; a file is named by its "
                                         "path, such as ./mine.ini");
    }
    struct strbuf file;
    strbuf_init(&file);
    int result = strbuf_read_file(&file, name_or_path, LARGEST_FILE, err);
    if (result == 0 && strlen(file.text) != file.length)
        result = err_set_at(err, ERR_INPUT, name_or_path, 0, 0,
                            "this is a binary file, no device profile");
    if (result == 0 && file.length == 0)
        result = err_set_at(err, ERR_INPUT, name_or_path, 0, 0, "the file is empty");
    if (result == 0)
        result = profile_parse(profile, name_or_path, file.text, profile_builtin_base, NULL, err);
    strbuf_release(&file);
    return result;
}
