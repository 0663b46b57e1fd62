// typeid and type_index
#include <cstdio>
#include <map>
#include <memory>
#include <string>
#include <typeindex>
#include <typeinfo>
#include <unordered_map>
#include <vector>
struct Base {
    virtual ~Base()
    {
    }
};
struct A : Base {
    int x = 1;
};
struct B : Base {
    int y = 2;
};
struct Registry {
    std::unordered_map<std::type_index, std::string> names;
    template <class T> void add(const char *n)
    {
        names[std::type_index(typeid(T))] = n;
    }
    std::string of(const Base &b) const
    {
        auto it = names.find(typeid(b));
        return it == names.end() ? "?" : it->second;
    }
};
template <class T> bool same(const std::type_info &t)
{
    return t == typeid(T);
}
int main()
{
    Registry r;
    r.add<A>("A");
    r.add<B>("B");
    r.add<int>("int");
    std::vector<std::unique_ptr<Base>> v;
    v.push_back(std::make_unique<A>());
    v.push_back(std::make_unique<B>());
    v.push_back(std::make_unique<Base>());
    for (auto &p : v)
        printf("%s %d\n", r.of(*p).c_str(), typeid(*p) == typeid(A));
    printf("%d %d\n", same<int>(typeid(3)), same<float>(typeid(3.0)));
    std::map<std::type_index, int> m;
    m[typeid(int)] = 1;
    m[typeid(double)] = 2;
    m[typeid(int)]++;
    printf("%zu %d\n", m.size(), m.at(typeid(int)));
    const std::type_info &ti = typeid(std::string);
    printf("%d\n", ti == typeid(std::string));
    printf("%s %s %s %s %s\n", typeid(int).name(), typeid(float).name(), typeid(A).name(),
           typeid(unsigned long).name(), typeid(double *).name());
    printf("%d\n", typeid(int).hash_code() == typeid(const int).hash_code());
    Base *b = v[1].get();
    if (typeid(*b) == typeid(B))
        printf("b %d\n", static_cast<B *>(b)->y);
    std::type_index i1(typeid(A)), i2(typeid(B));
    printf("%d %d\n", i1 == i2, i1 != i2);
}
