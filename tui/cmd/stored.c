#include "tui/cmd/stored.h"

#include "tui/cmd/output.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { LONGEST_NAME = 64 };

/* XDG base directories: a relative path counts as not set. -1 if there is neither. */
static int folder(struct strbuf *path)
{
    const char *data = getenv("XDG_DATA_HOME"), *home = getenv("HOME");
    if (data && data[0] == '/')
        strbuf_adds(path, data);
    else if (home && home[0] == '/')
        strbuf_addf(path, "%s/.local/share", home);
    else
        return -1;
    strbuf_adds(path, "/nullstream/profiles");
    return 0;
}

/* The name in the file `default`, without its newline; false if there is none. */
static bool read_default(const char *profiles, char name[LONGEST_NAME])
{
    struct strbuf path, text;
    struct err ignored;
    err_init(&ignored);
    strbuf_init(&path);
    strbuf_init(&text);
    strbuf_addf(&path, "%s/default", profiles);
    bool found = access(path.text, R_OK) == 0 &&
                 strbuf_read_file(&text, path.text, LONGEST_NAME, &ignored) == 0;
    size_t length = found ? strcspn(text.text, "\n") : 0;
    found = length > 0 && length < LONGEST_NAME && !memchr(text.text, '/', length);
    if (found) {
        memcpy(name, text.text, length);
        name[length] = '\0';
    }
    strbuf_release(&path);
    strbuf_release(&text);
    return found;
}

bool stored_find(const char *name, struct strbuf *path)
{
    char chosen[LONGEST_NAME];
    if (folder(path) != 0)
        return false;
    if (!name) {
        if (!read_default(path->text, chosen))
            return false;
        name = chosen;
    }
    if (strchr(name, '/'))
        return false;
    strbuf_addf(path, "/%s.ini", name);
    return access(path->text, R_OK) == 0;
}

int stored_put(const char *name, const char *text, size_t length, struct strbuf *path,
               struct err *err)
{
    struct strbuf file, line;
    strbuf_init(&file);
    strbuf_init(&line);
    int rc = 0;
    if (folder(&file) != 0) {
        rc = err_set(err, ERR_RUN, "there is no place to store the profile in");
        err_hint(err, "set HOME or XDG_DATA_HOME, or give -o FILE");
    }
    size_t end = file.length;
    if (rc == 0)
        rc = output_make_folders(file.text, err);
    if (rc == 0) {
        strbuf_addf(&file, "/%s.ini", name);
        rc = output_write(file.text, text, length, err);
        strbuf_adds(path, file.text);
    }
    if (rc == 0) {
        file.length = end;
        strbuf_adds(&file, "/default");
        strbuf_addf(&line, "%s\n", name);
        rc = output_write(file.text, line.text, line.length, err);
    }
    strbuf_release(&file);
    strbuf_release(&line);
    return rc;
}
