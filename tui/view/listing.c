#include "tui/view/listing.h"

#include "sim/base/mem.h"
#include "sim/base/strbuf.h"
#include "sim/base/text.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { MOST_FILES = 64, MOST_BYTES = 1 << 20 };

void listing_init(struct listing *listing)
{
    memset(listing, 0, sizeof *listing);
}

void listing_release(struct listing *listing)
{
    for (size_t i = 0; i < listing->file_count; i++) {
        free(listing->files[i].path);
        free(listing->files[i].text);
        free(listing->files[i].lines);
    }
    free(listing->files);
    free(listing->rows);
    memset(listing, 0, sizeof *listing);
}

/* --- reading -------------------------------------------------------------------------------------
 */

static void split(struct listing_file *file)
{
    size_t capacity = 0;
    char *at = file->text, *end = file->text + strlen(file->text);
    while (at < end) {
        file->lines = mem_grow(file->lines, &capacity, file->line_count + 1, sizeof *file->lines);
        file->lines[file->line_count++] =
            (struct listing_line){(uint32_t)(at - file->text), LISTING_NO_FILE};
        char *stop = memchr(at, '\n', (size_t)(end - at));
        if (stop == NULL)
            return;
        *stop = '\0';
        if (stop > at && stop[-1] == '\r')
            stop[-1] = '\0';
        at = stop + 1;
    }
}

static uint32_t add_file(struct listing *listing, const char *path, const char *text)
{
    listing->files = mem_grow(listing->files, &listing->file_capacity, listing->file_count + 1,
                              sizeof *listing->files);
    struct listing_file *file = &listing->files[listing->file_count];
    memset(file, 0, sizeof *file);
    file->path = mem_strdup(path);
    file->text = mem_strdup(text);
    split(file);
    return (uint32_t)listing->file_count++;
}

static uint32_t find_file(const struct listing *listing, const char *path)
{
    for (uint32_t i = 0; i < listing->file_count; i++)
        if (strcmp(listing->files[i].path, path) == 0)
            return i;
    return LISTING_NO_FILE;
}

static const char *skip(const char *text)
{
    return text + strspn(text, " \t");
}

/* What the line includes by a quoted name, from the folder of its file: into `path`, of which the
 * name alone begins at *name. */
static bool reads_include(const char *line, const char *of, struct strbuf *path, size_t *name)
{
    line = skip(line);
    if (*line != '#')
        return false;
    line = skip(line + 1);
    if (strncmp(line, "include", 7) != 0)
        return false;
    line = skip(line + 7);
    const char *end = *line == '"' ? strchr(line + 1, '"') : NULL;
    if (end == NULL)
        return false;
    strbuf_clear(path);
    if (line[1] != '/')
        strbuf_add(path, of, (size_t)(text_file_name(of) - of));
    *name = path->length;
    strbuf_add(path, line + 1, (size_t)(end - line - 1));
    return true;
}

static uint32_t read_file(struct listing *listing, const char *path)
{
    uint32_t known = find_file(listing, path);
    if (known != LISTING_NO_FILE || listing->file_count == MOST_FILES)
        return known;
    struct strbuf text;
    struct err err;
    strbuf_init(&text);
    if (strbuf_read_file(&text, path, MOST_BYTES, &err) == 0)
        known = add_file(listing, path, text.text);
    strbuf_release(&text);
    return known;
}

/* Of all files, those that are read meanwhile too. Each is opened under the first line that
 * includes it only. */
static void read_includes(struct listing *listing)
{
    struct strbuf path;
    strbuf_init(&path);
    for (uint32_t f = 0; f < listing->file_count; f++)
        for (size_t i = 0; i < listing->files[f].line_count; i++) {
            const struct listing_file *file = &listing->files[f];
            size_t before = listing->file_count, name;
            if (!reads_include(file->text + file->lines[i].at, file->path, &path, &name))
                continue;
            uint32_t included = read_file(listing, path.text);
            if (included == LISTING_NO_FILE) /* one that is built in */
                included = read_file(listing, path.text + name);
            if (included != LISTING_NO_FILE && listing->file_count > before)
                listing->files[f].lines[i].includes = included;
        }
    strbuf_release(&path);
}

/* --- rows ----------------------------------------------------------------------------------------
 */

/* Where the rows of an open include go on when its file ends. */
struct level {
    uint32_t file, line;
};

static void make_rows(struct listing *listing)
{
    struct level stack[MOST_FILES];
    uint32_t depth = 0;
    stack[0] = (struct level){0, 0};
    listing->row_count = 0;
    while (listing->file_count) {
        struct level *top = &stack[depth];
        const struct listing_file *file = &listing->files[top->file];
        if (top->line == file->line_count) {
            if (depth == 0)
                return;
            depth--;
            continue;
        }
        listing->rows = mem_grow(listing->rows, &listing->row_capacity, listing->row_count + 1,
                                 sizeof *listing->rows);
        listing->rows[listing->row_count++] = (struct listing_row){top->file, top->line, depth};
        uint32_t includes = file->lines[top->line++].includes;
        if (includes != LISTING_NO_FILE && listing->files[includes].open && depth + 1 < MOST_FILES)
            stack[++depth] = (struct level){includes, 0};
    }
}

void listing_set(struct listing *listing, const char *path, const char *text)
{
    listing_release(listing);
    add_file(listing, path, text);
    read_includes(listing);
    make_rows(listing);
}

int listing_read(struct listing *listing, const char *path, struct err *err)
{
    struct strbuf text;
    struct stat status;
    listing_release(listing);
    if (stat(path, &status) == 0 && !S_ISREG(status.st_mode)) /* a pipe would be waited for */
        return err_set_at(err, ERR_INPUT, path, 0, 0, "this is no file that can be read again");
    strbuf_init(&text);
    int rc = strbuf_read_file(&text, path, MOST_BYTES, err);
    if (rc == 0)
        listing_set(listing, path, text.text);
    strbuf_release(&text);
    return rc;
}

const char *listing_text(const struct listing *listing, size_t row)
{
    const struct listing_file *file = &listing->files[listing->rows[row].file];
    return file->text + file->lines[listing->rows[row].line].at;
}

size_t listing_find(const struct listing *listing, const char *path, int32_t line)
{
    uint32_t file = find_file(listing, path);
    for (size_t i = 0; i < listing->row_count && file != LISTING_NO_FILE; i++)
        if (listing->rows[i].file == file && (int64_t)listing->rows[i].line + 1 == line)
            return i;
    return LISTING_NO_ROW;
}

/* The file that includes another, under which it is opened. */
static uint32_t includer(const struct listing *listing, uint32_t of)
{
    for (uint32_t f = 0; f < listing->file_count; f++)
        for (size_t i = 0; i < listing->files[f].line_count; i++)
            if (listing->files[f].lines[i].includes == of)
                return f;
    return LISTING_NO_FILE;
}

bool listing_open(struct listing *listing, const char *path)
{
    bool folded = false;
    uint32_t file = find_file(listing, path);
    for (; file != LISTING_NO_FILE && file != 0; file = includer(listing, file)) {
        folded |= !listing->files[file].open;
        listing->files[file].open = true;
    }
    if (folded)
        make_rows(listing);
    return folded;
}

void listing_fold_all(struct listing *listing)
{
    bool open = false;
    for (size_t i = 1; i < listing->file_count; i++)
        open |= listing->files[i].open;
    for (size_t i = 1; i < listing->file_count; i++)
        listing->files[i].open = !open;
    make_rows(listing);
}
