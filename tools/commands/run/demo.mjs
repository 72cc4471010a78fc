import { startProgram } from '../../env/program.mjs';
import { onStopRequest } from '../../env/stop-request.mjs';
import { log, readable } from '../../env/terminal.mjs';
import { createFleet } from './demo-fleet.mjs';

/** A third less memory with 10,000 boards (bench `live`) for no measurable processor time; 4 MB cost a seventh more. */
const LOW_MEMORY = '--max-semi-space-size=8';
/** `url.parse` in web-push, with addresses of push services that the server has checked. */
const KNOWN_WARNING = '--disable-warning=DEP0169';
const SERVER_OPTIONS = [LOW_MEMORY, '--enable-source-maps', KNOWN_WARNING];
/** With the fleet's two seconds below the ten that Ctrl-C may take. */
const SERVER_STOP_MS = 7_000;
const PATIENCE_MS = 2_000;
const FLEET_READY_MS = 5_000;

/** @typedef {{ url: string, mqttUrl: string, demo: null | { emails: string[], password: string, claims: { id_dev: string, claim_code: string, is_free: boolean }[], boardsFile: string, firmwareKeyFile: string }, setup: null | { url: string, code: string } }} Ready */

/**
 * Runs the server and, in the demo, its boards until a signal arrives or the server exits. Returns the server's exit
 * code, or 0 when a person has ended it.
 * @param {{ settings: NodeJS.ProcessEnv, onReady: (ready: Ready) => void, server?: string[] }} options
 * @returns {Promise<number>}
 */
export async function runDemo({ settings, onReady, server: file = ['apps/server/dist/main.mjs'] }) {
  const env = demoEnv(settings);
  const onErrorLine = process.stderr.isTTY ? (line) => console.error(readable(line)) : undefined;
  const fleet = createFleet({ env, onErrorLine });
  let wasAsked = false;
  const server = startProgram([...SERVER_OPTIONS, ...file], {
    env,
    onErrorLine,
    onMessage: async ({ progress, ready }) => {
      if (progress) log(progress);
      if (!ready || wasAsked) return;
      if (ready.demo) await connectBoards(fleet, ready);
      if (!wasAsked) onReady(ready);
    },
  });
  onSignals({
    end: async () => {
      wasAsked = true;
      log('Ending …');
      await fleet.stop();
      await server.stop(SERVER_STOP_MS);
    },
    endByForce: () => {
      fleet.kill();
      server.kill();
    },
  });
  const code = await server.exited;
  await fleet.stop();
  return wasAsked ? 0 : code;
}

async function connectBoards(fleet, ready) {
  log('Connecting the demo boards …');
  const timeUp = new Promise((resolve) => setTimeout(resolve, FLEET_READY_MS).unref());
  await Promise.race([fleet.start(ready), timeUp]);
}

/**
 * The demo is on unless the settings turn it off; its log level is then `warn`.
 * @param {NodeJS.ProcessEnv} settings
 */
export function demoEnv(settings) {
  const demo = settings.DEMO?.trim() || '1';
  const quiet = { LOG_LEVEL: settings.LOG_LEVEL?.trim() || 'warn' };
  return { ...settings, DEMO: demo, ...(['1', 'true'].includes(demo) ? quiet : {}) };
}

/** A second Ctrl-C right after the first would leave Postgres running: force needs a moment. */
function onSignals({ end, endByForce }) {
  let askedAt = 0;
  onStopRequest(() => {
    if (askedAt === 0) {
      askedAt = Date.now();
      setTimeout(() => log('Still ending; Ctrl-C now ends it by force.'), PATIENCE_MS).unref();
      void end();
    } else if (Date.now() - askedAt >= PATIENCE_MS) endByForce();
  });
}
