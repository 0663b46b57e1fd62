// std::in_place_index, std::variant_alternative_t.
#include <cstdio>
#include <string>
#include <variant>
#include <vector>
int main() {
    using V = std::variant<int, std::string, std::vector<int>>;
    V v(std::in_place_index<2>, 3, 7), w(std::in_place_type<std::string>, 2, 'x');
    std::variant_alternative_t<1, V> s = "abc";
    printf("%zu %zu %s %zu %s\n", v.index(), std::get<2>(v).size(), std::get<1>(w).c_str(), std::variant_size_v<V>, s.c_str());
    static_assert(std::is_same_v<std::variant_alternative_t<0, V>, int>);
}
