/* `nullstream learn`: the lessons. */
#include "tui/learn/learn.h"
#include "tui/cmd/command.h"
#include "tui/cmd/data.h"
#include "tui/cmd/output.h"

#include <stdlib.h>
#include <string.h>

/* The folder of the lessons, and that of their recordings. */
static int find_lessons(struct strbuf *lessons, struct strbuf *traces, struct err *err)
{
    if (data_folder(lessons) < 0) {
        err_set(err, ERR_UNAVAILABLE, "the lessons are not installed beside the program");
        return err_hint(err, "`make install` puts them there");
    }
    strbuf_addf(traces, "%s/traces/h200/lessons", lessons->text);
    strbuf_adds(lessons, "/lessons");
    return 0;
}

static struct editor_environment environment(void)
{
    return (struct editor_environment){
        .visual = getenv("VISUAL"),
        .editor = getenv("EDITOR"),
        .path = getenv("PATH"),
        .tmux = getenv("TMUX"),
        .tmux_pane = getenv("TMUX_PANE"),
    };
}

static int exec(const struct arguments *args, struct err *err)
{
    struct strbuf lessons, traces;
    strbuf_init(&lessons);
    strbuf_init(&traces);
    int rc = find_lessons(&lessons, &traces, err);
    if (rc == 0) {
        struct learn_options options = {
            .session = {.lessons = lessons.text,
                        .traces = traces.text,
                        .work = arguments_value(args, OPTION_DIR, "nullstream-lessons")},
            .environment = environment(),
            .lesson = args->operand_count ? args->operands[0] : NULL,
        };
        output_screen_options(args, &options.screen);
        rc = learn_run(&options, err);
    }
    strbuf_release(&lessons);
    strbuf_release(&traces);
    return rc;
}

const struct command command_learn = {
    .name = "learn",
    .usage = "[LESSON]",
    .summary = "the lessons, with questions and exercises",
    .text = "Shows the list of lessons, or the lesson LESSON (its name, or a folder, which has a "
            "slash in it). The key ? shows all keys, q leaves.",
    .groups = GROUP_SCREEN | GROUP_LEARN,
    .least = 0,
    .most = 1,
    .complete = "",
    .exec = exec,
};
