#include "sim/script/std_names.h"

#include <stddef.h>
#include <string.h>

#define A_TABLE   "use std::vector or an array"
#define A_PRINT   "use std::string, std::to_string and printf"
#define A_THREAD  "use std::thread"
#define A_CALL_OF "call the algorithm with begin() and end()"

static const struct std_name names[] = {
    {"std::map", "map", NULL},
    {"std::multimap", "map", NULL},
    {"std::unordered_map", "unordered_map", NULL},
    {"std::set", "set", NULL},
    {"std::unordered_set", "unordered_set", NULL},
    {"std::multiset", "set", NULL},
    {"std::unordered_multimap", "unordered_map", NULL},
    {"std::unordered_multiset", "unordered_set", NULL},
    {"std::queue", "queue", NULL},
    {"std::priority_queue", "queue", NULL},
    {"std::deque", "deque", NULL},
    {"std::stack", "stack", NULL},
    {"std::list", "list", NULL},
    {"std::forward_list", NULL, "use std::list"},
    {"std::bitset", "bitset", NULL},
    {"std::valarray", NULL, A_TABLE},
    {"std::tuple", "tuple", NULL},
    {"std::make_tuple", "tuple", NULL},
    {"std::tie", "tuple", NULL},
    {"std::apply", "tuple", NULL},
    {"std::ignore", "tuple", NULL},
    {"std::any", "any", NULL},
    {"std::optional", "optional", NULL},
    {"std::nullptr_t", "cstddef", NULL},
    {"std::nullopt", "optional", NULL},
    {"std::variant", "variant", NULL},
    {"std::complex", "complex", NULL},
    {"std::string_view", "string_view", NULL},
    {"std::unique_ptr", "memory", NULL},
    {"std::shared_ptr", "memory", NULL},
    {"std::weak_ptr", "memory", NULL},
    {"std::make_unique", "memory", NULL},
    {"std::make_shared", "memory", NULL},
    {"std::function", "functional", NULL},
    {"std::bind", "functional", NULL},
    {"std::invoke", "functional", NULL},
    {"std::async", "future", NULL},
    {"std::launch", "future", NULL},
    {"std::future", "future", NULL},
    {"std::shared_future", "future", NULL},
    {"std::packaged_task", "future", NULL},
    {"std::jthread", "thread", NULL},
    {"std::stop_token", "stop_token", NULL},
    {"std::stop_source", "stop_token", NULL},
    {"std::stop_callback", "stop_token", NULL},
    {"std::promise", "future", NULL},
    {"std::barrier", "barrier", NULL},
    {"std::latch", "latch", NULL},
    {"std::counting_semaphore", "semaphore", NULL},
    {"std::binary_semaphore", "semaphore", NULL},
    {"std::condition_variable_any", "condition_variable", NULL},
    {"std::timed_mutex", "mutex", NULL},
    {"std::recursive_timed_mutex", "mutex", NULL},
    {"std::try_lock", "mutex", NULL},
    {"std::try_to_lock", "mutex", NULL},
    {"std::shared_mutex", "shared_mutex", NULL},
    {"std::shared_timed_mutex", "shared_mutex", NULL},
    {"std::shared_lock", "shared_mutex", NULL},
    {"std::once_flag", "mutex", NULL},
    {"std::call_once", "mutex", NULL},
    {"std::partial_sum", "numeric", NULL},
    {"std::atomic_flag", "atomic", NULL},
    {"std::stringstream", "sstream", NULL},
    {"std::ostringstream", "sstream", NULL},
    {"std::istringstream", "sstream", NULL},
    {"std::ifstream", "fstream", NULL},
    {"std::ofstream", "fstream", NULL},
    {"std::fstream", "fstream", NULL},
    {"std::cin", "iostream", NULL},
    {"std::ostream_iterator", "iterator", NULL},
    {"std::istream_iterator", "iterator", NULL},
    {"std::ranges", "algorithm", NULL},
    {"std::views", "ranges", NULL},
    {"std::execution", NULL, A_CALL_OF " alone: host code takes no time"},
    {"std::format", "format", NULL},
    {"std::print", "print", NULL},
    {"std::println", "print", NULL},
    {"std::span", "span", NULL},
    {"std::regex", NULL, "use find and substr of std::string"},
    {"std::filesystem", NULL, "use fopen, std::ifstream or std::ofstream with the path as text"},
    {"std::locale", NULL, "leave it out: text is as in the C locale"},
    {"std::mt19937", "random", NULL},
    {"std::random_device", "random", NULL},
    {"std::uniform_real_distribution", "random", NULL},
    {"std::uniform_int_distribution", "random", NULL},
    {"std::normal_distribution", "random", NULL},
    {"std::shuffle", "random", NULL},
    {"std::poisson_distribution", "random", NULL},
    {"std::seed_seq", "random", NULL},
    {"std::sample", "random", NULL},
    {"std::runtime_error", "stdexcept", NULL},
    {"std::exception", "stdexcept", NULL},
    {"std::logic_error", "stdexcept", NULL},
    {"std::invalid_argument", "stdexcept", NULL},
    {"std::out_of_range", "stdexcept", NULL},
    {"std::bad_alloc", "new", NULL},
    {"std::mutex", "mutex", NULL},
    {"std::recursive_mutex", "mutex", NULL},
    {"std::lock_guard", "mutex", NULL},
    {"std::unique_lock", "mutex", NULL},
    {"std::scoped_lock", "mutex", NULL},
    {"std::condition_variable", "condition_variable", NULL},
    {"std::atomic", "atomic", NULL},
    {"std::atomic_int", "atomic", NULL},
    {"std::atomic_bool", "atomic", NULL},
    {"std::array", "array", NULL},
    {"std::accumulate", "numeric", NULL},
    {"std::iota", "numeric", NULL},
    {"std::clamp", "algorithm", NULL},
    {"std::sort", "algorithm", NULL},
    {"std::find", "algorithm", NULL},
    {"std::reverse", "algorithm", NULL},
    {"std::for_each", "algorithm", NULL},
    {"std::max_element", "algorithm", NULL},
    {"std::min_element", "algorithm", NULL},
    {"std::transform", "algorithm", NULL},
    {"std::any_of", "algorithm", NULL},
    {"std::all_of", "algorithm", NULL},
    {"std::none_of", "algorithm", NULL},
    {"std::count", "algorithm", NULL},
    {"std::count_if", "algorithm", NULL},
    {"std::find_if", "algorithm", NULL},
    {"std::generate", "algorithm", NULL},
    {"std::minmax_element", "algorithm", NULL},
    {"std::upper_bound", "algorithm", NULL},
    {"std::binary_search", "algorithm", NULL},
    {"std::unique", "algorithm", NULL},
    {"std::remove", "algorithm", NULL},
    {"std::remove_if", "algorithm", NULL},
    {"std::rotate", "algorithm", NULL},
    {"std::partition", "algorithm", NULL},
    {"std::nth_element", "algorithm", NULL},
    {"std::stable_sort", "algorithm", NULL},
    {"std::is_sorted", "algorithm", NULL},
    {"std::copy_if", "algorithm", NULL},
    {"std::inner_product", "numeric", NULL},
    {"std::greater", "functional", NULL},
    {"std::less", "functional", NULL},
    {"std::stoi", "string", NULL},
    {"std::stof", "string", NULL},
    {"std::stod", "string", NULL},
    {"std::chrono::steady_clock", "chrono", NULL},
    {"std::chrono::system_clock", "chrono", NULL},
    {"std::chrono::high_resolution_clock", "chrono", NULL},
};

const struct std_name *std_name_find(const char *name)
{
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (strcmp(names[i].name, name) == 0)
            return &names[i];
    return NULL;
}

#define A_CUT "copy the element, then erase it"

static const struct {
    const char *type, *member, *instead;
} members[] = {
    {"std::map", "extract", A_CUT},
    {"std::set", "extract", A_CUT},
    {"std::unordered_map", "extract", A_CUT},
};

const char *std_member_instead(const char *type, const char *member)
{
    size_t length = strcspn(type, "<");
    for (size_t i = 0; i < sizeof members / sizeof members[0]; i++)
        if (strncmp(members[i].type, type, length) == 0 && members[i].type[length] == '\0' &&
            strcmp(members[i].member, member) == 0)
            return members[i].instead;
    return NULL;
}
