import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from '../free-port.ts';
import { waitFor } from '../wait-for.ts';
import { createSystemProgram } from './system-program.ts';

interface Backend {
  httpPort: number;
  mqttPort: number;
}

/** haproxy in front of servers of this machine with the configuration that operators copy (`deploy/haproxy.cfg`). */
export async function startBalancer(
  root: string,
  folder: string,
  servers: readonly Backend[],
  ports?: Backend,
) {
  const { httpPort, mqttPort } = ports ?? { httpPort: await freePort(), mqttPort: await freePort() };
  const model = await readFile(join(root, 'deploy', 'haproxy.cfg'), 'utf8');
  const lines = (port: keyof Backend) =>
    servers.map(
      (server, at) => `  server s${at + 1} 127.0.0.1:${server[port]} check port ${server.httpPort}`,
    );
  const text = model
    .replace('maxconn 20000', 'maxconn 4000')
    .replace('bind :1883', `bind 127.0.0.1:${mqttPort}`)
    .replace('bind :80', `bind 127.0.0.1:${httpPort}`)
    .replace(/ {2}server a .*:1883 .*\n {2}server b .*/, lines('mqttPort').join('\n'))
    .replace(/ {2}server a .*:8080 .*\n {2}server b .*/, lines('httpPort').join('\n'));
  const file = join(folder, 'haproxy.cfg');
  await writeFile(file, text);
  const url = `http://127.0.0.1:${httpPort}`;
  const program = createSystemProgram('haproxy', ['-f', file], () =>
    waitFor(async () => (await fetch(`${url}/healthz`)).ok, { what: 'haproxy', timeoutMs: 20_000 }),
  );
  await program.start();
  return {
    url,
    mqttUrl: `mqtt://127.0.0.1:${mqttPort}`,
    signal: program.signal,
    stop: () => program.kill(),
  };
}
