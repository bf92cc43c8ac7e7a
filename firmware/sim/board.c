#include "board.h"

#include <avr_eeprom.h>
#include <avr_extint.h>
#include <avr_ioport.h>
#include <sim_elf.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#define EEPROM_BYTES 1024
#define MEMORY_START 0x100

struct board board;

double board_now_s(void)
{
    return (double)board.avr->cycle / CLOCK_HZ;
}

bool board_has_fault(enum fault_kind kind)
{
    return fault_is_active(board.options, kind, board_now_s());
}

void board_drive(int pin, int level)
{
    static avr_ioport_external_t driven;
    unsigned mask = driven.mask | 1u << pin;
    unsigned value = (driven.value & ~(1u << pin)) | (unsigned)(level != 0) << pin;
    /* Told twice: simavr puts its pull-ups on the pins again with every write to the port, and
       only this table keeps it from overruling us. */
    driven.name = 'D';
    driven.mask = mask & 0xFF;
    driven.value = value & 0xFF;
    avr_ioctl(board.avr, AVR_IOCTL_IOPORT_SET_EXTERNAL('D'), &driven);
    avr_raise_irq(avr_io_getirq(board.avr, AVR_IOCTL_IOPORT_GETIRQ('D'), pin), level);
}

static void never_sleep(avr_t *avr, avr_cycle_count_t cycles)
{
    (void)avr, (void)cycles; /* the main loop keeps the time */
}

static void fill_memory(uint32_t seed)
{
    for (uint32_t at = MEMORY_START; seed && at <= board.avr->ramend; at++) {
        seed = seed * 1664525 + 1013904223;
        board.avr->data[at] = (uint8_t)(seed >> 24);
    }
}

static void load_eeprom(const char *path)
{
    uint8_t bytes[EEPROM_BYTES];
    memset(bytes, 0xFF, sizeof bytes);
    FILE *file = path ? fopen(path, "rb") : NULL;
    if (file) {
        if (fread(bytes, 1, sizeof bytes, file) != sizeof bytes)
            fprintf(stderr, "scale-sim: %s is shorter than an EEPROM\n", path);
        fclose(file);
    }
    avr_eeprom_desc_t all = {.ee = bytes, .offset = 0, .size = sizeof bytes};
    avr_ioctl(board.avr, AVR_IOCTL_EEPROM_SET, &all);
}

void board_save_eeprom(void)
{
    avr_eeprom_desc_t all = {.ee = NULL, .offset = 0, .size = EEPROM_BYTES};
    FILE *file = board.options->eeprom ? fopen(board.options->eeprom, "wb") : NULL;
    if (!file)
        return;
    avr_ioctl(board.avr, AVR_IOCTL_EEPROM_GET, &all);
    if (all.ee)
        fwrite(all.ee, 1, EEPROM_BYTES, file);
    fclose(file);
}

/* The first line on stdout is the terminal's, so simavr must not chat there. */
static void log_errors(avr_t *avr, const int level, const char *format, va_list arguments)
{
    (void)avr;
    if (level <= LOG_ERROR)
        vfprintf(stderr, format, arguments);
}

static void load_firmware(const char *path)
{
    elf_firmware_t firmware;
    memset(&firmware, 0, sizeof firmware);
    if (elf_read_firmware(path, &firmware)) {
        fprintf(stderr, "scale-sim: %s cannot be read; build it with make\n", path);
        exit(2);
    }
    firmware.frequency = CLOCK_HZ;
    avr_load_firmware(board.avr, &firmware);
}

void board_make(const struct options *options)
{
    board.options = options;
    avr_global_logger_set(log_errors);
    board.avr = avr_make_mcu_by_name("atmega328p");
    avr_init(board.avr);
    board.avr->log = LOG_ERROR;
    load_firmware(options->firmware);
    board.avr->frequency = CLOCK_HZ;
    board.avr->sleep = never_sleep;
    fill_memory(options->memory_seed);
    load_eeprom(options->eeprom);
    /* simavr 1.6 polls a low interrupt pin every cycle, which is 70 times slower. */
    avr_extint_set_strict_lvl_trig(board.avr, 0, 0);
    avr_extint_set_strict_lvl_trig(board.avr, 1, 0);
    if (options->is_rate_wired)
        board_drive(6, 0);
    if (options->served && !(board.served = fopen(options->served, "w")))
        perror(options->served);
}
