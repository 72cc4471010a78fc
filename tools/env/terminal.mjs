// A closed reader (`npm start | head`) must not end the command and leave its programs without a parent.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});

const startedAt = Date.now();

/** Prints a line of progress with the seconds since the command started. */
export function log(text) {
  const seconds = ((Date.now() - startedAt) / 1000).toFixed(1).padStart(5);
  console.log(`${seconds} s  ${text}`);
}

/** An error that the user can correct: printed without a stack. */
export class CommandError extends Error {}

const LEVELS = { 10: 'trace', 20: 'debug', 30: 'info', 40: 'warn', 50: 'error', 60: 'fatal' };

/**
 * A JSON line of the server's log as readable text; any other line is returned unchanged.
 * @param {string} line
 */
export function readable(line) {
  if (!line.startsWith('{"level":')) return line;
  try {
    const { level, time, msg, pid, hostname, err, ...details } = JSON.parse(line);
    const at = new Date(time).toTimeString().slice(0, 8);
    const more = Object.keys(details).length > 0 ? ` ${JSON.stringify(details)}` : '';
    const stack = err?.stack ? `\n${err.stack}` : '';
    return `${at} ${LEVELS[level] ?? level} ${msg ?? ''}${more}${stack}`;
  } catch {
    return line;
  }
}
