import { type Logger, pino } from 'pino';

export type { Logger } from 'pino';

export const createLog = (level: string): Logger => pino({ level }, pino.destination(2));

const MINUTE_MS = 60_000;

/** Says the same thing at most once a minute, with the number of times it was held back. */
export function createQuietWarn(log: Logger, now: () => number = Date.now) {
  const said = new Map<string, { at: number; heldBack: number }>();
  return (key: string, details: object, sentence: string) => {
    const last = said.get(key);
    if (last && now() - last.at < MINUTE_MS) {
      last.heldBack++;
      return;
    }
    log.warn({ ...details, heldBack: last?.heldBack ?? 0 }, sentence);
    said.set(key, { at: now(), heldBack: 0 });
  };
}
export type QuietWarn = ReturnType<typeof createQuietWarn>;
