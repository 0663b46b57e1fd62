// c++20: aggregates made by parentheses, is_empty, allocator_traits
#include <cstdio>
#include <memory>
#include <string>
#include <type_traits>
#include <vector>
struct E {}; struct D : E {}; struct V { virtual ~V() {} }; struct I { int x; }; struct alignas(16) W {}; struct M { E e; }; union U { int a; };
struct Node { std::string name; int n; std::vector<int> more; };
int main() {
  printf("%d%d%d%d%d%d%d%d\n", std::is_empty_v<E>, std::is_empty_v<D>, std::is_empty_v<V>, std::is_empty_v<I>, std::is_empty_v<W>, std::is_empty_v<M>, std::is_empty_v<int>, std::is_empty<U>::value);
  std::vector<Node> v; auto &n = v.emplace_back("a", 3); auto *p = new Node("b", 2, std::vector<int>{1}); Node q(n), r("c"); printf("%s %d %s %zu %s %s %d\n", n.name.c_str(), n.n, p->name.c_str(), p->more.size(), q.name.c_str(), r.name.c_str(), r.n); delete p;
  auto u = std::make_unique<Node>("d", 5); printf("%s\n", u->name.c_str());
  std::allocator<int> a; using Tr = std::allocator_traits<std::allocator<int>>; int *x = Tr::allocate(a, 3); Tr::construct(a, x, 5); printf("%d %d\n", *x, std::is_same_v<Tr::rebind_alloc<char>, std::allocator<char>>); Tr::destroy(a, x); Tr::deallocate(a, x, 3);
}
