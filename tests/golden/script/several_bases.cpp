// Several bases that have members or virtual functions.
#include <cstdio>
#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

struct Named {
    std::string name;
    int uses = 0;
    explicit Named(std::string n = "none") : name(std::move(n)) { std::printf("Named %s\n", name.c_str()); }
    ~Named() { std::printf("~Named %s %d\n", name.c_str(), uses); }
    const char *text() const { return name.c_str(); }
    int size() const { return 1; }
};
struct Counted {
    long count = 0;
    int step;
    explicit Counted(int step = 1) : step(step) {}
    void tick() { count += step; }
    int size() const { return 2; }
    static int all() { return 77; }
};
struct Both : Named, Counted {
    double own = 1.5;
    Both() : Named("both"), Counted(3) {}
    Both(const char *n, int s) : Counted(s), Named(n) {}
    int size() const { return Named::size() + Counted::size(); }
};

struct Reader {
    int reads = 0;
    virtual ~Reader() { std::printf("~Reader %d\n", reads); }
    virtual int read(int n) { return reads += n; }
    virtual const char *kind() const { return "reader"; }
};
struct Writer {
    int writes = 0;
    virtual ~Writer() { std::printf("~Writer %d\n", writes); }
    virtual int write(const std::string &s) { return writes += int(s.size()); }
    virtual const char *kind() const { return "writer"; }
    virtual std::string describe() const { return std::string("a ") + kind(); }
    virtual Writer &self() { return *this; }
};
struct Closer {
    virtual void close() = 0;
    virtual ~Closer() = default;
};
struct File : Reader, Writer, Closer {
    std::string path;
    bool open = true;
    explicit File(std::string p) : path(std::move(p)) {}
    ~File() override { std::printf("~File %s\n", path.c_str()); }
    int write(const std::string &s) override
    {
        path += s[0];
        return Writer::write(s) * 10;
    }
    const char *kind() const override { return "file"; }
    void close() override { open = false; }
    Writer &self() override { return *this; }
    virtual int length() const { return int(path.size()); }
};
struct Log : File {
    int lines = 0;
    explicit Log(const char *p) : File(p) {}
    ~Log() override { std::printf("~Log %d\n", lines); }
    int write(const std::string &s) override
    {
        lines++;
        return File::write(s + "\n") + 1;
    }
    std::string describe() const override { return "log " + Writer::describe(); }
    int length() const override { return 100 + File::length(); }
};
struct Plain {
    int plain = 4;
};
struct Late : Plain, Writer { // the one with virtual functions lies in front
    int late = 5;
    const char *kind() const override { return "late"; }
};
template <class T> struct Holder {
    T held{};
    T get() const { return held; }
};
template <class A, class B> struct Pair : Holder<A>, Holder<B> {
    using First = Holder<A>;
    using Second = Holder<B>;
    A first() const { return First::get(); }
    B second() const { return Holder<B>::get(); }
};
class Secret : private Counted, public Named {
  public:
    using Counted::tick;
    long total() const { return count; }
};
struct Heir : Reader, Named {
    using Named::Named;
    using Reader::read;
    int read(const char *s) { return read(int(std::string(s).size())); }
};

static long seen(const Counted &c) { return c.count * 100 + c.step; }
static long seen_pointer(const Counted *c) { return c ? c->count : -1; }

int main()
{
    {
        Both b, c("see", 5);
        b.tick();
        b.uses = 2;
        Counted *counted = &b;
        Named &named = b;
        counted->tick();
        named.name += "!";
        std::printf("%s %ld %d %d %.1f %d %d\n", b.text(), b.count, b.size(), b.Counted::size(), b.own,
                    counted->size(), Both::all());
        std::printf("%ld %ld %ld\n", seen(b), seen_pointer(&b), seen_pointer(static_cast<Both *>(nullptr)));
        Both *back = static_cast<Both *>(counted);
        std::printf("%d %d %d\n", back == &b, counted == &b, (void *)counted == (void *)&b);
        Both &again = static_cast<Both &>(*counted);
        again.own = 2.5;
        c = b;
        Both d = c;
        d.tick();
        std::printf("%.1f %ld %ld %s\n", b.own, c.count, d.count, d.text());
        std::swap(b, d);
        std::printf("%ld %ld\n", b.count, d.count);
    }
    {
        File f("path");
        Writer *w = &f;
        Reader *r = &f;
        Closer *c = &f;
        std::printf("%d %d %s %s %s\n", w->write("abc"), r->read(2), w->kind(), r->kind(), w->describe().c_str());
        c->close();
        std::printf("%d %d %s\n", f.open, f.length(), f.path.c_str());
        std::printf("%d %d %d\n", dynamic_cast<File *>(w) == &f, dynamic_cast<Reader *>(w) == r,
                    dynamic_cast<Log *>(w) == nullptr);
        std::printf("%d\n", &w->self() == w);
    }
    std::unique_ptr<Writer> owner = std::make_unique<Log>("log");
    owner->write("line");
    Log *log = dynamic_cast<Log *>(owner.get());
    Closer *closer = dynamic_cast<Closer *>(owner.get());
    closer->close();
    std::printf("%s %d %d %d\n", owner->describe().c_str(), log->lines, log->open, log->length());
    std::vector<Writer *> all = {owner.get(), log, new Late};
    for (Writer *w : all)
        std::printf("%s %d\n", w->kind(), dynamic_cast<Reader *>(w) != nullptr);
    Late *late = static_cast<Late *>(all[2]);
    std::printf("%d %d %d\n", late->plain, late->late, (void *)late == (void *)all[2]);
    delete all[2];
    std::shared_ptr<Closer> shared = std::make_shared<Log>("shared");
    std::shared_ptr<Log> same = std::dynamic_pointer_cast<Log>(shared);
    same->write("x");
    shared->close();
    std::printf("%d %d\n", same->lines, same->open);
    shared.reset();
    same.reset();
    owner.reset();
    Closer *gone = new File("gone");
    delete gone;
    Pair<int, std::string> p;
    p.Holder<int>::held = 3;
    static_cast<Holder<std::string> &>(p).held = "held";
    std::printf("%d %s\n", p.first(), p.second().c_str());
    Secret s;
    s.tick();
    std::printf("%ld %s\n", s.total(), s.text());
    Heir heir("heir");
    int four = heir.read("four");
    std::printf("%d %d %s\n", four, heir.read(2), heir.text());
    std::printf("%zu %zu %zu\n", sizeof(Counted), sizeof(Late), sizeof(Pair<int, double>));
    Both both;
    std::thread t(&Counted::tick, &both);
    t.join();
    std::function<void()> tick = [&both] { both.tick(); };
    tick();
    std::printf("%ld\n", both.count);
    return 0;
}
