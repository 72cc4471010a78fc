/**
 * A periodic job. It runs on one server at a time, so it must not depend on the memory of a server; it is retried after a
 * failure, so it must be idempotent. Rules also hold between two runs: queries compare times with the server's clock.
 */
export interface Job {
  /** Schedule, UTC. */
  cron: string;
  /** Runs for seconds or longer when much is due. Long jobs run one at a time, and other jobs do not wait for them. */
  isLong?: true;
  run: () => Promise<unknown>;
}

/** Jobs by name. */
export type Jobs = Readonly<Record<string, Job>>;

export const EVERY_MINUTE = '* * * * *';
