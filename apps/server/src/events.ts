import { EventEmitter } from 'node:events';
import type { Command } from '@manoboard/contract/command/command';
import type { DeviceLockOut } from '@manoboard/contract/command/lock-out';
import type { LastData } from '@manoboard/contract/device/device';
import type { DeviceConfig } from '@manoboard/contract/device/device-config';
import type { AlertChange, DiskSpace } from '@manoboard/contract/live';
import type { Event } from '@manoboard/contract/mqtt/event';
import type { Tele } from '@manoboard/contract/mqtt/topics';
import type { Board } from './link/link.ts';

/** Events between features: they do not import each other. */
export interface ServerEvents {
  lastData: [last: LastData];
  /** A frame was stored. */
  frameStored: [news: { board: Board; frame: Tele; tsMs: number; receivedAtMs: number; hasClock: boolean }];
  /** An event of a board was stored. */
  boardEvent: [news: { board: Board; event: Event; atMs: number }];
  /** A board has connected and has subscribed to its topics. */
  birth: [board: Board];
  online: [change: { deviceId: string; isOnline: boolean }];
  command: [command: Command];
  /** Parameters of a converter were read, or written and read back. */
  parameters: [
    news: {
      deviceId: string;
      converter: string;
      isWritten: boolean;
      values: readonly (readonly [register: number, value: number])[];
    },
  ];
  lockOut: [change: DeviceLockOut];
  config: [change: { deviceId: string }];
  /** R5.7b: the timeline of a device has a new entry, or one has changed. */
  activity: [change: { deviceId: string }];
  /** The configuration that a board has applied; missing if this server does not know it. */
  configInForce: [news: { deviceId: string; config: DeviceConfig | undefined }];
  /** An alert was raised, cleared, resolved or annotated. */
  alert: [news: { deviceId: string | null; alertId: number; change: AlertChange }];
  /** The assignee of an offline or locked-out device has changed. */
  work: [change: { deviceId: string }];
  /** The device lists of these users have changed. */
  devicesChanged: [userIds: readonly number[]];
  /** The inboxes of these users have changed. */
  inboxChanged: [userIds: readonly number[]];
  /** The broker stopped answering, or answers again: then the cause of offline boards is the server. */
  broker: [change: { isUp: boolean }];
  disk: [space: DiskSpace];
  /** The database stopped answering, or answers again. */
  database: [change: { isUp: boolean }];
  sessionEnded: [sessionId: string];
  /** An integration login was added, changed or revoked. */
  integrationChanged: [integrationId: number];
  /** The firmware update of a board has progressed. */
  firmware: [change: { deviceId: string }];
}

export type Events = EventEmitter<ServerEvents>;

export const createEvents = (): Events => new EventEmitter<ServerEvents>();
