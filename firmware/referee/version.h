/* The version that HELLO tells and `referee flash --check` compares. */
#ifndef REFEREE_VERSION_H
#define REFEREE_VERSION_H

#define FIRMWARE_MAJOR 0
#define FIRMWARE_MINOR 1
#define FIRMWARE_PATCH 0

#endif
