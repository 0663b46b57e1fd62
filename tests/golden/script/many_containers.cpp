// Containers beside each other, those that have a key several times among them.
#include <bitset>
#include <cstdio>
#include <deque>
#include <functional>
#include <iostream>
#include <list>
#include <map>
#include <queue>
#include <set>
#include <stack>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>
struct Job { int prio; std::string name; bool operator==(const Job &o) const { return name == o.name; } bool operator<(const Job &o) const { return prio < o.prio; } };
struct Key { int a, b; bool operator==(const Key &o) const { return a == o.a && b == o.b; } };
struct KeyHash { size_t operator()(const Key &k) const { return std::hash<int>()(k.a) * 31 + std::hash<int>{}(k.b); } };
namespace std { template <> struct hash<Job> { size_t operator()(const Job &j) const { return hash<string>()(j.name); } }; }
int main()
{
    std::bitset<16> b("1010"); b.set(7).flip(0); std::cout << b << " " << b.count() << b.test(1) << b.any() << " " << b.to_ulong() << "\n";
    std::priority_queue<Job> pq; pq.push({2, "b"}); pq.push({5, "e"}); pq.emplace(Job{3, "c"});
    while (!pq.empty()) { std::cout << pq.top().name << pq.top().prio << " "; pq.pop(); } std::cout << "\n";
    std::priority_queue<int, std::vector<int>, std::greater<int>> mq; for (int x : {5, 1, 4}) mq.push(x); std::cout << mq.top() << mq.size() << "\n";
    auto cmp = [](const std::pair<int, int> &x, const std::pair<int, int> &y) { return x.second > y.second; };
    std::priority_queue<std::pair<int, int>, std::vector<std::pair<int, int>>, decltype(cmp)> cq(cmp); cq.emplace(1, 9); cq.emplace(2, 3); std::cout << cq.top().first << "\n";
    std::multiset<int> ms{3, 1, 3, 2, 3}; std::cout << ms.count(3) << ms.size() << *ms.begin() << *ms.rbegin() << "\n"; ms.erase(ms.find(3)); std::cout << ms.count(3); ms.erase(3); std::cout << ms.size() << "\n";
    ms.insert(7); ms.insert({1, 1}); for (int x : ms) std::cout << x << " "; auto er = ms.equal_range(1); std::cout << std::distance(er.first, er.second) << *ms.lower_bound(2) << *ms.upper_bound(2) << "\n";
    std::multimap<std::string, int> mm{{"x", 1}, {"y", 2}, {"x", 3}}; for (auto [f, l] = mm.equal_range("x"); f != l; ++f) std::cout << f->second; std::cout << mm.count("x") << "\n";
    std::unordered_multimap<std::string, int> um; um.emplace("k", 1); um.insert({"k", 2}); um.insert(std::make_pair("j", 5)); int s = 0; auto rg = um.equal_range("k"); for (auto it = rg.first; it != rg.second; ++it) s += it->second; std::cout << s << um.count("k") << um.size() << "\n"; um.erase("k"); std::cout << um.size() << "\n";
    std::unordered_multiset<int> us{1, 1, 2}; std::cout << us.count(1) << us.size() << "\n";
    std::unordered_map<Key, double, KeyHash> km; km[{1, 2}] = 3.5; km[{2, 1}] += 1; std::cout << km.size() << km.at({1, 2}) << km.count(Key{9, 9}) << "\n";
    std::unordered_set<Job> jobs; jobs.insert({1, "j"}); std::cout << jobs.size() << "\n";
    std::unordered_map<std::string, std::vector<int>> groups; for (int i = 0; i < 6; i++) groups[i % 2 ? "odd" : "even"].push_back(i); std::cout << groups["odd"].size() << groups["even"][2] << "\n";
    std::map<int, std::map<int, std::string>> nested; nested[1][2] = "a"; nested[1][3] = "b"; for (auto &[k, in] : nested) for (auto &[k2, v] : in) std::cout << k << k2 << v << " "; std::cout << "\n";
    std::stack<int> st; st.push(1); st.push(2); std::cout << st.top(); st.pop(); std::cout << st.size() << "\n";
    std::deque<int> dq(3, 1); dq.push_front(5); dq[1] = 7; dq.insert(dq.begin() + 1, 9); std::cout << dq.front() << dq[1] << dq.back() << dq.size() << "\n";
    std::list<std::string> ls{"a", "b"}; auto it = ls.begin(); ls.insert(++it, "m"); ls.splice(ls.begin(), ls, std::prev(ls.end())); for (auto &x : ls) std::cout << x; std::cout << "\n";
    std::map<std::string, int, std::less<>> tm{{"a", 1}}; std::cout << (tm.find(std::string_view("a")) != tm.end()) << "\n";
    std::set<std::pair<int, int>> sp{{2, 1}, {1, 5}}; std::cout << sp.begin()->second << sp.count({2, 1}) << "\n";
    std::map<int, int> cnt; for (char c : std::string("hello")) ++cnt[c]; int mx = 0; for (auto it = cnt.begin(); it != cnt.end();) { if (it->second < 2) it = cnt.erase(it); else { mx = it->first; ++it; } } std::cout << char(mx) << cnt.size() << "\n";
    std::vector<bool> vb(5); vb[2] = true; vb.push_back(true); int ones = 0; for (bool x : vb) ones += x; std::cout << ones << vb.size() << "\n";
    std::vector<std::vector<int>> grid(3, std::vector<int>(4, 1)); grid[1][2] = 5; int sum = 0; for (auto &r : grid) for (int x : r) sum += x; std::cout << sum << "\n";
    std::vector<int> v{1, 2, 3, 4, 5}; v.erase(v.begin() + 1, v.begin() + 3); v.insert(v.end(), {7, 8}); v.resize(7); v.shrink_to_fit(); for (int x : v) std::cout << x; std::cout << v.front() << v.back() << "\n";
    std::vector<int> v2(v.rbegin(), v.rend()); std::cout << (v2 < v) << (v2 == v) << "\n"; v.swap(v2); v.assign(3, 4); std::cout << v.size() << v2.capacity() / 8 << "\n";
}
