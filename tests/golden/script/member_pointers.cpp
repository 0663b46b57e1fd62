// Pointers to data and to methods: .* and ->*, tables of them, templates that take them.
#include <algorithm>
#include <cstdio>
#include <functional>
#include <map>
#include <string>
#include <thread>
#include <type_traits>
#include <vector>

struct Stats {
    int hits = 0, misses = 0;
    double rate = 0.5;
    std::string name = "stats";
    int counts[3] = {1, 2, 3};
};
struct Special : Stats {
    int extra = 9;
};

class Server
{
    int requests_ = 0;
    std::string log_;
    void get(int n) { requests_ += n, log_ += 'g'; }
    void put(int n) { requests_ -= n, log_ += 'p'; }
    using Handler = void (Server::*)(int);
    std::map<std::string, Handler> handlers_ = {{"get", &Server::get}, {"put", &Server::put}};
    static const Handler table_[2];

  public:
    void handle(const std::string &what, int n)
    {
        auto it = handlers_.find(what);
        if (it != handlers_.end())
            (this->*it->second)(n);
    }
    void both(int n)
    {
        for (int i = 0; i < 2; i++)
            (this->*table_[i])(n);
    }
    int requests() const { return requests_; }
    const std::string &log() const { return log_; }
    virtual int twice(int n) { return 2 * n; }
    virtual ~Server() {}
};
const Server::Handler Server::table_[2] = {&Server::get, &Server::put};
struct Quick : Server {
    int twice(int n) override { return 2 * n + 1; }
};

template <class C, class T> T largest(const std::vector<C> &v, T C::*field)
{
    T most = v[0].*field;
    for (const C &c : v)
        if (c.*field > most)
            most = c.*field;
    return most;
}
template <class C, class R, class... A> R call(C &object, R (C::*method)(A...), A... a)
{
    return (object.*method)(a...);
}
template <class C, class R> R ask(const C *object, R (C::*method)() const) { return (object->*method)(); }
template <class M> struct Of;
template <class C, class T> struct Of<T C::*> {
    using Class = C;
    using Type = T;
};
template <class T> struct Arity;
template <class R, class... A> struct Arity<R (*)(A...)> {
    static const int value = (int)sizeof...(A);
    static const bool member = false;
};
template <class C, class R, class... A> struct Arity<R (C::*)(A...)> {
    static const int value = (int)sizeof...(A);
    static const bool member = true;
};
template <class C, class R, class... A> struct Arity<R (C::*)(A...) const> : Arity<R (C::*)(A...)> {};
template <int Stats::*Field> void bump(Stats &s) { s.*Field += 10; }
static int of_pointer(Server *s, int n) { return s->twice(n); }

static int Stats::*chosen = &Stats::hits;
static int (Server::*method)(int) = &Server::twice;
static int Stats::*pick(bool hit) { return hit ? &Stats::hits : &Stats::misses; }

struct Worker {
    int total = 0;
    void add(int n) { total += n; }
    int run(void (Worker::*step)(int), int times)
    {
        for (int i = 0; i < times; i++)
            (this->*step)(i);
        return total;
    }
};

int main()
{
    Stats s, *p = &s;
    int Stats::*m = &Stats::misses;
    s.*m = 4;
    p->*chosen = 7;
    (s.*m)++;
    int &r = s.*chosen;
    r += 100;
    printf("%d %d %d\n", s.hits, s.misses, s.*pick(true) + p->*pick(false));
    m = nullptr;
    printf("%d %d %d\n", m == nullptr, chosen == &Stats::hits, pick(true) != pick(false));
    if (!m)
        m = &Stats::hits;
    printf("%d\n", p->*m);
    std::string Stats::*text = &Stats::name;
    (s.*text) += "!";
    int(Stats::*row)[3] = &Stats::counts;
    printf("%s %zu %d\n", s.name.c_str(), (s.*text).size(), (s.*row)[2]);
    const Stats fixed;
    printf("%g %d\n", fixed.*(&Stats::rate), Stats().*m);
    Special special;
    special.*chosen = 3;
    printf("%d %d\n", special.hits, special.*&Special::extra);

    Server server;
    Quick quick;
    server.handle("get", 5);
    server.handle("put", 2);
    server.handle("none", 1);
    server.both(3);
    printf("%d %s\n", server.requests(), server.log().c_str());
    Server *base = &quick;
    printf("%d %d %d\n", (server.*method)(4), (base->*method)(4), (quick.*method)(4));
    int (Server::*count)() const = &Server::requests;
    printf("%d %d %d\n", (server.*count)(), ask(&server, count), call(quick, &Quick::twice, 5));

    std::vector<Stats> all(3);
    all[1].hits = 8, all[2].rate = 1.5;
    printf("%d %g\n", largest(all, &Stats::hits), largest(all, &Stats::rate));
    printf("%d\n", (std::is_same<Of<decltype(&Stats::rate)>::Type, double>::value));
    printf("%d %d\n", Arity<decltype(&Server::twice)>::value, Arity<decltype(&Server::twice)>::member);
    printf("%d %d\n", Arity<decltype(&of_pointer)>::value, Arity<decltype(&of_pointer)>::member);
    printf("%d\n", Arity<decltype(&Server::requests)>::value);
    bump<&Stats::misses>(s);
    printf("%d\n", s.misses);
    printf("%d %d\n", std::invoke(&Stats::hits, s), std::invoke(&Server::twice, base, 10));
    auto field = std::mem_fn(&Stats::misses);
    printf("%d %d\n", field(s), field(&s));
    std::vector<int> hits(3);
    std::transform(all.begin(), all.end(), hits.begin(), std::mem_fn(&Stats::hits));
    printf("%d %d\n", hits[0], hits[1]);
    std::function<int(const Stats &)> get = &Stats::hits;
    printf("%d\n", get(s));
    Worker w;
    printf("%d\n", w.run(&Worker::add, 4));
    void (Worker::*step)(int) = &Worker::add;
    std::thread(step, &w, 100).join();
    printf("%d\n", w.total);
    struct {
        const char *name;
        int Stats::*field;
        void (Worker::*method)(int);
    } rows[] = {{"hits", &Stats::hits, nullptr}, {"misses", &Stats::misses, &Worker::add}};
    for (auto &row : rows) {
        printf("%s %d %d\n", row.name, s.*row.field, row.method != nullptr);
        if (row.method)
            (w.*row.method)(1);
    }
    printf("%d\n", w.total);
}
