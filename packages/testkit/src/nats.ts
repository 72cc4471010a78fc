import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { connect } from 'node:net';
import { delimiter, join } from 'node:path';
import { freePort } from './free-port.ts';
import { waitFor } from './wait-for.ts';

/** Debian installs it where only the PATH of root leads. */
const folders = () => [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin'];

/** The program `nats-server`; tests without it are skipped, and `npm test` says so. */
export const findNats = (): string | undefined =>
  folders()
    .map((folder) => join(folder, 'nats-server'))
    .find((path) => existsSync(path));

const answers = (port: number) =>
  new Promise<boolean>((done) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('data', () => done(true));
    socket.once('error', () => done(false));
    socket.once('close', () => done(false));
    socket.setTimeout(500, () => done(false));
  });

interface Options {
  /** With a certificate it speaks TLS only. */
  tls?: { certFile: string; keyFile: string };
  /** A configuration with other logins, instead of the password. */
  configFile?: string;
}

/** A node of NATS with a password, for the bus between servers. */
export async function startNats({ tls, configFile }: Options = {}) {
  const program = findNats() ?? 'nats-server';
  const port = await freePort();
  let node: ChildProcess;
  async function start(password = 'secret') {
    const secure = tls ? ['--tls', '--tlscert', tls.certFile, '--tlskey', tls.keyFile] : [];
    const login = configFile ? ['-c', configFile] : ['--user', 'manoboard', '--pass', password];
    node = spawn(program, ['-a', '127.0.0.1', '-p', `${port}`, ...login, ...secure], { stdio: 'ignore' });
    await waitFor(() => answers(port));
  }
  async function kill(signal: NodeJS.Signals = 'SIGKILL') {
    if (node.exitCode !== null || node.signalCode !== null) return;
    const exit = once(node, 'exit');
    node.kill(signal);
    await exit;
  }
  await start();
  return {
    url: `${tls ? 'tls' : 'nats'}://${configFile ? '' : 'manoboard:secret@'}127.0.0.1:${port}`,
    kill,
    /** With another password it refuses clients that use `url`. */
    restart: start,
    stop: () => kill(),
  };
}
