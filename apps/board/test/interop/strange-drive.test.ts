import { once } from 'node:events';
import { gd10 } from '@manoboard/domain/fc/gd10';
import { freePort } from '@manoboard/testkit/free-port';
import modbusSerial from 'modbus-serial';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type BoardParts, startBoard } from '../../src/board.ts';
import { systemClock } from '../../src/clock.ts';
import { createModbusDrive } from '../../src/drive/modbus-drive.ts';
import { createBoardSecrets } from '../../src/identity/board-secrets.ts';
import { mqttLink } from '../../src/link/mqtt-link.ts';
import { createMachineSensors } from '../../src/sensors/machine-sensors.ts';
import { startBroker, type TestBroker } from '../broker.ts';
import { addressOf } from '../gd10-world.ts';
import { cmdAt, ID_DEV, opAt } from '../parts.ts';

const { ServerTCP } = modbusSerial;

const IDENTITY = 0x2103;
/** It turns at 9 bar: as a GD10 it would be stopped for over-pressure. */
const RUNNING_HIGH = new Map([
  [0x2100, 1],
  [0x2101, 0x41],
  [0x0001, 2],
  [0x3013, 900],
]);

let broker: TestBroker;
const undo: (() => Promise<unknown>)[] = [];
beforeEach(async () => {
  broker = await startBroker();
});
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
  await broker.close();
});

/** Answers register 2103H with a word, with exception 2, or not at all; every other register is readable and writable. */
type Identity = number | 'exception' | 'silence';

async function startStrangeDrive(identity: Identity) {
  const writes: [address: number, word: number][] = [];
  const words = new Map(RUNNING_HIGH);
  const port = await freePort();
  const read = (address: number): number | Promise<number> => {
    if (address !== IDENTITY) return words.get(address) ?? 900;
    if (identity === 'exception') throw Object.assign(new Error('no such register'), { modbusErrorCode: 2 });
    return identity === 'silence' ? new Promise<number>(() => undefined) : identity;
  };
  const server = new ServerTCP(
    {
      getHoldingRegister: read,
      setRegister: (address: number, word: number) => {
        writes.push([address, word]);
        words.set(address & 0x7fff, word);
        if (address === 0x2000) words.set(0x2100, word === 1 ? 1 : 3);
      },
    },
    { host: '127.0.0.1', port, unitID: 1 },
  );
  undo.push(() => new Promise<void>((resolve) => server.close(() => resolve())));
  await once(server, 'initialized');
  return { writes, port };
}

/** A whole board, configured for a GD10. */
async function startBoardAt(port: number, settings: string) {
  const logged: string[] = [];
  const address = addressOf(`modbus:tcp://127.0.0.1:${port}?unit=1&kw=1.5&timeout=100${settings}`);
  const parts: BoardParts = {
    identity: { deviceId: ID_DEV, fcId: 'FC-00A1B2', fcType: 'GD10' },
    mqtt: { url: broker.url },
    secrets: createBoardSecrets({ secret: 'secret' }),
    boot: 1,
    drive: createModbusDrive({
      address,
      profile: gd10,
      clock: systemClock,
      log: (text) => logged.push(text),
    }),
    sensors: createMachineSensors(),
    clock: systemClock,
    random: () => 0,
    openLink: mqttLink(systemClock, () => 0),
    restart: () => undefined,
  };
  const board = startBoard(parts);
  undo.push(board.stop, parts.drive.close);
  return { logged };
}

const COMMANDS = [
  () => cmdAt(systemClock, true),
  () => cmdAt(systemClock, false),
  () => opAt(systemClock, 'set_lock', { val: false }),
  () => opAt(systemClock, 'write', { what: 'Required pressure', val: 4.2 }),
  () => opAt(systemClock, 'pressure_control', { val: 1 }),
  () => opAt(systemClock, 'fault_reset', { val: true }),
  () => opAt(systemClock, 'reset', { name: 'electro_meter' }),
];

async function outcomes() {
  const ended = [];
  for (const make of COMMANDS) {
    const cmd = make();
    await broker.command(ID_DEV, cmd);
    const { st, err } = await broker.first('ack', (ack) => ack.id === cmd.id && ack.st !== 'accepted');
    ended.push(`${st} ${err}`);
  }
  return new Set(ended);
}

describe('R4.16 a converter that is not the configured GD10 gets no write of any kind', () => {
  it.each([
    ['it refuses its identity register, as other makes do', 'exception', 'no_identity', 'unknown', ''],
    ['it has an unknown identity', 0x0999, 'unknown_identity', 'unknown-0999', ''],
    ['it is a GD200A', 0x0107, 'other_type', 'GD200A', ''],
    ['it is a GD200A, and identity=skip is set', 0x0107, 'other_type', 'GD200A', '&identity=skip'],
  ] as const)('%s', async (_what, identity, reason, fcType, settings) => {
    const { writes, port } = await startStrangeDrive(identity);
    const { logged } = await startBoardAt(port, settings);
    const { fc } = await broker.first('info', (info) => info.fc.refused !== undefined);
    expect(fc).toMatchObject({ fc_type: fcType, refused: { reason, configured: 'GD10' } });
    await broker.publish('cfg/desired', ID_DEV, {
      v: 1,
      ver: 1,
      cfg: { pressure: { min: 3, max: 5, normalizer: 1 } },
    });
    await broker.first('cfg/reported');
    expect(await outcomes()).toEqual(new Set(['rejected unknown_fc']));
    expect(writes).toEqual([]);
    expect(logged).toHaveLength(1);
    expect(logged[0]).toContain('neither read nor written');
  });

  it('it does not answer its identity register', async () => {
    const { writes, port } = await startStrangeDrive('silence');
    await startBoardAt(port, '');
    await broker.first('status');
    expect(await outcomes()).toEqual(new Set(['rejected fc_offline']));
    expect(writes).toEqual([]);
  });

  it.each([
    ['it refuses its identity register', 'exception'],
    ['it has an unknown identity', 0x0999],
  ] as const)(
    'identity=skip: a person says that it is a GD10, and it is started (%s)',
    async (_what, identity) => {
      const { writes, port } = await startStrangeDrive(identity);
      await startBoardAt(port, '&identity=skip');
      const frame = await broker.first('tele', ({ fc }) => fc === 1);
      expect(frame.d).toMatchObject({ on_off_state_r: 1, modbus: 2 });
      const cmd = cmdAt(systemClock, true);
      await broker.command(ID_DEV, cmd);
      await broker.first('ack', ({ id, st }) => id === cmd.id && st === 'done');
      expect(writes).toContainEqual([0x2000, 1]);
      const info = broker.all('info').at(-1);
      expect(info?.fc).toMatchObject({ fc_type: 'GD10' });
      expect(info?.fc).not.toHaveProperty('refused');
    },
  );
});
