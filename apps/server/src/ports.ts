import type { FastifyInstance } from 'fastify';
import { freePort } from './free-port.ts';
import { StartRefused } from './start-refused.ts';

/** A port that was set is taken as it is; a default that is taken moves to the next free one, and says so. */
export async function pickPort(
  setting: string,
  set: number | undefined,
  byDefault: number,
  host: string,
  say: (sentence: string) => void,
): Promise<number> {
  if (set !== undefined) return set;
  const port = await freePort(byDefault, host);
  if (port !== byDefault) say(`port ${byDefault} is taken, so ${setting} is ${port}`);
  return port;
}

export async function listenOn(http: FastifyInstance, host: string, port: number): Promise<void> {
  try {
    await http.listen({ host, port });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE') throw new StartRefused(`Port ${port} (PORT) is taken by another program.`);
    if (code === 'EADDRNOTAVAIL') throw new StartRefused(`This machine has no address ${host} (HOST).`);
    throw error;
  }
}
