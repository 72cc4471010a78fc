import type { Client } from 'aedes';

/** One that does not finish in this time gives its place to the next. */
const LONGEST_MS = 1000;

/**
 * Lets boards through their login a few at a time. When thousands come back at once, the event loop would otherwise
 * work through all of them before the next request of a person. A client takes a place once its CONNECT is complete, so
 * that idle connections hold none, and leaves it when the CONNACK is sent, so that slow networks hold none either.
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
