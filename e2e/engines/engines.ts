import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@manoboard/testkit/free-port';
import { waitFor } from '@manoboard/testkit/wait-for';

/** A browser of the system, driven by the protocol that it brings. */
export interface Engine {
  version: string;
  goto: (url: string) => Promise<void>;
  /** The value of an expression in the page, as JSON. */
  evaluate: (expression: string) => Promise<unknown>;
  close: () => Promise<void>;
}

const START = { timeoutMs: 60_000 };
const inPage = (expression: string) => `JSON.stringify((${expression}) ?? null)`;
const onExit = (child: ChildProcess) => new Promise((done) => child.once('exit', done));

/** WebDriver BiDi: one request after the other by a web socket. */
async function openBidi(url: string) {
  const socket = new WebSocket(url);
  await new Promise((done, fail) => {
    socket.onopen = done;
    socket.onerror = fail;
  });
  let last = 0;
  return {
    send: <T>(method: string, params: object): Promise<T> =>
      new Promise((done, fail) => {
        const id = ++last;
        const onMessage = ({ data }: MessageEvent<string>) => {
          const answer = JSON.parse(data) as { id?: number; result: T; error?: string; message?: string };
          if (answer.id !== id) return;
          socket.removeEventListener('message', onMessage);
          if (answer.error) fail(new Error(`${method}: ${answer.message}`));
          else done(answer.result);
        };
        socket.addEventListener('message', onMessage);
        socket.send(JSON.stringify({ id, method, params }));
      }),
    close: () => socket.close(),
  };
}

const FIREFOX = ['/usr/bin/firefox-esr', '/usr/bin/firefox'];

async function startFirefox(): Promise<Engine | undefined> {
  const program = FIREFOX.find((path) => existsSync(path));
  if (!program) return undefined;
  const profile = mkdtempSync(join(tmpdir(), 'manoboard-firefox-'));
  const port = await freePort();
  const args = ['--headless', '--no-remote', '--profile', profile, `--remote-debugging-port=${port}`];
  const child = spawn(program, args, { stdio: 'ignore', env: { ...process.env, HOME: profile } });
  const bidi = await waitFor(() => openBidi(`ws://127.0.0.1:${port}/session`).catch(() => undefined), START);
  const session = await bidi.send<{ capabilities: { browserVersion: string } }>('session.new', {
    capabilities: {},
  });
  const { contexts } = await bidi.send<{ contexts: { context: string }[] }>('browsingContext.getTree', {});
  const context = contexts[0]?.context;
  return {
    version: `Firefox ${session.capabilities.browserVersion}`,
    goto: async (url) =>
      void (await bidi.send('browsingContext.navigate', { context, url, wait: 'complete' })),
    async evaluate(expression) {
      const { result } = await bidi.send<{ result?: { value: string } }>('script.evaluate', {
        expression: inPage(expression),
        target: { context },
        awaitPromise: true,
      });
      return result ? JSON.parse(result.value) : undefined;
    },
    async close() {
      bidi.close();
      const exited = onExit(child);
      child.kill();
      await exited;
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

const [DRIVER, DISPLAY] = ['/usr/bin/WebKitWebDriver', '/usr/bin/xvfb-run'];
const MINI_BROWSER = ['4.1', '4.0', '6.0'].map(
  (api) => `/usr/lib/x86_64-linux-gnu/webkit2gtk-${api}/MiniBrowser`,
);

/** WebKitGTK by its own driver, on a display in memory. */
async function startWebKit(): Promise<Engine | undefined> {
  const binary = MINI_BROWSER.find((path) => existsSync(path));
  if (!binary || ![DRIVER, DISPLAY].every((path) => existsSync(path))) return undefined;
  const port = await freePort();
  const child = spawn(DISPLAY, ['-a', DRIVER, `--port=${port}`], { stdio: 'ignore', detached: true });
  const call = async <T>(method: string, path: string, body?: object): Promise<T> => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      ...(body && { body: JSON.stringify(body) }),
    });
    const { value } = (await answer.json()) as { value: T & { message?: string } };
    if (!answer.ok) throw new Error(`${path}: ${value.message}`);
    return value;
  };
  await waitFor(() => call('GET', '/status').then(() => true), START);
  const options = { 'webkitgtk:browserOptions': { binary, args: ['--automation'] } };
  const { sessionId, capabilities } = await call<{
    sessionId: string;
    capabilities: { browserVersion: string };
  }>('POST', '/session', { capabilities: { alwaysMatch: options } });
  const path = `/session/${sessionId}`;
  return {
    version: `WebKitGTK ${capabilities.browserVersion}`,
    goto: async (url) => void (await call('POST', `${path}/url`, { url })),
    evaluate: async (expression) =>
      JSON.parse(
        await call<string>('POST', `${path}/execute/sync`, {
          script: `return ${inPage(expression)}`,
          args: [],
        }),
      ),
    async close() {
      await call('DELETE', path).catch(() => {});
      const exited = onExit(child);
      // xvfb-run does not pass a signal on: the group has the driver and the display.
      if (child.pid) process.kill(-child.pid, 'SIGTERM');
      await exited;
    },
  };
}

export const ENGINES = {
  Firefox: { start: startFirefox, packages: 'firefox-esr' },
  WebKit: { start: startWebKit, packages: 'webkit2gtk-driver xvfb' },
} as const;
