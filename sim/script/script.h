/* A scenario as a source of calls: the public face of this folder.
 *
 * script_load() reads and compiles a file; script_attach() gives it the program that its calls are
 * recorded in; script_source() is what runtime_run() pulls. The host program's threads then run in
 * virtual time, call by call.
 */
#ifndef SIM_SCRIPT_SCRIPT_H
#define SIM_SCRIPT_SCRIPT_H

#include "sim/model/profile.h"
#include "sim/model/program.h"
#include "sim/runtime/runtime.h"

struct script;

/* Defined for nvcc by -D, it makes stream 0 the thread's own. */
#define SCRIPT_PER_THREAD "CUDA_API_PER_THREAD_DEFAULT_STREAM"

/* As on the command line; the strings must live until script_free(). */
struct script_settings {
    const char *const *defines; /* -D NAME=VALUE or NAME */
    size_t define_count;
    const char *const *costs; /* --cost KERNEL=TIME */
    size_t cost_count;
    const char *const *assumes; /* --assume LINE=true|false */
    size_t assume_count;
    const char *const *arguments; /* argv[1..] of the scenario */
    size_t argument_count;
    const char *const *limits; /* --limit NAME=VALUE, see script_limits() */
    size_t limit_count;
    bool untracked; /* what the host reads and writes of the device's work is not recorded */
    bool lenient;   /* as the runtime's: a local variable whose address a host function got can be
                       read when its function has returned; that it has counts as a write. So can
                       memory that was freed, by host functions */
    /* 1 + the thread that comes so late to its first lock, or to the first atomic that it releases,
     * that all others have done what they can without it; 0: none. */
    uint32_t late_thread;
    bool late_end; /* main comes so late to its end */
    int64_t late_ns;
    bool strict;     /* a kernel without a cost is an error */
    bool per_thread; /* stream 0 is the thread's own: a #define that means that has been heard */
    /* Is told of each file that is read, once: what it holds; `text` NULL: an include that is not
     * there. NULL: not wanted. */
    void (*on_read)(void *context, const char *path, const char *text, size_t length);
    void *read_context;
    const atomic_bool *stop; /* once it is set, a loop ends soon, with an error; NULL: never */
};

/* Reads, checks and compiles. NULL after an error. */
struct script *script_load(const char *path, const struct script_settings *settings,
                           struct err *err);

/* The same for a text in memory; `path` names it in messages. */
struct script *script_load_text(const char *path, const char *text, size_t length,
                                const struct script_settings *settings, struct err *err);

/* What the calls are recorded in and answered by; all must outlive the script's run. Fails when a
 * pragma does not fit the profile or the program. */
int script_attach(struct script *script, const struct profile *profile, struct program *program,
                  struct runtime *runtime, struct err *err);

/* To be run once. */
struct runtime_source script_source(struct script *script);

/* Adds column and source line to an error of the runtime at the call where the script stands. */
void script_complete_error(const struct script *script, struct err *err);

/* What main returned or exit was given. */
int script_exit_status(const struct script *script);

/* Turns of loops that it made so far, which --limit steps counts. */
int64_t script_turns(const struct script *script);

/* What the program printed (cout, cerr, printf), NUL-terminated; lives as long as the script. */
const char *script_output(const struct script *script);

/* Warnings, in the order of their finding: fills *text with place and message. `remark`: nothing
 * that the prediction hangs on. */
size_t script_warning_count(const struct script *script);
void script_warning(const struct script *script, size_t index, struct err *text, bool *remark);

/* The names that --limit takes, with their meaning and default; name NULL at the
 * end. */
struct script_limit {
    const char *name;
    const char *meaning;
    uint64_t value;
    bool bytes; /* it is a number of them */
};
const struct script_limit *script_limits(void);

/* A `#define`, `const` or enumerator of the user's own files whose value is one whole number, which
 * is made of no other of them: what -D can set to another one, and what depends on it follows. */
struct script_constant {
    const char *name; /* lives as long as the script */
    int64_t value;
    const char *file; /* likewise; NULL: the value is from -D */
    int line;
    bool shared; /* by another constant, which -D sets as well */
};

/* All of them that the program uses, each name once: macros in order of first use of their name,
 * then constants, then enumerators. Returns how many; *constants is the caller's to free. */
size_t script_constants(const struct script *script, struct script_constant **constants);

void script_free(struct script *script);

#endif
