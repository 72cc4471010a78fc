import type { Connection } from '../db/db.ts';
import type { ProbeDisk } from '../jobs/disk-watch.ts';
import type { Config } from './config.ts';
import type { Logger } from './log.ts';

export interface StartOptions {
  config: Config;
  connection: Connection;
  log: Logger;
  onProgress?: (progress: string) => void;
  now?: () => number;
  /** Free space of a folder; tests replace it. */
  probeDisk?: ProbeDisk;
  /** The program of reader threads; tests name the built one, which loads faster. */
  readerFile?: string;
  /** Jobs run at the times of their wings. Tests run them by name: a job may not fall into a test by the time of day. */
  isScheduled?: boolean;
}
export type Context = Required<StartOptions>;
