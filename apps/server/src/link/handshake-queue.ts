import type { Client } from 'aedes';

/** A handshake that takes longer loses its place to the next. */
const LONGEST_MS = 1000;

/**
 * Limits concurrent logins of boards. When thousands reconnect at once, the event loop would otherwise process all of
 * them before the next HTTP request. A client takes a place when its CONNECT is complete and frees it when the CONNACK is
 * sent, so neither idle connections nor slow networks hold places.
 */
export function createHandshakeQueue(atOnce: number) {
  const running = new Map<Client, NodeJS.Timeout>();
  let waiting: { client: Client; go: () => void }[] = [];

  function fill(): void {
    let taken = 0;
    for (const { client, go } of waiting) {
      if (running.size >= atOnce) break;
      taken++;
      if (client.conn.destroyed) continue;
      running.set(
        client,
        setTimeout(() => leave(client), LONGEST_MS),
      );
      go();
    }
    if (taken > 0) waiting = waiting.slice(taken);
  }

  function leave(client: Client): void {
    const timer = running.get(client);
    if (!timer) return;
    clearTimeout(timer);
    running.delete(client);
    fill();
  }

  return {
    enter(client: Client, go: () => void): void {
      waiting.push({ client, go });
      fill();
    },
    leave,
    stop(): void {
      waiting = [];
      for (const timer of running.values()) clearTimeout(timer);
      running.clear();
    },
  };
}
export type HandshakeQueue = ReturnType<typeof createHandshakeQueue>;
