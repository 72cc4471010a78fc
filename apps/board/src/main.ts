import { readArguments } from './arguments.ts';
import { systemClock } from './clock.ts';
import { readConverterArguments, startConverter } from './converter-command.ts';
import { type Fleet, startFleet } from './fleet.ts';
import { readGd10Arguments, startGd10 } from './gd10-command.ts';
import { runIdentityCommand } from './identity/identity-commands.ts';
import { startPanel } from './panel/panel-server.ts';
import { runPastCommand } from './past-command.ts';
import { readProbeArguments, runProbe } from './probe-command.ts';
import { Refusal } from './refusal.ts';

/** Longest time from a stop request to the end of the process. */
const END_MS = 6_000;

const log = (sentence: string) => process.stderr.write(`${sentence}\n`);

function endOnRequest({ stop }: { stop(): Promise<void> }): void {
  let isEnding = false;
  const end = () => {
    if (isEnding) return;
    isEnding = true;
    setTimeout(() => process.exit(1), END_MS).unref();
    stop().then(() => process.exit(0));
  };
  process.on('SIGINT', end);
  process.on('SIGTERM', end);
  process.on('disconnect', end);
}

/** If the panel cannot open, the start failed: the boards stop. */
function openPanel(port: number, fleet: Fleet): void {
  startPanel(port, fleet.houses).then(
    () => log(`The panel is at http://127.0.0.1:${port}/.`),
    async (error) => {
      log(error instanceof Refusal ? error.message : String(error));
      await fleet.stop();
      process.exit(1);
    },
  );
}

async function runGd10(args: string[]): Promise<void> {
  const onClosed = () => {
    log('The serial port is gone.');
    process.exit(1);
  };
  const { close } = await startGd10(readGd10Arguments(args), { clock: systemClock, log, onClosed });
  endOnRequest({ stop: close });
  process.send?.({ ready: true });
}

/** Safe to kill at any moment: files become visible only when they are complete. */
async function runPast(args: string[]): Promise<void> {
  process.on('disconnect', () => process.exit(0));
  await runPastCommand(args);
  process.exit(0);
}

async function run([verb, ...args]: string[]): Promise<void> {
  if (verb === 'past') await runPast(args);
  else if (verb === 'gd10') await runGd10(args);
  else if (verb === 'converter') await runConverter(args);
  else await runBoards(verb === undefined ? [] : [verb, ...args]);
}

async function runConverter(args: string[]): Promise<void> {
  const { close } = await startConverter(readConverterArguments(args), log);
  endOnRequest({ stop: close });
  process.send?.({ ready: true });
}

async function runBoards(args: string[]): Promise<void> {
  const probe = readProbeArguments(args.slice(1));
  if (probe) {
    await runProbe(probe, (line) => process.stdout.write(`${line}\n`));
    process.exit(0);
  }
  if (runIdentityCommand(args, (line) => process.stdout.write(`${line}\n`))) return;
  const { url, trust, stateDir, firmwareKeys, panelPort, boards, keepSecrets, drive, profiles } =
    readArguments(args);
  const fleet = startFleet(boards, {
    url,
    trust,
    stateDir,
    firmwareKeys,
    keepSecrets,
    drive,
    profiles,
    clock: systemClock,
    random: Math.random,
    log,
    onReady: () => process.send?.({ ready: true }),
  });
  endOnRequest(fleet);
  if (panelPort !== undefined) openPanel(panelPort, fleet);
}

try {
  await run(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof Refusal)) throw error;
  log(error.message);
  process.exitCode = 1;
}
