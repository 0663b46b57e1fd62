// Classes nested in class templates: constructors, destructors, templates, the outer one's name.
#include <cstdio>
#include <utility>
#include <vector>

enum class Where { Host, Device };

template <class T, Where W = Where::Host> class Pool {
  public:
    class Handle {
      public:
        Handle() = default;
        Handle(Pool *pool, int slot) : pool_(pool), slot_(slot) {}
        Handle(const Handle &) = delete;
        Handle &operator=(const Handle &) = delete;
        Handle(Handle &&other) noexcept
            : pool_(std::exchange(other.pool_, nullptr)), slot_(other.slot_)
        {
        }
        Handle &operator=(Handle &&other) noexcept
        {
            std::swap(pool_, other.pool_);
            std::swap(slot_, other.slot_);
            return *this;
        }
        ~Handle()
        {
            if (pool_)
                pool_->give(slot_);
        }
        explicit operator bool() const { return pool_ != nullptr; }
        T &operator*() const { return pool_->slots_[slot_]; }
        T *operator->() const { return &pool_->slots_[slot_]; }
        template <class U> U as() const { return static_cast<U>(**this) + sizeof(T); }

      private:
        Pool *pool_ = nullptr;
        int slot_ = -1;
    };
    struct Iterator {
        Pool *pool;
        int at;
        Iterator(Pool *p, int i) : pool(p), at(i) {}
        T &operator*() const { return pool->slots_[at]; }
        Iterator &operator++()
        {
            ++at;
            return *this;
        }
        bool operator!=(const Iterator &other) const { return at != other.at; }
    };

    explicit Pool(int n) : slots_(n) {}
    Handle take() { return Handle(this, used_++); }
    Handle none() { return {}; }
    Iterator begin() { return Iterator(this, 0); }
    Iterator end() { return {this, static_cast<int>(slots_.size())}; }
    int used() const { return used_; }

  private:
    void give(int slot)
    {
        slots_[slot] = T();
        --used_;
    }
    std::vector<T> slots_;
    int used_ = 0;
};

template <class K, class V> struct Table {
    struct Entry {
        K key;
        V value;
        Entry *next;
        Entry(const K &k, const V &v, Entry *n) : key(k), value(v), next(n) {}
        ~Entry() { delete next; }
    };
    struct Empty {
        Empty() { std::printf("empty\n"); }
    };
    ~Table() { delete first; }
    void put(const K &k, const V &v) { first = new Entry(k, v, first); }
    const V *get(const K &k) const
    {
        for (const Entry *e = first; e; e = e->next)
            if (e->key == k)
                return &e->value;
        return nullptr;
    }
    Entry *first = nullptr;
};

int main()
{
    Pool<float> pool(4);
    {
        auto a = pool.take();
        Pool<float>::Handle b = pool.take(), c;
        *a = 1.5f;
        *b = 2.5f;
        c = std::move(a);
        std::printf("%d %d %d, %.1f %.1f, %zu\n", bool(a), bool(b), bool(c), *b, *c,
                    b.as<size_t>());
        std::printf("%d\n", pool.used());
        float sum = 0;
        for (float x : pool)
            sum += x;
        std::printf("%.1f\n", sum);
    }
    std::printf("%d %d\n", pool.used(), bool(pool.none()));
    Pool<std::pair<int, int>, Where::Device> pairs(2);
    auto h = pairs.take();
    h->second = 7;
    std::printf("%d\n", (*h).second);
    Table<int, const char *> table;
    table.put(1, "one");
    table.put(2, "two");
    std::printf("%s %d\n", *table.get(1), table.get(3) == nullptr);
    Table<int, int>::Empty empty;
    (void)empty;
    return 0;
}
