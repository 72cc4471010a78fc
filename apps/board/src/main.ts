import { readArguments } from './arguments.ts';
import { systemClock } from './clock.ts';
import { type Fleet, startFleet } from './fleet.ts';
import { runIdentityCommand } from './identity/identity-commands.ts';
import { startPanel } from './panel/panel-server.ts';
import { Refusal } from './refusal.ts';

/** The latest that the process ends after it was asked to. */
const END_MS = 6_000;

const say = (sentence: string) => process.stderr.write(`${sentence}\n`);

function endOnRequest(fleet: Fleet): void {
  let isEnding = false;
  const end = () => {
    if (isEnding) return;
    isEnding = true;
    setTimeout(() => process.exit(1), END_MS).unref();
    fleet.stop().then(() => process.exit(0));
  };
  process.on('SIGINT', end);
  process.on('SIGTERM', end);
  process.on('disconnect', end);
}

/** A panel that cannot open is a start that failed: the boards leave again. */
function openPanel(port: number, fleet: Fleet): void {
  startPanel(port, fleet.houses).then(
    () => say(`The panel is at http://127.0.0.1:${port}/.`),
    async (error) => {
      say(error instanceof Refusal ? error.message : String(error));
      await fleet.stop();
      process.exit(1);
    },
  );
}

function run(args: string[]): void {
  if (runIdentityCommand(args, (line) => process.stdout.write(`${line}\n`))) return;
  const { url, stateDir, firmwareKeys, panelPort, boards } = readArguments(args);
  const fleet = startFleet(boards, {
    url,
    stateDir,
    firmwareKeys,
    clock: systemClock,
    random: Math.random,
    say,
    onReady: () => process.send?.({ ready: true }),
  });
  endOnRequest(fleet);
  if (panelPort !== undefined) openPanel(panelPort, fleet);
}

try {
  run(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof Refusal)) throw error;
  say(error.message);
  process.exitCode = 1;
}
