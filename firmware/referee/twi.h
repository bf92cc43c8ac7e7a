/* Two-wire bus (I2C), 400 kHz, one master. Every wait ends: a hung bus costs a millisecond. */
#ifndef REFEREE_TWI_H
#define REFEREE_TWI_H

#include <stdbool.h>
#include <stdint.h>

void twi_start(void);

/* Writes one register of the chip at that address; false if it does not answer. */
bool twi_write_register(uint8_t address, uint8_t reg, uint8_t value);

/* Reads `length` registers in a row, from `reg` on; false if the chip does not answer. */
bool twi_read_registers(uint8_t address, uint8_t reg, uint8_t *bytes, uint8_t length);

#endif
