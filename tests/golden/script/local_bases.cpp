// Structs of functions, in templates: what they and their bases declare
#include <cstdio>
#include <memory>
#include <type_traits>
#include <vector>
template <class T, class = void> struct has_own : std::false_type {
};
template <class T> struct has_own<T, std::void_t<typename T::own>> : std::true_type {
};
template <class T> struct Base {
    using own = T;
    static constexpr int number = 4;
};
template <class T> static int size_of()
{
    return (int)sizeof(typename T::here) + T::number;
}
int main()
{
    struct Derived : Base<Derived> {
        using here = short;
    };
    struct Other {
        using here = char;
    };
    struct Node : std::enable_shared_from_this<Node> {
        std::vector<std::shared_ptr<Node>> kids;
        auto self()
        {
            return shared_from_this();
        }
    };
    printf("%d %d\n", has_own<Derived>::value, has_own<Other>::value);
    printf("%d %d\n", size_of<Derived>(), Derived::number);
    auto n = std::make_shared<Node>();
    n->kids.push_back(std::make_shared<Node>());
    printf("%ld %d\n", n->self().use_count(), n->kids[0]->self() == n->kids[0]);
    return 0;
}
