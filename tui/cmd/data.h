/* Where the lessons and measurements are: a path such as "lessons/legacy-fence/fence.cu" that is
 * not in the current folder is found beside the program (PREFIX/share/nullstream after `make
 * install`).
 */
#ifndef TUI_CMD_DATA_H
#define TUI_CMD_DATA_H

#include "sim/base/strbuf.h"

/* The file that `path` means: itself when it exists, else the one in the data folder, else itself
 * again (a static program has some files built in, and errors should name what the user wrote).
 * The result is `path` or stands in `sb`. */
const char *data_find(const char *path, struct strbuf *sb);

/* Appends the folder that holds lessons/ and traces/: of the installation, else of the source tree
 * that the program was built in. Returns -1 if there is none. */
int data_folder(struct strbuf *sb);

#endif
