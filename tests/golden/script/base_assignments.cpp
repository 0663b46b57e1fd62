/* An assignment to a base takes only what is in it: the object stays what it is. */
#include <cstdio>
#include <string>
struct Base {
    int b = 2;
    std::string name = "base";
    virtual int who() const
    {
        return 1;
    }
    virtual Base *self()
    {
        return this;
    }
    virtual ~Base()
    {
    }
};
struct Plain : Base {
    int c = 5;
    int who() const override
    {
        return 11;
    }
    Plain *self() override
    {
        return this;
    }
    void take(const Plain &other)
    {
        Base::operator=(other);
    }
};
struct Front {
    long front = 3;
    virtual ~Front()
    {
    }
};
struct Behind : Front, Base {
    int c = 6;
    int who() const override
    {
        return 12;
    }
    Behind &operator=(const Behind &other)
    {
        static_cast<Base &>(*this) = other;
        c = other.c;
        return *this;
    }
};
static Behind made(int b)
{
    Behind one;
    one.b = b;
    one.name = "made";
    return one;
}

int main()
{
    Base whole;
    Plain plain, other;
    other.b = 8;
    other.c = 9;
    other.name = "other";
    whole = other;
    std::printf("%d %d %s\n", whole.who(), whole.b, whole.name.c_str());
    Base &part = plain;
    part = other;
    std::printf("%d %d %d %s\n", part.who(), plain.b, plain.c, plain.name.c_str());
    std::printf("%d\n", part.self()->who());
    part = Base();
    std::printf("%d %d %s\n", part.who(), plain.b, plain.name.c_str());
    plain.take(other);
    std::printf("%d %d %d %s\n", part.who(), plain.b, plain.c, plain.name.c_str());
    part = made(4);
    std::printf("%d %d %d %s\n", part.who(), plain.b, plain.c, plain.name.c_str());
    Behind behind;
    behind = made(7);
    Base &second = behind;
    std::printf("%d %d %ld %s\n", second.who(), behind.b, behind.front, behind.name.c_str());
    second = std::move(other);
    std::printf("%d %d %d %zu\n", second.who(), behind.b, behind.c, behind.name.size());
    behind.Base::operator=(plain);
    std::printf("%d %d %s\n", second.who(), behind.b, behind.name.c_str());
    return 0;
}
