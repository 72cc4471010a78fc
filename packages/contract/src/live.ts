import * as z from 'zod/mini';
import { Command } from './nouns/command.ts';
import { LastData } from './nouns/device.ts';
import { DeviceLockOut } from './nouns/lock-out.ts';
import { DeviceId } from './nouns/text.ts';

const now = z.int();

export const AlertChange = z.enum(['raised', 'cleared', 'noted', 'resolved']);
export type AlertChange = z.infer<typeof AlertChange>;

/** Space on the server's disk. `low`: exports and uploads are refused; `full`: boards keep their frames, too. */
export const DiskSpace = z.enum(['ok', 'low', 'full']);
export type DiskSpace = z.infer<typeof DiskSpace>;

/** Every event of `GET /actual-data/stream`: the SSE event name and the shape of its data. */
export const liveEvents = {
  /** First of a connection that could not resume: all that the user may see. */
  snapshot: z.object({
    now,
    last_data: z.array(LastData),
    online: z.array(DeviceId),
    /** Does the broker answer? Without a word it does. */
    broker: z.optional(z.boolean()),
    /** Absent: `ok`. */
    disk: z.optional(DiskSpace),
    /** Does the database answer? Absent: yes. */
    database: z.optional(z.boolean()),
    /** Commands that have not ended yet. */
    commands: z.array(Command),
    /** R5.10: the lock-out tags that are set. */
    lock_outs: z.optional(z.array(DeviceLockOut)),
  }),
  /** A connection that resumed after `Last-Event-ID` has told all that was missed, and goes on from here. */
  resumed: z.object({ now }),
  'last-data': LastData,
  online: z.object({ device_id: DeviceId, online: z.boolean() }),
  /** R4.5: the broker no longer answers boards, or does so again; for everybody. */
  broker: z.object({ up: z.boolean() }),
  /** The free space on the server's disk has crossed a limit; for everybody. */
  disk: z.object({ space: DiskSpace }),
  /** The server's database no longer answers, or does so again: until then nothing is stored; for everybody. */
  database: z.object({ up: z.boolean() }),
  /** Told at every step of its life. */
  command: Command,
  /** R5.10: a lock-out tag was set or changed, or (`null`) removed or has expired. */
  'lock-out': DeviceLockOut,
  /** R5.7b: its timeline has a new entry, or one has changed; commands are told by `command`. */
  activity: z.object({ device_id: DeviceId }),
  /** Its configuration was wished, applied or refused: ask for it again. */
  config: z.object({ device_id: DeviceId }),
  /** Its update has come further, or there is firmware news of it: ask again. */
  firmware: z.object({ device_id: DeviceId }),
  /** R7.4: something is new about an alert; what it says is in `GET /alerts`. */
  alert: z.object({ device_id: DeviceId, alert_id: z.int(), change: AlertChange }),
  /** The list of devices has changed: ask for it again. */
  devices: z.object({}),
  /** Something has come to the inbox: ask for it again, and so after a `snapshot`. */
  inbox: z.object({}),
  /** Last of a connection that the server ends on purpose: the account has too many streams, and this is the oldest. */
  closed: z.object({ reason: z.literal('too_many_streams') }),
  /** A sign of life. When one is missing, the console polls to tell a hanging server from a quiet stream. */
  ping: z.object({ now }),
};
/** The event stream is no JSON call. */
export const streamPath = '/actual-data/stream';

export type LiveEventName = keyof typeof liveEvents;
export type LiveEvent<N extends LiveEventName = LiveEventName> = {
  [K in N]: { event: K; data: z.infer<(typeof liveEvents)[K]> };
}[N];

/** R4.5: short enough that a hanging server is noticed within one poll interval (6 s). */
export const PING_INTERVAL_MS = 2000;
