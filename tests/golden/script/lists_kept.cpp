// A std::initializer_list that is kept in a variable and given to containers.
#include <cstdio>
#include <deque>
#include <initializer_list>
#include <list>
#include <map>
#include <set>
#include <string>
#include <vector>

struct Shape {
    std::vector<size_t> sizes;
    size_t all = 1;
    Shape(std::initializer_list<size_t> s)
    {
        sizes = s;
        for (auto n : s)
            all *= n;
    }
    void add(std::initializer_list<size_t> more) { sizes.insert(sizes.begin() + 1, more); }
};

struct Names {
    std::map<std::string, int> numbers;
    std::vector<std::string> names;
    Names(std::initializer_list<std::pair<const std::string, int>> n, std::initializer_list<std::string> w)
        : numbers(n), names(w)
    {
        names = w;
        names.insert(names.end(), w);
    }
};

static size_t sum(std::initializer_list<int> l)
{
    std::vector<int> a(l), b = l, c{l}, d;
    d = l;
    a.assign(l);
    b.insert(b.end(), l);
    std::deque<int> queue(l);
    std::list<int> list(l);
    std::set<int> set(l);
    size_t n = a.size() + b.size() + c.size() + d.size() + queue.size() + list.size() + set.size();
    for (int x : b)
        n += (size_t)x;
    return n;
}

int main()
{
    Shape s{2, 3, 4};
    s.add({8, 9});
    printf("%zu %zu %zu %zu\n", s.all, s.sizes.size(), s.sizes[1], s.sizes[4]);
    printf("%zu\n", sum({3, 1, 3}));
    Names n({{"a", 1}, {"b", 2}}, {"x", "y"});
    printf("%zu %d %zu %s\n", n.numbers.size(), n.numbers["b"], n.names.size(), n.names[3].c_str());
}
