/* `nullstream validate`: predictions held against measurements. */
#include "sim/base/mem.h"
#include "sim/io/program_file.h"
#include "tui/cmd/command.h"
#include "tui/cmd/data.h"
#include "tui/cmd/judge.h"
#include "tui/cmd/message.h"
#include "tui/cmd/pairing.h"
#include "tui/cmd/trace.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* A set of scenarios, one after the other; the last pairing stays for the report of a single one.
 */
struct session {
    const struct arguments *args;
    struct trace_list against; /* empty: measure here */
    struct judgement judgement;
    struct pairing *last; /* NULL: none yet */
};

static void add_head(struct strbuf *sb, const struct pairing *p)
{
    const struct timeline *a = p->predicted.timeline, *b = &p->measured;
    strbuf_addf(sb, "%s: predicted for %s, profile %s", p->name.text,
                timeline_name(a, a->device_name), timeline_name(a, a->profile));
    if (p->origin == PAIRING_PROGRAM)
        strbuf_adds(sb, p->scenario.length ? ", the program in the trace: the scenario has changed"
                                           : ", the program in the trace");
    if (p->origin == PAIRING_CHANGED)
        strbuf_adds(sb, "\nnot the program that was recorded: the scenario or the profile is "
                        "another, or its threads take turns in another order");
    if (p->seen.middle_count) {
        strbuf_adds(sb, "\nseveral threads call, and who is first is chance: ");
        seen_add_runs(sb, &p->seen);
    }
    strbuf_addf(sb, "\nmeasured on %s", timeline_name(b, b->device_name));
    if (b->measurement.repetitions)
        strbuf_addf(sb, ", %u repetitions", b->measurement.repetitions);
    if (b->measurement.processes > 1)
        strbuf_addf(sb, " in %u processes", b->measurement.processes);
    if (b->measurement.date)
        strbuf_addf(sb, ", %s", timeline_name(b, b->measurement.date));
    strbuf_addc(sb, '\n');
    const struct program *program = &p->predicted.prediction.program;
    if (program->time_dependent) {
        const struct program_place *place = &program->places.rows[program->time_dependent_place];
        strbuf_addf(sb, "it branches on an answer that depends on time (%s:%d)\n",
                    program_name(program, place->file), place->line);
    }
    strbuf_addc(sb, '\n');
}

static void drop(struct pairing *pairing)
{
    if (!pairing)
        return;
    pairing_release(pairing);
    free(pairing);
}

/* Takes a pairing and its figures. */
static void take(struct session *s, struct pairing *pairing)
{
    drop(s->last);
    s->last = pairing;
    validation_add(&s->judgement.validation, pairing->name.text, pairing->folder.text,
                   &pairing->compare);
}

static int add(struct session *s, const char *trace, const char *scenario, struct err *err)
{
    struct pairing *pairing = mem_zalloc(sizeof *pairing);
    int rc = trace ? pairing_trace(pairing, trace, scenario, s->args, err)
                   : pairing_measure(pairing, scenario, s->args, err);
    if (rc == 0)
        take(s, pairing);
    else
        drop(pairing);
    return rc;
}

/* How a scenario or program is known again among the traces of --against, best first. */
enum same { SAME_PATH, SAME_NAME, SAME_PROGRAM, SAME_COUNT };

/* A name without folders says little: it is the scenario's only if it lies where that does. */
static bool is_same_path(const char *scenario, const char *path)
{
    while (strncmp(path, "./", 2) == 0)
        path += 2;
    if (strchr(path, '/') || !strchr(scenario, '/'))
        return trace_same_scenario(scenario, path);
    char *whole = realpath(path, NULL);
    bool result = whole && trace_same_scenario(scenario, whole);
    free(whole);
    return result;
}

static bool is_same(const struct trace_origin *origin, enum same how, const char *path,
                    const char *sha256)
{
    switch (how) {
    case SAME_PATH:
        return is_same_path(origin->scenario, path);
    case SAME_NAME:
        return trace_same_name(origin->scenario, path);
    default:
        return *sha256 && strcmp(origin->sha256, sha256) == 0;
    }
}

/* What the options given here make of it. */
static int hash_of(const struct session *s, const char *path, char sha256[65], struct err *err)
{
    struct operand operand;
    int rc = operand_load(&operand, path, s->args, err);
    if (rc == 0)
        program_file_sha256(&operand.prediction.program, sha256);
    operand_release(&operand);
    return rc;
}

/* What has the same name elsewhere may be another program, whose options may not even be for this
 * one: whether it was taken. What is wrong with the program itself is said when it is hashed. */
static bool add_if_recorded(struct session *s, const char *trace, const char *path)
{
    struct err ignored;
    err_init(&ignored);
    struct pairing *pairing = mem_zalloc(sizeof *pairing);
    bool taken = pairing_trace(pairing, trace, path, s->args, &ignored) == 0 &&
                 pairing->origin == PAIRING_SCENARIO;
    if (taken)
        take(s, pairing);
    else
        drop(pairing);
    return taken;
}

static int add_same(struct session *s, size_t i, enum same how, const char *path, size_t *found,
                    struct err *err)
{
    const char *trace = s->against.paths[i];
    if (how == SAME_NAME) {
        *found += add_if_recorded(s, trace, path);
        return 0;
    }
    ++*found;
    return add(s, trace, path, err);
}

/* `namesake`: of the traces, one that has the name but was not taken; `count` if there is none. */
static int refuse_matching(const struct trace_list *list, const char *path, size_t namesake,
                           struct err *err)
{
    err_set_at(err, ERR_INPUT, path, 0, 0, "no timeline of it among the %zu of --against",
               list->count);
    if (namesake < list->count)
        err_hint(err,
                 "%.90s, of %.90s, has that name but not that program; --against that file takes "
                 "it anyway",
                 list->paths[namesake], list->origins[namesake].scenario);
    return -1;
}

static int add_matching(struct session *s, const char *path, struct err *err)
{
    const struct trace_list *list = &s->against;
    char sha256[65] = "";
    size_t namesake = list->count;
    if (list->count == 1)
        return add(s, list->paths[0], path, err);
    for (enum same how = SAME_PATH; how < SAME_COUNT; how++) {
        size_t found = 0;
        if (how == SAME_PROGRAM && hash_of(s, path, sha256, err) < 0)
            return -1;
        for (size_t i = 0; i < list->count; i++) {
            if (!is_same(&list->origins[i], how, path, sha256))
                continue;
            if (add_same(s, i, how, path, &found, err) < 0)
                return -1;
            if (found == 0 && namesake == list->count)
                namesake = i;
        }
        if (found)
            return 0;
    }
    return refuse_matching(list, path, namesake, err);
}

/* The timelines of a folder whose scenarios are not here. */
struct absent {
    size_t count;
    struct err first; /* what is said of the first one */
};

static int add_unless_absent(struct session *s, const char *trace, struct absent *absent,
                             struct err *err)
{
    struct err own;
    err_init(&own);
    struct pairing *pairing = mem_zalloc(sizeof *pairing);
    int rc = pairing_trace(pairing, trace, NULL, s->args, &own);
    bool is_absent = rc < 0 && pairing->absent;
    if (rc == 0)
        take(s, pairing);
    else
        drop(pairing);
    if (is_absent && absent->count++ == 0)
        absent->first = own;
    if (rc == 0 || is_absent)
        return 0;
    *err = own;
    return -1;
}

/* Also with --quiet: the figures are of fewer than were asked for. */
static void say_absent(const struct session *s, const char *folder, const struct absent *absent,
                       size_t all)
{
    struct err said;
    err_init(&said);
    err_set_at(&said, ERR_INPUT, folder, 0, 0,
               "%zu of %zu timelines are left out: their scenarios are not here", absent->count,
               all);
    err_hint(&said, "%s", absent->first.hint);
    message_print(MESSAGE_WARNING, &said,
                  message_wants_color(arguments_value(s->args, OPTION_COLOR, NULL), STDERR_FILENO));
}

/* A timeline, or those of a folder that can be predicted here. */
static int add_traces(struct session *s, const char *path, struct err *err)
{
    struct trace_list list;
    struct absent absent = {0};
    int rc = trace_list_open(&list, path, err);
    for (size_t i = 0; rc == 0 && i < list.count; i++)
        rc = add_unless_absent(s, list.paths[i], &absent, err);
    if (rc == 0 && absent.count == list.count) {
        *err = absent.first;
        rc = -1;
    } else if (rc == 0 && absent.count) {
        say_absent(s, path, &absent, list.count);
    }
    trace_list_release(&list);
    return rc;
}

/* Which of the files are timelines or folders; a pipe can be read only once. */
static bool *find_traces(const struct arguments *args)
{
    bool *traces = mem_zalloc((args->operand_count + 1) * sizeof *traces);
    for (size_t i = 0; i < args->operand_count; i++)
        traces[i] = trace_is_one(args->operands[i]);
    return traces;
}

/* Of a file that cannot be opened that is said instead. */
static bool is_there(const char *path)
{
    struct strbuf found;
    strbuf_init(&found);
    bool result = access(data_find(path, &found), R_OK) == 0;
    strbuf_release(&found);
    return result;
}

static int check_scenarios(const struct arguments *args, bool any_trace, struct err *err)
{
    const char *folder;
    struct stat info;
    if (!any_trace && arguments_has(args, OPTION_SCENARIOS) && is_there(args->operands[0])) {
        err_set(err, ERR_INPUT, "--scenarios is for timelines: %.300s is none", args->operands[0]);
        return err_hint(err, "leave it out: it says where the scenario of a timeline is");
    }
    for (size_t at = 0; (folder = arguments_next(args, OPTION_SCENARIOS, &at));)
        if (stat(folder, &info) < 0 || !S_ISDIR(info.st_mode)) {
            err_set(err, ERR_INPUT, "--scenarios %.300s: there is no such folder", folder);
            return err_hint(err, "it takes the folder that the scenarios of timelines are in");
        }
    return 0;
}

static int check_measuring(const struct arguments *args, struct err *err)
{
    for (size_t i = 0; i < args->given_count; i++) {
        const struct option *option = args->given[i].option;
        if (!(option->groups & GROUP_MEASURE))
            continue;
        err_set(err, ERR_INPUT, "--%s is for measuring, and nothing is measured here",
                option->name);
        return err_hint(err, "leave it out: a timeline, or --against, is the measurement");
    }
    return 0;
}

/* An option that would do nothing is a mistake; said before anything is predicted. */
static int check_options(const struct arguments *args, const bool *traces, struct err *err)
{
    bool against = arguments_has(args, OPTION_AGAINST), any_trace = false, measures = false;
    for (size_t i = 0; i < args->operand_count; i++) {
        any_trace |= traces[i];
        measures |= !traces[i] && !against;
        if (!traces[i] || !against)
            continue;
        err_set_at(err, ERR_INPUT, args->operands[i], 0, 0,
                   "--against is for scenarios: a timeline is its own measurement");
        return err_hint(err, "leave it out, or give the scenario; `nullstream compare` takes any "
                             "two timelines");
    }
    if (check_scenarios(args, any_trace, err) < 0)
        return -1;
    return measures ? 0 : check_measuring(args, err);
}

static int add_operand(struct session *s, const char *path, bool is_trace, struct err *err)
{
    if (is_trace)
        return add_traces(s, path, err);
    return s->against.count ? add_matching(s, path, err) : add(s, NULL, path, err);
}

static int open_against(struct session *s, struct err *err)
{
    const char *path = arguments_value(s->args, OPTION_AGAINST, NULL);
    if (!path)
        return 0;
    if (trace_list_open(&s->against, path, err) < 0)
        return -1;
    return s->against.count > 1 ? trace_list_origins(&s->against, err) : 0;
}

static int run(struct session *s, struct err *err)
{
    int rc = judge_init(&s->judgement, s->args, err);
    bool *traces = find_traces(s->args);
    if (rc == 0)
        rc = check_options(s->args, traces, err);
    if (rc == 0)
        rc = open_against(s, err);
    for (size_t i = 0; rc == 0 && i < s->args->operand_count; i++)
        rc = add_operand(s, s->args->operands[i], traces[i], err);
    free(traces);
    if (rc < 0)
        return -1;
    if (s->judgement.validation.count == 1 && !arguments_has(s->args, OPTION_SUMMARY)) {
        s->judgement.one = &s->last->compare;
        add_head(&s->judgement.head, s->last);
    }
    return judge_write(&s->judgement, s->args, err);
}

static int exec(const struct arguments *args, struct err *err)
{
    struct session session = {.args = args};
    int rc = run(&session, err);
    drop(session.last);
    trace_list_release(&session.against);
    judge_release(&session.judgement);
    return rc;
}

const struct command command_validate = {
    .name = "validate",
    .usage = "FILE...",
    .summary = "predictions against measurements, how good they are",
    .text = "Predicts each scenario or recorded program FILE, measures it on GPU 0 (or takes the "
            "measured timeline of --against, which may be a folder of them), and says how far they "
            "are apart, beside the noise of the measurement and two models that know nothing. A "
            "measured timeline, or a folder of them, as FILE is its own measurement: what it ran "
            "is predicted again with the options that it names; of a folder, what has its scenario "
            "here. Where several threads call, who is first is chance: medians of many predicted "
            "runs are held against those of the measurement. Exit status 1 if operations are "
            "unmatched or a tolerance is exceeded.",
    .groups = GROUP_PREDICT | GROUP_MEASURE | GROUP_COMPARE | GROUP_VALIDATE | GROUP_TEXT,
    .least = 1,
    .most = 1000000,
    .complete = "file",
    .exec = exec,
};
