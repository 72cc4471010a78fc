import type { InboxEvent } from '@manoboard/contract/nouns/inbox';
import type { Db } from './db/db.ts';

type Bare<E> = E extends unknown ? Omit<E, 'device_id' | 'alias' | 'by'> : never;

/** What users are told about a device. */
export interface News {
  deviceId: number;
  readers: readonly number[] | 'owner' | 'holders';
  /** The user who did it, where the event says who. */
  by?: number;
  event: Bare<InboxEvent>;
}

/** R1.7: into the inboxes, in the transaction of what happened: neither is there without the other. */
export type Tell = (db: Db, news: News) => Promise<void>;
