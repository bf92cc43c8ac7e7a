#include "hx711.h"

#include <avr/interrupt.h>
#include <avr/io.h>
#include <util/atomic.h>
#include <util/delay.h>

#include "clock.h"
#include "messages.h"
#include "outbox.h"
#include "pins.h"

#define POWER_DOWN_US 80 /* the chip sleeps after 60 us of PD_SCK high */
#define SILENCE_BEATS BEATS_PER_SECOND
#define MAX_OVERRUNS_IN_A_ROW 4

static volatile bool is_ready, was_replaced;
static volatile uint32_t ready_at;

static struct hx711_health health;
static uint16_t silent_beats;
static uint8_t overruns_in_a_row;
static bool was_restarted, is_rate_wired;

/* The measurement of the rate: `intervals` samples since the one at `since`. */
static struct {
    uint32_t since, last;
    uint16_t intervals;
    bool is_running;
} window;

ISR(INT0_vect)
{
    was_replaced |= is_ready; /* a second edge: the chip has put a newer sample in its place */
    is_ready = true;
    ready_at = clock_ticks_in_interrupt();
}

static void listen(void)
{
    EIFR = _BV(INTF0); /* the bits of the last sample were edges too */
    EIMSK |= _BV(INT0);
}

static void stop_listening(void)
{
    EIMSK &= (uint8_t)~_BV(INT0);
}

/* One clock pulse; the level of DOUT while it is high. An interrupt must not stretch it to 60 us. */
static bool pulse(void)
{
    bool level;
    ATOMIC_BLOCK(ATOMIC_RESTORESTATE)
    {
        PORTD |= _BV(PIN_SCK);
        _delay_us(0.3); /* DOUT is valid after 0.1 us */
        level = PIND & _BV(PIN_DOUT);
        PORTD &= (uint8_t)~_BV(PIN_SCK);
    }
    return level;
}

static void restart(void)
{
    stop_listening();
    PORTD |= _BV(PIN_SCK);
    _delay_us(POWER_DOWN_US);
    PORTD &= (uint8_t)~_BV(PIN_SCK);
    is_ready = was_replaced = false;
    window.is_running = false;
    silent_beats = 0;
    listen();
}

bool hx711_rate_is_wired(void)
{
    return is_rate_wired;
}

void hx711_choose_rate(bool is_fast)
{
    if (is_fast)
        PORTD |= _BV(PIN_RATE);
    else
        PORTD &= (uint8_t)~_BV(PIN_RATE);
    health.rate_centihertz = 0;
    window.is_running = false;
}

void hx711_start(void)
{
    /* Pull-ups: an unplugged HX711 reads "not ready", an open strap "not wired". */
    PORTD |= _BV(PIN_DOUT) | _BV(PIN_RATE_STRAP);
    DDRD |= _BV(PIN_SCK);
    _delay_us(10);
    is_rate_wired = !(PIND & _BV(PIN_RATE_STRAP));
    if (is_rate_wired) {
        DDRD |= _BV(PIN_RATE);
        hx711_choose_rate(true);
    }
    EICRA = _BV(ISC01); /* falling edge */
    restart();          /* out of whatever a reset interrupted */
}

bool hx711_is_ready(void)
{
    return is_ready;
}

static int32_t shift_in(void)
{
    uint32_t bits = 0;
    for (uint8_t i = 0; i < 24; i++)
        bits = bits << 1 | pulse();
    return (int32_t)(bits << 8) >> 8;
}

/* More than one and a half periods since the last sample: one is missing. */
static bool is_late(uint32_t t)
{
    if (!window.is_running || !health.rate_centihertz)
        return false;
    uint32_t period = 100 * TICKS_PER_SECOND / health.rate_centihertz;
    return t - window.last > period + period / 2;
}

static void measure_rate(const struct weight *weight)
{
    if (weight->flags & (FLAG_OVERRUN | FLAG_DESYNC | FLAG_RESTARTED))
        window.is_running = false;
    window.last = weight->t;
    if (!window.is_running) {
        window.since = weight->t;
        window.intervals = 0;
        window.is_running = true;
        return;
    }
    window.intervals++;
    uint32_t elapsed = weight->t - window.since;
    if (elapsed < TICKS_PER_SECOND)
        return;
    /* In steps of 40 us, so that the product fits into 32 bits. */
    elapsed /= 10;
    health.rate_centihertz = (window.intervals * (10 * TICKS_PER_SECOND) + elapsed / 2) / elapsed;
    window.since = weight->t;
    window.intervals = 0;
}

static uint8_t flags_of(uint32_t t, int32_t counts, bool is_in_step)
{
    uint8_t flags = 0;
    if (was_replaced || is_late(t))
        flags |= FLAG_OVERRUN;
    if (!is_in_step)
        flags |= FLAG_DESYNC;
    if (was_restarted)
        flags |= FLAG_RESTARTED;
    if (counts == 0x7FFFFF || counts == -0x800000L)
        flags |= FLAG_SATURATED;
    return flags;
}

static void keep_health(uint8_t flags)
{
    if (flags & FLAG_OVERRUN)
        count_up(&health.overruns);
    overruns_in_a_row = (flags & FLAG_OVERRUN) ? overruns_in_a_row + 1 : 0;
    if (overruns_in_a_row >= MAX_OVERRUNS_IN_A_ROW)
        health.rate_centihertz = 0; /* not late but slower: somebody moved the jumper */
    if (flags & FLAG_DESYNC)
        count_up(&health.desyncs);
    health.is_alive = !(flags & FLAG_DESYNC);
}

struct weight hx711_read(void)
{
    struct weight weight;
    stop_listening();
    weight.t = ready_at;
    weight.counts = shift_in();
    bool is_in_step = pulse(); /* the 25th: channel A, gain 128; DOUT must be high again */
    weight.flags = flags_of(weight.t, weight.counts, is_in_step);
    keep_health(weight.flags);
    measure_rate(&weight);
    was_restarted = !is_in_step;
    is_ready = was_replaced = false;
    silent_beats = 0;
    if (is_in_step)
        listen();
    else
        restart();
    return weight;
}

void hx711_pass(uint8_t beats)
{
    silent_beats += beats;
    if (silent_beats <= SILENCE_BEATS)
        return;
    health.is_alive = false;
    health.rate_centihertz = 0;
    was_restarted = true;
    restart();
}

struct hx711_health hx711_health(void)
{
    return health;
}
