#include <cstdio>
#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

/* A handle that moves and does not copy; it says what happens to it. */
static int made;
struct Handle {
    int id;
    Handle() : id(++made)
    {
        printf(" +%d", id);
    }
    explicit Handle(int n) : id(n)
    {
        printf(" +%d", id);
    }
    Handle(const Handle &) = delete;
    Handle &operator=(const Handle &) = delete;
    Handle(Handle &&other) noexcept : id(other.id)
    {
        other.id = 0;
        printf(" >%d", id);
    }
    Handle &operator=(Handle &&other) noexcept
    {
        if (this != &other) {
            printf(" %d=%d", id, other.id);
            id = other.id;
            other.id = 0;
        }
        return *this;
    }
    ~Handle()
    {
        if (id)
            printf(" -%d", id);
        else
            printf(" -");
    }
    int get() const
    {
        return id;
    }
    Handle &again()
    {
        return *this;
    }
};

/* One that copies and does not move. */
struct Copied {
    int id;
    Copied(int n = 100) : id(n)
    {
        printf(" +%d", id);
    }
    Copied(const Copied &other) : id(other.id + 1)
    {
        printf(" c%d", id);
    }
    Copied &operator=(const Copied &other)
    {
        printf(" %d=%d", id, other.id);
        id = other.id;
        return *this;
    }
    ~Copied()
    {
        printf(" -%d", id);
    }
};

/* May throw when it moves: vectors copy it when they grow. */
struct Careful {
    int id;
    Careful(int n) : id(n)
    {
    }
    Careful(const Careful &other) : id(other.id)
    {
        printf(" c%d", id);
    }
    Careful(Careful &&other) : id(other.id)
    {
        other.id = 0;
        printf(" m%d", id);
    }
    ~Careful()
    {
        printf(" -%d", id);
    }
};

struct Owner { /* what C++ makes of members */
    Handle handle;
    std::string name;
    std::vector<int> numbers;
    Owner(int n, const char *name) : handle(n), name(name), numbers(3, n)
    {
    }
};

struct Pair {
    Handle a, b;
};

struct Table {
    Handle cells[2][2];
    int n = 0;
};

static void line(const char *what)
{
    printf("\n%s:", what);
}

static Handle make(int n)
{
    Handle h(n);
    return h;
}

static std::vector<Handle> make_all(int n)
{
    std::vector<Handle> all;
    for (int i = 0; i < n; i++)
        all.emplace_back(i + 1);
    return all;
}

static int sum(const std::vector<Handle> &all)
{
    int n = 0;
    for (const Handle &h : all)
        n += h.get();
    return n;
}

static void take(Handle h)
{
    printf(" take%d", h.id);
}
static void look(const Handle &h)
{
    printf(" look%d", h.id);
}
static void sink(Handle &&h)
{
    Handle mine = std::move(h);
    printf(" sink%d", mine.id);
}
static int kind(const Handle &)
{
    return 1;
}
static int kind(Handle &&)
{
    return 2;
}

static void vectors()
{
    line("grow");
    std::vector<Handle> v;
    for (int i = 0; i < 3; i++) {
        v.emplace_back(i + 10);
        printf(" |");
    }
    line("push");
    v.push_back(Handle(20));
    Handle h(21);
    v.push_back(std::move(h));
    v.push_back(make(22));
    line("pop");
    v.pop_back();
    line("erase");
    v.erase(v.begin() + 1);
    line("resize");
    v.resize(6);
    v.resize(4);
    line("reserve");
    v.reserve(20);
    line("emplaced");
    printf(" %d", v.emplace_back(30).get());
    line("move");
    std::vector<Handle> w = std::move(v);
    printf(" %d %d", (int)v.size(), (int)w.size());
    line("assign");
    v = make_all(2);
    w = std::move(v);
    line("clear");
    w.clear();
    printf(" %d", (int)w.size());
    line("sized");
    std::vector<Handle> sized(2);
    line("temporary");
    printf(" %d", sum(make_all(2)));
    line("range");
    for (const Handle &x : make_all(2))
        printf(" %d", x.get());
    line("nested");
    std::vector<std::vector<Handle>> nested(2);
    nested[0].emplace_back(40);
    nested[1].emplace_back(41);
    nested.emplace_back();
    nested.back().emplace_back(42);
    nested.pop_back();
    line("ends");
}

static void copies()
{
    line("copies");
    std::vector<Copied> v;
    v.emplace_back(1);
    v.push_back(Copied(2));
    Copied c(3);
    v.push_back(c);
    line("list");
    std::vector<Copied> list = {Copied(5), Copied(6)};
    line("whole");
    std::vector<Copied> w(v);
    w = list;
    line("values");
    std::vector<Copied> values(2, c);
    values.resize(3, c);
    line("careful");
    std::vector<Careful> careful;
    careful.reserve(1);
    careful.emplace_back(7);
    careful.emplace_back(8);
    line("ends");
}

static void members()
{
    line("members");
    Owner a(1, "one");
    Owner b = std::move(a);
    printf(" [%s] [%s] %d %d", a.name.c_str(), b.name.c_str(), (int)a.numbers.size(),
           (int)b.numbers.size());
    Owner c(2, "two");
    c = std::move(b);
    printf(" [%s] %d", c.name.c_str(), c.numbers[2]);
    std::vector<Owner> owners;
    owners.emplace_back(3, "three");
    owners.emplace_back(4, "four");
    owners.push_back(std::move(c));
    line("swap");
    std::swap(owners[0], owners[1]);
    printf(" [%s]", owners[0].name.c_str());
    line("pair");
    Pair p;
    Pair q = std::move(p);
    q = Pair();
    line("table");
    Table t;
    Table u = std::move(t);
    line("ends");
}

static void temporaries()
{
    line("discarded");
    Handle(1);
    printf(" |");
    make(2);
    printf(" |");
    (void)make(3);
    printf(" |");
    Handle(4).again().get();
    printf(" |");
    line("arguments");
    look(Handle(5));
    take(Handle(6));
    sink(Handle(7));
    Handle h(8);
    sink(std::move(h));
    printf(" %d %d %d", kind(h), kind(Handle(9)), kind(std::move(h)));
    line("conditions");
    if (Handle(10).get() == 10)
        printf(" ten");
    for (int i = 0; i < Handle(2).get(); i++, Handle(11))
        printf(" %d", i);
    int n = 2;
    while (n > 0 && Handle(12).get() > 0)
        n--;
    printf(" %d", n > 0 ? Handle(13).get() : Handle(14).get());
    printf(" %d", n > 0 && Handle(15).get() ? 1 : 0);
    switch (Handle(16).get()) {
    case 16:
        printf(" sixteen");
    }
    line("kept");
    const Handle &kept = Handle(17);
    Handle &&also = Handle(18);
    auto &&third = make(19);
    int member = make(20).id;
    Handle copy = make(21);
    printf(" %d %d %d %d %d", kept.id, also.id, third.id, member, copy.id);
    line("lambda");
    auto f = [held = std::move(copy)] { return held.get(); };
    printf(" %d", f());
    line("comma");
    n = (Handle(22), 3);
    line("ends");
}

static int returned(bool early)
{
    Handle h(1);
    if (early)
        return Handle(2).get();
    return make(3).get();
}

struct Big {
    int id;
    Big() : id(++made)
    {
    }
    ~Big()
    {
        if (id % 100 == 0)
            printf(" -%d", id);
    }
};

static Handle &lazy()
{
    static Handle h(500);
    return h;
}

static Handle global(400);
static Handle *table()
{
    static Handle handles[2];
    return handles;
}

int main()
{
    vectors();
    copies();
    members();
    temporaries();
    line("returned");
    printf(" %d", returned(true));
    printf(" %d", returned(false));
    line("arrays");
    made = 0;
    {
        Big big[300];
        Big more[2][200];
        printf(" %d", big[299].id + more[1][199].id);
    }
    line("statics");
    lazy();
    made = 0;
    table();
    lazy();
    std::vector<Handle> last;
    last.emplace_back(600);
    line("exit");
    if (last.size() == 1)
        exit(0);
    return 0;
}
