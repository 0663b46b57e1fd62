// Templates with templates as parameters that nothing uses.
#include <cstdio>
#include <list>
#include <memory>
#include <vector>
template <template <class...> class C, class T> int total(const C<T> &c)
{
    int s = 0;
    for (const T &x : c)
        s += x + (int)c.size() + (int)C<int>().size();
    typename C<T>::value_type first = *c.begin();
    return s + first;
}
template <template <class> class Policy, class T> struct Host : Policy<T> {
    int go()
    {
        return Policy<T>::run(this->n);
    }
    int n;
};
template <class T, template <class, class> class C = std::vector>
C<T, std::allocator<T>> filled(int n, T v)
{
    C<T, std::allocator<T>> made;
    for (int i = 0; i < n; i++)
        made.push_back(v);
    return made;
}
template <class T, template <class, class> class C> int idle(C<T, std::allocator<T>> c)
{
    return c.front() + c.missing();
}
int main()
{
    printf("%zu\n", filled(3, 1.5).size());
    printf("%zu\n", filled<int, std::list>(4, 2).size());
}
