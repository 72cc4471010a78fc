const CHECK_MS = 500;

/** At the start of the program: later the parent may be gone already. */
const parent = process.ppid;

/** npm sets it for its scripts. The parent of other commands may end while they go on (`nohup`, `disown`). */
const isNpmScript = process.env.npm_lifecycle_event !== undefined;

/**
 * Calls the listener for each signal to stop, and when npm has ended. A SIGTERM to npm alone ends npm and its shell, and
 * does not reach this process.
 * @param {() => void} listener
 */
export function onStopRequest(listener) {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, listener);
  if (!isNpmScript) return;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    listener();
  }, CHECK_MS).unref();
}
