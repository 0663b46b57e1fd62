/* Calibration: from timelines of microbenchmarks to a device profile.
 *
 * Each benchmark is a scenario (sim/profiles/calibrate/FILE.cu) and a row of one list: what it
 * measures, which keys of the profile it sets, how it is run, and the fit, pure arithmetic over one
 * timeline that yields samples. Whoever calls gives a source of timelines: the GPU, a folder of
 * recorded ones, or the engine itself, by which tests show that every key is recovered.
 *
 * Must not know where a timeline comes from, nor anything of the device but what is in it.
 */
#ifndef SIM_STUDY_CALIBRATION_H
#define SIM_STUDY_CALIBRATION_H

#include "sim/base/err.h"
#include "sim/base/strbuf.h"
#include "sim/model/profile.h"
#include "sim/model/program.h"
#include "sim/model/timeline.h"

struct sight;
struct figures;

/* How a benchmark is run: with an instrument that sees starts and ends on the device; with kernels
 * that note theirs, which takes each 0.3 us; or with the host's clock alone, as an instrument slows
 * the calls. */
enum calibration_clock { CALIBRATION_TRACED, CALIBRATION_STAMPED, CALIBRATION_PLAIN };

enum { CALIBRATION_KEYS = 26, CALIBRATION_CALLS = 40 };

struct calibration_row {
    const char *name;
    const char *measures; /* one line, no full stop */
    const char *file;     /* sim/profiles/calibrate/FILE.cu */
    const char *define;   /* NAME=VALUE; NULL */
    uint32_t connections; /* CUDA_DEVICE_MAX_CONNECTIONS; 0: not set */
    uint32_t processes;   /* that it is run in, each time; 0: one */
    uint32_t repetitions; /* of each process: the medians of all are fitted; 0: one */
    enum calibration_clock clock;
    bool follows; /* its fit takes what the row before saw in the same pass */
    void (*fit)(const struct sight *sight, struct figures *figures);
    /* What the fit sets; the lists end with PROFILE_KEY_COUNT and CALL_NONE. */
    enum profile_key keys[CALIBRATION_KEYS];
    enum call calls[CALIBRATION_CALLS];
};

extern const struct calibration_row calibration_rows[];
extern const size_t calibration_row_count;

/* Calls that no benchmark makes: they are assumed to cost what another one does. */
struct calibration_kin {
    enum call call, like;
};
extern const struct calibration_kin calibration_kin[];
extern const size_t calibration_kin_count;

/* Gives the timeline of one run of a row's program: fills *timeline, which is initialized. `device`
 * is the profile that the program was recorded with. */
struct calibration_source {
    int (*run)(void *context, const struct calibration_row *row, uint32_t run,
               const struct program *program, const struct profile *device,
               struct timeline *timeline, struct err *err);
    void *context;
};

struct calibration {
    struct profile reference; /* what is not measured comes from it */
    struct profile device;    /* the reference with the device's properties: programs are for it */
    struct figures *figures;  /* owned */
    /* by the first run's timeline */
    char name[96], driver[64], date[32], host[96];
};

/* The built-in profile for a device with these properties (gpu.h: lines KEY=VALUE): that of its
 * compute capability, else the H200's. */
const char *calibration_reference(const char *properties);

/* `reference` names a profile or a file; `properties` are the device's own values, which count as
 * measured. To be released also after an error. */
int calibration_init(struct calibration *calibration, const char *reference, const char *properties,
                     struct err *err);

/* One run of one row: program, timeline, fit. An error of the source leaves the calibration as it
 * was. */
int calibration_run(struct calibration *calibration, const struct calibration_row *row,
                    uint32_t run, const struct calibration_source *source, struct err *err);

/* How often the list is gone through, and when it has been often enough. */
struct calibration_passes {
    uint32_t passes;   /* of all rows, if there is time */
    uint32_t sure;     /* of those, whatever time they take */
    uint32_t most;     /* of any row */
    int64_t time_most; /* ns within which rows end that are not of the sure passes, if they take as
                          long as the last time */
    int64_t (*now)(void *context);
    /* before a row is run; and after one that could not be: `why` says so, it is passed over */
    void (*progress)(void *context, const struct calibration_row *row, uint32_t pass);
    void (*passed_over)(void *context, const struct calibration_row *row, const struct err *why);
    void *context;
};

/* All rows, pass after pass, so that the samples of a row are apart in time; a machine that is slow
 * for a while is seen by it. Counts and choices that two passes said alike are not measured a third
 * time. Behind the sure passes those rows go first on whose figures their passes do not agree
 * (figures_settled()); they are run again until they do, or the time is over. */
int calibration_run_all(struct calibration *calibration, const struct calibration_passes *passes,
                        const struct calibration_source *source, struct err *err);

/* Figures on which the passes do not agree after all, as text: at most `most` of them by name.
 * Returns how many there are. */
size_t calibration_unsettled(const struct calibration *calibration, size_t most,
                             struct strbuf *out);

/* The profile as text: what was measured with its spread, the rest as the reference has it
 * (assumed, if that was measured on another device). Fails when what was measured cannot be a
 * profile. */
int calibration_write(const struct calibration *calibration, struct strbuf *out, struct err *err);

/* A table for people: each figure with its spread, the reference's value and the benchmark. */
void calibration_explain(const struct calibration *calibration, struct strbuf *out);

void calibration_release(struct calibration *calibration);

#endif
