int main() try {
    return 0;
}

int f();
