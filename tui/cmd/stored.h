/* Profiles that `calibrate` stored for this machine: $XDG_DATA_HOME/nullstream/profiles (or
 * ~/.local/share), NAME.ini each, and `default`, which names the one that counts without --gpu.
 */
#ifndef TUI_CMD_STORED_H
#define TUI_CMD_STORED_H

#include "sim/base/err.h"
#include "sim/base/strbuf.h"

#include <stdbool.h>

/* The path of a stored profile, NULL: of the default one; false if there is none. */
bool stored_find(const char *name, struct strbuf *path);

/* Stores a profile and makes it the default; its path is appended. */
int stored_put(const char *name, const char *text, size_t length, struct strbuf *path,
               struct err *err);

#endif
