import { spawnSync } from 'node:child_process';
import { canInstallWithApt, installWithApt } from './apt.mjs';
import { log } from './terminal.mjs';

/** Tools of the interoperability tests: the command that detects each, and its Debian packages. */
const TOOLS = [
  { name: 'mbpoll', test: 'command -v mbpoll', packages: ['mbpoll'] },
  { name: 'socat', test: 'command -v socat', packages: ['socat'] },
  { name: 'gcc', test: 'command -v gcc', packages: ['gcc', 'libc6-dev'] },
  { name: 'libmodbus', test: 'pkg-config --exists libmodbus', packages: ['libmodbus-dev', 'pkg-config'] },
];

const isThere = (test) => spawnSync('sh', ['-c', test], { stdio: 'ignore' }).status === 0;

/**
 * The missing tools, in the order of the table.
 * @param {(test: string) => boolean} [probe]
 */
export const missingTools = (probe = isThere) => TOOLS.filter(({ test }) => !probe(test));

/** Installs independent Modbus programs for the board's tests; tests without their program are skipped. */
export async function ensureModbusTools() {
  const wanted = missingTools();
  if (wanted.length === 0) return;
  if (canInstallWithApt()) log('Installing independent Modbus programs for the board’s tests … (once)');
  await installWithApt(wanted.flatMap(({ packages }) => packages));
  const names = missingTools().map(({ name }) => name);
  if (names.length === 0) return;
  log(`The Modbus tests against independent programs are skipped where they need ${names.join(', ')}.`);
}
