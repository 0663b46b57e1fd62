#include "sim/script/brought_headers.h"

#include <stddef.h>
#include <string.h>

#define WITH(header) "#include <" header ">\n"

/* What many have in common. Names that begin with __ns are parts of headers: those that are in a
 * file of their own in GCC's library, too. */
#define COMPARE WITH("__ns_compare") WITH("__ns_functional")
#define HASHED  COMPARE WITH("__ns_hash_of")
#define TEXT    HASHED WITH("__ns_positions") WITH("__ns_allocator") WITH("errno.h") WITH("stdint.h")
#define ERRORS  WITH("string") WITH("stdexcept") WITH("exception") WITH("__ns_errc")
#define STREAMS ERRORS WITH("pthread.h")

/* BRINGS(header, what it brings along), in order of the alphabet: GCC 12's headers in C++17, seen
 * with g++ and nvcc 13.0 by asking for each name under each header. What the headers' texts
 * include themselves is not repeated, as what stands here includes more in turn. */
#define ROWS(BRINGS)                                                                               \
    BRINGS("algorithm", WITH("new"))                                                               \
    BRINGS("any", WITH("new") WITH("typeinfo"))                                                    \
    BRINGS("atomic", WITH("stdint.h"))                                                             \
    BRINGS("bitset", WITH("string"))                                                               \
    BRINGS("charconv", WITH("errno.h"))                                                            \
    BRINGS("chrono", WITH("ratio") WITH("stdint.h"))                                               \
    BRINGS("complex", WITH("sstream"))                                                             \
    BRINGS("condition_variable", WITH("mutex") WITH("memory"))                                     \
    BRINGS("csignal", WITH("unistd.h"))                                                            \
    BRINGS("deque", COMPARE)                                                                       \
    BRINGS("execution", WITH("functional") WITH("memory") WITH("numeric") WITH("string")           \
                            WITH("stdexcept") WITH("atomic"))                                      \
    BRINGS("filesystem", WITH("iomanip") WITH("memory") WITH("chrono"))                            \
    BRINGS("fstream", WITH("istream"))                                                             \
    BRINGS("functional", WITH("algorithm") WITH("array") WITH("tuple") WITH("unordered_map")       \
                             WITH("vector") WITH("__ns_allocator"))                                \
    BRINGS("future", WITH("mutex") WITH("atomic") WITH("condition_variable") WITH("thread"))       \
    BRINGS("iomanip", WITH("sstream"))                                                             \
    BRINGS("ios", STREAMS)                                                                         \
    BRINGS("iosfwd", WITH("__ns_positions"))                                                       \
    BRINGS("iostream", WITH("istream"))                                                            \
    BRINGS("istream", WITH("ostream"))                                                             \
    BRINGS("iterator", STREAMS WITH("__ns_stream_iterator"))                                       \
    BRINGS("list", WITH("__ns_allocator"))                                                         \
    BRINGS("locale", WITH("ios"))                                                                  \
    BRINGS("map", WITH("tuple") WITH("__ns_allocator"))                                            \
    BRINGS("memory", HASHED WITH("exception") WITH("tuple") WITH("pthread.h") WITH("stdint.h")     \
                         WITH("__ns_allocator") WITH("__ns_memory_order") WITH("__ns_positions"))  \
    BRINGS("mutex", ERRORS WITH("chrono") WITH("tuple"))                                           \
    BRINGS("numeric", COMPARE)                                                                     \
    BRINGS("optional", WITH("__ns_hash_of"))                                                       \
    BRINGS("ostream", WITH("ios"))                                                                 \
    BRINGS("queue", HASHED WITH("vector") WITH("deque"))                                           \
    BRINGS("random", WITH("string") WITH("numeric") WITH("vector"))                                \
    BRINGS("ratio", WITH("stdint.h"))                                                              \
    BRINGS("regex", WITH("algorithm") WITH("bitset") WITH("map") WITH("memory") WITH("sstream")    \
                        WITH("stack") WITH("vector"))                                              \
    BRINGS("set", WITH("__ns_allocator"))                                                          \
    BRINGS("shared_mutex", ERRORS WITH("chrono"))                                                  \
    BRINGS("signal.h", WITH("unistd.h"))                                                           \
    BRINGS("sstream", WITH("istream"))                                                             \
    BRINGS("stack", WITH("deque"))                                                                 \
    BRINGS("stdexcept", WITH("string"))                                                            \
    BRINGS("streambuf", STREAMS)                                                                   \
    BRINGS("string", TEXT WITH("string_view"))                                                     \
    BRINGS("string_view", HASHED WITH("__ns_positions") WITH("stdint.h"))                          \
    BRINGS("system_error", ERRORS)                                                                 \
    BRINGS("thread", HASHED WITH("chrono") WITH("tuple") WITH("pthread.h") WITH("stop_token")      \
                         WITH("errno.h") WITH("__ns_unique_ptr") WITH("__ns_positions"))           \
    BRINGS("typeindex", WITH("exception"))                                                         \
    BRINGS("typeinfo", WITH("exception"))                                                          \
    BRINGS("unordered_map", WITH("tuple"))                                                         \
    BRINGS("unordered_set", WITH("tuple"))                                                         \
    BRINGS("variant", WITH("__ns_hash_of"))                                                        \
    BRINGS("vector", HASHED)

const char *brought_headers(const char *name)
{
#define BRINGS(header, brought) {header, "#pragma once\n" WITH(OWN_HEADER header) brought},
    static const struct {
        const char *name, *text;
    } rows[] = {ROWS(BRINGS)};
#undef BRINGS
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        if (strcmp(rows[i].name, name) == 0)
            return rows[i].text;
    return NULL;
}
