import { dirname, join } from 'node:path';
import { startProgram } from '../../env/program.mjs';
import { log } from '../../env/terminal.mjs';

const RESTARTS = 3;
const STOP_MS = 2_000;

/**
 * The demo's boards: one process for all of them, restarted a few times if it exits.
 * @param {{ env: NodeJS.ProcessEnv, onErrorLine: ((line: string) => void) | undefined }} options
 */
export function createFleet({ env, onErrorLine }) {
  /** @type {import('../../env/program.mjs').Program | undefined} */
  let program;
  /** @type {import('../../env/program.mjs').Program | undefined} */
  let past;

  /** @param {string[]} args */
  function launch(args, restartsLeft = RESTARTS) {
    return new Promise((done) => {
      const onMessage = (message) => message?.ready && done(undefined);
      const started = startProgram(args, { env, onErrorLine, onMessage });
      program = started;
      started.exited.then((code) => {
        done(undefined);
        if (program !== started) return;
        if (restartsLeft === 0)
          return log('The demo boards have ended again and stay away; the server runs on.');
        log(`The demo boards have ended (code ${code}) and are started again.`);
        void launch(args, restartsLeft - 1);
      });
    });
  }

  async function stop() {
    const running = [program, past];
    program = past = undefined;
    await Promise.all(running.map((each) => each?.stop(STOP_MS)));
  }

  return {
    /**
     * Resolves when all boards are connected, or the program has ended. Boards that run already give way: a server
     * that starts again has new secrets for them.
     * @param {{ mqttUrl: string, demo: { boardsFile: string, firmwareKeyFile: string } }} server
     */
    async start({ mqttUrl, demo }) {
      await stop();
      const state = join(dirname(demo.boardsFile), 'boards');
      const args = ['fleet', '--mqtt', mqttUrl, '--credentials', demo.boardsFile, '--state', state];
      args.push('--firmware-key', demo.firmwareKeyFile);
      await launch(['apps/board/dist/main.mjs', ...args]);
      // The past of boards that have none yet; it ends by itself.
      const pastArgs = ['past', '--credentials', demo.boardsFile, '--state', state];
      if (program) past = startProgram(['apps/board/dist/main.mjs', ...pastArgs], { env, onErrorLine });
    },
    stop,
    kill: () => {
      program?.kill();
      past?.kill();
    },
  };
}
