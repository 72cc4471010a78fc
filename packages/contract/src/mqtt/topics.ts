import * as z from 'zod/mini';
import { BoardPump } from '../device/board-pump.ts';
import { FcRefusal } from '../device/device.ts';
import { CfgDesired, CfgReported } from '../device/device-config.ts';
import { DeviceId } from '../text.ts';
import { AckError, CommandId } from './ack-error.ts';
import { commandOps } from './command-ops.ts';
import { AnyEvent, EventCode } from './event.ts';
import { MAX_CHUNK_BYTES, OtaChunk, OtaJob, OtaReq, OtaState } from './firmware.ts';
import { READING_FIELDS, Reading } from './reading.ts';
import { asciiName, count, MAX_WORDS, MessageId, ProfileHash, register, ts, unixSeconds, v } from './wire.ts';

/** Birth (with `ts`) and will (without): `boot` distinguishes an old will from a new birth. */
export const Status = z.object({
  v,
  online: z.union([z.literal(0), z.literal(1)]),
  boot: count,
  ts: z.optional(ts),
});
export type Status = z.infer<typeof Status>;

/** Description of the board; sent once after each connect. Unknown fields are omitted. */
export const Info = z.object({
  v,
  id_dev: DeviceId,
  version: asciiName,
  hw: asciiName,
  boot: count,
  fc: z.object({
    id: DeviceId,
    /** Type of the detected converter; `unknown` or `unknown-` and its identity for one without a profile. */
    fc_type: asciiName,
    ident: count,
    unit: z.int().check(z.gte(0), z.lte(247)),
    /** Hash of the profile by which the board reads it; absent for one that it does not control. */
    profile: z.optional(ProfileHash),
    /** R4.16: why the board neither reads nor writes this converter, and the type it is configured for. */
    refused: z.optional(z.object({ reason: FcRefusal, configured: asciiName })),
  }),
  wifi: z.optional(
    z.object({
      rssi: z.optional(Reading.shape.rssi),
      secured: z.optional(z.union([z.literal(0), z.literal(1)])),
    }),
  ),
  cap: z.array(asciiName).check(z.maxLength(32)),
  /** What the board knows of its pump. */
  pump: z.optional(BoardPump),
});
export type Info = z.infer<typeof Info>;

/**
 * R5.11: the board starts the pump again by itself: when, and the event that stopped it. Fields of `d` that are no readings:
 * they are not stored with the frame. As long as a frame changes nothing they are left out; `na` ends them.
 */
const Retry = z.object({
  next_try: unixSeconds,
  stopped_for: EventCode,
});
export type Retry = z.infer<typeof Retry>;
const RETRY_FIELDS = Object.keys(Retry.shape) as (keyof Retry)[];

/** A newer board may list fields that are unknown here: as in `d` they are ignored, and the rest of the frame counts. */
const UnmeasurableFields = z.pipe(
  z.array(z.string()).check(z.maxLength(64)),
  z.transform((names: string[]) =>
    [...READING_FIELDS, ...RETRY_FIELDS].filter((field) => names.includes(field)),
  ),
);

const TeleValues = z.extend(z.partial(Reading), z.partial(Retry).shape) as unknown as z.ZodMiniType<
  Partial<Reading> & Partial<Retry>
>;

/** One telemetry frame of a board: raw values, unscaled. */
export const Tele = z.object({
  v,
  boot: count,
  seq: count,
  ts,
  /** 1 while the frequency converter answers; at 0 its values are stale, never zero. */
  fc: z.union([z.literal(0), z.literal(1)]),
  d: TeleValues,
  /** Fields known before that cannot be measured now: omitted fields would count as unchanged. */
  na: z.optional(UnmeasurableFields),
});
export type Tele = z.infer<typeof Tele>;

/** The server does not have the profile with this hash. */
const ProfileRequest = z.object({ v, hash: ProfileHash });
/** Largest text of a profile, in characters. */
const MAX_PROFILE_CHARS = 32_768;
/** The converter profile of the board (`docs/guide/converters.md`), once for each request. The text has the hash. */
const ProfileReply = z.object({
  v,
  hash: ProfileHash,
  file: z.string().check(z.maxLength(MAX_PROFILE_CHARS)),
});

/** One line of printable ASCII: the password of the board's next login. */
const BoardSecret = z.string().check(z.minLength(16), z.maxLength(128), z.regex(/^[\x21-\x7e]+$/));
/** A new secret of the board; the former one is valid until the first login with this one. */
const NewSecret = z.object({ v, id: MessageId, secret: BoardSecret });
/** `stored`: durably, so that the next login uses it. `failed`: nothing has changed. */
const SecretAck = z.object({ v, id: MessageId, st: z.enum(['stored', 'failed']) });

export const Cmd = z.discriminatedUnion('op', [
  commandOps.start_stop,
  commandOps.set_lock,
  commandOps.write,
  commandOps.pressure_control,
  commandOps.reset,
  commandOps.fault_reset,
  commandOps.end_retries,
  commandOps.reg_read,
  commandOps.reg_write,
  commandOps.restart,
]);
export type Cmd = z.infer<typeof Cmd>;

/** State read from the drive; for registers also the address, the new and old values, and the exception. */
const AckData = z.object({
  ...z.partial(Reading).shape,
  reg: z.optional(register),
  val: z.optional(z.union([register, z.array(register).check(z.maxLength(MAX_WORDS))])),
  old: z.optional(register),
  exc: z.optional(z.int().check(z.gte(0), z.lte(255))),
});

/** Result of a command; `done` only after a read-back from the drive. */
export const Ack = z.object({
  v,
  id: CommandId,
  st: z.enum(['accepted', 'done', 'rejected', 'failed', 'expired']),
  err: z.optional(AckError),
  ts,
  d: z.optional(AckData),
});
export type Ack = z.infer<typeof Ack>;

type Side = 'board' | 'server';

interface Rate {
  perMinute: number;
  burst: number;
}
const steady = (perMinute: number): Rate => ({ perMinute, burst: perMinute });

interface Row<Payload extends z.ZodMiniType> {
  /** One sentence for the document of the contract. */
  summary: string;
  /** Ends with `/{n}` for numbered topics. */
  path: `mnb/v1/{id_dev}/${string}`;
  retain: boolean;
  payload: Payload;
  /** At most this many raw bytes instead of JSON. */
  rawBytes?: number;
  /** Most bytes of JSON, if more than usual. */
  jsonBytes?: number;
  /** A board connects also to a server that does not grant it: it is newer than the first version of the contract. */
  isOptional?: true;
}
interface BoardRow<Payload extends z.ZodMiniType> extends Row<Payload> {
  /**
   * Reached by no working board, or a setting of the server. Births and infos follow connects, profiles requests, acks
   * commands; `ota/req` pulls an image as fast as it is answered.
   */
  rate: Rate | 'setting';
}
export type Topic = Row<z.ZodMiniType> & { from: Side; qos: 1 };

const fromBoard = <P extends z.ZodMiniType>(row: BoardRow<P>) => ({ from: 'board', qos: 1, ...row }) as const;
const fromServer = <P extends z.ZodMiniType>(row: Row<P>) => ({ from: 'server', qos: 1, ...row }) as const;

/** Every MQTT message. The broker's access list and rate limits, the server's decoder and the board use this table. */
export const topics = {
  status: fromBoard({
    summary: 'Birth after each connect, and the will that the broker publishes after a lost connection.',
    path: 'mnb/v1/{id_dev}/status',
    retain: true,
    payload: Status,
    rate: steady(60),
  }),
  info: fromBoard({
    summary: 'Description of the board: version, hardware, converter, Wi-Fi and capabilities.',
    path: 'mnb/v1/{id_dev}/info',
    retain: true,
    payload: Info,
    rate: steady(60),
  }),
  'profile/req': fromServer({
    summary: 'The server does not have the converter profile that the board announces.',
    path: 'mnb/v1/{id_dev}/profile/req',
    retain: false,
    payload: ProfileRequest,
  }),
  profile: fromBoard({
    summary:
      'The converter profile of the board, as text; the server refuses one with another hash or with errors.',
    path: 'mnb/v1/{id_dev}/profile',
    retain: false,
    payload: ProfileReply,
    jsonBytes: 48 * 1024,
    rate: steady(6),
  }),
  tele: fromBoard({
    summary: 'One telemetry frame; all fields at connect and every minute, otherwise changed fields only.',
    path: 'mnb/v1/{id_dev}/tele',
    retain: false,
    payload: Tele,
    rate: 'setting',
  }),
  event: fromBoard({
    summary: 'A condition was raised or cleared.',
    path: 'mnb/v1/{id_dev}/event',
    retain: false,
    payload: AnyEvent,
    rate: 'setting',
  }),
  cmd: fromServer({
    summary: 'A command of a user, valid until its expiry.',
    path: 'mnb/v1/{id_dev}/cmd',
    retain: false,
    payload: Cmd,
  }),
  ack: fromBoard({
    summary: 'The result of a command; done only after a read-back from the drive.',
    path: 'mnb/v1/{id_dev}/ack',
    retain: false,
    payload: Ack,
    rate: steady(1200),
  }),
  secret: fromServer({
    summary: 'A new secret of the board; the former one is valid until the first login with it.',
    path: 'mnb/v1/{id_dev}/secret',
    retain: false,
    payload: NewSecret,
    isOptional: true,
  }),
  'secret/ack': fromBoard({
    summary: 'The board has stored its new secret, or could not.',
    path: 'mnb/v1/{id_dev}/secret/ack',
    retain: false,
    payload: SecretAck,
    rate: steady(6),
  }),
  'cfg/desired': fromServer({
    summary: 'The desired configuration of the board.',
    path: 'mnb/v1/{id_dev}/cfg/desired',
    retain: true,
    payload: CfgDesired,
  }),
  'cfg/reported': fromBoard({
    summary: 'The applied version of the configuration, or the reason of a rejection.',
    path: 'mnb/v1/{id_dev}/cfg/reported',
    retain: true,
    payload: CfgReported,
    rate: steady(60),
  }),
  'ota/job': fromServer({
    summary: 'A signed firmware manifest; an empty payload cancels the job.',
    path: 'mnb/v1/{id_dev}/ota/job',
    retain: true,
    payload: OtaJob,
  }),
  'ota/state': fromBoard({
    summary: 'Progress of a firmware job.',
    path: 'mnb/v1/{id_dev}/ota/state',
    retain: true,
    payload: OtaState,
    rate: steady(120),
  }),
  'ota/req': fromBoard({
    summary: 'Request of the board for one chunk of the image.',
    path: 'mnb/v1/{id_dev}/ota/req',
    retain: false,
    payload: OtaReq,
    rate: { perMinute: 60_000, burst: 10_000 },
  }),
  'ota/chunk': fromServer({
    summary: 'One chunk of the image, as raw bytes.',
    path: 'mnb/v1/{id_dev}/ota/chunk/{n}',
    retain: false,
    payload: OtaChunk,
    rawBytes: MAX_CHUNK_BYTES,
  }),
};

export type TopicName = keyof typeof topics;
export type Message<N extends TopicName> = z.infer<(typeof topics)[N]['payload']>;
/** Topics that boards publish, and topics that they subscribe to. */
export type TopicFrom<F extends Side> = {
  [N in TopicName]: (typeof topics)[N]['from'] extends F ? N : never;
}[TopicName];

export const TOPIC_NAMES = Object.keys(topics) as TopicName[];
export const isFrom = <F extends Side>(name: TopicName, side: F): name is TopicFrom<F> =>
  topics[name].from === side;
export const topicsFrom = <F extends Side>(side: F) =>
  TOPIC_NAMES.filter((name): name is TopicFrom<F> => isFrom(name, side));

/** Topic of a message; `n` is the suffix of numbered topics. */
export const topicPath = (name: TopicName, deviceId: string, n?: number) =>
  topics[name].path.replace('{id_dev}', deviceId).replace('{n}', String(n));

/** Filter that matches a message with any number. */
export const topicFilter = (name: TopicName, deviceId: string) =>
  topics[name].path.replace('{id_dev}', deviceId).replace('{n}', '+');

const isName = (name: string): name is TopicName => Object.hasOwn(topics, name);
const isNumbered = (name: TopicName) => topics[name].path.endsWith('/{n}');
const BRANCH = 'mnb/v1/';
const NUMBER = /^(0|[1-9]\d{0,8})$/;

/** Row, board and number of a concrete topic; undefined for a topic outside the contract. */
export function matchTopic(path: string): { name: TopicName; deviceId: string; n?: number } | undefined {
  const slash = path.indexOf('/', BRANCH.length);
  if (!path.startsWith(BRANCH) || slash <= BRANCH.length) return undefined;
  const deviceId = path.slice(BRANCH.length, slash);
  const name = path.slice(slash + 1);
  if (isName(name)) return isNumbered(name) ? undefined : { name, deviceId };
  const last = name.lastIndexOf('/');
  const [numbered, number] = [name.slice(0, Math.max(last, 0)), name.slice(last + 1)];
  if (!isName(numbered) || !isNumbered(numbered) || !NUMBER.test(number)) return undefined;
  return { name: numbered, deviceId, n: Number(number) };
}
