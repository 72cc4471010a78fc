import { EventEmitter } from 'node:events';
import type { Command } from '@manoboard/contract/command';
import type { LastData } from '@manoboard/contract/device';

/** What happened, for whoever listens: features hear of each other through these only. */
export interface ServerEvents {
  lastData: [last: LastData];
  online: [change: { deviceId: string; isOnline: boolean }];
  command: [command: Command];
  /** Their lists of devices are not what they were. */
  devicesChanged: [userIds: readonly number[]];
  sessionEnded: [sessionId: string];
}

export type Events = EventEmitter<ServerEvents>;

export const createEvents = (): Events => new EventEmitter<ServerEvents>();
