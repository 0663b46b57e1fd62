// A nested class may name what is private in those that it stands in.
#include <cstdio>
class P
{
    int open_ = 3;
    void poke()
    {
        open_++;
    }

  public:
    class S
    {
      public:
        int v;
        S(P &p) : v(p.open_)
        {
            p.poke();
        }
        int f(P &p)
        {
            return p.open_;
        }
    };
    struct D {
        struct E {
            int g(P &p)
            {
                return p.open_;
            }
        };
    };
    enum K { A };
};
int main()
{
    P p;
    P::S s(p);
    P::D::E e;
    printf("%d %d %d\n", s.v, s.f(p), e.g(p));
}
