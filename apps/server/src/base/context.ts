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
}
export type Context = Required<StartOptions>;
