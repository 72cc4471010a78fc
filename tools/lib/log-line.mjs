const LEVELS = { 10: 'trace', 20: 'debug', 30: 'info', 40: 'warn', 50: 'error', 60: 'fatal' };

/**
 * A line of the server's log for the eyes of a person; what is no log line stays as it is.
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
