#include "clock.h"

#include <avr/interrupt.h>
#include <avr/io.h>
#include <util/atomic.h>

/* A test build starts shortly before the ticks wrap, which takes hours otherwise. */
#ifndef FIRST_OVERFLOWS
#define FIRST_OVERFLOWS 0
#endif

static volatile uint16_t overflows = FIRST_OVERFLOWS;
static volatile uint8_t beats;

ISR(TIMER1_OVF_vect)
{
    overflows++;
}

ISR(TIMER2_COMPA_vect)
{
    beats++;
}

void clock_start(void)
{
    TCCR1A = 0;
    TCCR1B = _BV(CS11) | _BV(CS10); /* 16 MHz / 64 = 4 us */
    TIMSK1 = _BV(TOIE1);
    TCCR2A = _BV(WGM21);
    TCCR2B = _BV(CS22) | _BV(CS21); /* 16 MHz / 256 / 250 = 4 ms */
    OCR2A = 249;
    TIMSK2 = _BV(OCIE2A);
}

uint32_t clock_ticks_in_interrupt(void)
{
    uint16_t low = TCNT1, high = overflows;
    if ((TIFR1 & _BV(TOV1)) && low < 0x8000)
        high++; /* it has overflowed, but its interrupt had no chance yet */
    return (uint32_t)high << 16 | low;
}

uint32_t clock_ticks(void)
{
    uint32_t ticks;
    ATOMIC_BLOCK(ATOMIC_RESTORESTATE)
    {
        ticks = clock_ticks_in_interrupt();
    }
    return ticks;
}

uint8_t clock_take_beats(void)
{
    uint8_t taken;
    ATOMIC_BLOCK(ATOMIC_RESTORESTATE)
    {
        taken = beats;
        beats = 0;
    }
    return taken;
}

bool clock_has_beats(void)
{
    return beats != 0;
}
