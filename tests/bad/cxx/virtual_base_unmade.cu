struct Device {
    int id;
    explicit Device(int i) : id(i) {}
};
struct Reader : virtual Device {
    Reader() : Device(1) {}
};
struct Port : Reader {
    Port() {}
};

int main()
{
    Port p;
    return p.id;
}
