/* Smart pointers and std::function. */
#include <cstdio>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>
struct Layer {
    virtual int run(int x) = 0;
    virtual ~Layer()
    {
        printf("~Layer ");
    }
};
struct Scale : Layer {
    int by;
    Scale(int by) : by(by)
    {
    }
    int run(int x) override
    {
        return x * by;
    }
    ~Scale() override
    {
        printf("~Scale%d ", by);
    }
};
struct Shift : Layer {
    int by, n;
    Shift(int by, int n) : by(by), n(n)
    {
    }
    int run(int x) override
    {
        return x + by * n;
    }
};
struct Free {
    void operator()(int *p) const
    {
        printf("free %d ", *p);
        delete p;
    }
};
struct Node {
    int n;
    std::shared_ptr<Node> next;
    Node(int n, const std::shared_ptr<Node> &next) : n(n), next(next)
    {
    }
    ~Node()
    {
        printf("~%d ", n);
    }
};
struct Tree {
    std::vector<std::unique_ptr<Tree>> parts;
    std::unique_ptr<Tree> other;
    virtual ~Tree()
    {
        printf("~Tree ");
    }
};
struct Leaf : Tree {
    ~Leaf() override
    {
        printf("~Leaf ");
    }
};
struct Tell {
    int by;
    void operator()(int *p) const
    {
        printf("%d by %d, ", *p, by);
        delete p;
    }
};
struct Net {
    std::vector<std::unique_ptr<Layer>> layers;
    template <class L, class... A> L &add(A &&...a)
    {
        auto made = std::make_unique<L>(std::forward<A>(a)...);
        L &layer = *made;
        layers.push_back(std::move(made));
        return layer;
    }
    int run(int x)
    {
        for (auto &l : layers)
            x = l->run(x);
        return x;
    }
};
std::unique_ptr<Layer> make(int kind)
{
    if (kind == 0)
        return std::make_unique<Scale>(5);
    return std::unique_ptr<Layer>(new Shift(1, 2));
}
int twice(int x)
{
    return 2 * x;
}
int use_it(const std::function<int(int)> &f, int x)
{
    return f(x);
}
void each(int n, std::function<void(int, const std::string &)> f)
{
    for (int i = 0; i < n; i++)
        f(i, "item");
}
struct Task {
    std::string name;
    std::function<void()> work;
};
int main()
{
    {
        Net net;
        net.add<Scale>(3).by++;
        net.add<Shift>(2, 5);
        net.layers.emplace_back(new Scale(2));
        net.layers.push_back(make(0));
        printf("%d %zu\n", net.run(1), net.layers.size());
        net.layers.pop_back();
        printf("\n");
    }
    printf("\n");
    std::unique_ptr<int, Free> own(new int(4));
    std::unique_ptr<Layer> p = make(1), q;
    q = std::move(p);
    printf("%d %d %d\n", p == nullptr, q != nullptr, q ? q->run(1) : -1);
    q.reset(new Scale(9));
    Layer *raw = q.release();
    delete raw;
    printf("%d %d\n", (bool)q, *own);
    {
        std::shared_ptr<Layer> a = std::make_shared<Scale>(6), b = a;
        auto c = b;
        printf("%ld %d\n", a.use_count(), c->run(7));
        b.reset();
        a = nullptr;
        printf("%ld ", c.use_count());
    }
    printf("\n");
    int calls = 0;
    std::function<int(int)> f = twice, g, h = [&calls](int x) {
        calls++;
        return x + 1;
    };
    g = f;
    printf("%d %d %d %d %d\n", f(4), g(5), use_it(h, 1), use_it([](int x) { return x * x; }, 7), 0);
    printf("%d %d\n", (bool)g, std::function<void()>() == nullptr);
    each(2, [&](int i, const std::string &s) {
        printf("%s%d ", s.c_str(), i);
        calls += i;
    });
    std::vector<Task> tasks;
    tasks.push_back({"one", [&] { calls += 10; }});
    tasks.push_back(Task{"two", [&] { calls += 100; }});
    for (auto &t : tasks) {
        t.work();
        printf("%s ", t.name.c_str());
    }
    std::vector<std::function<int(int)>> stages = {twice, h};
    stages.emplace_back([](int x) { return -x; });
    int x = 1;
    for (const auto &s : stages)
        x = s(x);
    printf("%d %d\n", x, calls);
    own.reset();
    printf("\n");
    {
        Tree tree;
        tree.parts.push_back(std::make_unique<Tree>());
        tree.parts.emplace_back(new Leaf);
        tree.parts[0]->other = std::make_unique<Leaf>();
        tree.other = std::move(tree.parts[1]);
        tree.parts.pop_back();
    }
    printf("\n");
    std::shared_ptr<Node> head;
    for (int i = 0; i < 3; i++)
        head = std::make_shared<Node>(i, head);
    while (head)
        head = head->next;
    printf("\n");
    {
        std::unique_ptr<int, Tell> to(new int(1), Tell{10}), from(new int(2), Tell{20});
        to = std::move(from);
        to = std::unique_ptr<int, Tell>(new int(3), Tell{30});
        from.reset(new int(4));
        to.swap(from);
        from.reset();
    }
    printf("\n");
    return 0;
}
