import type { Command } from '@manoboard/contract/command/command';
import type { DeviceLockOut } from '@manoboard/contract/command/lock-out';
import type { LastData } from '@manoboard/contract/device/device';
import type { DeviceConfig } from '@manoboard/contract/device/device-config';
import type { AlertChange, DiskSpace } from '@manoboard/contract/live';
import type { Event } from '@manoboard/contract/mqtt/event';
import type { Tele } from '@manoboard/contract/mqtt/topics';
import type { SelfStartInput } from '@manoboard/domain/alerts/rules/inputs';
import type { DeviceKey } from '../db/device-key.ts';
import type { Board } from '../link/link.ts';

/** Local: about the boards and parts of this server. No other server receives them. */
export interface LocalEvents {
  /** A frame was stored. */
  frameStored: { board: Board; frame: Tele; tsMs: number; receivedAtMs: number; hasClock: boolean };
  /** An event of a board was stored. */
  boardEvent: { board: Board; event: Event; atMs: number };
  /** A board has connected and has subscribed to its topics. */
  birth: Board;
  /** Parameters of a converter were read, or written and read back. */
  parameters: {
    deviceId: string;
    converter: string;
    isWritten: boolean;
    values: readonly (readonly [register: number, value: number])[];
    selfStarts: readonly SelfStartInput[];
  };
  /** The broker stopped answering, or answers again: then the cause of offline boards is the server. */
  broker: { isUp: boolean };
  disk: DiskSpace;
  /** The database stopped answering, or answers again. */
  database: { isUp: boolean };
  /** Stored events were lost before this server read them: what it knows by them, as of access, may be wrong. */
  eventsMissed: null;
}

/**
 * Fleet: about boards of all servers, not stored. One that is lost is replaced by the next one, by a snapshot or by the
 * poll of a page. A subscriber that acts for a board checks that this server owns it (`presence.owns`)
 * (docs/decisions/0021-command-events-without-outbox.md).
 */
export interface FleetEvents {
  lastData: LastData;
  /** The last values of a board of another server, as JSON: most of them are never parsed. */
  lastDataText: { deviceId: string; json: string };
  /** `isConnecting`: its server has gone, and it is not offline yet. */
  online: { deviceId: string; isOnline: boolean; isConnecting?: boolean };
  command: Command;
}

/** Stored: they follow a change in the database, are rows of its transaction, and are delivered at least once (`outbox/`). */
export interface StoredEvents {
  lockOut: DeviceLockOut;
  config: { deviceId: string };
  /** R5.7b: the timeline of a device has a new entry, or one has changed. */
  activity: { deviceId: string };
  /** Numbers of the alert rules of a device, or rules that are off, have changed. */
  alertSettings: { deviceKey: DeviceKey };
  /** The configuration that a board has applied; missing if this server does not know it. */
  configInForce: { deviceId: string; config: DeviceConfig | undefined };
  /** An alert was raised, cleared, resolved or annotated. */
  alert: { deviceId: string | null; alertId: number; change: AlertChange };
  /** The assignee of an offline or locked-out device has changed. */
  work: { deviceId: string };
  /** The device lists of these users have changed. */
  devicesChanged: readonly number[];
  /** The inboxes of these users have changed. */
  inboxChanged: readonly number[];
  sessionEnded: string;
  /** A board was blocked, or its secret was replaced: its connection must end. */
  boardCut: { deviceId: string };
  /** An integration login was added, changed or revoked. */
  integrationChanged: number;
  /** The firmware update of a board has progressed. */
  firmware: { deviceId: string };
}

export type ServerEvents = LocalEvents & FleetEvents & StoredEvents;
