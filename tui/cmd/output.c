#include "tui/cmd/output.h"

#include "tui/cmd/message.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/ioctl.h>
#include <unistd.h>

int output_write(const char *path, const char *text, size_t length, struct err *err)
{
    bool standard = !path || strcmp(path, "-") == 0;
    const char *name = standard ? "standard output" : path;
    FILE *file = standard ? stdout : fopen(path, "wb");
    if (!file)
        return err_set(err, ERR_RUN, "cannot write %s: %s", name, strerror(errno));
    bool failed = fwrite(text, 1, length, file) != length || fflush(file) != 0;
    int reason = errno;
    if (!standard && fclose(file) != 0 && !failed) {
        failed = true;
        reason = errno;
    }
    if (failed)
        return err_set(err, ERR_RUN, "cannot write %s: %s", name, strerror(reason));
    return 0;
}

static bool locale_is_utf8(void)
{
    static const char *const names[] = {"LC_ALL", "LC_CTYPE", "LANG"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        const char *value = getenv(names[i]);
        if (value && *value)
            return strcasestr(value, "utf-8") || strcasestr(value, "utf8");
    }
    return false;
}

int output_style(const struct arguments *args, struct text_style *style, struct err *err)
{
    bool to_file = arguments_has(args, OPTION_OUTPUT);
    bool terminal = !to_file && isatty(STDOUT_FILENO);
    long width = 100;
    struct winsize size;
    if (terminal && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col >= 60)
        width = size.ws_col;
    if (arguments_number(args, OPTION_WIDTH, 60, 1000, &width, err) < 0)
        return -1;
    style->width = (int)width;
    style->utf8 = arguments_has(args, OPTION_UTF8) ||
                  (!arguments_has(args, OPTION_ASCII) && (!terminal || locale_is_utf8()));
    const char *when = arguments_value(args, OPTION_COLOR, NULL);
    style->color =
        to_file ? when && strcmp(when, "always") == 0 : message_wants_color(when, STDOUT_FILENO);
    return 0;
}
