#include "sim/study/watch.h"

#include "sim/base/mem.h"
#include "sim/base/strbuf.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/types.h>

#include <sha2.h>

/* Larger files are not read to compare them: size and times decide. Reading and hashing as much
 * takes about 7 ms, and is done between two keys. */
#define MOST_BYTES ((size_t)2 << 20)

/* Texts that are kept, to see what was changed in them. */
#define MOST_TEXT ((size_t)4 << 20)

/* A file system may give two writes one time; none does over so many ns. */
#define CLOCK_GRAIN INT64_C(2000000000)

void watch_init(struct watch *watch)
{
    *watch = (struct watch){.last_change = INT64_MIN};
}

static struct watch_content content_of(const void *bytes, size_t length)
{
    struct watch_content content = {.is_there = true};
    SHA2_CTX context;
    SHA256Init(&context);
    SHA256Update(&context, bytes, length);
    SHA256Final(content.digest, &context);
    return content;
}

static bool is_same(const struct watch_content *a, const struct watch_content *b)
{
    return a->is_there == b->is_there &&
           (!a->is_there || memcmp(a->digest, b->digest, sizeof a->digest) == 0);
}

static struct watch_file *find(struct watch *watch, const char *path)
{
    for (size_t i = 0; i < watch->count; i++)
        if (strcmp(watch->files[i].path, path) == 0)
            return &watch->files[i];
    watch->files = mem_grow(watch->files, &watch->capacity, watch->count + 1, sizeof *watch->files);
    struct watch_file *file = &watch->files[watch->count++];
    *file = (struct watch_file){.path = mem_strdup(path)};
    return file;
}

static struct watch_file *note(struct watch *watch, const char *path,
                               const struct watch_content *content)
{
    struct watch_file *file = find(watch, path);
    file->read = *content;
    if (!file->looked)
        file->seen = *content;
    free(file->text);
    file->text = NULL;
    return file;
}

void watch_note(struct watch *watch, const char *path, const char *text, size_t length)
{
    struct watch_content content = {.is_there = false};
    if (text)
        content = content_of(text, length);
    struct watch_file *file = note(watch, path, &content);
    if (!text || length > MOST_TEXT)
        return;
    file->text = mem_zalloc(length + 1);
    memcpy(file->text, text, length);
}

const char *watch_text(const struct watch *watch, const char *path)
{
    for (size_t i = 0; i < watch->count; i++)
        if (strcmp(watch->files[i].path, path) == 0)
            return watch->files[i].text;
    return NULL;
}

static int64_t nanoseconds(struct timespec time)
{
    return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

static struct watch_stamp stamp_of(const struct stat *status)
{
    return (struct watch_stamp){.device = (uint64_t)status->st_dev,
                                .inode = (uint64_t)status->st_ino,
                                .size = (int64_t)status->st_size,
                                .modified = nanoseconds(status->st_mtim),
                                .changed = nanoseconds(status->st_ctim)};
}

static bool is_same_stamp(const struct watch_stamp *a, const struct watch_stamp *b)
{
    return a->device == b->device && a->inode == b->inode && a->size == b->size &&
           a->modified == b->modified && a->changed == b->changed;
}

/* What a file holds that is too large to be read again and again. */
static struct watch_content content_of_large(const struct watch_stamp *stamp)
{
    const int64_t facts[] = {stamp->size, stamp->modified};
    return content_of(facts, sizeof facts);
}

static struct watch_content content_at(const char *path, const struct watch_stamp *stamp)
{
    struct watch_content content = {.is_there = false};
    struct strbuf text;
    struct err unused; /* a file that cannot be read is as good as none */
    if (stamp->size > (int64_t)MOST_BYTES)
        return content_of_large(stamp);
    err_init(&unused);
    strbuf_init(&text);
    if (strbuf_read_file(&text, path, MOST_BYTES, &unused) == 0)
        content = content_of(text.text, text.length);
    strbuf_release(&text);
    return content;
}

void watch_add(struct watch *watch, const char *path)
{
    struct watch_content content = {.is_there = false};
    struct stat status;
    if (stat(path, &status) == 0) {
        struct watch_stamp stamp = stamp_of(&status);
        content = content_at(path, &stamp);
    }
    note(watch, path, &content);
}

/* Whether the look saw another content than the one before. */
static bool look(struct watch_file *file, int64_t now)
{
    struct watch_content content = {.is_there = false};
    struct stat status;
    bool is_there = stat(file->path, &status) == 0;
    if (is_there && !S_ISREG(status.st_mode)) /* a pipe: what it held has gone by */
        return false;
    if (is_there) {
        struct watch_stamp stamp = stamp_of(&status);
        bool same = file->looked && file->seen.is_there && is_same_stamp(&stamp, &file->stamp);
        if (!same) {
            file->stamp = stamp;
            file->stamp_since = now;
        } else if (now - file->stamp_since > CLOCK_GRAIN) {
            return false;
        }
        content = content_at(file->path, &stamp);
    }
    bool changed = !is_same(&content, &file->seen);
    file->looked = true;
    file->seen = content;
    return changed;
}

enum watch_state watch_poll(struct watch *watch, int64_t now)
{
    bool changed = false;
    for (size_t i = 0; i < watch->count; i++) {
        if (look(&watch->files[i], now))
            watch->last_change = now;
        changed |= !is_same(&watch->files[i].read, &watch->files[i].seen);
    }
    if (!changed)
        return WATCH_SAME;
    return watch->files[0].read.is_there && !watch->files[0].seen.is_there ? WATCH_GONE
                                                                           : WATCH_CHANGED;
}

bool watch_is_settled(const struct watch *watch, int64_t now)
{
    return watch->last_change == INT64_MIN || now - watch->last_change >= WATCH_SETTLE;
}

static void release_files(struct watch *watch)
{
    for (size_t i = 0; i < watch->count; i++) {
        free(watch->files[i].path);
        free(watch->files[i].text);
    }
    free(watch->files);
}

void watch_replace(struct watch *watch, struct watch *read)
{
    int64_t last_change = watch->last_change;
    release_files(watch);
    *watch = *read;
    watch->last_change = last_change;
    watch_init(read);
}

void watch_copy(struct watch *copy, const struct watch *watch)
{
    watch_init(copy);
    for (size_t i = 0; i < watch->count; i++) {
        const struct watch_file *file = &watch->files[i];
        note(copy, file->path, &file->read)->text = file->text ? mem_strdup(file->text) : NULL;
    }
}

void watch_accept(struct watch *watch)
{
    for (size_t i = 0; i < watch->count; i++)
        watch->files[i].read = watch->files[i].seen;
}

void watch_release(struct watch *watch)
{
    release_files(watch);
    watch_init(watch);
}
