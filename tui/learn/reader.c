#include "tui/learn/reader.h"

#include "sim/base/mem.h"

#include <stdlib.h>
#include <string.h>

static bool is_gate(const struct reader *reader, const struct lesson_block *block)
{
    return block->kind == LESSON_STEP || block->kind == LESSON_EXERCISE ||
           (block->kind == LESSON_ASK && !reader->answered[block->question]);
}

static const struct lesson_page *page_of(const struct reader *reader)
{
    return &reader->lesson->pages[reader->page];
}

/* Opens up to the next gate; the block at `from` is open in any case. */
static void open_to_gate(struct reader *reader, size_t from)
{
    const struct lesson_page *page = page_of(reader);
    while (from < page->block_count &&
           !is_gate(reader, &reader->lesson->blocks[page->first_block + from]))
        from++;
    if (from > reader->open[reader->page])
        reader->open[reader->page] = from;
}

/* The first step of a page is where it begins, not something to wait for. */
static void begin_page(struct reader *reader, size_t page)
{
    reader->page = page;
    if (reader->begun[page])
        return;
    reader->begun[page] = true;
    open_to_gate(reader, 0);
    const struct lesson_page *row = page_of(reader);
    const struct lesson_block *blocks = &reader->lesson->blocks[row->first_block];
    size_t steps = 0, at = reader->open[page];
    if (at == row->block_count || blocks[at].kind != LESSON_STEP)
        return;
    for (size_t i = 0; i < at; i++)
        steps += blocks[i].kind == LESSON_STEP;
    if (steps == 0)
        open_to_gate(reader, at + 1);
}

void reader_init(struct reader *reader, const struct lesson *lesson)
{
    memset(reader, 0, sizeof *reader);
    reader->lesson = lesson;
    reader->open = mem_zalloc((lesson->page_count + 1) * sizeof *reader->open);
    reader->begun = mem_zalloc((lesson->page_count + 1) * sizeof *reader->begun);
    reader->answered = mem_zalloc((lesson->question_count + 1) * sizeof *reader->answered);
    if (lesson->page_count > 0)
        begin_page(reader, 0);
}

const struct lesson_block *reader_blocks(const struct reader *reader, size_t *count)
{
    *count = reader->open[reader->page];
    return &reader->lesson->blocks[page_of(reader)->first_block];
}

const struct lesson_block *reader_gate_block(const struct reader *reader)
{
    const struct lesson_page *page = page_of(reader);
    size_t open = reader->open[reader->page];
    return open < page->block_count ? &reader->lesson->blocks[page->first_block + open] : NULL;
}

enum reader_gate reader_gate(const struct reader *reader)
{
    const struct lesson_block *block = reader_gate_block(reader);
    if (block && block->kind == LESSON_STEP)
        return GATE_STEP;
    if (block && block->kind == LESSON_ASK)
        return GATE_ASK;
    if (block && block->kind == LESSON_EXERCISE)
        return GATE_EXERCISE;
    return reader->page + 1 < reader->lesson->page_count ? GATE_PAGE : GATE_END;
}

bool reader_go_on(struct reader *reader)
{
    switch (reader_gate(reader)) {
    case GATE_STEP:
    case GATE_EXERCISE:
        open_to_gate(reader, reader->open[reader->page] + 1);
        return true;
    case GATE_PAGE:
        begin_page(reader, reader->page + 1);
        return true;
    default:
        return false;
    }
}

void reader_answered(struct reader *reader)
{
    const struct lesson_block *block = reader_gate_block(reader);
    if (!block || block->kind != LESSON_ASK)
        return;
    reader->answered[block->question] = true;
    open_to_gate(reader, reader->open[reader->page] + 1);
}

bool reader_go_back(struct reader *reader)
{
    if (reader->page == 0)
        return false;
    reader->page--;
    return true;
}

void reader_set_page(struct reader *reader, size_t page)
{
    for (size_t i = 0; i <= page && i < reader->lesson->page_count; i++) {
        begin_page(reader, i);
        open_to_gate(reader, reader->open[i]); /* its questions may have been answered since */
        if (i == page)
            break;
        while (reader_gate(reader) == GATE_STEP)
            reader_go_on(reader);
        if (reader_gate(reader) != GATE_PAGE)
            break;
    }
}

const struct lesson_block *reader_last(const struct reader *reader, enum lesson_block_kind kind)
{
    for (size_t page = reader->page + 1; page-- > 0;) {
        const struct lesson_page *row = &reader->lesson->pages[page];
        for (size_t i = reader->open[page]; i-- > 0;) {
            const struct lesson_block *block = &reader->lesson->blocks[row->first_block + i];
            if (block->kind == kind)
                return block;
            if (kind == LESSON_STEP && block->kind == LESSON_SHOW)
                return NULL;
        }
        if (kind == LESSON_STEP)
            return NULL;
    }
    return NULL;
}

void reader_release(struct reader *reader)
{
    free(reader->open);
    free(reader->begun);
    free(reader->answered);
    memset(reader, 0, sizeof *reader);
}
