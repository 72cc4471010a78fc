import { describe, expect, it } from 'vitest';
import { DriveError } from './drive.ts';
import { createRangeReader } from './range-reader.ts';
import type { RegisterPort } from './register-port.ts';

const FROM = 0x3000;
const LONG = { from: FROM, count: 14 };
const SHORT = { from: 0x0900, count: 2 };

/** Registers that each hold their own address, some refused; a poll returns the missing ones. */
function registers(...lost: number[]) {
  const refused = new Set(lost);
  let requests: [number, number][] = [];
  const port: Pick<RegisterPort, 'read'> = {
    async read(from, count) {
      requests.push([from, count]);
      const all = Array.from({ length: count }, (_, offset) => from + offset);
      if (all.some((address) => refused.has(address))) throw new DriveError('exception', 'not this one');
      return all;
    },
  };
  const read = createRangeReader(port as RegisterPort);
  return {
    refused,
    port,
    async poll() {
      requests = [];
      const words = await read([LONG, SHORT]);
      expect([...words].every(([address, word]) => address === word)).toBe(true);
      const wanted = [LONG, SHORT].flatMap(({ from, count }) =>
        Array.from({ length: count }, (_, offset) => from + offset),
      );
      return { missing: wanted.filter((address) => !words.has(address)), requests };
    },
  };
}
const all = (from: number, count: number) => Array.from({ length: count }, (_, offset) => from + offset);

describe('reading around refused registers', () => {
  it('nothing refused: one request for each range', async () => {
    const { poll } = registers();
    expect(await poll()).toEqual({
      missing: [],
      requests: [
        [FROM, 14],
        [0x0900, 2],
      ],
    });
  });

  it.each(all(FROM, 14))('register %i alone is missing, found by bisection', async (lost) => {
    const { missing, requests } = await registers(lost).poll();
    expect(missing).toEqual([lost]);
    expect(requests.length).toBeLessThanOrEqual(10);
  });

  it('later polls cost the ranges between refused registers and one probe', async () => {
    const { poll } = registers(FROM + 4);
    await poll();
    const second = {
      missing: [FROM + 4],
      requests: [
        [FROM + 4, 1],
        [FROM, 4],
        [FROM + 5, 9],
        [0x0900, 2],
      ],
    };
    expect(await poll()).toEqual(second);
    expect(await poll()).toEqual(second);
  });

  it('a range refused as a whole costs one probe per poll, one register after the other', async () => {
    const { poll } = registers(...all(FROM, 14));
    expect((await poll()).missing).toEqual(all(FROM, 14));
    const polls = [];
    for (let turn = 0; turn < 14; turn++) polls.push(await poll());
    expect(polls.every(({ requests }) => requests.length === 2)).toBe(true);
    expect(polls.map(({ requests }) => requests[0]?.[0])).toEqual(all(FROM, 14));
  });

  it('a register that recovers is present at the next poll, and the range is one request again', async () => {
    const { poll, refused } = registers(FROM + 4);
    await poll();
    refused.clear();
    expect((await poll()).missing).toEqual([]);
    expect((await poll()).requests).toEqual([
      [FROM, 14],
      [0x0900, 2],
    ]);
  });

  it('one of several refused registers that recovers is present after at most that many polls', async () => {
    const lost = [FROM, FROM + 4, FROM + 5, 0x0901];
    const { poll, refused } = registers(...lost);
    expect((await poll()).missing).toEqual(lost);
    refused.delete(FROM + 5);
    let polls = 0;
    for (let missing = lost; missing.length > 3; polls++) ({ missing } = await poll());
    expect(polls).toBeLessThanOrEqual(lost.length);
    expect((await poll()).missing).toEqual([FROM, FROM + 4, 0x0901]);
  });

  it('when all recover together, all are present at the next poll', async () => {
    const { poll, refused } = registers(...all(FROM, 14));
    await poll();
    refused.clear();
    expect((await poll()).missing).toEqual([]);
  });

  it('a drive that falls silent during a poll fails the read and keeps the list of refused registers', async () => {
    const { poll, port } = registers(FROM + 4);
    await poll();
    const { read } = port;
    port.read = async () => {
      throw new DriveError('no_answer', 'silent');
    };
    await expect(poll()).rejects.toMatchObject({ reason: 'no_answer' });
    port.read = read;
    expect((await poll()).requests).toHaveLength(4);
  });

  it('a busy drive refuses no register: the poll fails, and the next one requests whole ranges', async () => {
    const { poll, port } = registers();
    const { read } = port;
    port.read = () => {
      const exception = { code: 6, name: 'frame_error', address: FROM } as const;
      return Promise.reject(new DriveError('exception', 'busy', exception));
    };
    await expect(poll()).rejects.toMatchObject({ exception: { code: 6 } });
    port.read = read;
    const { missing, requests } = await poll();
    expect([missing, requests.length]).toEqual([[], 2]);
  });
});
