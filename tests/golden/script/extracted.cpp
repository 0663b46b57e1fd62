#include <cstdio>
#include <map>
#include <set>
#include <string>


int main() { std::map<int, std::string> m{{1, "a"}, {2, "b"}}; auto node = m.extract(1); printf("%d %s %zu\n", node.key(), node.mapped().c_str(), m.size()); node.key() = 7; m.insert(std::move(node)); printf("%s %zu %d\n", m[7].c_str(), m.size(), (bool)node); 
 auto none = m.extract(99); printf("%d %d\n", none.empty(), !none); auto it = m.extract(m.begin()); printf("%d\n", it.key());
 std::set<int> s{3, 4}; auto n = s.extract(3); n.value() = 9; auto r = s.insert(std::move(n)); printf("%d %d %d\n", *r.position, r.inserted, r.node.empty());

 std::map<int, std::string> other; other.insert(m.extract(7)); printf("%s %zu\n", other.at(7).c_str(), m.size()); m.merge(other); printf("%zu %zu\n", m.size(), other.size()); other[7] = "o";
 m.erase(7); auto back = m.insert(other.extract(7)); printf("%d %d\n", back.inserted, m.count(7) > 0); auto twice = m.extract(7); m[7] = "new"; auto refused = m.insert(std::move(twice)); printf("%d %s %s\n", refused.inserted, refused.node.mapped().c_str(), refused.position->second.c_str());
 std::map<int, std::string> from{{7, "x"}, {8, "y"}}; std::string *where = &from[8]; m.merge(from); printf("%zu %zu %d\n", m.size(), from.size(), where == &m[8]);
 std::set<std::string> a{"p", "q"}, b{"q", "r"}; a.merge(b); printf("%zu %zu %s\n", a.size(), b.size(), b.begin()->c_str()); for (auto &[k, v] : m) printf("%d=%s ", k, v.c_str()); printf("\n"); }
