import type { Tele } from '@manoboard/contract/mqtt/topics';
import { anEvent } from '@manoboard/testkit/factories';
import { describe, expect, it } from 'vitest';
import { FAKE_START_MS, fakeClock } from '../../test/fake-clock.ts';
import { createOutbox } from './outbox.ts';
import type { OutMessage } from './outbox-journal.ts';

const frame = (seq: number, more: Partial<Tele> = {}): OutMessage => ({
  name: 'tele',
  message: { v: 1, boot: 17, seq, ts: 1_763_171_342 + seq, fc: 1, d: {}, ...more },
});

/** A link that records what it sends; each frame is acknowledged by hand. */
function line() {
  const sent: OutMessage[] = [];
  const acknowledge = new Map<number, () => void>();
  const send = (out: OutMessage) =>
    new Promise<void>((resolve) => {
      sent.push(out);
      if (out.name === 'tele') acknowledge.set(out.message.seq, resolve);
    });
  const seqs = () => sent.map(({ name, message }) => (name === 'tele' ? message.seq : message.id));
  return { sent, send, seqs, acknowledge };
}

describe('outbox (protocol.md, Delivery guarantees)', () => {
  it('unacknowledged messages are resent over the next connection, unchanged and in order', async () => {
    const clock = fakeClock();
    const outbox = createOutbox(clock);
    const [first, second] = [line(), line()];
    outbox.open(first.send);
    for (const seq of [1, 2, 3]) outbox.add(frame(seq));
    first.acknowledge.get(2)?.();
    await clock.advance(0);
    outbox.close();
    outbox.add(frame(4));
    outbox.open(second.send);
    expect(second.sent).toEqual([frame(1), frame(3), frame(4)]);
  });

  it('an acknowledged frame is dropped', async () => {
    const clock = fakeClock();
    const outbox = createOutbox(clock);
    const { send, acknowledge } = line();
    outbox.open(send);
    outbox.add(frame(1));
    acknowledge.get(1)?.();
    await clock.advance(0);
    expect(outbox.size()).toBe(0);
  });

  it('a long backlog is sent in batches, each after the one before is acknowledged', async () => {
    const clock = fakeClock();
    const outbox = createOutbox(clock);
    for (let seq = 1; seq <= 40; seq++) outbox.add(frame(seq));
    const { send, seqs, acknowledge } = line();
    outbox.open(send);
    expect(seqs()).toHaveLength(16);
    acknowledge.get(1)?.();
    await clock.advance(0);
    expect(seqs().at(-1)).toBe(17);
    for (let seq = 2; seq <= 40; seq++) {
      acknowledge.get(seq)?.();
      await clock.advance(0);
    }
    expect(seqs()).toEqual(Array.from({ length: 40 }, (_, i) => i + 1));
    expect(outbox.size()).toBe(0);
  });

  it('a frame is kept for 24 h and not longer', async () => {
    const clock = fakeClock();
    const outbox = createOutbox(clock);
    outbox.add(frame(1));
    await clock.advance(24 * 3_600_000);
    outbox.add(frame(2));
    expect(outbox.size()).toBe(2);
    await clock.advance(1);
    outbox.add(frame(3));
    const { send, seqs } = line();
    outbox.open(send);
    expect(seqs()).toEqual([2, 3]);
  });

  it('a failed send loses nothing', async () => {
    const clock = fakeClock();
    const outbox = createOutbox(clock);
    outbox.open(() => Promise.reject(new Error('gone')));
    outbox.add(frame(1));
    await clock.advance(0);
    const { send, seqs } = line();
    outbox.open(send);
    expect(seqs()).toEqual([1]);
  });

  it('a new frame does not queue behind the backlog', async () => {
    const clock = fakeClock();
    const outbox = createOutbox(clock);
    for (let seq = 1; seq <= 1_000; seq++) outbox.add(frame(seq));
    const { send, seqs, acknowledge } = line();
    outbox.open(send);
    outbox.add(frame(1_001));
    expect(seqs().slice(15)).toEqual([16, 1_001]);
    for (let seq = 1; seq <= 1_000; seq++) {
      acknowledge.get(seq)?.();
      await clock.advance(0);
    }
    expect(seqs().filter((seq) => seq !== 1_001)).toEqual(Array.from({ length: 1_000 }, (_, i) => i + 1));
  });

  it('a link without acknowledgements gets at most the in-flight limit', () => {
    const outbox = createOutbox(fakeClock());
    const { send, seqs } = line();
    outbox.open(send);
    for (let seq = 1; seq <= 100; seq++) outbox.add(frame(seq));
    expect(seqs()).toHaveLength(16);
    expect(outbox.size()).toBe(100);
  });

  it('a full day at one frame per second is kept, and the size is limited', () => {
    const outbox = createOutbox(fakeClock());
    for (let seq = 1; seq <= 86_400; seq++) outbox.add(frame(seq));
    expect(outbox.size()).toBe(86_400);
    for (let seq = 86_401; seq <= 105_000; seq++) outbox.add(frame(seq));
    expect(outbox.size()).toBe(100_000);
    const { send, seqs } = line();
    outbox.open(send);
    expect(seqs()[0]).toBe(5_001);
  });

  it('an event is kept until acknowledged, whatever the number of frames and the time', async () => {
    const clock = fakeClock();
    const outbox = createOutbox(clock);
    const event: OutMessage = { name: 'event', message: anEvent() };
    outbox.add(frame(1));
    outbox.add(event);
    for (let seq = 2; seq <= 100_000; seq++) outbox.add(frame(seq));
    await clock.advance(25 * 3_600_000);
    outbox.add(frame(100_001));
    const { send, sent } = line();
    outbox.open(send);
    expect(sent).toEqual([event, frame(100_001)]);
  });

  it('frames measured before the clock was set are sent with the time of their measurement', async () => {
    const clock = fakeClock();
    clock.setUnix(undefined);
    const outbox = createOutbox(clock);
    outbox.add(frame(1, { ts: 0 }));
    await clock.advance(60_000);
    outbox.add(frame(2, { ts: 0 }));
    await clock.advance(30_000);
    clock.setUnix(FAKE_START_MS);
    const { send, sent } = line();
    outbox.open(send);
    expect(sent.map(({ message }) => message.ts - FAKE_START_MS / 1000)).toEqual([-90, -30]);
  });
});
