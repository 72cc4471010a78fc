import * as z from 'zod/mini';
import { Command } from './command/command.ts';
import { DeviceLockOut } from './command/lock-out.ts';
import { LastData } from './device/device.ts';
import { DeviceId } from './text.ts';

const now = z.int();

export const AlertChange = z.enum([
  'raised',
  'cleared',
  'noted',
  'resolved',
  'reopened',
  'taken',
  'released',
  'shelved',
  'delivered',
  'shelved',
]);
export type AlertChange = z.infer<typeof AlertChange>;

/** Space on the server's disk. `low`: exports and uploads are refused; `full`: frames are not accepted either. */
export const DiskSpace = z.enum(['ok', 'low', 'full']);
export type DiskSpace = z.infer<typeof DiskSpace>;

/** Every event of `GET /actual-data/stream`: SSE event name and data schema. */
export const liveEvents = {
  /** First event of a connection that could not resume: the full state visible to the user. */
  snapshot: z.object({
    now,
    last_data: z.array(LastData),
    online: z.array(DeviceId),
    /** Boards whose server has gone, and which have the time to connect to another one: neither online nor offline. */
    connecting: z.optional(z.array(DeviceId)),
    /** Whether the broker answers; absent means yes. */
    broker: z.optional(z.boolean()),
    /** Absent means `ok`. */
    disk: z.optional(DiskSpace),
    /** Whether the database answers; absent means yes. */
    database: z.optional(z.boolean()),
    /** Commands without a final state. */
    commands: z.array(Command),
    /** R5.10: the active lock-out tags. */
    lock_outs: z.optional(z.array(DeviceLockOut)),
  }),
  /** A connection resumed by `Last-Event-ID` has replayed all missed events. */
  resumed: z.object({ now }),
  'last-data': LastData,
  /** `connecting`: neither online nor offline, see `snapshot`. */
  online: z.object({ device_id: DeviceId, online: z.boolean(), connecting: z.optional(z.boolean()) }),
  /** R4.5: the broker stopped or resumed answering boards; sent to every user. */
  broker: z.object({ up: z.boolean() }),
  /** The free disk space has crossed a limit; sent to every user. */
  disk: z.object({ space: DiskSpace }),
  /** The database stopped or resumed answering: until then nothing is stored; sent to every user. */
  database: z.object({ up: z.boolean() }),
  /** Sent at every step of the command. */
  command: Command,
  /** R5.10: a lock-out tag was set or changed, or (`null`) was removed or has expired. */
  'lock-out': DeviceLockOut,
  /** R5.7b: a new or changed timeline entry; commands have their own event `command`. */
  activity: z.object({ device_id: DeviceId }),
  /** The configuration was requested, applied or rejected: refetch. */
  config: z.object({ device_id: DeviceId }),
  /** The update has progressed, or there is new firmware: refetch. */
  firmware: z.object({ device_id: DeviceId }),
  /** R7.4: an alert has changed; the data is in `GET /alerts`. */
  alert: z.object({ device_id: z.nullable(DeviceId), alert_id: z.int(), change: AlertChange }),
  /** The assignee of an offline or locked-out device has changed: refetch the work list. */
  work: z.object({ device_id: DeviceId }),
  /** The device list has changed: refetch. */
  devices: z.object({}),
  /** The inbox has changed: refetch, also after a `snapshot`. */
  inbox: z.object({}),
  /**
   * Last event of a connection closed by the server. `too_many_streams`: this is the oldest of the account. `moving`: the
   * server stops, and another one goes on; connect again at once.
   */
  closed: z.object({ reason: z.enum(['too_many_streams', 'moving']) }),
  /** Heartbeat. When it is missing, the console polls to distinguish a hanging server from a quiet stream. */
  ping: z.object({ now }),
};
/** The event stream is not a JSON call. */
export const streamPath = '/actual-data/stream';

export type LiveEventName = keyof typeof liveEvents;
export type LiveEvent<N extends LiveEventName = LiveEventName> = {
  [K in N]: { event: K; data: z.infer<(typeof liveEvents)[K]> };
}[N];

/** R4.5: short enough to notice a hanging server within one poll interval (6 s). */
export const PING_INTERVAL_MS = 2000;
