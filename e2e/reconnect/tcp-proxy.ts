import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { freePort } from '@manoboard/testkit/free-port';

/** A TCP proxy between browser and server that can be interrupted. */
export async function startProxy(serverUrl: string) {
  const server = new URL(serverUrl);
  const pairs = new Set<readonly [browser: Socket, server: Socket]>();
  let isStalled = false;
  let isRefusing = false;

  const listener = createServer((browser) => {
    browser.on('error', () => undefined);
    if (isRefusing) return browser.resetAndDestroy();
    const behind = connect(Number(server.port), server.hostname);
    const pair = [browser, behind] as const;
    pairs.add(pair);
    for (const [one, other] of [pair, [behind, browser]] as const) {
      one.on('error', () => undefined);
      one.once('close', () => {
        pairs.delete(pair);
        other.destroy();
      });
      one.pipe(other);
    }
    if (isStalled) for (const socket of pair) socket.pause();
  });
  const port = await freePort();
  listener.listen(port, server.hostname);
  await once(listener, 'listening');

  const cut = () => {
    for (const pair of pairs) for (const socket of pair) socket.destroy();
  };
  return {
    url: `http://${server.hostname}:${port}`,
    /** Blocks all traffic silently. */
    stall() {
      isStalled = true;
      for (const pair of pairs) for (const socket of pair) socket.pause();
    },
    /** Refuses connections, like a stopped server. */
    refuse() {
      isRefusing = true;
      cut();
    },
    accept() {
      isRefusing = false;
    },
    /** Drops pending traffic; new traffic passes. */
    reset() {
      isStalled = false;
      cut();
    },
    async close() {
      cut();
      await new Promise((done) => listener.close(done));
    },
  };
}
