// std::thread::id as a member, a key and a constant: a default one is that of no thread.
#include <atomic>
#include <cstdio>
#include <mutex>
#include <thread>
#include <unordered_set>
class Owned
{
    std::mutex m;
    std::thread::id owner;
    int depth = 0;

  public:
    void lock()
    {
        auto me = std::this_thread::get_id();
        if (owner == me) {
            ++depth;
            return;
        }
        m.lock();
        owner = me;
        depth = 1;
    }
    void unlock()
    {
        if (--depth == 0) {
            owner = std::thread::id();
            m.unlock();
        }
    }
};
int main()
{
    Owned o;
    o.lock();
    o.lock();
    o.unlock();
    o.unlock();
    std::thread t([&] {
        o.lock();
        puts("in");
        o.unlock();
    });
    t.join();
    std::thread::id a, b = std::this_thread::get_id();
    printf("%d %d\n", a == t.get_id(), a == b);
    std::unordered_set<std::thread::id> s{a, b, a};
    printf("%zu\n", s.size());
    const std::thread::id main_id = b;
    auto is_main = [main_id] { return std::this_thread::get_id() == main_id; };
    std::thread u([&] { printf("%d\n", is_main()); });
    u.join();
    printf("%d\n", is_main());
}
