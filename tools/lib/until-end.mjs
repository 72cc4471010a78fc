import { startProgram } from './program.mjs';

/** Longer than any of the programs takes by itself. */
const STOP_MS = 8_000;

/**
 * Runs one of the project's programs until it ends or a person ends it; gives its exit code.
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {Promise<number>}
 */
export async function untilEnd(args, env = {}) {
  const program = startProgram(args, { env });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => void program.stop(STOP_MS));
  return program.exited;
}
