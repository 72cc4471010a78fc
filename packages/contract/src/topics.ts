import * as z from 'zod/mini';
import { Reading } from './reading.ts';
import { DeviceId } from './text.ts';

const v = z.literal(1);
const count = z.int().check(z.gte(0), z.lte(2 ** 31 - 1));
/** Unix seconds by the board's clock; 0 while the clock is unset. */
const ts = z.int().check(z.gte(0), z.lte(2 ** 32));
const word = z.string().check(z.minLength(1), z.maxLength(64), z.regex(/^[\w.:+-]+$/));

/** Birth (with `ts`) and will (without): `boot` tells an old will from a new birth. */
export const Status = z.object({
  v,
  online: z.union([z.literal(0), z.literal(1)]),
  boot: count,
  ts: z.optional(ts),
});
export type Status = z.infer<typeof Status>;

/** Who the board is; sent once after each connect. */
export const Info = z.object({
  v,
  id_dev: DeviceId,
  version: word,
  hw: word,
  boot: count,
  fc: z.object({ id: DeviceId, fc_type: word, ident: count, unit: z.int().check(z.gte(0), z.lte(247)) }),
  wifi: z.object({ rssi: Reading.shape.rssi, secured: z.union([z.literal(0), z.literal(1)]) }),
  cap: z.array(word).check(z.maxLength(32)),
});
export type Info = z.infer<typeof Info>;

/** One reading of a board, as it leaves the board: raw numbers, nothing scaled, nothing guessed. */
export const Tele = z.object({
  v,
  boot: count,
  seq: count,
  ts,
  /** 1 while the frequency converter answers; at 0 its values are stale, never zero. */
  fc: z.union([z.literal(0), z.literal(1)]),
  d: z.partial(Reading),
});
export type Tele = z.infer<typeof Tele>;

export const CommandId = z.string().check(z.regex(/^[0-9A-Z]{10,32}$/));

/** A wish of a person for this board, valid until `exp` and never after. */
export const Cmd = z.object({
  v,
  id: CommandId,
  op: z.enum(['start_stop']),
  val: z.boolean(),
  ts,
  exp: ts,
  by: word,
});
export type Cmd = z.infer<typeof Cmd>;

export const AckError = z.enum([
  'not_in_comm_control',
  'out_of_range',
  'locked',
  'fc_offline',
  'fc_fault',
  'modbus_exception',
  'bad_request',
  'no_clock',
  'busy',
  'not_allowed',
]);
export type AckError = z.infer<typeof AckError>;

/** What the board did with a command; `done` only after it was read back from the drive. */
export const Ack = z.object({
  v,
  id: CommandId,
  st: z.enum(['accepted', 'done', 'rejected', 'failed', 'expired']),
  err: z.optional(AckError),
  ts,
  d: z.optional(z.partial(Reading)),
});
export type Ack = z.infer<typeof Ack>;

interface Topic<Payload extends z.ZodMiniType = z.ZodMiniType> {
  path: `mnb/v1/{id_dev}/${string}`;
  from: 'board' | 'server';
  qos: 1;
  retain: boolean;
  payload: Payload;
}
const topic = <P extends z.ZodMiniType>(row: Topic<P>) => row;

/** Every MQTT message. The broker's access list, the server's decoder and the board are made from this table. */
export const topics = {
  status: topic({ path: 'mnb/v1/{id_dev}/status', from: 'board', qos: 1, retain: true, payload: Status }),
  info: topic({ path: 'mnb/v1/{id_dev}/info', from: 'board', qos: 1, retain: true, payload: Info }),
  tele: topic({ path: 'mnb/v1/{id_dev}/tele', from: 'board', qos: 1, retain: false, payload: Tele }),
  cmd: topic({ path: 'mnb/v1/{id_dev}/cmd', from: 'server', qos: 1, retain: false, payload: Cmd }),
  ack: topic({ path: 'mnb/v1/{id_dev}/ack', from: 'board', qos: 1, retain: false, payload: Ack }),
};

export type TopicName = keyof typeof topics;
export type Message<N extends TopicName> = z.infer<(typeof topics)[N]['payload']>;

/** JSON of at most 1 kB, as the contract says. */
export const MAX_JSON_BYTES = 1024;

export const topicPath = (name: TopicName, idDev: string) => topics[name].path.replace('{id_dev}', idDev);

/** The table's row and the board that a concrete topic names, or nothing for a topic outside the contract. */
export function matchTopic(path: string): { name: TopicName; idDev: string } | undefined {
  const [mnb, version, idDev, ...rest] = path.split('/');
  if (mnb !== 'mnb' || version !== 'v1' || !idDev) return undefined;
  const name = rest.join('/');
  return name in topics && Object.hasOwn(topics, name) ? { name: name as TopicName, idDev } : undefined;
}

/** The message in a payload, or the reason why it is none. */
export function decodeMessage<N extends TopicName>(
  name: N,
  payload: Uint8Array,
): { ok: true; message: Message<N> } | { ok: false; reason: 'too_large' | 'not_json' | 'wrong_shape' } {
  if (payload.length > MAX_JSON_BYTES) return { ok: false, reason: 'too_large' };
  let json: unknown;
  try {
    json = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(payload));
  } catch {
    return { ok: false, reason: 'not_json' };
  }
  const parsed = z.safeParse(topics[name].payload, json);
  return parsed.success
    ? { ok: true, message: parsed.data as Message<N> }
    : { ok: false, reason: 'wrong_shape' };
}
