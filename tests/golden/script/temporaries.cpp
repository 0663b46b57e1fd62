#include <cstdio>
struct S {
    int i;
    S(int i) : i(i)
    {
        printf("make %d\n", i);
    }
    ~S()
    {
        printf("end %d\n", i);
    }
    int get()
    {
        return i;
    }
};
S mk(int i)
{
    return S(i);
}
void take(S s)
{
    printf("take %d\n", s.i);
}
void ref(const S &s)
{
    printf("ref %d\n", s.i);
}
S &st()
{
    static S s(99);
    return s;
}
int main()
{
    printf("a\n");
    S(1);
    printf("b\n");
    S(2).get();
    mk(3);
    printf("c\n");
    int x = mk(4).get();
    ref(S(5));
    take(S(6));
    const S &r = S(7);
    for (int i = 0; i < 2; i++) {
        S(8).get();
    }
    if (S(9).get() == 9)
        printf("nine\n");
    while (S(10).get() != 10)
        ;
    bool q = true;
    q ? S(11).get() : S(12).get();
    st();
    st();
    S y = S(13);
    S z = mk(14);
    return S(15).get();
}
