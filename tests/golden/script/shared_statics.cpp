// Static locals that several threads come to at once: one makes them, the others wait until it has.
#include <chrono>
#include <cstdio>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

static int tries = 0;

struct Table {
    int *values = nullptr;
    Table()
    {
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
        values = new int[4]{1, 2, 3, 4};
        tries++;
    }
    ~Table() { printf("table ends, %d\n", values[0]); }
};

static Table &table()
{
    static Table t;
    return t;
}

static int slow(int n)
{
    std::this_thread::sleep_for(std::chrono::milliseconds(n));
    return n;
}

static const std::vector<int> &list()
{
    static const std::vector<int> v{slow(5), slow(10), slow(15)};
    return v;
}

static int attempts = 0;

struct Stubborn {
    int value;
    Stubborn() : value(0)
    {
        int attempt = ++attempts;
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
        if (attempt < 3)
            throw std::runtime_error("attempt " + std::to_string(attempt));
        value = attempt;
    }
    ~Stubborn() { printf("made at attempt %d\n", value); }
};

static Stubborn &stubborn()
{
    static Stubborn s;
    return s;
}

/* One that uses another, and one of a method that is a template. */
static int sum()
{
    static int s = table().values[3] + list()[2];
    return s;
}

template <class T> struct Registry {
    static Registry &get()
    {
        static Registry r;
        return r;
    }
    T first;
    Registry() : first((T)slow(7)) {}
};

int main()
{
    int seen[4] = {0, 0, 0, 0};
    std::vector<std::thread> threads;
    for (int i = 0; i < 4; i++)
        threads.emplace_back([&seen, i] { seen[i] = table().values[i] + (int)list().size() + sum(); });
    for (auto &t : threads)
        t.join();
    printf("%d %d %d %d, made %d times\n", seen[0], seen[1], seen[2], seen[3], tries);

    threads.clear();
    std::string told[4];
    for (int i = 0; i < 4; i++)
        threads.emplace_back([&told, i] {
            std::this_thread::sleep_for(std::chrono::milliseconds(i * 3));
            try {
                told[i] = std::to_string(stubborn().value);
            } catch (const std::exception &e) {
                told[i] = e.what();
            }
        });
    for (auto &t : threads)
        t.join();
    int thrown = 0;
    for (auto &t : told)
        thrown += t != "3";
    printf("%d saw it thrown, %d attempts\n", thrown, attempts);

    double halves[2];
    std::thread a([&] { halves[0] = Registry<double>::get().first / 2; });
    std::thread b([&] { halves[1] = Registry<double>::get().first / 2 + Registry<int>::get().first; });
    a.join();
    b.join();
    printf("%.1f %.1f\n", halves[0], halves[1]);
}
