#include "tui/cmd/trace.h"

#include "sim/base/mem.h"
#include "sim/base/text.h"
#include "sim/io/detect.h"
#include "sim/io/input.h"
#include "sim/io/timeline_json.h"
#include "tui/cmd/data.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MOST_DEPTH = 16 };

static void add_path(struct trace_list *list, const char *path)
{
    list->paths = mem_grow(list->paths, &list->capacity, list->count + 1, sizeof *list->paths);
    list->paths[list->count++] = mem_strdup(path);
}

static bool has_suffix(const char *name, const char *suffix)
{
    size_t length = strlen(name), end = strlen(suffix);
    return length > end && strcmp(name + length - end, suffix) == 0;
}

static bool is_folder(const char *path)
{
    struct stat info;
    return stat(path, &info) == 0 && S_ISDIR(info.st_mode);
}

static bool is_timeline(const char *path)
{
    struct input input;
    struct err ignored;
    err_init(&ignored);
    if (input_open(&input, path, (size_t)4 << 30, &ignored) < 0)
        return false;
    bool result = detect(input.text, input.length) == FILE_TIMELINE;
    input_release(&input);
    return result;
}

bool trace_is_one(const char *path)
{
    struct strbuf found;
    strbuf_init(&found);
    const char *file = data_find(path, &found);
    bool result = is_folder(file) || is_timeline(file);
    strbuf_release(&found);
    return result;
}

static int add_folder(struct trace_list *list, const char *folder, int depth, struct err *err)
{
    DIR *open = opendir(folder);
    if (!open)
        return err_set(err, ERR_INPUT, "cannot read %.300s: %s", folder, strerror(errno));
    struct strbuf path;
    strbuf_init(&path);
    int rc = 0;
    for (const struct dirent *entry; rc == 0 && (entry = readdir(open));) {
        if (entry->d_name[0] == '.')
            continue;
        strbuf_clear(&path);
        strbuf_addf(&path, "%s%s%s", folder, has_suffix(folder, "/") ? "" : "/", entry->d_name);
        if (is_folder(path.text))
            rc = depth < MOST_DEPTH ? add_folder(list, path.text, depth + 1, err) : 0;
        else if (has_suffix(entry->d_name, ".json") && is_timeline(path.text))
            add_path(list, path.text);
    }
    strbuf_release(&path);
    closedir(open);
    return rc;
}

static int compare_paths(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

int trace_list_open(struct trace_list *list, const char *path, struct err *err)
{
    *list = (struct trace_list){0};
    struct strbuf found;
    strbuf_init(&found);
    const char *file = data_find(path, &found);
    int rc = 0;
    if (!is_folder(file)) {
        add_path(list, path);
    } else {
        rc = add_folder(list, file, 0, err);
        if (rc == 0 && list->count == 0)
            rc = err_set(err, ERR_INPUT, "%.300s: there is no timeline in this folder", path);
        if (list->count)
            qsort(list->paths, list->count, sizeof *list->paths, compare_paths);
    }
    strbuf_release(&found);
    return rc;
}

static int read_origin(const char *path, struct trace_origin *origin, struct err *err)
{
    struct input input;
    struct strbuf found;
    strbuf_init(&found);
    int rc = input_open(&input, data_find(path, &found), (size_t)4 << 30, err);
    strbuf_release(&found);
    if (rc < 0)
        return -1;
    struct timeline timeline;
    timeline_init(&timeline);
    rc = timeline_json_read(&timeline, input.text, input.length, path, err);
    if (rc == 0) {
        origin->scenario = mem_strdup(timeline_name(&timeline, timeline.scenario));
        memcpy(origin->sha256, timeline.program_sha256, sizeof origin->sha256);
        for (size_t i = 0; i < timeline.ops.count; i++)
            origin->placed |= timeline.ops.rows[i].start != TIMELINE_UNKNOWN;
    }
    timeline_release(&timeline);
    input_release(&input);
    return rc;
}

int trace_list_origins(struct trace_list *list, struct err *err)
{
    list->origins = mem_zalloc((list->count + 1) * sizeof *list->origins);
    for (size_t i = 0; i < list->count; i++)
        if (read_origin(list->paths[i], &list->origins[i], err) < 0)
            return -1;
    return 0;
}

void trace_list_release(struct trace_list *list)
{
    for (size_t i = 0; i < list->count; i++) {
        free(list->paths[i]);
        if (list->origins)
            free(list->origins[i].scenario);
    }
    free(list->paths);
    free(list->origins);
    *list = (struct trace_list){0};
}

static bool ends_with(const char *path, const char *end)
{
    size_t length = strlen(path), part = strlen(end);
    return part && length >= part && strcmp(path + length - part, end) == 0 &&
           (length == part || path[length - part - 1] == '/');
}

bool trace_same_scenario(const char *a, const char *b)
{
    while (strncmp(a, "./", 2) == 0)
        a += 2;
    while (strncmp(b, "./", 2) == 0)
        b += 2;
    return ends_with(a, b) || ends_with(b, a);
}

bool trace_same_name(const char *a, const char *b)
{
    return strcmp(text_file_name(a), text_file_name(b)) == 0;
}

const char *trace_find_scenario(const char *trace, const char *scenario, struct strbuf *sb)
{
    if (!*scenario)
        return NULL;
    const char *here = data_find(scenario, sb);
    if (access(here, R_OK) == 0)
        return here;
    if (*scenario == '/')
        return NULL;
    /* the folders above the trace, the nearest first */
    size_t length = strlen(trace);
    while (length > 0) {
        while (length > 0 && trace[length - 1] != '/')
            length--;
        strbuf_clear(sb);
        strbuf_add(sb, trace, length);
        strbuf_adds(sb, scenario);
        if (access(sb->text, R_OK) == 0)
            return sb->text;
        length -= length > 0;
    }
    strbuf_clear(sb);
    strbuf_add(sb, trace, (size_t)(text_file_name(trace) - trace));
    strbuf_adds(sb, text_file_name(scenario));
    return access(sb->text, R_OK) == 0 ? sb->text : NULL;
}

const char *trace_find_in(const char *folder, const char *scenario, struct strbuf *sb)
{
    if (!*text_file_name(scenario))
        return NULL;
    strbuf_clear(sb);
    strbuf_addf(sb, "%s/%s", folder, text_file_name(scenario));
    return access(sb->text, R_OK) == 0 ? sb->text : NULL;
}

const char *trace_scenarios_note(const char *trace, struct strbuf *sb)
{
    static const char name[] = "SCENARIOS";
    struct strbuf path, found;
    struct input input;
    struct err ignored;
    err_init(&ignored);
    strbuf_init(&path);
    strbuf_init(&found);
    strbuf_add(&path, trace, (size_t)(text_file_name(trace) - trace));
    strbuf_adds(&path, name);
    bool is_there = input_open(&input, data_find(path.text, &found), 4096, &ignored) == 0;
    if (is_there) {
        strbuf_add(sb, input.text, strcspn(input.text, "\r\n"));
        input_release(&input);
    }
    strbuf_release(&found);
    strbuf_release(&path);
    return is_there && sb->length ? sb->text : NULL;
}

void trace_name(struct strbuf *sb, const char *path)
{
    const char *name = text_file_name(path), *dot = strrchr(name, '.');
    strbuf_add(sb, name, dot && dot > name ? (size_t)(dot - name) : strlen(name));
}
