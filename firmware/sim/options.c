#include "options.h"

#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char USAGE[] =
    "usage: scale-sim FIRMWARE.elf [options]\n"
    "  --trace FILE|-     lines `t_s counts [ax ay az]` (blanks or commas); - is standard input\n"
    "  --binary           the trace has records f64 t_s, i32 counts, i16 ax, ay, az instead\n"
    "  --noise N          counts of noise (standard deviation) on every conversion (0)\n"
    "  --rate N           conversions of the HX711 per second (80)\n"
    "  --rate-wired       RATE and its strap are wired; --rate is the fast one, an eighth the slow\n"
    "  --speed real|max   as fast as a real board (default) or as fast as possible\n"
    "  --duration S       end after that much simulated time\n"
    "  --no-mpu           no MPU-6050 on the bus\n"
    "  --tilt T=LEVEL     wire a tilt switch; 0 upright, 1 tilted from T seconds on\n"
    "  --fault NAME=A:B   from A to B seconds: hx711-silent, hx711-stuck-low, hx711-desync,\n"
    "                     hx711-slow, hx711-hurried, twi-hung, mpu-gone\n"
    "  --send T=HEX       these bytes go to the chip at T seconds\n"
    "  --repeat P=HEX     and these every P seconds\n"
    "  --output FILE      write what the chip sends to a file instead of a pseudo-terminal\n"
    "  --link PATH        a symbolic link to the pseudo-terminal\n"
    "  --wait             start the clock with the first byte from the host\n"
    "  --served FILE      list every sample that was read out of the chips\n"
    "  --coverage FILE    list the addresses of all instructions that were executed\n"
    "  --eeprom FILE      the EEPROM, kept from run to run\n"
    "  --memory-seed N    what the memory holds at power-on (all zero by default)\n";

static const char *const FAULT_NAMES[FAULT_KINDS] = {
    "hx711-silent",  "hx711-stuck-low", "hx711-desync", "hx711-slow",
    "hx711-hurried", "twi-hung",        "mpu-gone",
};

static void refuse(const char *what, const char *argument)
{
    fprintf(stderr, "scale-sim: %s: %s\n%s", what, argument, USAGE);
    exit(2);
}

static size_t parse_hex(const char *text, uint8_t *bytes, size_t room)
{
    size_t length = 0;
    unsigned value;
    for (; text[0] && text[1] && length < room; text += 2) {
        if (sscanf(text, "%2x", &value) != 1)
            refuse("not hexadecimal", text);
        bytes[length++] = (uint8_t)value;
    }
    return length;
}

static void add_speech(struct options *options, const char *argument, bool is_repeated)
{
    const char *hex = strchr(argument, '=');
    if (!hex || options->speech_count == LIST_MAX)
        refuse("expected SECONDS=HEX", argument);
    struct speech *speech = &options->speeches[options->speech_count++];
    speech->at_s = atof(argument);
    speech->every_s = is_repeated ? speech->at_s : 0;
    speech->length = parse_hex(hex + 1, speech->bytes, sizeof speech->bytes);
}

static void add_tilt(struct options *options, const char *argument)
{
    struct level_change *change = &options->tilts[options->tilt_count];
    if (options->tilt_count == LIST_MAX ||
        sscanf(argument, "%lf=%d", &change->at_s, &change->level) != 2)
        refuse("expected SECONDS=LEVEL", argument);
    options->tilt_count++;
}

static void add_fault(struct options *options, const char *argument)
{
    struct fault *fault = &options->faults[options->fault_count];
    const char *times = strchr(argument, '=');
    if (!times || options->fault_count == LIST_MAX ||
        sscanf(times + 1, "%lf:%lf", &fault->from_s, &fault->to_s) != 2)
        refuse("expected NAME=FROM:TO", argument);
    size_t length = (size_t)(times - argument);
    for (int kind = 0; kind < FAULT_KINDS; kind++) {
        if (strlen(FAULT_NAMES[kind]) == length && !strncmp(FAULT_NAMES[kind], argument, length)) {
            fault->kind = (enum fault_kind)kind;
            options->fault_count++;
            return;
        }
    }
    refuse("no such fault", argument);
}

static void set_speed(struct options *options, const char *argument)
{
    if (strcmp(argument, "real") && strcmp(argument, "max"))
        refuse("speed is real or max, not", argument);
    options->is_real_time = !strcmp(argument, "real");
}

enum option_code {
    TRACE = 256, BINARY, RATE, RATE_WIRED, SPEED, DURATION, NO_MPU, TILT, FAULT, SEND, REPEAT,
    OUTPUT, LINK, WAIT, SERVED, COVERAGE, EEPROM, MEMORY_SEED, NOISE, HELP,
};

static const struct option LONG_OPTIONS[] = {
    {"trace", 1, 0, TRACE},       {"binary", 0, 0, BINARY},
    {"rate", 1, 0, RATE},         {"rate-wired", 0, 0, RATE_WIRED},
    {"speed", 1, 0, SPEED},       {"duration", 1, 0, DURATION},
    {"no-mpu", 0, 0, NO_MPU},     {"tilt", 1, 0, TILT},
    {"fault", 1, 0, FAULT},       {"send", 1, 0, SEND},
    {"repeat", 1, 0, REPEAT},     {"output", 1, 0, OUTPUT},
    {"link", 1, 0, LINK},         {"wait", 0, 0, WAIT},
    {"served", 1, 0, SERVED},     {"coverage", 1, 0, COVERAGE},
    {"eeprom", 1, 0, EEPROM},     {"memory-seed", 1, 0, MEMORY_SEED},
    {"noise", 1, 0, NOISE},       {"help", 0, 0, HELP},
    {0, 0, 0, 0},
};

static void apply(struct options *options, int code)
{
    switch (code) {
    case TRACE: options->trace = optarg; break;
    case BINARY: options->is_binary = true; break;
    case RATE: options->rate = atof(optarg); break;
    case RATE_WIRED: options->is_rate_wired = true; break;
    case SPEED: set_speed(options, optarg); break;
    case DURATION: options->duration_s = atof(optarg); break;
    case NO_MPU: options->has_mpu = false; break;
    case TILT: add_tilt(options, optarg); break;
    case FAULT: add_fault(options, optarg); break;
    case SEND: add_speech(options, optarg, false); break;
    case REPEAT: add_speech(options, optarg, true); break;
    case OUTPUT: options->output = optarg; break;
    case LINK: options->link = optarg; break;
    case WAIT: options->waits_for_host = true; break;
    case SERVED: options->served = optarg; break;
    case COVERAGE: options->coverage = optarg; break;
    case EEPROM: options->eeprom = optarg; break;
    case MEMORY_SEED: options->memory_seed = (uint32_t)strtoul(optarg, NULL, 0); break;
    case NOISE: options->noise_counts = atof(optarg); break;
    case HELP: fputs(USAGE, stdout); exit(0);
    default: fputs(USAGE, stderr); exit(2);
    }
}

struct options options_parse(int argc, char **argv)
{
    struct options options = {.is_real_time = true, .has_mpu = true, .rate = 80};
    int code;
    while ((code = getopt_long(argc, argv, "", LONG_OPTIONS, NULL)) != -1)
        apply(&options, code);
    if (optind != argc - 1)
        refuse("expected one firmware file, got", optind < argc ? "several" : "none");
    if (options.rate <= 0)
        refuse("a rate must be positive", "--rate");
    options.firmware = argv[optind];
    return options;
}

bool fault_is_active(const struct options *options, enum fault_kind kind, double now_s)
{
    for (size_t i = 0; i < options->fault_count; i++) {
        const struct fault *fault = &options->faults[i];
        if (fault->kind == kind && now_s >= fault->from_s && now_s < fault->to_s)
            return true;
    }
    return false;
}
