#include "hx711_chip.h"

#include <avr_ioport.h>
#include <math.h>
#include <sim_cycle_timers.h>

#include "board.h"
#include "trace.h"

#define PIN_DOUT 2
#define PIN_SCK 3
#define PIN_RATE 5
#define SAMPLE_BITS 24
#define POWER_DOWN_US 60
#define SETTLING_CONVERSIONS 4
#define MIN_COUNTS (-0x800000)
#define MAX_COUNTS 0x7FFFFF

struct hx711_statistics hx711_statistics;

static struct {
    int32_t counts;
    int pulses;
    bool is_clock_high, is_powered_down, is_unread, is_slow;
    avr_cycle_count_t ready_at;
} chip;

static avr_cycle_count_t period_cycles(void)
{
    double rate = board.options->rate / (chip.is_slow || board_has_fault(HX711_SLOW) ? 8 : 1);
    return (avr_cycle_count_t)(CLOCK_HZ / rate + 0.5);
}

static void set_dout(int level)
{
    board_drive(PIN_DOUT, level && !board_has_fault(HX711_STUCK_LOW));
}

static avr_cycle_count_t say_ready(avr_t *avr, avr_cycle_count_t when, void *param)
{
    (void)when, (void)param;
    chip.ready_at = avr->cycle;
    set_dout(0);
    return 0;
}

/* About N(0, 1), the same in every run: the sum of twelve equal distributions. */
static double chance(void)
{
    static uint32_t state = 1;
    double sum = -6;
    for (int i = 0; i < 12; i++) {
        state = state * 1664525 + 1013904223;
        sum += (double)(state >> 8) / (1 << 24);
    }
    return sum;
}

static int32_t felt_counts(void)
{
    double noise = board.options->noise_counts;
    int32_t counts = trace_at(board_now_s()).counts;
    return noise > 0 ? counts + (int32_t)lround(noise * chance()) : counts;
}

static int32_t limited(int32_t counts)
{
    return counts < MIN_COUNTS ? MIN_COUNTS : counts > MAX_COUNTS ? MAX_COUNTS : counts;
}

static void replace_sample(void)
{
    hx711_statistics.conversions++;
    /* While the board is still booting nobody can be late. */
    hx711_statistics.overruns += chip.is_unread && hx711_statistics.samples_read;
    chip.counts = limited(felt_counts());
    chip.pulses = 0;
    chip.is_unread = true;
    set_dout(1);
    avr_cycle_timer_register_usec(board.avr, 1, say_ready, NULL);
}

static avr_cycle_count_t replace_again(avr_t *avr, avr_cycle_count_t when, void *param)
{
    (void)avr, (void)when, (void)param;
    replace_sample();
    return 0;
}

static avr_cycle_count_t convert(avr_t *avr, avr_cycle_count_t when, void *param)
{
    (void)param;
    avr_cycle_count_t next = when + period_cycles();
    if (chip.is_powered_down || board_has_fault(HX711_SILENT))
        return next;
    if (chip.pulses > 0 && chip.pulses < SAMPLE_BITS) {
        hx711_statistics.collisions++;
        return next;
    }
    replace_sample();
    if (board_has_fault(HX711_HURRIED))
        avr_cycle_timer_register_usec(avr, 4, replace_again, NULL);
    return next;
}

static avr_cycle_count_t power_down(avr_t *avr, avr_cycle_count_t when, void *param)
{
    (void)avr, (void)when, (void)param;
    hx711_statistics.power_downs++;
    chip.is_powered_down = true;
    set_dout(1);
    return 0;
}

static void wake_up(void)
{
    chip.is_powered_down = chip.is_unread = false;
    chip.pulses = 0;
    avr_cycle_timer_register(board.avr, SETTLING_CONVERSIONS * period_cycles(), convert, NULL);
}

static void note_wait(void)
{
    double wait_us = (double)(board.avr->cycle - chip.ready_at) * 1e6 / CLOCK_HZ;
    if (hx711_statistics.samples_read && wait_us > hx711_statistics.longest_wait_us)
        hx711_statistics.longest_wait_us = wait_us;
}

static void sample_was_read(void)
{
    hx711_statistics.samples_read += chip.is_unread;
    if (board.served && chip.is_unread)
        fprintf(board.served, "weight %d\n", chip.counts);
    chip.is_unread = false;
}

static void clock_rises(void)
{
    avr_cycle_timer_register_usec(board.avr, POWER_DOWN_US, power_down, NULL);
    if (++chip.pulses == 1)
        note_wait();
    if (chip.pulses <= SAMPLE_BITS)
        set_dout(chip.counts >> (SAMPLE_BITS - chip.pulses) & 1);
    else
        set_dout(!board_has_fault(HX711_DESYNC));
    if (chip.pulses == SAMPLE_BITS)
        sample_was_read();
}

static void clock_falls(void)
{
    avr_cycle_timer_cancel(board.avr, power_down, NULL);
    if (chip.is_powered_down)
        wake_up();
}

static void on_clock(avr_irq_t *irq, uint32_t level, void *param)
{
    (void)irq, (void)param;
    bool was_high = chip.is_clock_high;
    chip.is_clock_high = level;
    if (level && !was_high)
        clock_rises();
    else if (!level && was_high)
        clock_falls();
}

static void on_rate(avr_irq_t *irq, uint32_t level, void *param)
{
    (void)irq, (void)param;
    chip.is_slow = !level;
}

void hx711_chip_attach(void)
{
    avr_t *avr = board.avr;
    set_dout(1);
    avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_IOPORT_GETIRQ('D'), PIN_SCK), on_clock, NULL);
    if (board.options->is_rate_wired)
        avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_IOPORT_GETIRQ('D'), PIN_RATE), on_rate,
                                NULL);
    avr_cycle_timer_register(avr, SETTLING_CONVERSIONS * period_cycles(), convert, NULL);
}

void hx711_chip_rearm(void)
{
    chip.is_clock_high = false;
    chip.pulses = 0;
    avr_cycle_timer_register(board.avr, period_cycles(), convert, NULL);
}
