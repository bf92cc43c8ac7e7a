#include "tilt.h"

#include <avr/io.h>
#include <util/delay.h>

#include "pins.h"

#define STEADY_BEATS 5

static uint8_t level, different_beats;
static bool is_wired;

static uint8_t pin_level(void)
{
    return (PIND & _BV(PIN_TILT)) ? 1 : 0;
}

static void settle_at(uint8_t new_level)
{
    level = new_level;
    if (level == 0)
        is_wired = true;
}

void tilt_start(void)
{
    PORTD |= _BV(PIN_TILT);
    _delay_us(10); /* the pull-up has to charge the wire */
    settle_at(pin_level());
}

bool tilt_pass(uint8_t beats)
{
    if (pin_level() == level) {
        different_beats = 0;
        return false;
    }
    different_beats += beats;
    if (different_beats < STEADY_BEATS)
        return false;
    different_beats = 0;
    settle_at(!level);
    return true;
}

uint8_t tilt_level(void)
{
    return level;
}

bool tilt_is_wired(void)
{
    return is_wired;
}
