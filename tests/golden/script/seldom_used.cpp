// Algorithms and traits that are seldom used.
#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iterator>
#include <memory>
#include <numeric>
#include <string>
#include <thread>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>
template <class C> static void show(const char *what, const C &c) { std::printf("%s:", what); for (const auto &x : c) std::printf(" %d", int(x)); std::puts(""); }
struct Item { std::string s; explicit Item(std::string t) : s(std::move(t)) {} Item(Item &&o) noexcept : s(std::move(o.s)) { std::printf("m"); } Item(const Item &o) : s(o.s) { std::printf("c"); } ~Item() { std::printf("~"); } Item &operator=(Item &&) = default; };
enum class E : short { A = 3 };
int main()
{
    std::vector<int> v{5, 1, 4, 1, 5, 9, 2, 6}, w(8), e;
    auto [lo, hi] = std::minmax_element(v.begin(), v.end(), std::greater<>()); std::printf("%d %d\n", *lo, *hi);
    auto mm = std::minmax({3, 1, 2}); std::printf("%d %d\n", mm.first, mm.second);
    int pat[] = {1, 5}; std::printf("%ld %ld %ld\n", (long)(std::search(v.begin(), v.end(), pat, pat + 2) - v.begin()), (long)(std::search_n(v.begin(), v.end(), 1, 9) - v.begin()), (long)(std::find_end(v.begin(), v.end(), pat, pat + 1) - v.begin()));
    std::copy_backward(v.begin(), v.begin() + 3, w.end()); show("cb", w); std::reverse_copy(v.begin(), v.end(), w.begin()); show("rc", w); std::rotate_copy(v.begin(), v.begin() + 3, v.end(), w.begin()); show("ro", w);
    std::replace_copy(v.begin(), v.end(), w.begin(), 1, 0); show("rp", w); std::replace_copy_if(v.begin(), v.end(), w.begin(), [](int x) { return x > 4; }, -1); show("ri", w);
    std::remove_copy(v.begin(), v.end(), std::back_inserter(e), 5); show("rm", e); e.clear(); std::remove_copy_if(v.begin(), v.end(), std::back_inserter(e), [](int x) { return x % 2; }); show("rf", e);
    std::vector<int> u{1, 1, 2, 2, 2, 3}; e.clear(); std::unique_copy(u.begin(), u.end(), std::back_inserter(e)); show("uc", e);
    auto odd = [](int x) { return x % 2 == 1; }; auto sp = std::stable_partition(v.begin(), v.end(), odd); show("sp", v); std::printf("%ld %d %ld\n", (long)(sp - v.begin()), std::is_partitioned(v.begin(), v.end(), odd), (long)(std::partition_point(v.begin(), v.end(), odd) - v.begin()));
    std::vector<int> a, b; std::partition_copy(v.begin(), v.end(), std::back_inserter(a), std::back_inserter(b), odd); std::printf("%zu %zu\n", a.size(), b.size()); std::printf("%ld\n", (long)(std::is_sorted_until(u.begin(), u.end()) - u.begin()));
    std::vector<int> m{1, 4, 8, 2, 3, 9}; std::inplace_merge(m.begin(), m.begin() + 3, m.end()); show("im", m); std::vector<int> top(3); std::partial_sort_copy(v.begin(), v.end(), top.begin(), top.end()); show("ps", top);
    e.clear(); std::vector<int> s1{1, 2, 4, 6}, s2{2, 3, 6, 7}; std::set_symmetric_difference(s1.begin(), s1.end(), s2.begin(), s2.end(), std::back_inserter(e)); show("sd", e);
    std::printf("%d %d\n", std::lexicographical_compare(s1.begin(), s1.end(), s2.begin(), s2.end()), std::is_permutation(s1.begin(), s1.end(), s2.begin())); std::vector<int> p{1, 3, 2}; std::prev_permutation(p.begin(), p.end()); show("pp", p); std::iter_swap(p.begin(), p.begin() + 2); show("is", p);
    std::vector<int> sc(4); std::transform_inclusive_scan(s1.begin(), s1.end(), sc.begin(), std::plus<>(), [](int x) { return x * x; }); show("ti", sc); std::transform_exclusive_scan(s1.begin(), s1.end(), sc.begin(), 10, std::plus<>(), [](int x) { return -x; }); show("te", sc);
    { std::vector<Item> from; from.reserve(2); from.emplace_back("a"); from.emplace_back("b"); std::vector<Item> to(std::make_move_iterator(from.begin()), std::make_move_iterator(from.end())); std::printf(" %s%s%zu ", to[0].s.c_str(), to[1].s.c_str(), from[0].s.size()); } std::puts("");
    { alignas(Item) unsigned char raw[2 * sizeof(Item)]; auto *it = reinterpret_cast<Item *>(raw); new (it) Item("x"); std::uninitialized_copy(it, it + 1, it + 1); std::printf("%s", it[1].s.c_str()); std::destroy(it, it + 2); std::puts(""); }
    int i = 4; std::printf("%d %d %d\n", *std::addressof(i), std::is_scalar_v<int *>, std::is_object_v<int &>); std::printf("%d %d %zu %d\n", std::is_fundamental_v<double>, std::is_compound_v<std::string>, std::alignment_of_v<double>, std::is_nothrow_move_constructible_v<std::vector<int>>);
    std::aligned_storage_t<sizeof(int), alignof(int)> store; new (&store) int(7); std::printf("%d %zu\n", *reinterpret_cast<int *>(&store), sizeof store); using T = std::tuple<int, std::string, double>; static_assert(std::is_same_v<std::tuple_element_t<1, T>, std::string> && std::is_same_v<std::tuple_element_t<0, std::pair<char, int>>, char>);
    auto sp1 = std::make_shared<const int>(3); auto sp2 = std::const_pointer_cast<int>(sp1); *sp2 = 5; std::printf("%d %ld\n", *sp1, sp1.use_count()); std::atomic<int> flag{0}; std::thread t([&] { std::atomic_store(&flag, 2); }); while (std::atomic_load(&flag) == 0) std::this_thread::yield(); t.join(); std::atomic_uint64_t big{1}; std::atomic_fetch_add(&big, 5u); std::printf("%d %lu %d\n", flag.load(), (unsigned long)big, big.is_lock_free());
    unsigned seed = 42; std::printf("%d %d\n", rand_r(&seed), rand_r(&seed)); std::printf("%zu %zu %s %zu %g\n", std::strspn("abc1", "abc"), std::strcspn("key=v", "="), std::strpbrk("a,b;c", ";,"), strnlen("abcdef", 4), std::strtof("2.5", nullptr));
}
