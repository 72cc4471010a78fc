import { spawnSync } from 'node:child_process';
import { canInstallWithApt, installWithApt } from './apt.mjs';
import { say } from './terminal.mjs';

/** Each tool of the interoperation tests: how to see that it is there, and the Debian packages that bring it. */
const TOOLS = [
  { name: 'mbpoll', test: 'command -v mbpoll', packages: ['mbpoll'] },
  { name: 'socat', test: 'command -v socat', packages: ['socat'] },
  { name: 'gcc', test: 'command -v gcc', packages: ['gcc', 'libc6-dev'] },
  { name: 'libmodbus', test: 'pkg-config --exists libmodbus', packages: ['libmodbus-dev', 'pkg-config'] },
];

const isThere = (test) => spawnSync('sh', ['-c', test], { stdio: 'ignore' }).status === 0;

/**
 * The tools that are missing, in the order of the table.
 * @param {(test: string) => boolean} [probe]
 */
export const missingTools = (probe = isThere) => TOOLS.filter(({ test }) => !probe(test));

/** Independent Modbus programs for the board's tests; where they cannot be had, those tests are skipped. */
export async function ensureModbusTools() {
  const wanted = missingTools();
  if (wanted.length === 0) return;
  if (canInstallWithApt()) say('Installing independent Modbus programs for the board’s tests … (once)');
  await installWithApt(wanted.flatMap(({ packages }) => packages));
  const names = missingTools().map(({ name }) => name);
  if (names.length === 0) return;
  say(`The Modbus tests against independent programs are skipped where they need ${names.join(', ')}.`);
}
