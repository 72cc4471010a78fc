import { freePort } from '@manoboard/testkit/free-port';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../src/clock.ts';
import { openSerial } from '../../src/drive/modbus/serial-line.ts';
import { serveRtu, serveTcp } from '../../src/drive/simulated/gd10-server.ts';
import { type Gd10World, gd10World } from '../gd10-world.ts';
import { openPtyPair } from '../pty-pair.ts';
import { hasProgram, logIfMissing } from '../tools-present.ts';
import { mbpoll } from './mbpoll.ts';

const isPresent = logIfMissing(
  hasProgram('mbpoll') && hasProgram('socat'),
  'the simulated GD10 against mbpoll needs mbpoll and socat.',
);

/** Arguments of mbpoll for the drive, and the function that closes it. */
interface Way {
  options: string[];
  target: string;
  close(): Promise<void>;
}

const ways: Record<'tcp' | 'rtu', (world: Gd10World) => Promise<Way>> = {
  async tcp({ gd10 }) {
    const port = await freePort();
    const { close } = await serveTcp(gd10, 1, { host: '127.0.0.1', port });
    return { options: ['-m', 'tcp', '-p', String(port)], target: '127.0.0.1', close };
  },
  async rtu({ gd10 }) {
    const pair = await openPtyPair();
    const serial = openSerial({ path: pair.drive, baud: 19_200, parity: 'even' });
    const server = await serveRtu(gd10, 1, serial, systemClock);
    const options = ['-m', 'rtu', '-b', '19200', '-P', 'even'];
    const close = async () => {
      await server.close();
      await pair.close();
    };
    return { options, target: pair.board, close };
  },
};

describe.skipIf(!isPresent).each(['tcp', 'rtu'] as const)('mbpoll over %s', (kind) => {
  let world: Gd10World;
  let way: Way;
  beforeEach(async () => {
    world = gd10World();
    way = await ways[kind](world);
  });
  afterEach(() => way.close());

  const read = (address: number, count: number, type = '4:hex', unit = 1) =>
    mbpoll(
      ...[...way.options, '-a', String(unit), '-0', '-1', '-o', '2', '-t', type],
      ...['-r', String(address), '-c', String(count), way.target],
    );
  const write = (address: number, ...words: number[]) =>
    mbpoll(
      ...[...way.options, '-a', '1', '-0', '-1', '-o', '2', '-t', '4', '-r', String(address), way.target],
      ...words.map(String),
    );

  it('reads the state and the identity of a GD10', async () => {
    expect(await read(0x2100, 4)).toMatchObject({ code: 0, words: [3, 0x41, 0, 0x010d] });
  });

  it('reads sixteen words of run data at once', async () => {
    const { words } = await read(0x3000, 16);
    expect(words).toHaveLength(16);
    expect(words.slice(8, 10)).toEqual([400, 400]);
  });

  it('starts and stops the pump', async () => {
    expect((await write(0x2000, 1)).code).toBe(0);
    expect(world.plant.isOn).toBe(true);
    expect((await write(0x2000, 5)).code).toBe(0);
    expect(world.plant.isOn).toBe(false);
  });

  it('writes a parameter to RAM and reads it back', async () => {
    expect((await write(0x8901, 420)).code).toBe(0);
    expect((await read(0x0901, 1)).words).toEqual([420]);
    expect(world.plant.setPointBar).toBe(4.2);
  });

  it.each([
    ['more than 16 words', () => read(0x3000, 17), /Illegal data value/],
    ['an address outside the map', () => read(0x4000, 1), /Illegal data address/],
    ['a RAM address', () => read(0x8901, 1), /Illegal data address/],
    ['input registers', () => read(0x2100, 1, '3'), /Illegal function/],
    ['many registers in one write', () => write(0x2000, 1, 1), /Illegal function/],
    // The standard's name for GD10's 07, read only.
    ['a read-only register', () => write(0x2100, 1), /Negative acknowledge/],
    ['a value out of range', () => write(0x0900, 7), /Slave device or server failure/],
  ])('refused: %s', async (_what, ask, output) => {
    const answer = await ask();
    expect(answer.code).toBe(1);
    expect(answer.output).toMatch(output);
    expect(world.plant.isOn).toBe(false);
  });

  it('another unit does not answer', async () => {
    const { code, words } = await read(0x2100, 1, '4:hex', 2);
    expect({ code, words }).toEqual({ code: 1, words: [] });
  });
});
