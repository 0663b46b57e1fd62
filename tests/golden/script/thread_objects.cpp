// thread_local objects: made when a thread first uses one, ended with the thread.
#include <cstdio>
#include <pthread.h>
#include <memory>
#include <random>
#include <string>
#include <thread>
#include <vector>

struct Loud {
    explicit Loud(int n) : n(n), self(this) { std::printf("make %d\n", n); }
    ~Loud() { std::printf("end %d of %d %s\n", n, count, self == this ? "here" : "moved"); }
    int n, count = 0;
    Loud *self;
};
static int made = 0;
static int number() { return ++made; }

thread_local Loud first(1);
thread_local std::vector<int> list;
static thread_local std::string text = "text";
thread_local int id = number();
thread_local std::mt19937 engine(42);
thread_local std::unique_ptr<Loud> owned;
thread_local int plain = 5;
extern thread_local Loud later;
static int use_later() { return ++later.count; }
thread_local Loud later(2);

struct Pool {
    static thread_local Pool instance;
    static Pool &get()
    {
        thread_local Loud inner(3);
        inner.count++;
        return instance;
    }
    std::vector<std::string> names{"a", "b"};
    int used = 0;
    Pool() { std::printf("Pool\n"); }
    ~Pool() { std::printf("~Pool %d of %d\n", used, int(names.size())); }
};
thread_local Pool Pool::instance;

template <class T> T &local()
{
    static thread_local T value{};
    return value;
}
static int &counter()
{
    thread_local int &r = plain;
    return r;
}

static void work(int n)
{
    std::printf("work %d\n", plain);
    plain += n;
    for (int i = 0; i < n; i++)
        list.push_back(i * n);
    text += std::to_string(n);
    first.count += n;
    std::printf("%d %s %d %d\n", int(list.size()), text.c_str(), id, use_later());
    if (n > 2)
        owned = std::make_unique<Loud>(10 * n);
    Pool::get().used += n;
    Pool::get().names.push_back("c");
    local<std::string>() += "x";
    local<int>() += n;
    counter()++;
    std::printf("%s %d %d %u\n", local<std::string>().c_str(), local<int>(), plain, unsigned(engine() % 100));
}

static void *returns(void *arg)
{
    first.count = 70;
    return arg;
}
static void *exits(void *arg)
{
    local<Pool>().used = 3;
    pthread_exit(arg);
}

static std::unique_ptr<Loud> global = std::make_unique<Loud>(99);

int main()
{
    std::printf("main\n");
    for (int i = 1; i < 4; i++) {
        std::thread t(work, i);
        t.join();
    }
    work(5);
    work(6);
    std::thread unused([] { std::printf("nothing\n"); });
    unused.join();
    pthread_t thread;
    void *value;
    pthread_create(&thread, nullptr, returns, &made);
    pthread_join(thread, &value);
    std::printf("%d\n", value == &made);
    pthread_create(&thread, nullptr, exits, &thread);
    pthread_join(thread, &value);
    std::printf("%d\n", value == &thread);
    std::printf("leaving\n");
    return 0;
}
