/* `nullstream learn`: the lessons. */
#include "tui/learn/learn.h"
#include "tui/cmd/command.h"
#include "tui/cmd/learned.h"
#include "tui/cmd/output.h"

#include <stdlib.h>
#include <unistd.h>

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

/* A name that is no lesson's is better said before the screen is taken, with what is like it. */
static int check_name(const struct learn_folders *folders, const char *lesson, struct err *err)
{
    struct learned learned;
    if (!lesson)
        return 0;
    int rc = learned_open(&learned, folders, lesson, err);
    learned_release(&learned);
    return rc;
}

static int on_screen(const struct learn_folders *folders, const char *lesson,
                     const struct arguments *args, struct err *err)
{
    if (check_name(folders, lesson, err) < 0)
        return -1;
    struct learn_options options = {
        .session = {.lessons = folders->lessons.text,
                    .traces = folders->traces.text,
                    .work = arguments_value(args, OPTION_DIR, "nullstream-lessons"),
                    .state = folders->state.text},
        .environment = environment(),
        .lesson = lesson,
    };
    output_screen_options(args, &options.screen);
    return learn_run(&options, err);
}

/* At most one of them says what is done. */
static int check_faces(const struct arguments *args, struct err *err)
{
    static const enum option_id faces[] = {OPTION_TEXT, OPTION_WATCH, OPTION_GRADE, OPTION_NEW,
                                           OPTION_LINT};
    int count = 0;
    bool lesson = args->operand_count > 0;
    for (size_t i = 0; i < sizeof faces / sizeof *faces; i++)
        count += arguments_has(args, faces[i]);
    if (count > 1)
        return err_set(err, ERR_INPUT,
                       "--text, --watch, --grade, --new and --lint are one of them at a time");
    if (!lesson && (arguments_has(args, OPTION_WATCH) || arguments_has(args, OPTION_GRADE))) {
        err_set(err, ERR_INPUT, "which lesson?");
        return err_hint(err, "nullstream learn LESSON --%s",
                        arguments_has(args, OPTION_WATCH) ? "watch" : "grade FILE");
    }
    if (lesson && (arguments_has(args, OPTION_NEW) || arguments_has(args, OPTION_LINT)))
        return err_set(err, ERR_INPUT, "--new and --lint take a folder and no lesson");
    return 0;
}

static int dispatch(const struct learn_folders *folders, const struct arguments *args,
                    const char *lesson, struct err *err)
{
    bool text = arguments_has(args, OPTION_TEXT) || arguments_has(args, OPTION_ANSWERS) ||
                arguments_has(args, OPTION_OUTPUT) || !isatty(STDIN_FILENO) ||
                !isatty(STDOUT_FILENO);
    if (arguments_has(args, OPTION_LINT))
        return learn_lint(folders, args, err);
    if (arguments_has(args, OPTION_GRADE))
        return learn_grade(folders, lesson, args, err);
    if (arguments_has(args, OPTION_WATCH))
        return learn_watch(folders, lesson, args, err);
    if (text)
        return lesson ? learn_text(folders, lesson, args, err) : learn_list(folders, args, err);
    return on_screen(folders, lesson, args, err);
}

static int exec(const struct arguments *args, struct err *err)
{
    struct learn_folders folders;
    if (check_faces(args, err) < 0)
        return -1;
    if (arguments_has(args, OPTION_NEW))
        return learn_new(args, err);
    const char *lesson = args->operand_count ? args->operands[0] : NULL;
    struct strbuf slug;
    strbuf_init(&slug);
    int rc = learn_folders_init(&folders, err);
    if (rc == 0 && lesson)
        learned_number(&folders, lesson, &slug);
    if (rc == 0)
        rc = dispatch(&folders, args, slug.length ? slug.text : lesson, err);
    strbuf_release(&slug);
    learn_folders_release(&folders);
    return rc;
}

const struct command command_learn = {
    .name = "learn",
    .usage = "[LESSON]",
    .summary = "the lessons, with questions and exercises",
    .text =
        "Shows the list of lessons, or the lesson LESSON (its name, its number in the list, or a "
        "folder, which has a slash in it). The key ? shows all keys, q leaves. Without a terminal, "
        "and with "
        "--text, as text: questions are asked on standard input, or answered with --answers. "
        "An exercise is put into nullstream-lessons/LESSON; --watch grades it there whenever it "
        "is saved, --grade FILE grades any file once: the exit status is 1 if it does not "
        "pass, 2 if it is no program that runs, and --format json has a line for each requirement "
        "with its points. How far one is stands in nullstream/progress in the folder "
        "$XDG_STATE_HOME. --new FOLDER "
        "begins a lesson of your own, --lint FOLDER checks one; how they are written stands in "
        "the README of the lessons' folder.",
    .groups = GROUP_SCREEN | GROUP_LEARN | GROUP_TEXT,
    .least = 0,
    .most = 1,
    .complete = "lesson",
    .exec = exec,
};
