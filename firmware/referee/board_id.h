/* The number by which the program knows this board, kept in EEPROM. */
#ifndef REFEREE_BOARD_ID_H
#define REFEREE_BOARD_ID_H

#include <stdbool.h>
#include <stdint.h>

/* Reads it; makes and keeps one if there is none. Needs the clock and interrupts. */
void board_id_start(void);

uint32_t board_id(void);

/* It was read back from EEPROM, so it will be the same next time. */
bool board_id_is_valid(void);

#endif
