/*
 * A Modbus server on libmodbus, an independent peer to test the board's Modbus drive against.
 *
 *   peer tcp PORT | rtu PATH   normal
 *                              silent COUNT      the first COUNT requests get no answer
 *                              late COUNT MS     the first COUNT requests are answered so much later
 *                              garbage COUNT     the first COUNT requests are answered with noise
 *                              exception CODE    every request is refused
 *
 * Prints "ready" when it listens, then each request as a line in hex.
 */
#include <errno.h>
#include <modbus.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { REGISTERS = 0x3100 };

static const uint8_t NOISE[] = {0x01, 0x03, 0xde, 0xad, 0xbe, 0xef, 0x00, 0x55, 0x01, 0x83, 0x07, 0x99};

static void fill(uint16_t *at) {
  const uint16_t state[] = {1, 0x41, 0, 0x010d};
  const uint16_t run[] = {4073, 4073, 3184, 187, 49, 2380, 491, 600, 400, 401, 0, 0, 0, 401};
  memcpy(at + 0x2100, state, sizeof state);
  memcpy(at + 0x3000, run, sizeof run);
  at[0x0001] = 2;
  at[0x0900] = 0;
  at[0x0901] = 400;
}

static void show(const uint8_t *query, int length) {
  for (int i = 0; i < length; i++) printf("%02x%s", query[i], i + 1 < length ? " " : "\n");
  fflush(stdout);
}

/* Returns -1 when this peer is gone. */
static int answer(modbus_t *ctx, modbus_mapping_t *map, int argc, char **argv) {
  static int asked = 0;
  uint8_t query[MODBUS_MAX_ADU_LENGTH];
  int length = modbus_receive(ctx, query);
  if (length <= 0) return length == 0 || errno == EMBBADCRC || errno == ETIMEDOUT ? 0 : -1;
  show(query, length);
  const char *mode = argv[3];
  int number = argc > 4 ? atoi(argv[4]) : 0;
  int is_troubled = asked++ < number;
  if (strcmp(mode, "exception") == 0) return modbus_reply_exception(ctx, query, number);
  if (is_troubled && strcmp(mode, "silent") == 0) return 0;
  if (is_troubled && strcmp(mode, "garbage") == 0)
    return write(modbus_get_socket(ctx), NOISE, sizeof NOISE) < 0 ? -1 : 0;
  if (is_troubled && strcmp(mode, "late") == 0) usleep(1000 * atoi(argc > 5 ? argv[5] : "500"));
  return modbus_reply(ctx, query, length, map);
}

int main(int argc, char **argv) {
  if (argc < 4) return 2;
  int is_tcp = strcmp(argv[1], "tcp") == 0;
  modbus_t *ctx = is_tcp ? modbus_new_tcp("127.0.0.1", atoi(argv[2])) : modbus_new_rtu(argv[2], 19200, 'E', 8, 1);
  modbus_mapping_t *map = modbus_mapping_new(0, 0, REGISTERS, 0);
  if (!ctx || !map) return 1;
  fill(map->tab_registers);
  modbus_set_slave(ctx, 1);
  int listener = is_tcp ? modbus_tcp_listen(ctx, 4) : modbus_connect(ctx);
  if (listener < 0) return 1;
  printf("ready\n");
  fflush(stdout);
  for (;;) {
    if (is_tcp && modbus_tcp_accept(ctx, &listener) < 0) return 1;
    while (answer(ctx, map, argc, argv) >= 0) continue;
    if (!is_tcp) return 1;
    modbus_close(ctx);
  }
}
