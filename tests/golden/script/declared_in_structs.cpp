// Types that a struct names before anybody has declared them, and those that it declares and others
// define: around it, or of its own.
#include <cstdio>
#include <memory>
#include <string>
#include <vector>

typedef struct List {
    struct Node *head;
    struct Node *tail;
    int count;
} List;

struct Node {
    struct Node *next;
    int value;
};

class Stage {
  public:
    class Reader *owner = nullptr;
    class Reader &get();
    struct Own; // this one is its own
    Own *own = nullptr;
};

class Reader {
  public:
    Stage stage;
    int value = 5;
    Reader() { stage.owner = this; }
};

class Reader &Stage::get()
{
    return *owner;
}

struct Stage::Own {
    int value = 6;
    Stage *around = nullptr;
    int sum() const { return value + around->owner->value; }
};

namespace inner {
struct Outer {
    struct Part {
        struct Whole *whole;
    } part;
};
struct Whole {
    int value = 7;
};
} // namespace inner

struct Whole {
    char unused;
};

template <class T> struct Holder {
    struct Held *held;
    T more;
    int sum() const;
};

Holder<int> early;

struct Held {
    int value;
};

template <class T> int Holder<T>::sum() const
{
    return held->value + (int)more;
}

class Engine {
    struct Impl;
    struct Base {
        int first = 1;
        virtual ~Base() {}
        virtual int id() const = 0;
    };
    std::unique_ptr<Impl> impl;
    int secret = 3;

  public:
    Engine();
    ~Engine();
    Engine(Engine &&other) noexcept;
    Engine &operator=(Engine &&other) noexcept;
    int step(int by);
};

struct Engine::Impl final : Engine::Base {
    static const int scale = 10;
    Engine *engine;
    int steps = 0;
    explicit Impl(Engine *e) : engine(e) {}
    ~Impl() override { printf("ends after %d\n", steps); }
    int id() const override { return engine->secret * scale + first; }
    int step(int by);
};

int Engine::Impl::step(int by)
{
    steps += by;
    return id() + steps;
}

Engine::Engine() : impl(std::make_unique<Impl>(this)) {}
Engine::~Engine() = default;
Engine::Engine(Engine &&other) noexcept = default;
Engine &Engine::operator=(Engine &&other) noexcept = default;
int Engine::step(int by)
{
    return impl->step(by);
}

// Defaulted behind the struct, which uses it before.
struct Tally {
    std::vector<int> values;
    std::string name = "tally";
    Tally();
    Tally(const Tally &other);
    Tally &operator=(const Tally &other);
    void add(int v) { values.push_back(v); }
    static Tally twice(const Tally &other)
    {
        Tally t = other;
        Tally u;
        u = t;
        u.values.insert(u.values.end(), t.values.begin(), t.values.end());
        return u;
    }
    int sum() const
    {
        int s = 0;
        for (int v : values)
            s += v;
        return s;
    }
};
Tally::Tally() = default;
Tally::Tally(const Tally &other) = default;
Tally &Tally::operator=(const Tally &) = default;

struct Shape {
    virtual ~Shape();
    virtual int area() const = 0;
};
Shape::~Shape() = default;
struct Square : Shape {
    int side = 3;
    ~Square() override { printf("square ends\n"); }
    int area() const override { return side * side; }
};

int main()
{
    Node last{nullptr, 2}, first{&last, 1};
    List list{&first, &last, 2};
    for (Node *n = list.head; n; n = n->next)
        printf("%d ", n->value);
    printf("of %d\n", list.count);

    Reader reader;
    Stage::Own own;
    own.around = &reader.stage;
    reader.stage.own = &own;
    printf("%d %d\n", reader.stage.get().value, reader.stage.own->sum());

    inner::Whole whole;
    inner::Outer outer;
    outer.part.whole = &whole;
    printf("%d %d\n", outer.part.whole->value, (int)sizeof(Whole));

    Held held{8};
    early.held = &held;
    early.more = 1;
    Holder<double> later{&held, 2.5};
    printf("%d %d\n", early.sum(), later.sum());

    Engine engine;
    engine.step(2);
    printf("%d\n", engine.step(3));
    Engine moved = std::move(engine);
    printf("%d\n", moved.step(1));
    engine = Engine();
    printf("%d\n", engine.step(1));
    moved = std::move(engine);
    printf("%d\n", moved.step(1));

    Tally a, b;
    a.add(4);
    Tally c = a, d = Tally::twice(a);
    b = c;
    b.add(5);
    printf("%d %d %d %d %s\n", a.sum(), b.sum(), c.sum(), d.sum(), b.name.c_str());
    std::unique_ptr<Shape> shape = std::make_unique<Square>();
    printf("%d\n", shape->area());
}
