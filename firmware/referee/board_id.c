#include "board_id.h"

#include <avr/eeprom.h>
#include <avr/io.h>

#include "watchdog.h"

/* The complement tells a kept id from erased or half-written memory. */
struct kept_id {
    uint32_t id;
    uint32_t complement;
};

static struct kept_id kept_id EEMEM;
static struct kept_id current;

extern uint8_t __heap_start;

static void read_kept(void)
{
    eeprom_read_block(&current, &kept_id, sizeof current);
}

/* Memory that nobody has used since power-on holds a pattern of its own on every chip. */
static uint32_t memory_noise(void)
{
    uint32_t noise = 0;
    for (const uint8_t *byte = &__heap_start; byte < (const uint8_t *)SP; byte++)
        noise = (noise << 5 | noise >> 27) ^ *byte;
    return noise;
}

static void make_new(void)
{
    uint32_t id = memory_noise() ^ watchdog_noise();
    current = (struct kept_id){id, ~id};
    eeprom_update_block(&current, &kept_id, sizeof current);
    read_kept();
}

void board_id_start(void)
{
    read_kept();
    if (!board_id_is_valid())
        make_new();
}

uint32_t board_id(void)
{
    return current.id;
}

bool board_id_is_valid(void)
{
    return current.id == ~current.complement;
}
