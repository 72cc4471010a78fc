import { EventEmitter, once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { connect as connectTls, createServer as createTlsServer } from 'node:tls';
import { waitFor } from '@manoboard/testkit/wait-for';
import { afterEach, describe, expect, it } from 'vitest';
import { createSelfSigned } from '../net/self-signed.ts';
import {
  createBucket,
  createPacketBudgets,
  type PacketBudget,
  type PacketRate,
  unitsOf,
} from './packet-budget.ts';
import { gatePackets, type PacketGate } from './packet-gate.ts';
import { PacketScanner } from './packet-scanner.ts';

const publish = (length: number) => {
  const header = [0x30];
  for (let rest = length; ; rest = Math.floor(rest / 128)) {
    header.push(rest >= 128 ? (rest % 128) | 0x80 : rest);
    if (rest < 128) break;
  }
  return Uint8Array.from([...header, ...new Array(length).fill(0xff)]);
};
const PINGREQ = Buffer.from([0xc0, 0]);
const pings = (count: number) => Buffer.concat(Array(count).fill(PINGREQ));

function lengthsIn(chunks: readonly Uint8Array[]): number[] {
  const scanner = new PacketScanner();
  const lengths: number[] = [];
  for (const chunk of chunks)
    for (let at = 0; at < chunk.length; ) {
      at = scanner.read(chunk, at);
      const length = scanner.takeLength();
      if (length !== undefined) lengths.push(length);
    }
  return lengths;
}

describe('the packet scanner', () => {
  it.each([0, 1, 127, 128, 16_383, 16_384, 70_000])('reads the length of a packet of %i bytes', (length) => {
    expect(lengthsIn([publish(length)])).toEqual([length]);
  });

  it('reads the lengths for any split of the bytes', () => {
    const stream = Uint8Array.from([5, 200, 0, 20_000, 3].flatMap((length) => [...publish(length)]));
    for (const size of [1, 7, 1000, stream.length]) {
      const chunks: Uint8Array[] = [];
      for (let at = 0; at < stream.length; at += size) chunks.push(stream.subarray(at, at + size));
      expect(lengthsIn(chunks)).toEqual([5, 200, 0, 20_000, 3]);
    }
  });

  it('reads the length before the body arrives', () => {
    expect(lengthsIn([publish(200_000).subarray(0, 4)])).toEqual([200_000]);
  });
});

/** Sends one unit after the other as soon as it may pass; gives how many have passed at this time. */
function pass(budget: PacketBudget, nowMs: number, most: number): number {
  let count = 0;
  for (; count < most && budget.isOpen(nowMs); count++) budget.charge(1, nowMs);
  return count;
}

describe('packet budgets', () => {
  it.each([
    ['a ping', 12, 0, 1],
    ['a frame', 3, 600, 1],
    ['a message of 64 KiB', 3, 65_536, 64],
    ['a subscription to one topic', 8, 40, 1],
    ['a subscription to thousands of topics', 8, 65_536, 1024],
  ])('%s costs its units', (_packet, type, bytes, units) => expect(unitsOf(type, bytes)).toBe(units));

  it('a burst passes at once, then the steady rate', () => {
    const bucket = createBucket({ unitsPerSecond: 100, burst: 50, maxDelayed: 1000 });
    expect(pass(bucket, 0, 1000)).toBe(50);
    expect(bucket.waitMs(10, 0)).toBe(100);
    expect(pass(bucket, 100, 1000)).toBe(10);
    expect(pass(bucket, 60_000, 1000)).toBe(50);
  });

  it('units that wait are counted until the bucket is full again', () => {
    const bucket = createBucket({ unitsPerSecond: 100, burst: 50, maxDelayed: 1000 });
    bucket.charge(50, 0);
    expect([bucket.delay(600, 0), bucket.delay(600, 0)]).toEqual([true, false]);
    bucket.charge(1, 60_000);
    expect(bucket.delay(600, 60_000)).toBe(true);
  });

  it('a board that sends the backlog of a day is slowed down to its frame limit and never cut', () => {
    const budget = createPacketBudgets(1000).ofBoard('MNB-1', 1);
    let [nowMs, sent] = [0, 0];
    const WINDOW = 32;
    for (; sent < 100_000; nowMs += 10) {
      const passed = pass(budget, nowMs, WINDOW);
      sent += passed;
      // Each acknowledged frame is followed by another one, which waits.
      expect(budget.delay(passed, nowMs)).toBe(true);
    }
    expect(nowMs).toBeGreaterThan(80_000);
    expect(nowMs).toBeLessThan(100_000);
  });

  it('boards of one owner share a limit, and each keeps its live frames', () => {
    const budgets = createPacketBudgets(1000);
    const [first, ...others] = Array.from({ length: 20 }, (_, n) => budgets.ofBoard(`MNB-${n}`, 1));
    const flooding = [first, ...others].slice(0, 10) as PacketBudget[];
    const seconds = 30;
    let flooded = 0;
    const live: number[] = [];
    for (let nowMs = 0; nowMs < seconds * 1000; nowMs += 50) {
      for (const budget of flooding) flooded += pass(budget, nowMs, 1000);
      if (nowMs % 1000 === 0) live.push(...others.slice(9).map((budget) => pass(budget, nowMs, 1)));
    }
    expect(flooded / seconds).toBeLessThan(2600);
    expect(live.every((passed) => passed === 1)).toBe(true);
  });

  it('programs of one account share a limit, also over reconnects', () => {
    const budgets = createPacketBudgets(1000);
    let passed = 0;
    for (let nowMs = 0; nowMs < 10_000; nowMs += 10) {
      budgets.sweep(nowMs);
      for (let connection = 0; connection < 20; connection++)
        passed += pass(budgets.ofPrograms(1), nowMs, 1000);
    }
    expect(passed).toBeLessThanOrEqual(400 + 10 * 200);
    expect(pass(budgets.ofPrograms(2), 10_000, 1000)).toBe(400);
  });
});

const certificate = createSelfSigned(['localhost'], Date.now());
const lines = {
  TCP: { listen: createServer, open: connect },
  // All records of a read arrive together, although the socket is not read any more.
  TLS: {
    listen: (onConnection: (socket: Socket) => void) => createTlsServer(certificate, onConnection),
    open: (to: { port: number; host: string }): Socket =>
      connectTls({ ...to, ca: certificate.cert, servername: 'localhost' }),
  },
};

describe.each(['TCP', 'TLS'] as const)('a gate in front of a reader, by %s', (line) => {
  const closing: (() => void)[] = [];
  afterEach(() => {
    for (const close of closing.splice(0)) close();
  });

  /** A real socket with a gate; the reader consumes as the broker does. */
  async function serve(rate: PacketRate) {
    const reports: string[] = [];
    const events = new EventEmitter();
    const state = { nowMs: 0, readBytes: 0 };
    const server = lines[line].listen((socket) => {
      const gate = gatePackets(socket, {
        budget: createBucket(rate),
        elapsedMs: () => state.nowMs,
        onTooLarge: () => reports.push('too large'),
      });
      gate.allow(createBucket(rate), () => reports.push('flood'));
      socket.on('readable', () => {
        for (let chunk = socket.read(); chunk; chunk = socket.read()) state.readBytes += chunk.length;
      });
      socket.on('error', () => {});
      events.emit('socket', socket, gate);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const accepted = once(events, 'socket');
    const { port } = server.address() as { port: number };
    const client = lines[line].open({ port, host: '127.0.0.1' });
    client.on('error', () => {});
    const [socket, gate] = (await accepted) as [Socket, PacketGate];
    closing.push(() => {
      client.destroy();
      socket.destroy();
      server.close();
    });
    return { reports, state, client, socket, gate };
  }

  it('passes a burst, holds the rest, and passes it when it is due', async () => {
    const { state, client, reports } = await serve({ unitsPerSecond: 100, burst: 50, maxDelayed: 1000 });
    client.write(pings(300));
    await waitFor(() => state.readBytes === 100, { what: 'the burst' });
    state.nowMs = 1000;
    await waitFor(() => state.readBytes === 200, { what: 'the units of a second, up to the burst' });
    state.nowMs = 2000;
    await waitFor(() => state.readBytes === 300);
    expect(reports).toEqual([]);
  });

  it('does not read the socket meanwhile, and reads everything in the end', async () => {
    const rate = { unitsPerSecond: 100_000, burst: 1000, maxDelayed: 1e9 };
    const { state, client } = await serve(rate);
    const message = publish(60_000);
    const total = 1000;
    for (let n = 0; n < total; n++) client.write(message);
    await waitFor(() => state.readBytes >= 16 * message.length, { what: 'the burst' });
    expect(client.writableLength).toBeGreaterThan(0);
    await waitFor(() => {
      state.nowMs += 50;
      return state.readBytes === total * message.length;
    });
  });

  /** Takes packets of the type PUBLISH of 10 bytes. */
  function divert(gate: PacketGate) {
    const taken = { bytes: 0, mayRead: true };
    const take = (bytes: Buffer) => {
      let at = 0;
      while (bytes[at] === 0x30 && at + 12 <= bytes.length) at += 12;
      taken.bytes += at;
      return at;
    };
    gate.divert({ take, mayRead: () => taken.mayRead });
    return taken;
  }
  const GENEROUS = { unitsPerSecond: 1e6, burst: 1e6, maxDelayed: 1e6 };

  it('diverts packets at the beginning of a chunk; what follows another packet goes to the reader', async () => {
    const { state, client, gate } = await serve(GENEROUS);
    const taken = divert(gate);
    client.write(Buffer.concat([publish(10), publish(10), PINGREQ, publish(10)]));
    await waitFor(() => state.readBytes === 14);
    client.write(publish(10));
    await waitFor(() => taken.bytes === 36);
    expect(state.readBytes).toBe(14);
  });

  it('diverts nothing while a packet is incomplete, or while the reader has not read what came before', async () => {
    const { state, client, gate, socket } = await serve(GENEROUS);
    const taken = divert(gate);
    client.write(PINGREQ.subarray(0, 1));
    await waitFor(() => state.readBytes === 1);
    client.write(Buffer.concat([PINGREQ.subarray(1), publish(10)]));
    await waitFor(() => state.readBytes === 14);
    socket.removeAllListeners('readable');
    client.write(PINGREQ);
    await waitFor(() => socket.readableLength === 2);
    client.write(publish(10));
    await waitFor(() => socket.readableLength === 14);
    expect(taken.bytes).toBe(0);
  });

  it('diverts held packets when they are due, and reads on', async () => {
    const { state, client, gate } = await serve({ unitsPerSecond: 100, burst: 50, maxDelayed: 1000 });
    const taken = divert(gate);
    client.write(Buffer.concat(Array(80).fill(publish(10))));
    await waitFor(() => taken.bytes === 600, { what: 'the burst' });
    state.nowMs = 1000;
    await waitFor(() => taken.bytes === 960);
    state.nowMs = 2000;
    client.write(publish(10));
    await waitFor(() => taken.bytes === 972);
  });

  it('does not read the socket until the taker resumes', async () => {
    const { client, gate, socket } = await serve(GENEROUS);
    const taken = divert(gate);
    taken.mayRead = false;
    client.write(publish(10));
    await waitFor(() => taken.bytes === 12);
    client.write(publish(10));
    await waitFor(() => client.writableLength === 0);
    expect(taken.bytes).toBe(12);
    if (line === 'TCP') expect(socket.bytesRead).toBe(12);
    taken.mayRead = true;
    gate.resume();
    await waitFor(() => taken.bytes === 24);
  });

  it('closes the connection when too many packets wait', async () => {
    const { client, reports, state } = await serve({ unitsPerSecond: 100, burst: 50, maxDelayed: 500 });
    client.write(pings(2000));
    await once(client, 'close');
    expect(reports).toEqual(['flood']);
    expect(state.readBytes).toBeLessThanOrEqual(100);
  });

  it('closes the connection at a packet that is too large', async () => {
    const { client, reports } = await serve({ unitsPerSecond: 100, burst: 50, maxDelayed: 500 });
    client.write(publish(200_000).subarray(0, 10));
    await once(client, 'close');
    expect(reports).toEqual(['too large']);
  });

  it('keeps the order of packets that arrive in many pieces while others are held', async () => {
    const { state, client, socket } = await serve({ unitsPerSecond: 100, burst: 50, maxDelayed: 1e6 });
    const received: Buffer[] = [];
    socket.removeAllListeners('readable');
    socket.on('data', (chunk: Buffer) => received.push(chunk));
    const sent = Buffer.concat(Array.from({ length: 60 }, (_, n) => publish(900 + n)));
    client.write(sent);
    await waitFor(() => {
      state.nowMs += 1000;
      return Buffer.concat(received).length === sent.length;
    });
    expect(Buffer.concat(received).equals(sent)).toBe(true);
  });

  it('reports the end of the stream after the packets that were held', async () => {
    const { client, state, socket } = await serve({ unitsPerSecond: 100, burst: 50, maxDelayed: 1000 });
    const ended = once(socket, 'end');
    client.end(pings(120));
    await waitFor(() => state.readBytes === 100);
    await waitFor(() => {
      state.nowMs += 1000;
      return state.readBytes === 240;
    });
    await ended;
  });
});
