import { waitFor } from '@manoboard/testkit/wait-for';
import { afterEach, expect, it } from 'vitest';
import type { SharedText } from './newest-texts.ts';
import { AnswerLostError, NobodyThereError, type PeerBus } from './peer-bus.ts';

/** What every bus between servers does; `join` adds a server to the bus of the running test. */
export function describePeerBus(join: (serverId: string) => PeerBus) {
  const joined: PeerBus[] = [];
  const members = async (...ids: string[]) => {
    const buses = ids.map((id) => join(id));
    joined.push(...buses);
    await waitFor(() => buses.every((bus) => bus.isUp() && bus.peers().length === ids.length - 1));
    return buses as [PeerBus, PeerBus, PeerBus];
  };
  afterEach(async () => {
    await Promise.all(joined.splice(0).map(({ stop }) => stop()));
  });

  it('delivers messages to all other servers, in their order, with their sender', async () => {
    const [a, b, c] = await members('a', 'b', 'c');
    const received: [to: string, from: string, message: unknown][] = [];
    for (const [name, bus] of [
      ['a', a],
      ['b', b],
      ['c', c],
    ] as const)
      bus.subscribe('live', (message, from) => received.push([name, from, message]));
    for (let n = 0; n < 50; n++) a.publish('live', { n });
    await waitFor(() => received.length === 100);
    const expected = Array.from({ length: 50 }, (_, n) => ({ n }));
    for (const name of ['b', 'c'])
      expect(received.filter(([to]) => to === name)).toEqual(expected.map((m) => [name, 'a', m]));
  });

  it('keeps subjects apart and ignores one without a subscriber', async () => {
    const [a, b] = await members('a', 'b');
    const received: unknown[] = [];
    b.subscribe('wake', (message) => received.push(message));
    a.publish('command', 'ignored');
    a.publish('wake', 'taken');
    await waitFor(() => received.length > 0);
    expect(received).toEqual(['taken']);
  });

  it('delivers messages of several hundred kilobytes', async () => {
    const [a, b] = await members('a', 'b');
    const received: string[] = [];
    b.subscribe('live', (message) => received.push(message as string));
    for (let n = 0; n < 40; n++) a.publish('live', `${n}`.padEnd(20_000, ' '));
    await waitFor(() => received.length === 40);
    expect(received.map(Number)).toEqual(Array.from({ length: 40 }, (_, n) => n));
  });

  it('delivers the newest text of each key to all other servers, as it was', async () => {
    const [a, b, c] = await members('a', 'b', 'c');
    const received: [to: string, from: string, row: SharedText][] = [];
    for (const [name, bus] of [
      ['a', a],
      ['b', b],
      ['c', c],
    ] as const)
      bus.subscribeTexts((row, from) => received.push([name, from, row]));
    const texts = new Map([
      ['pump', '{"a":1}'],
      ['well', 'čerpadlo\n"2"'],
      ['tank', ''],
    ]);
    a.provideTexts((key) => {
      const text = texts.get(key);
      return text === undefined ? undefined : { facts: [key, texts.size], text };
    });
    for (const key of ['pump', 'unknown', 'well', 'tank', 'pump']) a.publishText(key);
    await waitFor(() => received.length === 6);
    for (const name of ['b', 'c'])
      expect(received.filter(([to]) => to === name)).toEqual(
        [...texts].map(([key, text]) => [name, 'a', { facts: [key, 3], text }]),
      );
  });

  it('delivers texts of more keys than a batch holds', async () => {
    const [a, b] = await members('a', 'b');
    const received: string[] = [];
    b.subscribeTexts(({ text }) => received.push(text));
    a.provideTexts((key) => ({ facts: [], text: key.padEnd(1000, ' ') }));
    for (let n = 0; n < 1200; n++) a.publishText(`${n}`);
    await waitFor(() => received.length === 1200);
    expect(received.map(Number)).toEqual(Array.from({ length: 1200 }, (_, n) => n));
  });

  it('delivers texts without a pause once the server that receives them is watched', async () => {
    const [a, b] = await members('a', 'b');
    const times: number[] = [];
    b.subscribeTexts(() => times.push(performance.now()));
    a.provideTexts(() => ({ facts: [], text: 'text' }));
    a.publishText('first');
    await waitFor(() => times.length === 1);
    a.publishText('second');
    b.setWatched(true);
    await waitFor(() => times.length === 2);
    b.setWatched(false);
    a.publishText('third');
    await waitFor(() => times.length === 3);
  });

  it('answers a request by the server that it names', async () => {
    const [a, b, c] = await members('a', 'b', 'c');
    b.respond(async (message, from) => ({ by: 'b', from, message }));
    c.respond(async () => ({ by: 'c' }));
    expect(await a.request('b', { n: 1 }, 5000)).toEqual({ by: 'b', from: 'a', message: { n: 1 } });
    expect(await a.request('c', {}, 5000)).toEqual({ by: 'c' });
  });

  it('refuses a request to a server that is not there, without waiting', async () => {
    const [a] = await members('a');
    await expect(a.request('nobody', {}, 60_000)).rejects.toBeInstanceOf(NobodyThereError);
  });

  it('reports a request without an answer as lost: it may have been carried out', async () => {
    const [a, b] = await members('a', 'b');
    b.respond(() => new Promise(() => {}));
    await expect(a.request('b', {}, 50)).rejects.toBeInstanceOf(AnswerLostError);
  });

  it('forgets a server that has stopped', async () => {
    const [a, b] = await members('a', 'b');
    b.respond(async () => 'here');
    expect(await a.request('b', {}, 5000)).toBe('here');
    await joined.splice(joined.indexOf(b), 1)[0]?.stop();
    await expect(a.request('b', {}, 60_000)).rejects.toBeInstanceOf(NobodyThereError);
    await waitFor(() => a.peers().length === 0);
  });
}
