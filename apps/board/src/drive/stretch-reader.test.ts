import { describe, expect, it } from 'vitest';
import { DriveError } from './drive.ts';
import type { RegisterPort } from './register-port.ts';
import { createStretchReader } from './stretch-reader.ts';

const FROM = 0x3000;
const LONG = { from: FROM, count: 14 };
const SHORT = { from: 0x0900, count: 2 };

/** Registers that each hold their own address, some of which are refused; a look answers what was missing. */
function registers(...lost: number[]) {
  const refused = new Set(lost);
  let asked: [number, number][] = [];
  const port: Pick<RegisterPort, 'read'> = {
    async read(from, count) {
      asked.push([from, count]);
      const all = Array.from({ length: count }, (_, offset) => from + offset);
      if (all.some((address) => refused.has(address))) throw new DriveError('exception', 'not this one');
      return all;
    },
  };
  const read = createStretchReader(port as RegisterPort);
  return {
    refused,
    port,
    async look() {
      asked = [];
      const words = await read([LONG, SHORT]);
      expect([...words].every(([address, word]) => address === word)).toBe(true);
      const wanted = [LONG, SHORT].flatMap(({ from, count }) =>
        Array.from({ length: count }, (_, offset) => from + offset),
      );
      return { missing: wanted.filter((address) => !words.has(address)), asked };
    },
  };
}
const all = (from: number, count: number) => Array.from({ length: count }, (_, offset) => from + offset);

describe('reading around what the drive refuses', () => {
  it('nothing refused: one question for each stretch', async () => {
    const { look } = registers();
    expect(await look()).toEqual({
      missing: [],
      asked: [
        [FROM, 14],
        [0x0900, 2],
      ],
    });
  });

  it.each(all(FROM, 14))('register %i alone is missing, found by halving', async (lost) => {
    const { missing, asked } = await registers(lost).look();
    expect(missing).toEqual([lost]);
    expect(asked.length).toBeLessThanOrEqual(10);
  });

  it('from then on a look costs the pieces between, and one question for what is lost', async () => {
    const { look } = registers(FROM + 4);
    await look();
    const second = {
      missing: [FROM + 4],
      asked: [
        [FROM + 4, 1],
        [FROM, 4],
        [FROM + 5, 9],
        [0x0900, 2],
      ],
    };
    expect(await look()).toEqual(second);
    expect(await look()).toEqual(second);
  });

  it('a whole stretch that is refused costs one question a look, too, one register after the other', async () => {
    const { look } = registers(...all(FROM, 14));
    expect((await look()).missing).toEqual(all(FROM, 14));
    const looks = [];
    for (let turn = 0; turn < 14; turn++) looks.push(await look());
    expect(looks.every(({ asked }) => asked.length === 2)).toBe(true);
    expect(looks.map(({ asked }) => asked[0]?.[0])).toEqual(all(FROM, 14));
  });

  it('a register that comes back is there at the next look, and the stretch is one question again', async () => {
    const { look, refused } = registers(FROM + 4);
    await look();
    refused.clear();
    expect((await look()).missing).toEqual([]);
    expect((await look()).asked).toEqual([
      [FROM, 14],
      [0x0900, 2],
    ]);
  });

  it('of several that are lost, one that comes back is there after as many looks at most', async () => {
    const lost = [FROM, FROM + 4, FROM + 5, 0x0901];
    const { look, refused } = registers(...lost);
    expect((await look()).missing).toEqual(lost);
    refused.delete(FROM + 5);
    let looks = 0;
    for (let missing = lost; missing.length > 3; looks++) ({ missing } = await look());
    expect(looks).toBeLessThanOrEqual(lost.length);
    expect((await look()).missing).toEqual([FROM, FROM + 4, 0x0901]);
  });

  it('all come back together: all are there at the next look', async () => {
    const { look, refused } = registers(...all(FROM, 14));
    await look();
    refused.clear();
    expect((await look()).missing).toEqual([]);
  });

  it('a drive that falls silent in between is no reading, and forgets nothing', async () => {
    const { look, port } = registers(FROM + 4);
    await look();
    const { read } = port;
    port.read = async () => {
      throw new DriveError('no_answer', 'silent');
    };
    await expect(look()).rejects.toMatchObject({ reason: 'no_answer' });
    port.read = read;
    expect((await look()).asked).toHaveLength(4);
  });
});
