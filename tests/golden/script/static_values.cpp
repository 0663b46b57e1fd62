// A static local gets its value where control comes there first, not before; a constexpr pointer has
// it before all else.
#include <cstdio>

int g = 1;
int list[3] = {1, 2, 3};
struct Pair {
    int a;
} whole{3};
const int k = 7;
const char *name = "a";

int number()
{
    static int s = g;
    return s;
}

const char *text()
{
    static const char *s = name;
    return s;
}

int *first()
{
    static int *s = list;
    return s;
}

int *second()
{
    static int *s = &list[1];
    return s;
}

int *member()
{
    static int *s = &whole.a;
    return s;
}

int constant()
{
    static int s = k;
    return s;
}

int &referred()
{
    static int &r = g;
    return r;
}

template <class T> struct Type;
template <> struct Type<float> {
    static constexpr const char *name = "float";
};
template <> struct Type<double> {
    static constexpr const char *name = "double";
};
template <class T> inline constexpr const char *type_name = Type<T>::name;

int main()
{
    g = 5;
    name = "b";
    printf("%d %s %d %d %d %d %d\n", number(), text(), first()[1], *second(), *member(), constant(), referred());
    g = 6;
    name = "c";
    printf("%d %s %d\n", number(), text(), referred());
    printf("%s %s\n", type_name<double>, type_name<float>);
}
