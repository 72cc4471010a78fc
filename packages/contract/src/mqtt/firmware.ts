import * as z from 'zod/mini';
import { ts, v, word } from './wire.ts';

const VERSION = String.raw`\d{1,5}\.\d{1,5}\.\d{1,5}`;

/** A packet of the broker holds no more than 64 kB. */
export const MOST_CHUNK_BYTES = 32_768;

export const FirmwareVersion = z.string().check(z.regex(new RegExp(`^${VERSION}$`)));

/** Which versions may go to the new one, all bounds together: `>=1.3.0` or `>=1.3.0 <2.0.0`. */
export const VersionRange = z
  .string()
  .check(z.maxLength(64), z.regex(new RegExp(`^(>=|<=|>|<|=)${VERSION}( (>=|<=|>|<|=)${VERSION})*$`)));

/** The image is its parts, one after the other. */
export const FirmwarePart = z.object({
  name: word,
  size: z.int().check(z.gte(1), z.lte(2 ** 27)),
  sha256: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
});
export type FirmwarePart = z.infer<typeof FirmwarePart>;

/** Retained. An empty payload instead of a job takes the job back and makes the board forget it. */
export const OtaJob = z.object({
  v,
  id: word,
  version: FirmwareVersion,
  from: VersionRange,
  hw: word,
  size: z.int().check(z.gte(1), z.lte(2 ** 27)),
  /** Bytes of every chunk but the last. */
  chunk: z.int().check(z.gte(256), z.lte(MOST_CHUNK_BYTES)),
  parts: z.array(FirmwarePart).check(z.minLength(1), z.maxLength(5)),
  /** Over the canonical manifest (`domain/firmware-manifest`). */
  sig: z.string().check(z.regex(/^ed25519:[A-Za-z0-9+/]{86}==$/)),
  /** No board begins this job after it. */
  exp: ts,
});
export type OtaJob = z.infer<typeof OtaJob>;

/** ThingsBoard's words, and one for an image that did not come back healthy. */
export const OtaStep = z.enum([
  'DOWNLOADING',
  'DOWNLOADED',
  'VERIFIED',
  'UPDATING',
  'UPDATED',
  'FAILED',
  'ROLLED_BACK',
]);
export type OtaStep = z.infer<typeof OtaStep>;

export const OtaError = z.enum([
  'bad_manifest',
  'bad_signature',
  'wrong_hw',
  'wrong_version',
  'not_newer',
  'expired',
  'no_clock',
  'storage',
  'timeout',
  'bad_hash',
  'fc_offline',
  'pump_running',
  'unhealthy',
  'cancelled',
]);
export type OtaError = z.infer<typeof OtaError>;

/** What an update does that people notice, in the order in which it happened, by the board's clock. */
export const OtaEffect = z.object({ what: z.enum(['pump_stopped', 'board_restarted', 'pump_started']), ts });
export type OtaEffect = z.infer<typeof OtaEffect>;

/** The first ones are kept: a board that restarts again and again repeats itself. */
export const MOST_OTA_EFFECTS = 16;

export const OtaEffects = z.array(OtaEffect).check(z.maxLength(MOST_OTA_EFFECTS));

/** Retained: how far the board is with a job. */
export const OtaState = z.object({
  v,
  id: word,
  st: OtaStep,
  /** Chunks that are safely stored, and how many there are. */
  n: z.int().check(z.gte(0)),
  of: z.int().check(z.gte(0)),
  /** The version that runs now. */
  version: FirmwareVersion,
  err: z.optional(OtaError),
  did: z.optional(OtaEffects),
  ts,
});
export type OtaState = z.infer<typeof OtaState>;

/** The board asks for one chunk, counted from 0; the answer is raw bytes on `ota/chunk/{n}`. */
export const OtaReq = z.object({ v, id: word, n: z.int().check(z.gte(0), z.lte(2 ** 20)) });
export type OtaReq = z.infer<typeof OtaReq>;

/** Raw bytes, a part of the image. */
export const OtaChunk = z.instanceof(Uint8Array);
