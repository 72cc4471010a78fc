import * as z from 'zod/mini';
import { BoardPump } from '../device/board-pump.ts';
import { FcRefusal } from '../device/device.ts';
import { CfgDesired, CfgReported } from '../device/device-config.ts';
import { DeviceId } from '../text.ts';
import { AckError, CommandId } from './ack-error.ts';
import { commandOps } from './command-ops.ts';
import { Event } from './event.ts';
import { MAX_CHUNK_BYTES, OtaChunk, OtaJob, OtaReq, OtaState } from './firmware.ts';
import { isPlainFrame } from './plain-frame.ts';
import { READING_FIELDS, Reading, ReadingName } from './reading.ts';
import { asciiName, count, MAX_WORDS, MessageId, ProfileHash, register, ts, v } from './wire.ts';

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

/** One telemetry frame of a board: raw values, unscaled. */
export const Tele = z.object({
  v,
  boot: count,
  seq: count,
  ts,
  /** 1 while the frequency converter answers; at 0 its values are stale, never zero. */
  fc: z.union([z.literal(0), z.literal(1)]),
  d: z.partial(Reading),
  /** Fields known before that cannot be measured now: omitted fields would count as unchanged. */
  na: z.optional(z.array(ReadingName).check(z.maxLength(READING_FIELDS.length))),
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

interface Topic<Payload extends z.ZodMiniType = z.ZodMiniType, From extends Side = Side> {
  /** Ends with `/{n}` for numbered topics. */
  path: `mnb/v1/{id_dev}/${string}`;
  from: From;
  qos: 1;
  retain: boolean;
  payload: Payload;
  /** At most this many raw bytes instead of JSON. */
  rawBytes?: number;
  /** Most bytes of JSON, if more than usual. */
  jsonBytes?: number;
  /** A board connects also to a server that does not grant it: it is newer than the first version of the contract. */
  isOptional?: true;
}
const topic = <P extends z.ZodMiniType, F extends Side>(row: Topic<P, F>) => row;

/** Every MQTT message. The broker's access list, the server's decoder and the board use this table. */
export const topics = {
  status: topic({ path: 'mnb/v1/{id_dev}/status', from: 'board', qos: 1, retain: true, payload: Status }),
  info: topic({ path: 'mnb/v1/{id_dev}/info', from: 'board', qos: 1, retain: true, payload: Info }),
  'profile/req': topic({
    path: 'mnb/v1/{id_dev}/profile/req',
    from: 'server',
    qos: 1,
    retain: false,
    payload: ProfileRequest,
  }),
  profile: topic({
    path: 'mnb/v1/{id_dev}/profile',
    from: 'board',
    qos: 1,
    retain: false,
    payload: ProfileReply,
    jsonBytes: 48 * 1024,
  }),
  tele: topic({ path: 'mnb/v1/{id_dev}/tele', from: 'board', qos: 1, retain: false, payload: Tele }),
  event: topic({ path: 'mnb/v1/{id_dev}/event', from: 'board', qos: 1, retain: false, payload: Event }),
  cmd: topic({ path: 'mnb/v1/{id_dev}/cmd', from: 'server', qos: 1, retain: false, payload: Cmd }),
  ack: topic({ path: 'mnb/v1/{id_dev}/ack', from: 'board', qos: 1, retain: false, payload: Ack }),
  secret: topic({
    path: 'mnb/v1/{id_dev}/secret',
    from: 'server',
    qos: 1,
    retain: false,
    payload: NewSecret,
    isOptional: true,
  }),
  'secret/ack': topic({
    path: 'mnb/v1/{id_dev}/secret/ack',
    from: 'board',
    qos: 1,
    retain: false,
    payload: SecretAck,
  }),
  'cfg/desired': topic({
    path: 'mnb/v1/{id_dev}/cfg/desired',
    from: 'server',
    qos: 1,
    retain: true,
    payload: CfgDesired,
  }),
  'cfg/reported': topic({
    path: 'mnb/v1/{id_dev}/cfg/reported',
    from: 'board',
    qos: 1,
    retain: true,
    payload: CfgReported,
  }),
  'ota/job': topic({
    path: 'mnb/v1/{id_dev}/ota/job',
    from: 'server',
    qos: 1,
    retain: true,
    payload: OtaJob,
  }),
  'ota/state': topic({
    path: 'mnb/v1/{id_dev}/ota/state',
    from: 'board',
    qos: 1,
    retain: true,
    payload: OtaState,
  }),
  'ota/req': topic({
    path: 'mnb/v1/{id_dev}/ota/req',
    from: 'board',
    qos: 1,
    retain: false,
    payload: OtaReq,
  }),
  'ota/chunk': topic({
    path: 'mnb/v1/{id_dev}/ota/chunk/{n}',
    from: 'server',
    qos: 1,
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

/** JSON of at most 1 kB, as in the contract. */
export const MAX_JSON_BYTES = 1024;

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

type Decoded<N extends TopicName> =
  | { ok: true; message: Message<N> }
  | { ok: false; reason: 'too_large' | 'not_json' | 'wrong_shape' };

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Decodes a payload: the message, or the reason of the failure. */
export function decodeMessage<N extends TopicName>(name: N, payload: Uint8Array): Decoded<N> {
  const { rawBytes, jsonBytes = MAX_JSON_BYTES, payload: schema }: Topic = topics[name];
  if (payload.length > (rawBytes ?? jsonBytes)) return { ok: false, reason: 'too_large' };
  if (rawBytes !== undefined) return { ok: true, message: payload as Message<N> };
  let json: unknown;
  try {
    json = JSON.parse(utf8.decode(payload));
  } catch {
    return { ok: false, reason: 'not_json' };
  }
  if (name === 'tele' && isPlainFrame(json)) return { ok: true, message: json as Message<N> };
  const parsed = z.safeParse(schema, json);
  return parsed.success
    ? { ok: true, message: parsed.data as Message<N> }
    : { ok: false, reason: 'wrong_shape' };
}
