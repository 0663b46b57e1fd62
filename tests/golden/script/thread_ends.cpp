// what threads are given that ends, and what is thrown in them
#include <cstdio>
#include <future>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

struct Tracked {
    int v;
    explicit Tracked(int x) : v(x) {}
    Tracked(const Tracked &o) : v(o.v) { printf("copy %d\n", v); }
    ~Tracked() { printf("end %d\n", v); }
};

static void by_reference(const Tracked &t) { printf("sees %d\n", t.v); }
static void with_result(const std::string &s, const Tracked &t, int &n) { n = (int)s.size() + t.v; }
struct Runner {
    int base = 100;
    void run(const Tracked &t, int by) { printf("runs %d\n", base + t.v * by); }
};

struct Adder {
    void operator()(int &n, int by) const { n += by; }
};

static int fails(int x)
{
    if (x < 0)
        throw std::invalid_argument("negative");
    return x * 2;
}

int main()
{
    {
        Tracked t(4);
        std::thread own(by_reference, t);
        own.join();
        printf("--\n");
        std::thread same(by_reference, std::ref(t));
        same.join();
        printf("--\n");
        int n = 0;
        std::thread three(with_result, std::string("abcd"), t, std::ref(n));
        three.join();
        printf("%d\n--\n", n);
        std::thread lambda([](const Tracked &x) { printf("lambda %d\n", x.v); }, std::cref(t));
        lambda.join();
        std::thread copied([](const Tracked &x) { printf("lambda %d\n", x.v); }, t);
        copied.join();
        Runner runner;
        std::thread object(Adder(), std::ref(n), 5);
        object.join();
        printf("%d\n", n);
        std::thread method(&Runner::run, &runner, t, 3);
        method.join();
    }
    printf("== futures\n");
    auto f = std::async(std::launch::async, [] {
        Tracked inside(1);
        throw std::runtime_error("bad");
        return 1;
    });
    try {
        printf("%d\n", f.get());
    } catch (const std::exception &e) {
        printf("caught %s, valid %d\n", e.what(), (int)f.valid());
    }
    auto late = std::async(std::launch::deferred, fails, -1);
    try {
        late.get();
    } catch (const std::invalid_argument &e) {
        printf("deferred %s\n", e.what());
    }
    std::vector<std::future<int>> all;
    for (int i = -1; i < 3; i++)
        all.push_back(std::async(std::launch::async, fails, i));
    int sum = 0, failed = 0;
    for (auto &one : all)
        try {
            sum += one.get();
        } catch (const std::logic_error &) {
            failed++;
        }
    printf("%d %d\n", sum, failed);

    std::packaged_task<int(int)> task(fails);
    auto result = task.get_future();
    task(-5);
    try {
        result.get();
    } catch (const std::exception &e) {
        printf("task %s\n", e.what());
    }
    std::future<int> broken;
    {
        std::promise<int> p;
        broken = p.get_future();
    }
    try {
        broken.get();
    } catch (const std::future_error &e) {
        printf("%s\n", e.code() == std::future_errc::broken_promise ? "broken" : "another");
    }
    std::promise<void> p;
    auto shared = p.get_future().share();
    std::thread setter([&p] {
        try {
            throw 5;
        } catch (...) {
            p.set_exception(std::current_exception());
        }
    });
    for (int i = 0; i < 2; i++)
        try {
            shared.get();
        } catch (int n) {
            printf("int %d\n", n);
        }
    setter.join();
    std::exception_ptr kept;
    printf("%d ", (int)(kept == nullptr));
    kept = std::make_exception_ptr(std::out_of_range("far"));
    try {
        std::rethrow_exception(kept);
    } catch (const std::out_of_range &e) {
        printf("%s\n", e.what());
    }
    std::promise<int> twice;
    auto value = twice.get_future();
    twice.set_value(3);
    try {
        twice.set_value(4);
    } catch (const std::future_error &) {
        printf("satisfied\n");
    }
    printf("%d\n", value.get());
    return 0;
}
