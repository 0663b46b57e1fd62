#include "tui/learn/workspace.h"

#include "sim/base/builtin.h"
#include "sim/base/mem.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MOST_KEPT = 9999 };

static int fail(struct err *err, const char *what, const char *path)
{
    int reason = errno;
    err_set(err, ERR_RUN, "cannot %s %s: %s", what, path, strerror(reason));
    return err_hint(err, "--dir FOLDER says where exercises are put");
}

void workspace_init(struct workspace *workspace, const char *root, const char *slug)
{
    struct strbuf sb;
    strbuf_init(&sb);
    strbuf_addf(&sb, "%s/%s", root, slug);
    workspace->folder = mem_strdup(sb.text);
    strbuf_addf(&sb, "/%s.cu", slug);
    workspace->file = mem_strdup(sb.text);
    strbuf_release(&sb);
}

/* Makes a folder and those above it. */
static int make_folder(const char *path, struct err *err)
{
    char *part = mem_strdup(path);
    int rc = 0;
    for (char *at = part + (part[0] == '/'); rc == 0; at++) {
        bool is_end = *at == 0;
        if (*at != '/' && !is_end)
            continue;
        *at = 0;
        if (mkdir(part, 0777) < 0 && errno != EEXIST)
            rc = fail(err, "make the folder", part);
        if (is_end)
            break;
        *at = '/';
    }
    free(part);
    return rc;
}

/* Writes a new file; 1 if there is one already. */
static int write_new(const char *path, const char *text, size_t length, struct err *err)
{
    int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (fd < 0 && errno == EEXIST)
        return 1;
    if (fd < 0)
        return fail(err, "write", path);
    int rc = 0;
    for (size_t done = 0; done < length && rc == 0;) {
        ssize_t n = write(fd, text + done, length - done);
        if (n < 0 && errno != EINTR)
            rc = fail(err, "write", path);
        else if (n > 0)
            done += (size_t)n;
    }
    if (close(fd) < 0 && rc == 0)
        rc = fail(err, "write", path);
    if (rc < 0)
        unlink(path); /* better none than half of one */
    return rc;
}

int workspace_make(const struct workspace *workspace, const char *start, struct err *err)
{
    const struct builtin_file *header = builtin_find("lessons/nullstream.cuh");
    if (make_folder(workspace->folder, err) < 0 ||
        write_new(workspace->file, start, strlen(start), err) < 0)
        return -1;
    struct strbuf path;
    strbuf_init(&path);
    strbuf_addf(&path, "%s/nullstream.cuh", workspace->folder);
    int rc =
        header ? write_new(path.text, header->text, (size_t)(header->end - header->text), err) : 0;
    strbuf_release(&path);
    return rc < 0 ? -1 : 0;
}

/* link() does not overwrite, unlike rename(); where a file system has no links, a free name is
 * looked for and taken. */
static int keep(const struct workspace *workspace, const char *name)
{
    if (link(workspace->file, name) == 0)
        return unlink(workspace->file);
    if (errno == EEXIST || access(name, F_OK) == 0) {
        errno = EEXIST;
        return -1;
    }
    return rename(workspace->file, name);
}

int workspace_reset(const struct workspace *workspace, const char *start, struct strbuf *kept,
                    struct err *err)
{
    size_t stem = strlen(workspace->file) - 3, begin = kept->length; /* without ".cu" */
    int rc = access(workspace->file, F_OK) == 0 ? -1 : 0;
    for (int number = 1; rc < 0 && number <= MOST_KEPT; number++) {
        kept->length = begin;
        strbuf_add(kept, workspace->file, stem);
        strbuf_addf(kept, "-%d.cu", number);
        rc = keep(workspace, kept->text + begin);
        if (rc < 0 && errno != EEXIST)
            return fail(err, "keep what you wrote as", kept->text + begin);
    }
    if (rc < 0)
        return fail(err, "find a free name for", workspace->file);
    return workspace_make(workspace, start, err);
}

void workspace_release(struct workspace *workspace)
{
    free(workspace->folder);
    free(workspace->file);
    memset(workspace, 0, sizeof *workspace);
}
