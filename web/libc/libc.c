// As much of a C library as the core calls, for wasm32 without one.
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

// Memory is copied and filled by instructions of their own.
void *memcpy(void *restrict to, const void *restrict from, size_t size)
{
    return __builtin_memcpy(to, from, size);
}

void *memmove(void *to, const void *from, size_t size)
{
    return __builtin_memmove(to, from, size);
}

void *memset(void *to, int value, size_t size)
{
    return __builtin_memset(to, value, size);
}

int memcmp(const void *a, const void *b, size_t size)
{
    const unsigned char *left = a, *right = b;
    for (size_t i = 0; i < size; i++) {
        if (left[i] != right[i]) {
            return left[i] < right[i] ? -1 : 1;
        }
    }
    return 0;
}

size_t strlen(const char *text)
{
    size_t length = 0;
    while (text[length]) {
        length++;
    }
    return length;
}

int strncmp(const char *a, const char *b, size_t most)
{
    size_t i = 0;
    while (i < most && a[i] && a[i] == b[i]) {
        i++;
    }
    return i == most ? 0 : (unsigned char)a[i] - (unsigned char)b[i];
}

int strcmp(const char *a, const char *b)
{
    return strncmp(a, b, SIZE_MAX);
}

char *strstr(const char *text, const char *part)
{
    size_t length = strlen(part);
    for (; strncmp(text, part, length) != 0; text++) {
        if (!*text) {
            return NULL;
        }
    }
    return (char *)(uintptr_t)text;
}

char *strchr(const char *text, int letter)
{
    while (*text && *text != (char)letter) {
        text++;
    }
    return *text == (char)letter ? (char *)(uintptr_t)text : NULL;
}

char *strrchr(const char *text, int letter)
{
    char *last = strchr(text, letter);
    for (char *next = last; next && *next; next = strchr(next + 1, letter)) {
        last = next;
    }
    return last;
}

size_t strspn(const char *text, const char *letters)
{
    size_t length = 0;
    while (text[length] && strchr(letters, text[length])) {
        length++;
    }
    return length;
}

size_t strcspn(const char *text, const char *letters)
{
    size_t length = 0;
    while (text[length] && !strchr(letters, text[length])) {
        length++;
    }
    return length;
}

void *memchr(const void *bytes, int byte, size_t size)
{
    const unsigned char *at = bytes;
    for (size_t i = 0; i < size; i++) {
        if (at[i] == (unsigned char)byte) {
            return (void *)(uintptr_t)(at + i);
        }
    }
    return NULL;
}

int abs(int number)
{
    return number < 0 ? -number : number;
}

// Blocks are powers of two, each with its exponent before it; those given back are kept by
// exponent, and taken again before memory grows. A world has few blocks, and keeps them.
enum { HEAD = 16, LEAST = 5, MOST = 31, PAGE = 1 << 16 };

typedef union Block {
    struct {
        uint32_t exponent;
        union Block *next;
    } head;
    unsigned char bytes[HEAD];
} Block;

extern unsigned char __heap_base; // where the linker's own data ends

static Block *spare[MOST + 1];
static uintptr_t top; // what is beyond was never given out

static Block *extend(uint32_t exponent)
{
    uintptr_t begin = top ? top : ((uintptr_t)&__heap_base + HEAD - 1) / HEAD * HEAD;
    uintptr_t end = begin + ((uintptr_t)1 << exponent);
    uintptr_t has = (uintptr_t)__builtin_wasm_memory_size(0) * PAGE;
    if (end < begin) {
        return NULL;
    }
    if (end > has && __builtin_wasm_memory_grow(0, (end - has + PAGE - 1) / PAGE) == SIZE_MAX) {
        return NULL;
    }
    top = end;
    return (Block *)begin;
}

void *malloc(size_t size)
{
    if (size > ((size_t)1 << MOST) - HEAD) {
        return NULL;
    }
    uint32_t exponent = LEAST;
    while (((size_t)1 << exponent) < size + HEAD) {
        exponent++;
    }
    Block *block = spare[exponent];
    if (block) {
        spare[exponent] = block->head.next;
    } else {
        block = extend(exponent);
    }
    if (!block) {
        return NULL;
    }
    block->head.exponent = exponent;
    return block + 1;
}

void free(void *memory)
{
    if (memory) {
        Block *block = (Block *)memory - 1;
        block = block->head.exponent ? block : block->head.next; // of aligned_alloc
        block->head.next = spare[block->head.exponent];
        spare[block->head.exponent] = block;
    }
}

void *calloc(size_t count, size_t size)
{
    if (size && count > SIZE_MAX / size) {
        return NULL;
    }
    void *memory = malloc(count * size);
    return memory ? memset(memory, 0, count * size) : NULL;
}

void *realloc(void *memory, size_t size)
{
    size_t has = memory ? ((size_t)1 << ((Block *)memory - 1)->head.exponent) - HEAD : 0;
    if (size <= has) {
        return memory;
    }
    void *larger = malloc(size);
    if (larger && memory) {
        memcpy(larger, memory, has);
        free(memory);
    }
    return larger;
}

// What is aligned has a head of its own before it, of exponent 0, that leads to the block's.
void *aligned_alloc(size_t alignment, size_t size)
{
    unsigned char *memory = malloc(size + alignment);
    if (!memory) {
        return NULL;
    }
    size_t skipped = (alignment - (uintptr_t)memory % alignment) % alignment;
    if (skipped == 0) {
        return memory;
    }
    Block *head = (Block *)(memory + skipped) - 1;
    head->head.exponent = 0;
    head->head.next = (Block *)memory - 1;
    return memory + skipped;
}
