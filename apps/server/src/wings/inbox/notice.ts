import type { AddedAccess, InboxEvent } from '@manoboard/contract/inbox/inbox';
import type { Db } from '../../db/db.ts';
import type { DeviceKey } from '../../db/device-key.ts';

type AboutDevice = Extract<InboxEvent, { device_id: string }>;
type Bare<E> = E extends unknown ? Omit<E, 'device_id' | 'alias' | 'by'> : never;

/** An item about a device for the inboxes of some users. */
export interface Notice {
  deviceKey: DeviceKey;
  readers: readonly number[] | 'owner' | 'holders';
  /** The user who caused it, where the event names them. */
  by?: number;
  event: Bare<AboutDevice>;
}

/** R1.7: stores the notice in the transaction of its cause; the readers' open pages are notified after the commit. */
export type Notify = (tx: Db, notice: Notice) => Promise<unknown>;

/** Access that outlives a session: these users get an inbox entry and a mail. */
export type NotifyAccess = (
  tx: Db,
  userIds: readonly number[],
  added: { what: AddedAccess; subject: string },
) => Promise<void>;
