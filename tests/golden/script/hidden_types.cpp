// A member hides a type of that name further out, but not its own struct's name.
#include <cstdio>
struct Grid { int n; Grid(int n) : n(n) {} };
struct Block { int v = 2; };
namespace lib { struct any { int q; }; struct size { int a; }; }
using namespace lib;
struct World {
    int Block = 3;
    bool any() const { return Block > 2; }
    bool none() const { return !any(); }
    int size() const { return 4; }
    int twice() const { int k = size() * 2; k += (Block) * 2; auto f = [this] { return size() + Block; }; return k + f(); }
    int types() { struct Block b; lib::any a{3}; return b.v + a.q; }
    struct Inner { int z = 8; };
    int in() { Inner i; return i.z + size() * Block; }
    World *next = nullptr;
    World() { }
    World(const World &o) : Block(o.Block) { World w; Block += w.Block; }
};
struct Derived : World { bool more() { return any() && !none() && size() == 4; } int b() { return Block * 2; } };
template <class T> struct Box : World { T t; bool some() { return this->any(); } int s() { int Grid = 3; return Grid * size(); } };
int main() { World w; Derived d; Box<int> b; World u(w);
 printf("%d %d %d %d %d %d %d %d %d\n", w.none(), w.twice(), w.types(), w.in(), d.more(), d.b(), b.some(), b.s(), u.Block); }
