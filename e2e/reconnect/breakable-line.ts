import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { freePort } from '@manoboard/testkit/free-port';

/** The way between a browser and the server, that somebody can step on. */
export async function openLine(serverUrl: string) {
  const server = new URL(serverUrl);
  const pairs = new Set<readonly [browser: Socket, server: Socket]>();
  let isStalled = false;
  let isShut = false;

  const listener = createServer((browser) => {
    browser.on('error', () => undefined);
    if (isShut) return browser.resetAndDestroy();
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
    /** Nothing comes through any more, and nobody is told. */
    stall() {
      isStalled = true;
      for (const pair of pairs) for (const socket of pair) socket.pause();
    },
    /** As before a server that is gone: whoever comes is turned away. */
    shut() {
      isShut = true;
      cut();
    },
    open() {
      isShut = false;
    },
    /** What was under way is lost; from now on the line is good. */
    replace() {
      isStalled = false;
      cut();
    },
    async close() {
      cut();
      await new Promise((done) => listener.close(done));
    },
  };
}
