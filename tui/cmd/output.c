#include "tui/cmd/output.h"

#include "sim/base/wrap.h"
#include "tui/cmd/message.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

int output_open(struct output *output, const char *path, struct err *err)
{
    bool standard = !path || strcmp(path, "-") == 0;
    output->name = standard ? "standard output" : path;
    output->file = standard ? stdout : fopen(path, "wb");
    if (!output->file)
        return err_set(err, ERR_RUN, "cannot write %s: %s", output->name, strerror(errno));
    sink_init_file(&output->sink, output->file, output->name);
    return 0;
}

int output_close(struct output *output, struct err *err)
{
    int rc = sink_finish(&output->sink, err);
    sink_release(&output->sink);
    if (output->file != stdout && fclose(output->file) != 0)
        rc = err_set(err, ERR_RUN, "cannot write %s: %s", output->name, strerror(errno));
    return rc;
}

int output_write(const char *path, const char *text, size_t length, struct err *err)
{
    struct output output;
    if (output_open(&output, path, err) < 0)
        return -1;
    strbuf_add(&output.sink.text, text, length);
    return output_close(&output, err);
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

bool output_folds(const struct arguments *args)
{
    bool to_file = arguments_has(args, OPTION_OUTPUT);
    return arguments_has(args, OPTION_WIDTH) || (!to_file && isatty(STDOUT_FILENO));
}

int output_fold(const struct arguments *args, struct strbuf *text, struct err *err)
{
    struct text_style style;
    if (output_style(args, &style, err) < 0)
        return -1;
    if (!output_folds(args))
        return 0;
    struct strbuf whole = *text;
    strbuf_init(text);
    wrap_fold(text, whole.text, style.width);
    strbuf_release(&whole);
    return 0;
}

void output_screen_options(const struct arguments *args, struct screen_options *options)
{
    options->utf8 = arguments_has(args, OPTION_UTF8) ||
                    (!arguments_has(args, OPTION_ASCII) && locale_is_utf8());
    options->color = message_wants_color(arguments_value(args, OPTION_COLOR, NULL), STDOUT_FILENO);
    options->picture = arguments_value(args, OPTION_PICTURE, NULL);
    options->theme = theme_from_name(arguments_value(args, OPTION_THEME, NULL),
                                     theme_guess(getenv("COLORFGBG")));
}

int output_make_folders(const char *path, struct err *err)
{
    if (!*path)
        return err_set(err, ERR_INPUT, "a folder without a name");
    struct strbuf part;
    strbuf_init(&part);
    int rc = 0;
    for (const char *slash = strchr(path + 1, '/'); rc == 0; slash = strchr(slash + 1, '/')) {
        strbuf_clear(&part);
        strbuf_add(&part, path, slash ? (size_t)(slash - path) : strlen(path));
        if (mkdir(part.text, 0777) != 0 && errno != EEXIST)
            rc = err_set(err, ERR_RUN, "cannot make the folder %s: %s", part.text, strerror(errno));
        if (!slash)
            break;
    }
    strbuf_release(&part);
    return rc;
}
