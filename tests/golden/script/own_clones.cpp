/* Structs that delete objects of their own type: what has the table is not known there yet. */
#include <cstdio>
#include <memory>
#include <string>
struct Shape {
    virtual ~Shape()
    {
        std::printf("~Shape\n");
    }
    virtual std::unique_ptr<Shape> clone() const = 0;
    virtual double area() const = 0;
    static void drop(Shape *shape)
    {
        delete shape;
    }
};
struct Square : Shape {
    double side;
    std::string name = "a name that is longer than what fits";
    explicit Square(double side) : side(side)
    {
    }
    ~Square() override
    {
        std::printf("~Square %g\n", side);
    }
    std::unique_ptr<Shape> clone() const override
    {
        return std::make_unique<Square>(side + 1);
    }
    double area() const override
    {
        return side * side;
    }
};
template <class T> struct Source {
    virtual std::unique_ptr<Source<T>> fork() = 0;
    virtual T next() = 0;
    static void drop(Source *source)
    {
        delete source;
    }
    virtual ~Source() = default;
};
struct Tag {
    long tag = 7;
    virtual ~Tag() = default;
};
struct Counter : Tag, Source<int> {
    int n = 0;
    std::unique_ptr<Source<int>> fork() override
    {
        return std::make_unique<Counter>(*this);
    }
    int next() override
    {
        return ++n;
    }
    ~Counter() override
    {
        std::printf("~Counter %d\n", n);
    }
};
struct Node {
    Node *next = nullptr;
    ~Node()
    {
        std::printf("~Node\n");
        delete next;
    }
};

int main()
{
    Square square(2);
    std::unique_ptr<Shape> copy = square.clone(), third = copy->clone();
    std::printf("%g %g\n", copy->area(), third->area());
    copy.reset();
    Shape::drop(third.release());
    Shape::drop(nullptr);
    Counter counter;
    counter.next();
    std::unique_ptr<Source<int>> fork = counter.fork();
    std::printf("%d %d\n", fork->next(), counter.next());
    std::unique_ptr<Source<int>> other = fork->fork();
    other->next();
    fork = std::move(other);
    Source<int>::drop(fork.release());
    Node *list = new Node;
    list->next = new Node;
    delete list;
    return 0;
}
