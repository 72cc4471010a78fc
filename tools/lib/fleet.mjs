import { startProgram } from './program.mjs';
import { say } from './terminal.mjs';

const RESTARTS = 3;
const STOP_MS = 2_000;

/**
 * The demo's boards: one program that runs them all, started again a few times if it dies.
 * @param {{ env: NodeJS.ProcessEnv, onErrorLine: ((line: string) => void) | undefined }} options
 */
export function createFleet({ env, onErrorLine }) {
  /** @type {import('./program.mjs').Program | undefined} */
  let program;
  let isEnding = false;

  /**
   * Resolves when all boards are connected, or the program has ended.
   * @param {{ mqttUrl: string, demo: { boardsFile: string } }} server
   * @returns {Promise<void>}
   */
  function start({ mqttUrl, demo }, restartsLeft = RESTARTS) {
    const args = ['apps/board/src/main.ts', 'fleet', '--mqtt', mqttUrl, '--credentials', demo.boardsFile];
    return new Promise((done) => {
      const onMessage = (message) => message?.ready && done();
      const started = startProgram(args, { env, onErrorLine, onMessage });
      program = started;
      started.exited.then((code) => {
        done();
        if (isEnding) return;
        if (restartsLeft === 0)
          return say('The demo boards have ended again and stay away; the server runs on.');
        say(`The demo boards have ended (code ${code}) and are started again.`);
        void start({ mqttUrl, demo }, restartsLeft - 1);
      });
    });
  }

  return {
    start,
    kill: () => program?.kill(),
    async stop() {
      isEnding = true;
      await program?.stop(STOP_MS);
    },
  };
}
