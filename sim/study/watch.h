/* Files that somebody is editing: do they still hold what was read from them?
 *
 * Asked for now and then (watch_poll), it compares contents, not times: an editor may write in
 * place, save under another name and rename, or leave a file half written for a moment. So that a
 * fault in a half-written file is not reported, the answer comes with how long ago the last change
 * was seen (watch_is_settled). Never blocks and asks no clock: the caller says what time it is.
 * Knows nothing of what is in the files.
 */
#ifndef SIM_STUDY_WATCH_H
#define SIM_STUDY_WATCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* ns without a change after which a file counts as written to its end. */
#define WATCH_SETTLE INT64_C(300000000)

enum { WATCH_DIGEST_BYTES = 32 }; /* SHA-256 */

/* What a file held: its digest, or nothing if it is not there. */
struct watch_content {
    bool is_there;
    uint8_t digest[WATCH_DIGEST_BYTES];
};

/* What stat() says of a file: while it says the same, the file need not be read again. */
struct watch_stamp {
    uint64_t device, inode;
    int64_t size, modified, changed; /* bytes; ns since 1970 */
};

struct watch_file {
    char *path;
    struct watch_content read; /* by who uses it: what the answers compare with */
    char *text;                /* that was read; NULL: it was not noted, or is large */
    struct watch_content seen; /* by the last look */
    struct watch_stamp stamp;  /* of that look */
    int64_t stamp_since;       /* ns, the caller's clock: since when it is the same */
    bool looked;
};

struct watch {
    struct watch_file *files;
    size_t count, capacity;
    int64_t last_change; /* ns, the caller's clock; when a look saw another content than the look
                            before; INT64_MIN: never */
};

enum watch_state {
    WATCH_SAME,
    WATCH_CHANGED, /* at least one file holds something else than what was read */
    WATCH_GONE,    /* the first file is not there, and was when it was read */
};

void watch_init(struct watch *watch);

/* The file was read, just now or in another thread, and held `text`; NULL: it was not there, and
 * will be noticed when it is. Each path is watched once; what was read last counts. */
void watch_note(struct watch *watch, const char *path, const char *text, size_t length);

/* The same for a file that somebody else reads by himself: reads it here. */
void watch_add(struct watch *watch, const char *path);

/* Looks at all files. Costs one stat() a file while nothing changes. */
enum watch_state watch_poll(struct watch *watch, int64_t now);

/* The text that was noted of a file; NULL: none. */
const char *watch_text(const struct watch *watch, const char *path);

/* Whether no look has seen a change for WATCH_SETTLE. */
bool watch_is_settled(const struct watch *watch, int64_t now);

/* `watch` goes on with the files and contents of `read`, which is emptied; it keeps its memory of
 * the last change. For who notes into a watch of his own while he reads. */
void watch_replace(struct watch *watch, struct watch *read);

/* Another watch with the same files and texts, not looked at yet. `copy` must not be initialised.
 */
void watch_copy(struct watch *copy, const struct watch *watch);

/* What the last look saw counts as read. */
void watch_accept(struct watch *watch);

void watch_release(struct watch *watch);

#endif
