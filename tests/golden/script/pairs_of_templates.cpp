// Class templates that know each other: what one does is read when the other one is complete.
#include <cstdio>
#include <memory>
#include <utility>
#include <vector>

template <class T> class Pool;

template <class T> class Ref {
  public:
    Ref() = default;
    Ref(Pool<T> *pool, T *p) : pool_(pool), p_(p) {}
    Ref(Ref &&other) noexcept : pool_(other.pool_), p_(std::exchange(other.p_, nullptr)) {}
    ~Ref()
    {
        if (p_)
            pool_->give(p_);
    }
    T *get() const { return p_; }
    int left() const { return pool_->left(); }
    auto size() const { return pool_->all().size(); }

  private:
    Pool<T> *pool_ = nullptr;
    T *p_ = nullptr;
};

template <class T> class Pool {
  public:
    using Handle = Ref<T>;
    Pool() : all_(3) {}
    Handle take() { return Handle{this, &all_[next_++]}; }
    void give(T *p)
    {
        std::printf("give %d\n", static_cast<int>(p - all_.data()));
        --next_;
    }
    int left() const { return 3 - next_; }
    const std::vector<T> &all() const { return all_; }
    Handle kept;

  private:
    std::vector<T> all_;
    int next_ = 0;
};

template <class T> struct Graph;
template <class T> struct Node {
    Graph<T> *graph;
    T value;
    int degree() const { return graph->degree(*this); }
    Node *next() const { return graph->after(this); }
};
template <class T> struct Graph {
    std::vector<Node<T>> nodes;
    Node<T> first{this, T()};
    int degree(const Node<T> &n) const { return static_cast<int>(n.value) % 3; }
    Node<T> *after(const Node<T> *n) { return &nodes[n - nodes.data() + 1]; }
};

template <class T> struct Child;
template <class T> struct Parent {
    std::unique_ptr<Child<T>> child;
    T total() const { return child ? child->twice() : T(); }
};
template <class T> struct Child {
    Parent<T> *parent;
    T value;
    T twice() const { return 2 * value; }
    T up() const { return parent->total(); }
};

int main()
{
    Pool<double> pool;
    {
        auto a = pool.take();
        Ref<double> b = pool.take();
        std::printf("%d %d %zu\n", a.get() == b.get(), a.left(), b.size());
    }
    std::printf("%d\n", pool.left());
    Graph<float> graph;
    for (int i = 0; i < 4; i++)
        graph.nodes.push_back({&graph, static_cast<float>(i)});
    std::printf("%d %d %.0f\n", graph.first.degree(), graph.nodes[2].degree(),
                graph.nodes[2].next()->value);
    Parent<int> parent;
    parent.child.reset(new Child<int>{&parent, 21});
    std::printf("%d %d\n", parent.total(), parent.child->up());
    return 0;
}
