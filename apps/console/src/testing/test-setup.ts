import { afterEach, vi } from 'vitest';

declare global {
  var IS_REACT_ACT_ENVIRONMENT: boolean;
}
globalThis.IS_REACT_ACT_ENVIRONMENT = true;
vi.useRealTimers();
vi.restoreAllMocks();

/** The files of a worker share the window and the libraries, not the modules of the console, which have state. */
vi.resetModules();
/** No stack for every element, as after the 10,000 elements for which React in development captures one each second. */
const react = Object.entries(await import('react'));
const [, internals] = react.find(([name]) => name.startsWith('__CLIENT_INTERNALS')) ?? [];
const stacks = { configurable: true, get: () => Number.MAX_VALUE, set: () => undefined };
Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', stacks);

const { notifyManager, onlineManager } = await import('@tanstack/react-query');
const { queryClient } = await import('../app/query-client.ts');
const { pendingCommands } = await import('../device/commands/pending-commands.ts');
const { resetLive } = await import('../device/live/live.ts');
const { clearToasts } = await import('../lib/page/toast.ts');
const { session } = await import('../lib/http/session.ts');
const { cleanUps } = await import('./page.tsx');
const { tab } = await import('./tab.ts');

/** With its default, a timer, an answer reaches the page within `act` or after it, depending on the machine. */
notifyManager.setScheduler(queueMicrotask);

/** As a new window of happy-dom. */
const WIDTH = 1024;
const { happyDOM } = window as unknown as { happyDOM: { setViewport(size: { width: number }): void } };

afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0)) await cleanUp();
  resetLive();
  // After a logout no stream is opened until the next session.
  session.begin();
  pendingCommands.set({});
  queryClient.clear();
  clearToasts();
  localStorage.clear();
  sessionStorage.clear();
  tab.show();
  vi.unstubAllGlobals();
  onlineManager.setOnline(true);
  document.body.replaceChildren();
  if (window.innerWidth !== WIDTH) happyDOM.setViewport({ width: WIDTH });
});
