import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
/** A compile cache saves a tenth of a start. */
const COMPILE_CACHE = join(ROOT, '.cache', 'compiled');

/**
 * Node may deadlock while it ends, with its worker threads waiting: seen once in thousands of stops. As a supervisor does,
 * the process is killed then; its exit code shows it.
 */
const EXIT_WITHIN_MS = 30_000;
const KEPT_OUTPUT = 10_000;

/** Runs a program of the product as its own process. */
export function startProgram(
  path: string,
  args: string[],
  env: Record<string, string> = {},
  nodeOptions: readonly string[] = [],
) {
  const child: ChildProcess = spawn(process.execPath, [...nodeOptions, path, ...args], {
    cwd: ROOT,
    // The settings of a developer, in `.env`, are not those of a test.
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      NODE_COMPILE_CACHE: COMPILE_CACHE,
      ENV_FILE: '',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let output = '';
  child.stdout?.on('data', (chunk: Buffer) => {
    output = (output + chunk.toString()).slice(-KEPT_OUTPUT);
  });
  let errors = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    errors += chunk.toString();
  });
  const progress: string[] = [];
  child.on('message', (message: { progress?: string }) => {
    if (message.progress) progress.push(message.progress);
  });
  const exit = once(child, 'exit') as Promise<[code: number | null, signal: NodeJS.Signals | null]>;

  /** After its last output, which may arrive after the exit. */
  const close = once(child, 'close') as typeof exit;

  return {
    child,
    /** Its standard error so far. */
    errors: () => errors,
    /** The end of its log and of its standard error. */
    lastWords: () => output + errors.slice(-KEPT_OUTPUT),
    /** Its lines of progress so far. */
    progress,
    exitCode: () => exit.then(([code]) => code),
    /** Its exit code, or the signal that ended it. */
    ended: () => close.then(([code, signal]) => signal ?? code),
    /** The first IPC message of this name; an exit before it is an error. */
    message: <T>(name: string): Promise<T> =>
      new Promise((done, fail) => {
        child.on('message', (message: Record<string, T>) => {
          if (message[name] !== undefined) done(message[name]);
        });
        child.once('exit', (code) => fail(new Error(`${path} ended with ${code}:\n${errors}`)));
      }),
    async stop(signal: NodeJS.Signals = 'SIGINT') {
      child.kill(signal);
      const overdue = setTimeout(() => child.kill('SIGKILL'), EXIT_WITHIN_MS);
      await exit;
      clearTimeout(overdue);
    },
  };
}

export interface ServerReady {
  url: string;
  mqttUrl: string;
  demo: { emails: string[]; password: string; boardsFile: string; firmwareKeyFile: string } | null;
  /** Page and code of the first run. */
  setup: { url: string; code: string } | null;
}

/** As `npm start`, without source maps, which take a tenth of a start. */
const SERVER_OPTIONS = ['--max-semi-space-size=8'];

/** Loads `stepped-clock.ts`: SIGUSR2 sets the clock of the server forward by CLOCK_STEP_MS. */
const STEPPED_CLOCK = ['--import', new URL('./stepped-clock.ts', import.meta.url).href];

export async function startServerProgram(env: Record<string, string>) {
  // The past of the demo takes seconds of processor time.
  const settings = { LOG_LEVEL: 'warn', DEMO_HISTORY_DAYS: '0', ...env };
  const options = 'CLOCK_STEP_MS' in env ? [...SERVER_OPTIONS, ...STEPPED_CLOCK] : SERVER_OPTIONS;
  const program = startProgram('apps/server/dist/main.mjs', [], settings, options);
  return { ...program, ready: await program.message<ServerReady>('ready') };
}

/** With a state folder for the boards, like `npm start`. */
export async function startFleetProgram({ mqttUrl, demo }: ServerReady, more: readonly string[] = []) {
  const boardsFile = demo?.boardsFile ?? '';
  const state = join(dirname(boardsFile), 'boards');
  const program = startProgram('apps/board/dist/main.mjs', [
    ...['fleet', '--mqtt', mqttUrl, '--credentials', boardsFile, '--state', state],
    ...['--firmware-key', demo?.firmwareKeyFile ?? ''],
    ...more,
  ]);
  await program.message<boolean>('ready');
  return program;
}
