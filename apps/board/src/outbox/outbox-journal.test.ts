import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { anEvent, aTele } from '@manoboard/testkit/factories';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type FakeClock, fakeClock } from '../../test/fake-clock.ts';
import type { Disk } from '../disk/disk.ts';
import { createFileDisk } from '../disk/file-disk.ts';
import { createOutbox } from './outbox.ts';
import { createJournal, type OutMessage } from './outbox-journal.ts';

const FILE = 'outbox.jsonl';
const frame = (seq: number): OutMessage => ({ name: 'tele', message: aTele({ boot: 17, seq }) });
const event: OutMessage = { name: 'event', message: anEvent() };

let folder: string;
let disk: Disk;
let clock: FakeClock;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'outbox-'));
  disk = createFileDisk(folder);
  clock = fakeClock();
});
afterEach(() => rmSync(folder, { recursive: true }));

const open = () => createOutbox(clock, createJournal(disk));
const text = () => new TextDecoder().decode(disk.read(FILE));

/** All messages sent over a link that acknowledges at once. */
async function drain(outbox: ReturnType<typeof open>) {
  const sent: OutMessage[] = [];
  outbox.open(async (out) => void sent.push(out));
  await clock.advance(0);
  return sent;
}

describe('the outbox on disk (protocol.md, Delivery guarantees: kept across a restart)', () => {
  it('unacknowledged frames and events are sent after the restart, unchanged and in order', async () => {
    const before = open();
    for (const out of [frame(1), event, frame(2)]) before.add(out);
    before.stop();
    expect(await drain(open())).toEqual([frame(1), event, frame(2)]);
  });

  it('a power cut loses at most the last two seconds', async () => {
    const before = open();
    before.add(frame(1));
    await clock.advance(2_000);
    before.add(frame(2));
    await clock.advance(1_999);
    expect(await drain(open())).toEqual([frame(1)]);
  });

  it('messages acknowledged at once are never written to disk', async () => {
    const outbox = open();
    outbox.open(async () => {});
    for (let seq = 1; seq <= 10; seq++) {
      outbox.add(frame(seq));
      await clock.advance(5_000);
    }
    outbox.stop();
    expect(disk.read(FILE)).toBeUndefined();
  });

  it('messages acknowledged after they were written are not sent again', async () => {
    const before = open();
    for (const seq of [1, 2, 3]) before.add(frame(seq));
    await clock.advance(2_000);
    before.open((out) =>
      out.name === 'tele' && out.message.seq === 2 ? new Promise(() => {}) : Promise.resolve(),
    );
    await clock.advance(2_000);
    expect(await drain(open())).toEqual([frame(2)]);
  });

  it('a power cut at any byte of the last write keeps everything stored before it', async () => {
    const before = open();
    before.add(frame(1));
    await clock.advance(2_000);
    const safe = text().length;
    before.add(frame(2));
    await clock.advance(2_000);
    const whole = text();
    for (let length = safe; length <= whole.length; length += 7) {
      disk.write(FILE, new TextEncoder().encode(whole.slice(0, length)));
      const after = open();
      after.add(frame(3));
      after.stop();
      const sent = await drain(open());
      expect(sent[0]).toEqual(frame(1));
      expect(sent.at(-1)).toEqual(frame(3));
    }
  });

  it('corrupt lines are skipped, the others are kept', async () => {
    const before = open();
    for (const seq of [1, 2, 3]) before.add(frame(seq));
    before.stop();
    const [first, , third] = text().split('\n');
    const junk = ['\u0000\u0000\u0000', '{"n":9,"at":0,"t":"cmd","m":{}}', '[]', 'null', '{"n":"x"}'];
    disk.write(FILE, new TextEncoder().encode([first, ...junk, third, ''].join('\n')));
    expect(await drain(open())).toEqual([frame(1), frame(3)]);
  });

  it('the limit of 24 h applies across a restart, by wall time', async () => {
    const before = open();
    before.add(frame(1));
    await clock.advance(20 * 3_600_000);
    before.add(frame(2));
    before.stop();
    await clock.advance(5 * 3_600_000);
    const after = open();
    after.add(frame(3));
    expect(await drain(after)).toEqual([frame(2), frame(3)]);
  });

  it('the file does not grow through weeks of a flapping network', async () => {
    const outbox = open();
    for (let seq = 1; seq <= 6_000; seq++) {
      outbox.add(frame(seq));
      if (seq % 50 > 0) continue;
      await clock.advance(2_000);
      outbox.open(async () => {});
      await clock.advance(2_000);
      outbox.close();
    }
    expect(text().length).toBeLessThan(100_000);
  });

  it('a full disk loses no message that is still in memory', async () => {
    let isFull = true;
    const working = disk;
    const writeAt: Disk['writeAt'] = (...what) => {
      if (isFull) throw new Error('ENOSPC');
      working.writeAt(...what);
    };
    disk = { ...working, writeAt };
    const before = open();
    before.add(frame(1));
    await clock.advance(2_000);
    isFull = false;
    before.add(frame(2));
    await clock.advance(2_000);
    expect(await drain(open())).toEqual([frame(1), frame(2)]);
  });
});
