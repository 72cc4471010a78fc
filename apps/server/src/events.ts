import { EventEmitter } from 'node:events';
import type { AlertChange, DiskSpace } from '@manoboard/contract/live';
import type { Command } from '@manoboard/contract/nouns/command';
import type { LastData } from '@manoboard/contract/nouns/device';
import type { DeviceConfig } from '@manoboard/contract/nouns/device-config';
import type { DeviceLockOut } from '@manoboard/contract/nouns/lock-out';
import type { Board } from './link/link.ts';

/** What happened, for whoever listens: features hear of each other through these only. */
export interface ServerEvents {
  lastData: [last: LastData];
  /** A board has come, for the first time or again, and hears what is sent to it. */
  birth: [board: Board];
  online: [change: { deviceId: string; isOnline: boolean }];
  command: [command: Command];
  lockOut: [change: DeviceLockOut];
  config: [change: { deviceId: string }];
  /** R5.7b: the timeline of a device has a new entry, or one has changed. */
  activity: [change: { idDev: string }];
  /** What a board works with; nothing if nobody here knows it. */
  configInForce: [news: { idDev: string; config: DeviceConfig | undefined }];
  /** Whatever changed about it. */
  alert: [news: { idDev: string; alertId: number; change: AlertChange }];
  /** Their lists of devices are not what they were. */
  devicesChanged: [userIds: readonly number[]];
  /** Something has come to their inboxes. */
  inboxChanged: [userIds: readonly number[]];
  /** The broker no longer answers, or does so again: whose boards are offline need not look for it at home. */
  broker: [change: { isUp: boolean }];
  disk: [space: DiskSpace];
  /** The database no longer answers, or does so again. */
  database: [change: { isUp: boolean }];
  sessionEnded: [sessionId: string];
  /** The update of a board has come further. */
  firmware: [change: { deviceId: string }];
}

export type Events = EventEmitter<ServerEvents>;

export const createEvents = (): Events => new EventEmitter<ServerEvents>();
