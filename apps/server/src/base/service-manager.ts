import { execFile } from 'node:child_process';

/** Twice within the time after which systemd takes the server for hung. */
const BEATS = 2;
const NOTIFY_MS = 5000;

/**
 * Reports to systemd (`Type=notify`): ready, stopping, and, while the event loop turns, alive. Nothing without NOTIFY_SOCKET.
 * Node has no datagram sockets of Unix, so the program of systemd sends the messages (decision 57). The variables are
 * removed: Postgres would report itself as the service.
 */
export function createNotifier(env: NodeJS.ProcessEnv = process.env) {
  const { NOTIFY_SOCKET, WATCHDOG_USEC, WATCHDOG_PID } = env;
  delete env.NOTIFY_SOCKET;
  delete env.WATCHDOG_USEC;
  delete env.WATCHDOG_PID;
  const isWatched = WATCHDOG_PID === undefined || WATCHDOG_PID === String(process.pid);
  const everyMs = isWatched && WATCHDOG_USEC ? Number(WATCHDOG_USEC) / 1000 / BEATS : 0;
  let timer: NodeJS.Timeout | undefined;

  function send(...states: string[]) {
    if (!NOTIFY_SOCKET) return;
    // A failure is what systemd sees as silence.
    execFile('systemd-notify', states, { env: { ...env, NOTIFY_SOCKET }, timeout: NOTIFY_MS }, () => {});
  }

  return {
    ready(status: string) {
      send('READY=1', `STATUS=${status}`);
      if (everyMs > 0) timer = setInterval(() => send('WATCHDOG=1'), everyMs).unref();
    },
    stopping() {
      clearInterval(timer);
      send('STOPPING=1');
    },
  };
}
