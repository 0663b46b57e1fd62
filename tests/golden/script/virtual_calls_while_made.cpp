// What is virtual in a virtual base while a part of the object is made or ended: that of the part.
#include <cstdio>
#include <memory>
#include <string>
#include <typeinfo>

struct Root {
    int id = 1;
    virtual ~Root()
    {
        printf("~Root %s\n", name().c_str());
    }
    virtual std::string name() const
    {
        return "Root";
    }
    virtual int bytes(int x) const = 0;
};
struct Second {
    int s = 5;
    virtual int second()
    {
        return s;
    }
    virtual ~Second() = default;
};
struct Shared : Root, Second {
    int shared = 6;
    int bytes(int x) const override
    {
        return x + shared;
    }
};
static void show(const Root *r, Second *s, const char *when)
{
    printf("%s: %s %d %d\n", when, r->name().c_str(), r->bytes(1), s->second());
}
struct Left : virtual Shared {
    int left = 10;
    Left()
    {
        show(this, this, "Left");
        const Root &r = *this;
        printf("%d\n", typeid(r) == typeid(Left));
    }
    ~Left() override
    {
        show(this, this, "~Left");
    }
    std::string name() const override
    {
        return "Left " + std::to_string(left);
    }
    int second() override
    {
        return left + s;
    }
};
struct Inner : Left {
    double wide = 0.5;
    int inner = 20;
    Inner()
    {
        show(this, this, "Inner");
    }
    ~Inner() override
    {
        show(this, this, "~Inner");
        left = -1;
    }
    int bytes(int x) const override
    {
        return x + inner + left;
    }
};
struct Top {
    virtual int top() const
    {
        return 0;
    }
    virtual ~Top() = default;
};
struct Right : virtual Top, virtual Shared {
    std::string right = "right";
    Right()
    {
        show(this, this, "Right");
        const Top *t = this;
        printf("%d\n", t->top());
    }
    ~Right() override
    {
        show(this, this, "~Right");
    }
    std::string name() const override
    {
        return right;
    }
    int top() const override
    {
        return 30 + shared;
    }
};
struct Via : virtual Right {
    int via = 3;
    Via()
    {
        show(this, this, "Via");
        const Top *t = this;
        printf("%d\n", t->top());
    }
    ~Via() override
    {
        show(this, this, "~Via");
    }
    int second() override
    {
        return via;
    }
};
struct Whole : Inner, Via {
    int *p;
    Whole() : p(new int(40))
    {
        show(this, this, "Whole");
    }
    ~Whole() override
    {
        show(this, this, "~Whole");
        delete p;
        p = nullptr;
    }
    std::string name() const override
    {
        return "Whole";
    }
    int bytes(int x) const override
    {
        return x + *p;
    }
    int second() override
    {
        return *p + 1;
    }
};
struct Last : Whole {
    std::string last = "last";
    std::string name() const override
    {
        return last;
    }
};
int main()
{
    {
        Whole w;
        show(&w, &w, "w");
    }
    puts("");
    std::unique_ptr<Root> r = std::make_unique<Last>();
    show(r.get(), dynamic_cast<Second *>(r.get()), "last");
    r.reset();
    puts("");
    {
        Via v;
        show(&v, &v, "v");
    }
    puts("");
    Inner two[2];
    Left l;
    show(&two[1], &two[1], "two");
}
