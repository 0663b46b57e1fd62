/* The hazard list: what `nullstream check` finds, one row each.
 *
 * A closed list: reports, JSON and the manual take names and sentences from here. Names are stable.
 */
#ifndef SIM_ANALYSIS_HAZARDS_H
#define SIM_ANALYSIS_HAZARDS_H

/* What a finding of the kind is. */
enum hazard_class {
    HAZARD_RACE,   /* two accesses without an order; certain if both accesses are */
    HAZARD_MISUSE, /* calls that do not do what they seem to */
};

/* HAZARD(id, name, class, sentence, lesson, fix) */
#define HAZARD_LIST(HAZARD)                                                                        \
    HAZARD(STREAM_RACE, "stream-race", RACE,                                                       \
           "two streams touch the same bytes, one writes them, and nothing orders the two",        \
           "races", "record an event behind the first, let the second one's stream wait for it")   \
    HAZARD(HOST_READ, "host-read", RACE,                                                           \
           "the host reads what the device may not have written yet", "races",                     \
           "synchronize with the stream, or with an event in it, before reading")                  \
    HAZARD(HOST_WRITE, "host-write", RACE,                                                         \
           "the host overwrites what the device may still be using", "races",                      \
           "synchronize with the stream, or with an event in it, before writing")                  \
    HAZARD(THREAD_RACE, "thread-race", RACE,                                                       \
           "a host thread touches what another thread's call lets the device use", "races",        \
           "let one thread wait for the other before the call: join, a lock, a condition")         \
    HAZARD(HOST_RACE, "host-race", RACE,                                                           \
           "two host threads touch the same bytes of memory that is copied, one writes them, and " \
           "nothing orders the two",                                                               \
           "races", "a lock that both hold, or let one wait for the other: join, a condition")     \
    HAZARD(CALL_RACE, "call-race", RACE,                                                           \
           "two host threads put work on the same bytes into a stream, in no order of the calls",  \
           "races", "let one thread call behind the other: join, a condition")                     \
    HAZARD(FREE_IN_USE, "free-in-use", RACE, "memory is freed that the device may still be using", \
           "pytorch-streams",                                                                      \
           "synchronize before the free, or free it in the stream that uses it last")              \
    HAZARD(USE_AFTER_FREE, "use-after-free", RACE, "memory is used that was freed before",         \
           "pytorch-streams", "free it after its last use")                                        \
    HAZARD(USE_BEFORE_ALLOCATION, "use-before-allocation", RACE,                                   \
           "a stream uses memory that another stream may not have allocated yet",                  \
           "pytorch-streams",                                                                      \
           "record an event behind the allocation, let the other stream wait for it")              \
    HAZARD(POOL_REUSE, "pool-reuse", RACE,                                                         \
           "a block of the caching allocator is used again while another stream still uses it",    \
           "pytorch-streams", "record the other stream for the block before it is freed")          \
    HAZARD(EVENT_UNRECORDED, "event-unrecorded", MISUSE,                                           \
           "a wait for an event that was never recorded before is no wait", "events",              \
           "record the event before the wait is called")                                           \
    HAZARD(ELAPSED_NOT_READY, "elapsed-not-ready", MISUSE,                                         \
           "an elapsed time is asked for before its events are sure to be done", "timing",         \
           "synchronize with the end event first")                                                 \
    HAZARD(ELAPSED_UNRECORDED, "elapsed-unrecorded", MISUSE,                                       \
           "an elapsed time is asked for of an event never recorded, or without timing", "timing", \
           "record both events, both made with timing")                                            \
    HAZARD(OUT_OF_BOUNDS, "out-of-bounds", MISUSE,                                                 \
           "a kernel touches bytes outside of an allocation", "debugging",                         \
           "let threads behind the end do nothing, or allocate more")                              \
    HAZARD(WILD_POINTER, "wild-pointer", MISUSE,                                                   \
           "a kernel follows a pointer that is null or was never set", "debugging",                \
           "a pointer that leads somewhere: look at what cudaMalloc returned for it")              \
    HAZARD(HOST_POINTER, "host-pointer", MISUSE, "a kernel touches pageable memory of the host",   \
           "pinned", "give the kernel memory of cudaMalloc, and copy; or take cudaMallocManaged")  \
    HAZARD(COPY_KIND, "copy-kind", MISUSE,                                                         \
           "a copy is told that memory of the device is the host's", "debugging",                  \
           "the cudaMemcpyKind that its pointers have, or cudaMemcpyDefault")                      \
    HAZARD(COPY_OVERLAP, "copy-overlap", MISUSE, "a copy writes bytes that it reads", "debugging", \
           "copy to other memory first, or in parts that do not overlap")                          \
    HAZARD(SHORT_COPY, "short-copy", MISUSE,                                                       \
           "a kernel reads beyond what a copy has filled, of as many bytes as it reads elements",  \
           "debugging", "copy the number of elements times the size of one")                       \
    HAZARD(USE_AFTER_DESTROY, "use-after-destroy", MISUSE,                                         \
           "a call is given a stream or an event that was destroyed before", "who-waits",          \
           "destroy it behind its last use")                                                       \
    HAZARD(JOINABLE_THREAD, "joinable-thread", MISUSE,                                             \
           "a std::thread is destroyed, or assigned to, that was neither joined nor detached, "    \
           "which ends the program",                                                               \
           "who-waits", "join() the thread before its scope ends, or detach() it")                 \
    HAZARD(FAILED_CALL, "failed-call", MISUSE,                                                     \
           "a call returns an error, and the program goes on without what it was to do",           \
           "debugging", "look at what each call returns; behind a launch, at cudaGetLastError()")  \
    HAZARD(STREAM_ABANDONED, "stream-abandoned", MISUSE,                                           \
           "a stream is destroyed with work in it that nobody waits for", "who-waits",             \
           "synchronize with the stream before it is destroyed")                                   \
    HAZARD(UNFINISHED_WORK, "unfinished-work", MISUSE,                                             \
           "the process ends with work on the device that nobody waited for", "who-waits",         \
           "cudaDeviceSynchronize() before the end")

enum hazard_rule {
#define HAZARD(id, ...) HAZARD_ID_##id,
    HAZARD_LIST(HAZARD)
#undef HAZARD
        HAZARD_COUNT
};

struct hazard_info {
    const char *name;
    enum hazard_class class;
    const char *sentence;
    const char *lesson; /* its slug */
    const char *fix;    /* in general; a report names streams and lines */
};

const struct hazard_info *hazard_info(enum hazard_rule rule);

/* By its name; -1 if there is none. */
int hazard_find_rule(const char *name);

#endif
