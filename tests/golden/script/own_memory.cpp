// operator new and operator delete of classes, as memory for a device is often taken
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <new>
#include <vector>

struct Managed {
    static int live;
    void *operator new(size_t n)
    {
        printf("new %zu\n", n);
        live++;
        return malloc(n);
    }
    void *operator new[](size_t n)
    {
        printf("new[] %zu\n", n);
        live++;
        return malloc(n);
    }
    void operator delete(void *p)
    {
        live--;
        printf("delete\n");
        free(p);
    }
    void operator delete[](void *p)
    {
        live--;
        printf("delete[]\n");
        free(p);
    }
};
int Managed::live = 0;

struct Grid : public Managed {
    int n = 3;
    double x[4];
};

class Named : public Managed {
    const char *name;

public:
    Named(const char *name = "none") : name(name) { printf("made %s\n", name); }
    ~Named() { printf("end %s\n", name); }
};

template <typename T> class Array : public Managed {
    T *data;
    size_t length;

public:
    explicit Array(size_t n) : data(new T[n]), length(n) {}
    ~Array() { delete[] data; }
    size_t size() const { return length; }
    T &operator[](size_t i) { return data[i]; }
};

struct Shape {
    virtual ~Shape() { printf("no shape\n"); }
    virtual double area() const = 0;
    static void *operator new(size_t n);
    static void operator delete(void *p, size_t n);
};
void *Shape::operator new(size_t n)
{
    printf("shape of %zu\n", n);
    return ::operator new(n);
}
void Shape::operator delete(void *p, size_t n)
{
    printf("shape back %d\n", n > 0);
    ::operator delete(p);
}
struct Circle : Shape {
    double r;
    explicit Circle(double r) : r(r) {}
    double area() const override { return 3 * r * r; }
};

struct Pool {
    char bytes[4096];
    size_t used = 0;
    void *take(size_t n)
    {
        void *p = bytes + used;
        used += (n + 15) / 16 * 16;
        return p;
    }
};
struct Node {
    int value;
    Node *next;
    Node(int value, Node *next) : value(value), next(next) {}
    void *operator new(size_t n, Pool &pool) { return pool.take(n); }
    void operator delete(void *p, Pool &pool) {}
    void operator delete(void *p) { printf("back to the pool\n"); }
};

struct Counted {
    int v;
    ~Counted() {}
    static void *operator new[](size_t n)
    {
        printf("%zu for them\n", n);
        return ::operator new(n);
    }
    static void operator delete[](void *p, size_t n)
    {
        printf("%zu back\n", n);
        ::operator delete(p);
    }
};

struct Derived : Grid {
    void *operator new(size_t n)
    {
        printf("derived first\n");
        return Grid::operator new(n);
    }
};

int main()
{
    Grid *g = new Grid;
    printf("%d\n", g->n);
    delete g;
    g = nullptr;
    delete g;
    Grid *many = new Grid[3];
    printf("%d\n", many[2].n);
    delete[] many;
    Named *names = new Named[2]{"a", "b"};
    delete[] names;
    Named *one = new Named("one");
    delete one;
    auto *a = new Array<int>(5);
    (*a)[4] = 7;
    printf("%zu %d\n", a->size(), (*a)[4]);
    delete a;
    Shape *s = new Circle(2);
    printf("%.1f\n", s->area());
    delete s;
    Pool pool;
    Node *list = nullptr;
    for (int i = 0; i < 3; i++)
        list = new (pool) Node(i, list);
    printf("%zu %d\n", pool.used, list->next->value);
    delete list;
    Counted *counted = new Counted[5];
    delete[] counted;
    delete new Derived;
    {
        auto unique = std::make_unique<Grid>();
        std::unique_ptr<Named> named(new Named("held"));
        auto shared = std::make_shared<Grid>();
        std::shared_ptr<Grid> adopted(new Grid);
        printf("%d live\n", Managed::live);
    }
    std::vector<Grid> grids(3);
    grids.push_back(Grid());
    Grid *plain = ::new Grid;
    ::delete plain;
    void *raw = Managed::operator new(16);
    Managed::operator delete(raw);
    printf("%d left\n", Managed::live);
}
