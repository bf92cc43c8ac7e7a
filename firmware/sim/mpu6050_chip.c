#include "mpu6050_chip.h"

#include <avr_twi.h>
#include <string.h>

#include "board.h"
#include "trace.h"

#define ADDRESS 0x68
#define ACCEL_XOUT_H 0x3B
#define WHO_AM_I 0x75
#define REGISTERS 128
#define TWCR_ADDRESS 0xBC
#define TWINT_BIT 0x80

uint64_t mpu6050_samples_read;

static struct {
    uint8_t registers[REGISTERS];
    uint8_t pointer;
    uint8_t selected; /* the address byte while a transfer is on, else 0 */
    bool has_pointer;
    avr_irq_t *irq;
} chip;

static void reply(uint8_t kind, uint8_t data)
{
    avr_raise_irq(chip.irq + TWI_IRQ_INPUT, avr_twi_irq_msg(kind, chip.selected, data));
}

/* A burst that begins at the first acceleration register sees one sample, as in the chip. */
static void latch_sample(void)
{
    struct reading now = trace_at(board_now_s());
    for (int i = 0; i < 3; i++) {
        chip.registers[ACCEL_XOUT_H + 2 * i] = (uint8_t)((uint16_t)now.axis[i] >> 8);
        chip.registers[ACCEL_XOUT_H + 2 * i + 1] = (uint8_t)now.axis[i];
    }
    mpu6050_samples_read++;
    if (board.served)
        fprintf(board.served, "accel %d %d %d\n", now.axis[0], now.axis[1], now.axis[2]);
}

static void on_start(uint8_t address)
{
    chip.selected = 0;
    if (address >> 1 != ADDRESS || board_has_fault(MPU_GONE))
        return;
    chip.selected = address;
    if (!(address & 1))
        chip.has_pointer = false;
    else if (chip.pointer == ACCEL_XOUT_H)
        latch_sample();
    reply(TWI_COND_ACK, 1);
}

static void on_write(uint8_t data)
{
    reply(TWI_COND_ACK, 1);
    if (!chip.has_pointer) {
        chip.pointer = data % REGISTERS;
        chip.has_pointer = true;
        return;
    }
    chip.registers[chip.pointer] = data;
    chip.pointer = (chip.pointer + 1) % REGISTERS;
}

static void on_read(void)
{
    reply(TWI_COND_READ, chip.registers[chip.pointer]);
    chip.pointer = (chip.pointer + 1) % REGISTERS;
}

static void on_bus(avr_irq_t *irq, uint32_t value, void *param)
{
    (void)irq, (void)param;
    avr_twi_msg_irq_t message = {.u.v = value};
    if (message.u.twi.msg & TWI_COND_STOP)
        chip.selected = 0;
    if (message.u.twi.msg & TWI_COND_START)
        on_start(message.u.twi.addr);
    if (!chip.selected)
        return;
    if (message.u.twi.msg & TWI_COND_WRITE)
        on_write(message.u.twi.data);
    if (message.u.twi.msg & TWI_COND_READ)
        on_read();
}

static avr_io_write_t write_control;

/* On a hung bus a step that was begun never ends: TWINT stays away. */
static void on_control(avr_t *avr, avr_io_addr_t address, uint8_t value, void *param)
{
    if (board_has_fault(TWI_HUNG))
        avr->data[address] = value & (uint8_t)~TWINT_BIT;
    else
        write_control(avr, address, value, param);
}

static void prepare_bus(avr_t *avr)
{
    /* simavr 1.6 never shows TWINT as cleared to firmware that polls it; a real chip does. */
    for (avr_io_t *io = avr->io_port; io; io = io->next)
        if (!strcmp(io->kind, "twi"))
            ((avr_twi_t *)io)->twi.raise_sticky = 0;
    avr_io_addr_t index = AVR_DATA_TO_IO(TWCR_ADDRESS);
    write_control = avr->io[index].w.c;
    avr->io[index].w.c = on_control;
}

void mpu6050_chip_attach(void)
{
    static const char *names[2] = {"8>mpu6050.out", "32<mpu6050.in"};
    avr_t *avr = board.avr;
    prepare_bus(avr);
    if (!board.options->has_mpu)
        return;
    chip.registers[WHO_AM_I] = ADDRESS;
    chip.irq = avr_alloc_irq(&avr->irq_pool, 0, 2, names);
    avr_irq_register_notify(chip.irq + TWI_IRQ_OUTPUT, on_bus, NULL);
    avr_connect_irq(chip.irq + TWI_IRQ_INPUT,
                    avr_io_getirq(avr, AVR_IOCTL_TWI_GETIRQ(0), TWI_IRQ_INPUT));
    avr_connect_irq(avr_io_getirq(avr, AVR_IOCTL_TWI_GETIRQ(0), TWI_IRQ_OUTPUT),
                    chip.irq + TWI_IRQ_OUTPUT);
}
