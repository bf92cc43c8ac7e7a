#include "twi.h"

#include <avr/io.h>
#include <util/delay.h>
#include <util/twi.h>

#include "clock.h"
#include "pins.h"

#define TIMEOUT_TICKS (TICKS_PER_SECOND / 1000)
#define TW_TIMEOUT 0xFF /* no status of the hardware has these bits */

void twi_start(void)
{
    PORTC |= _BV(PIN_SDA) | _BV(PIN_SCL);
    TWSR = 0;
    TWBR = (F_CPU / 400000UL - 16) / 2;
    TWCR = _BV(TWEN);
}

/* Starts one step on the bus and waits until it is done; the status then. */
static uint8_t step(uint8_t control)
{
    uint32_t since = clock_ticks();
    TWCR = _BV(TWINT) | _BV(TWEN) | control;
    while (!(TWCR & _BV(TWINT)))
        if (clock_ticks() - since > TIMEOUT_TICKS)
            return TW_TIMEOUT;
    return TW_STATUS;
}

static uint8_t send(uint8_t byte)
{
    TWDR = byte;
    return step(0);
}

static void scl_pulse(void)
{
    PORTC &= (uint8_t)~_BV(PIN_SCL);
    DDRC |= _BV(PIN_SCL);
    _delay_us(5);
    DDRC &= (uint8_t)~_BV(PIN_SCL);
    PORTC |= _BV(PIN_SCL);
    _delay_us(5);
}

/* A chip that was interrupted in the middle of a byte holds SDA low until it has been clocked out. */
static void free_bus(void)
{
    TWCR = 0;
    for (uint8_t i = 0; i < 9; i++)
        scl_pulse();
    twi_start();
}

/* The STOP takes a moment, and a START on its heels would spoil it. */
static bool stop(void)
{
    uint32_t since = clock_ticks();
    TWCR = _BV(TWINT) | _BV(TWEN) | _BV(TWSTO);
    while (TWCR & _BV(TWSTO))
        if (clock_ticks() - since > TIMEOUT_TICKS)
            return false;
    return true;
}

/* Ends the transfer and passes on whether it went well. */
static bool finish(bool ok)
{
    if (!stop() || !ok)
        free_bus();
    return ok;
}

static bool open_register(uint8_t address, uint8_t reg)
{
    uint8_t status = step(_BV(TWSTA));
    if (status != TW_START && status != TW_REP_START)
        return false;
    status = send(address << 1 | TW_WRITE);
    /* simavr 1.6 answers the address with the status of data; after an address both mean "here". */
    if (status != TW_MT_SLA_ACK && status != TW_MT_DATA_ACK)
        return false;
    return send(reg) == TW_MT_DATA_ACK;
}

bool twi_write_register(uint8_t address, uint8_t reg, uint8_t value)
{
    return finish(open_register(address, reg) && send(value) == TW_MT_DATA_ACK);
}

static bool read_bytes(uint8_t *bytes, uint8_t length)
{
    while (length--) {
        /* The last byte is not acknowledged, so that the chip lets go of the bus. */
        uint8_t status = step(length ? _BV(TWEA) : 0);
        if (status != (length ? TW_MR_DATA_ACK : TW_MR_DATA_NACK))
            return false;
        *bytes++ = TWDR;
    }
    return true;
}

bool twi_read_registers(uint8_t address, uint8_t reg, uint8_t *bytes, uint8_t length)
{
    return finish(open_register(address, reg) && step(_BV(TWSTA)) == TW_REP_START &&
                  send(address << 1 | TW_READ) == TW_MR_SLA_ACK && read_bytes(bytes, length));
}
