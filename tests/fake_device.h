/* A device for tests: it answers from the virtual runtime and the engine, in virtual time, and
 * fails a call on demand. Every call that the executor makes becomes a record of a program of its
 * own; the executor's threads run one at a time, each when the runtime asks for its next call. */
#ifndef TESTS_FAKE_DEVICE_H
#define TESTS_FAKE_DEVICE_H

#include "gpu/device.h"
#include "sim/model/profile.h"
#include "sim/runtime/runtime.h"

struct fake_options {
    const struct profile *profile;
    struct runtime_options runtime;
    uint64_t free_bytes; /* of device memory; 0: the profile's memory */
    uint64_t host_bytes; /* likewise of the host's; 0: more than anyone needs */
    uint32_t fails_at;   /* the call that fails, from 1; 0: none */
    int32_t error;       /* what it returns */
    int64_t gate;        /* ns that a gate is closed, whenever it is opened */
    bool no_trace;       /* there is nothing to trace with */
    bool loses_spans;    /* an untagged trace misses the last span */
    int64_t apart;       /* ns that a trace takes the device's clock for more than it is */
    uint32_t crashes_at; /* the call at which the process ends without a word, from 1; 0: none */
    uint32_t hangs_at;   /* the call that never returns, from 1; 0: none */
    uint32_t crowded;    /* times, from the first, that something else uses the core at the end */
    uint32_t moves;      /* times, likewise, that the program comes to another core */
    uint32_t *holds;     /* counts how often cores are held awake, likewise shared; or NULL */
    uint32_t *lets_go;   /* and how often they are let go */
    uint32_t *begun;     /* the fewest threads that had begun by then, if any were made; or NULL */
    uint32_t *opens;     /* counts the devices that are opened, shared between processes; or NULL */
    uint32_t *runs;      /* counts the runs, likewise */
    uint32_t *resets;    /* and the resets */
    uint32_t *streams;   /* and the streams that are made */
    int64_t touch;       /* ns that the host takes for a touch */
    uint64_t *touched;   /* counts the bytes that are touched between runs; or NULL */
    uint64_t *copied;    /* counts the bytes that are copied to the host between runs; or NULL */
    const char *needs;   /* "NAME=VALUE", without which it does not open; or NULL */
    const char *refuses; /* the name of a variable of the process with which it does not; or NULL */
    uint32_t opens_most; /* how often it opens, by `opens`; 0: as often as asked */
};

/* What fake_device_open() opens; the options must outlive it. */
void fake_device_use(const struct fake_options *options);

/* A device_open. ERR_UNAVAILABLE if fake_device_use(NULL) was called last. */
device_open fake_device_open;

/* The calls that returned an error code so far, of the device opened last, which is open. */
uint32_t fake_device_calls(const struct device *device);

/* Whether the call that was to fail did, within a run. */
bool fake_device_failed_in_run(const struct device *device);

/* Every call that runs have made so far, in order, as records. */
const struct program *fake_device_program(const struct device *device);
const struct program_record *fake_device_records(const struct device *device, size_t *count);

#endif
