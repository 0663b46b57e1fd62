// Templates and specializations that are declared before they are defined.
#include <cstdio>

template <class T> struct trait;
template <> struct trait<int> {
    static const int size = 4;
};
template <> struct trait<float> {
    static const int size = 8;
};

template <class T> struct kind {
    int number()
    {
        return 1;
    }
};
template <class T> struct kind<T *>;
template <> struct kind<int>;
template <> struct kind<int> {
    int number()
    {
        return 2;
    }
};
template <> struct kind<int>;
template <class U> struct kind<U *> {
    int number()
    {
        return 3;
    }
};

// the declaration says the defaults, in names of its own
template <class A, class B = A, int N = sizeof(B)> struct block;
template <class X, class Y, int M> struct block {
    Y y[M];
};
template <class A, class B = A> B half(A a);
template <class X, class Y> Y half(X x)
{
    return (Y)(x / 2);
}

int main()
{
    printf("%d %d\n", trait<int>::size, trait<float>::size);
    printf("%d %d %d\n", kind<float>().number(), kind<int>().number(), kind<char *>().number());
    block<short> b;
    b.y[0] = 3;
    printf("%zu %d %g\n", sizeof b.y, b.y[0], half(3.0));
    return 0;
}
