struct S { int a; float b[3]; struct T { int c; } t; S *next; }; int main() { S s = {1, {2, 3}, {4}}, *p = &s; p->next = p; return p->next->t.c + sizeof(S); }
