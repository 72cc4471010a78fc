import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect as connectTcp, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join as pathOf } from 'node:path';
import { findNats, startNats } from '@manoboard/testkit/nats';
import { createNatsCredentials } from '@manoboard/testkit/nats-credentials';
import { waitFor } from '@manoboard/testkit/wait-for';
import { connect, type Msg } from '@nats-io/transport-node';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createCertificateFiles } from '../../test/certificate.ts';
import { createNatsBus } from './nats-bus.ts';
import { describePeerBus } from './peer-bus.contract.ts';
import { AnswerLostError, BusRefusedError, NobodyThereError, type PeerBus } from './peer-bus.ts';

let nats: Awaited<ReturnType<typeof startNats>>;
let installation = 0;
const key = Buffer.alloc(32, 1);
const join = (serverId: string, of = `test${installation}`): PeerBus =>
  createNatsBus({ serverId, url: nats.url, installation: of, key, quietWarn: () => {} });

describe.skipIf(!findNats())('bus of NATS', () => {
  beforeAll(async () => {
    nats = await startNats();
  });
  afterEach(() => {
    installation++;
  });
  afterAll(() => nats.stop());
  describePeerBus(join);

  it('separates installations that share a bus', async () => {
    const [a, other] = [join('a', 'one'), join('b', 'two')];
    other.respond(async () => 'wrong');
    await waitFor(() => a.isUp() && other.isUp());
    await expect(a.request('b', {}, 60_000)).rejects.toBeInstanceOf(NobodyThereError);
    await Promise.all([a.stop(), other.stop()]);
  });

  it('ignores a subject of a newer version, and takes what follows it', async () => {
    const [a, b] = [join('a'), join('b')];
    const received: unknown[] = [];
    b.subscribe('live', (message) => received.push(message));
    await waitFor(() => a.peers().includes('b') && b.peers().includes('a'));
    a.publish('colours' as 'live', { of: 'a newer version' });
    a.publish('live', 'known');
    await waitFor(() => received.length > 0);
    expect(received).toEqual(['known']);
    await Promise.all([a.stop(), b.stop()]);
  });

  it('sees a server of a version before texts, until that one is upgraded', async () => {
    const a = join('a');
    a.acceptUnsigned(new Set(['b']));
    const { hostname, port } = new URL(nats.url);
    const older = await connect({ servers: `${hostname}:${port}`, user: 'manoboard', pass: 'secret' });
    const all = `manoboard.test${installation}.all`;
    const received: unknown[] = [];
    older.subscribe(all, {
      callback: (_err, message) => void received.push(...message.json<unknown[]>().slice(1)),
    });
    a.subscribe('live', (message, from) => received.push([from, message, a.olderPeers().has(from)]));
    await waitFor(() => a.isUp());
    older.publish(all, JSON.stringify(['b', ['live', 'of b']]));
    await waitFor(() => a.olderPeers().has('b'));
    a.publish('live', 'of a');
    await waitFor(() => received.some((message) => JSON.stringify(message) === '["live","of a"]'));
    // Already while its first message is taken.
    expect(received).toContainEqual(['b', 'of b', true]);
    older.publish(all, JSON.stringify(['b', ['version', 2]]));
    await waitFor(() => !a.olderPeers().has('b'));
    await Promise.all([a.stop(), older.close()]);
  });

  describe('a message without a right checksum', () => {
    /** A client that can write to the bus without the key of the servers. */
    async function withStranger() {
      const refused: string[] = [];
      let count = 0;
      const of = `test${installation}`;
      const a = createNatsBus({
        serverId: 'a',
        url: nats.url,
        installation: of,
        key,
        quietWarn: (_key, about) => refused.push(String((about as { checksum?: string }).checksum)),
        onRefused: () => void count++,
      });
      const b = join('b', of);
      const received: unknown[] = [];
      a.subscribe('live', (message, from) => received.push([from, message]));
      a.subscribeTexts(({ text }) => received.push(text));
      a.respond(async (message) => {
        received.push(message);
        return 'answer';
      });
      await waitFor(() => a.peers().includes('b') && b.peers().includes('a'));
      const { hostname, port } = new URL(nats.url);
      const stranger = await connect({ servers: `${hostname}:${port}`, user: 'manoboard', pass: 'secret' });
      return {
        a,
        b,
        stranger,
        received,
        refused,
        root: `manoboard.${of}`,
        counted: () => count,
        leave: () => Promise.all([a.stop(), b.stop(), stranger.close()]),
      };
    }

    it('is dropped and counted, as a message, a text, a call and garbage, also in the name of a server', async () => {
      const { a, b, stranger, received, refused, root, counted, leave } = await withStranger();
      const payloads: [string, string][] = [
        ['all', JSON.stringify(['b', ['live', 'forged']])],
        ['texts', `["b",["x",6]]\nforged`],
        ['server.a', JSON.stringify({ from: 'b', message: { kind: 'command', payload: {} } })],
        ['all', 'no JSON'],
        ['all', 'null'],
        ['texts', ''],
        ['server.a', 'null'],
        ['server.a', '{"message":'],
      ];
      for (const [subject, text] of payloads) stranger.publish(`${root}.${subject}`, text);
      await waitFor(() => counted() === payloads.length);
      b.publish('live', 'real');
      expect(await b.request('a', 'asked', 5000)).toBe('answer');
      await waitFor(() => received.length === 2);
      expect(received.toSorted()).toEqual([['b', 'real'], 'asked'].toSorted());
      expect(new Set(refused)).toEqual(new Set(['missing']));
      await leave();
      expect(a.isUp()).toBe(false);
    });

    it('is dropped if it is a copy for another subject, or was changed on its way', async () => {
      const { b, stranger, received, refused, root, counted, leave } = await withStranger();
      const copied = new Promise<Msg>((done) => {
        stranger.subscribe(`${root}.all`, {
          callback: (_err, message) => void (message.string().includes('"real"') && done(message)),
        });
      });
      b.publish('live', 'real');
      const { data, headers } = await copied;
      await waitFor(() => received.length === 1);
      const options = headers ? { headers } : {};
      stranger.publish(`${root}.server.a`, data, options);
      stranger.publish(`${root}.all`, data.toString().replace('real', 'fake'), options);
      await waitFor(() => counted() === 2);
      expect(refused).toEqual(['wrong', 'wrong']);
      expect(received).toEqual([['b', 'real']]);
      await leave();
    });

    it('is no answer', async () => {
      const { b, stranger, root, leave } = await withStranger();
      stranger.subscribe(`${root}.server.c`, {
        callback: (_err, message) => void message.respond('{"answer":"forged"}'),
      });
      await stranger.flush();
      await expect(b.request('c', {}, 5000)).rejects.toBeInstanceOf(AnswerLostError);
      await leave();
    });

    it('is accepted of a server of the version before, as the database names it, and of no other', async () => {
      const { a, stranger, received, root, counted, leave } = await withStranger();
      a.acceptUnsigned(new Set(['older']));
      for (const from of ['b', 'older'])
        stranger.publish(`${root}.all`, JSON.stringify([from, ['live', 'hello']]));
      await waitFor(() => counted() === 1 && received.length === 1);
      expect(received).toEqual([['older', 'hello']]);
      await leave();
    });
  });

  it('by TLS it connects to a node whose certificate BUS_CA has signed, and to no other', async () => {
    const [files, others] = [await createCertificateFiles(), await createCertificateFiles()];
    const node = await startNats({ tls: files });
    const secure = (serverId: string, caFile: string) =>
      createNatsBus({ serverId, url: node.url, caFile, installation: 'tls', key, quietWarn: () => {} });
    const [a, b, stranger] = [
      secure('a', files.certFile),
      secure('b', files.certFile),
      secure('c', others.certFile),
    ];
    b.respond(async () => 'answer');
    await waitFor(() => a.isUp() && a.peers().includes('b'));
    expect(await a.request('b', {}, 5000)).toBe('answer');
    expect(stranger.isUp()).toBe(false);
    await Promise.all([a.stop(), b.stop(), stranger.stop()]);
    await node.stop();
    for (const each of [files, others]) await each.remove();
  });

  it('by BUS_CREDENTIALS it connects as a user of an account, and without them it is refused', async () => {
    const folder = await mkdtemp(pathOf(tmpdir(), 'manoboard-bus-'));
    const [configFile, credentialsFile, foreign] = ['nats.conf', 'server.creds', 'foreign.creds'].map(
      (name) => pathOf(folder, name),
    ) as [string, string, string];
    const { config, credentials } = createNatsCredentials();
    await writeFile(configFile, config);
    await writeFile(credentialsFile, credentials);
    await writeFile(foreign, createNatsCredentials().credentials);
    const node = await startNats({ configFile });
    const by = (serverId: string, file: string | undefined) =>
      createNatsBus({
        serverId,
        url: node.url,
        credentialsFile: file,
        installation: 'creds',
        key,
        quietWarn: () => {},
      });
    const [a, b] = [by('a', credentialsFile), by('b', credentialsFile)];
    b.respond(async () => 'answer');
    await waitFor(() => a.isUp() && a.peers().includes('b'));
    expect(await a.request('b', {}, 5000)).toBe('answer');
    for (const file of [foreign, undefined]) {
      const stranger = by('c', file);
      await expect(stranger.start()).rejects.toBeInstanceOf(BusRefusedError);
      await stranger.stop();
    }
    await Promise.all([a.stop(), b.stop()]);
    await node.stop();
    await rm(folder, { recursive: true });
  });

  it('refuses requests and drops messages while it is away, ends those that wait, and heals by itself', async () => {
    const [a, b] = [join('a'), join('b')];
    const received: unknown[] = [];
    b.subscribe('live', (message) => received.push(message));
    b.respond(() => new Promise(() => {}));
    await waitFor(() => a.peers().includes('b') && b.peers().includes('a'));
    const open = a.request('b', {}, 60_000).catch((error: unknown) => error);
    const changes: boolean[] = [];
    a.onChange((isUp) => changes.push(isUp));
    await nats.kill();
    expect(await open).toBeInstanceOf(AnswerLostError);
    await expect(a.request('b', {}, 60_000)).rejects.toBeInstanceOf(NobodyThereError);
    a.publish('live', 'lost');
    await nats.restart();
    await waitFor(() => a.isUp() && b.isUp());
    a.publish('live', 'after');
    await waitFor(() => received.length > 0);
    expect(received).toEqual(['after']);
    expect(changes).toEqual([false, true]);
    await Promise.all([a.stop(), b.stop()]);
  });

  it('connects again after nodes have refused it several times', async () => {
    const node = await startNats();
    const bus = createNatsBus({
      serverId: 'a',
      url: node.url,
      installation: 'refused',
      key,
      quietWarn: () => {},
    });
    await waitFor(() => bus.isUp());
    const warned: string[] = [];
    const other = createNatsBus({
      serverId: 'b',
      url: node.url,
      installation: 'refused',
      key,
      quietWarn: (_key, about) => warned.push(`${(about as { err: Error }).err}`),
    });
    await waitFor(() => other.peers().includes('a'));
    await node.kill();
    await node.restart('another password');
    await waitFor(() => warned.some((text) => /Authorization/.test(text)), { timeoutMs: 20_000 });
    expect(other.isUp()).toBe(false);
    other.publish('live', 'dropped');
    await node.kill();
    await node.restart();
    await waitFor(() => bus.isUp() && other.isUp(), { timeoutMs: 20_000 });
    await Promise.all([bus.stop(), other.stop()]);
    await node.stop();
  });

  it('connects again within seconds after nodes that stay silent, or end in the handshake', async () => {
    const { hostname, port } = new URL(nats.url);
    let lines = 0;
    const proxy = createServer((line) => {
      line.on('error', () => {});
      lines++;
      if (lines === 1) return;
      const node = connectTcp(Number(port), hostname).on('error', () => {});
      if (lines === 2) node.once('data', (info: Buffer) => line.end(info));
      else node.pipe(line).pipe(node);
    });
    await new Promise<void>((done) => proxy.listen(0, '127.0.0.1', done));
    const url = nats.url.replace(port, `${(proxy.address() as { port: number }).port}`);
    const bus = createNatsBus({ serverId: 'a', url, installation: 'silent', key, quietWarn: () => {} });
    await waitFor(() => bus.isUp());
    expect(lines).toBe(3);
    await bus.stop();
    proxy.close();
  });

  it('drops a message that is larger than NATS takes, and goes on', async () => {
    const [a, b] = [join('a'), join('b')];
    const received: unknown[] = [];
    b.subscribe('live', (message) => received.push(message));
    await waitFor(() => a.peers().includes('b') && b.peers().includes('a'));
    a.publish('live', 'x'.repeat(2_000_000));
    a.publish('live', 'small');
    await waitFor(() => received.length > 0);
    expect(received).toEqual(['small']);
    await Promise.all([a.stop(), b.stop()]);
  });
});
