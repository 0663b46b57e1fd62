// What iterators say of themselves, the user's as well, and names behind decltype(...)::
#include <algorithm>
#include <cstdio>
#include <iterator>
#include <list>
#include <map>
#include <numeric>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

template <class T> class Ring {
    std::vector<T> values;
    size_t head = 0, count = 0;

  public:
    static constexpr int turns = 2;
    enum { Most = 9 };
    class iterator {
        const Ring *ring;
        size_t at;

      public:
        using iterator_category = std::forward_iterator_tag;
        using value_type = T;
        using difference_type = std::ptrdiff_t;
        using pointer = const T *;
        using reference = const T &;
        iterator(const Ring *r, size_t i) : ring(r), at(i) {}
        reference operator*() const { return ring->values[(ring->head + at) % ring->values.size()]; }
        pointer operator->() const { return &**this; }
        iterator &operator++()
        {
            ++at;
            return *this;
        }
        bool operator==(const iterator &o) const { return at == o.at; }
        bool operator!=(const iterator &o) const { return !(*this == o); }
    };
    explicit Ring(size_t n) : values(n) {}
    void push(T v)
    {
        if (count < values.size())
            values[count++] = v;
        else {
            values[head] = v;
            head = (head + 1) % values.size();
        }
    }
    iterator begin() const { return {this, 0}; }
    iterator end() const { return {this, count}; }
};

template <class I, class P>
std::optional<typename std::iterator_traits<I>::value_type> find_first(I from, I to, P wanted)
{
    auto at = std::find_if(from, to, wanted);
    if (at == to)
        return std::nullopt;
    return *at;
}

template <class I> typename std::iterator_traits<I>::difference_type steps(I from, I to)
{
    if constexpr (std::is_same_v<typename std::iterator_traits<I>::iterator_category,
                                 std::random_access_iterator_tag>)
        return to - from;
    return -std::distance(from, to);
}

struct Counter : std::iterator<std::input_iterator_tag, int> {
    int n = 0;
};

int main()
{
    Ring<std::string> ring(3);
    for (auto s : {"a", "bb", "ccc", "dddd"})
        ring.push(s);
    auto found = find_first(ring.begin(), ring.end(), [](const std::string &s) { return s.size() > 2; });
    printf("%s %td\n", found->c_str(), steps(ring.begin(), ring.end()));
    std::vector<int> v{4, 5, 6};
    std::list<int> l(v.begin(), v.end());
    std::map<int, int> m{{1, 2}};
    printf("%d %td %td\n", find_first(v.begin(), v.end(), [](int x) { return x > 4; }).value_or(-1),
           steps(v.begin(), v.end()), steps(l.begin(), l.end()));
    printf("%td %td\n", steps(m.begin(), m.end()), steps(v.rbegin(), v.rend()));
    int raw[4] = {};
    printf("%td\n", steps(std::begin(raw), std::end(raw)));
    static_assert(std::is_same_v<std::iterator_traits<const int *>::value_type, int>, "");
    static_assert(std::is_same_v<Counter::value_type, int>, "");
    printf("%d %d\n", decltype(ring)::turns + 1, (int)decltype(ring)::Most);
}
