int value = 3;
int main() {
    auto value = (value);
    return value;
}
