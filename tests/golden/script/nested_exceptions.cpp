// Exceptions inside others, and locks that readers wait for up to a time.
#include <chrono>
#include <cstdio>
#include <exception>
#include <iostream>
#include <map>
#include <mutex>
#include <shared_mutex>
#include <stdexcept>
#include <string>
#include <thread>
static void tell(const std::exception &e, int depth = 0)
{
    printf("%*s%s\n", depth * 2, "", e.what());
    try {
        std::rethrow_if_nested(e);
    } catch (const std::exception &inner) {
        tell(inner, depth + 1);
    }
}
static void load(const std::string &name)
{
    try {
        if (name.empty())
            throw std::invalid_argument("no name");
        throw std::runtime_error("no file " + name);
    } catch (...) {
        std::throw_with_nested(std::runtime_error("loading failed"));
    }
}
static void start(const std::string &name)
{
    try {
        load(name);
    } catch (const std::exception &) {
        std::throw_with_nested(std::logic_error("cannot start"));
    }
}
int main()
{
    for (const char *name : {"", "weights"})
        try {
            start(name);
        } catch (const std::exception &e) {
            tell(e);
        }
    using namespace std::chrono_literals;
    std::shared_timed_mutex m;
    m.lock_shared();
    printf("%d %d\n", m.try_lock_for(1ms), m.try_lock_shared_for(1ms));
    m.unlock_shared();
    std::thread writer([&] {
        std::unique_lock<std::shared_timed_mutex> lock(m, 500ms);
        printf("writer %d\n", lock.owns_lock());
    });
    std::this_thread::sleep_for(2ms);
    m.unlock_shared();
    writer.join();
    std::shared_lock<std::shared_timed_mutex> shared(m, std::defer_lock);
    printf("%d\n", shared.try_lock_for(1ms));
    std::map<std::thread::id, int> work;
    work[std::this_thread::get_id()] = 3;
    std::thread t([&] { work[std::this_thread::get_id()] = 4; });
    auto id = t.get_id();
    t.join();
    std::thread::id none;
    std::cout << work.size() << work[id] << (none == std::thread::id()) << none << std::endl;
}
