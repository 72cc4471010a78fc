import * as z from 'zod/mini';
import { asciiName, ts, v } from './wire.ts';

const VERSION = String.raw`\d{1,5}\.\d{1,5}\.\d{1,5}`;

/** The broker accepts packets up to 64 kB. */
export const MAX_CHUNK_BYTES = 32_768;

export const FirmwareVersion = z.string().check(z.regex(new RegExp(`^${VERSION}$`)));

/** Versions that may be updated; all bounds apply: `>=1.3.0` or `>=1.3.0 <2.0.0`. */
const VersionRange = z
  .string()
  .check(z.maxLength(64), z.regex(new RegExp(`^(>=|<=|>|<|=)${VERSION}( (>=|<=|>|<|=)${VERSION})*$`)));

/** The image is the concatenation of its parts. */
export const FirmwarePart = z.object({
  name: asciiName,
  size: z.int().check(z.gte(1), z.lte(2 ** 27)),
  sha256: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
});
export type FirmwarePart = z.infer<typeof FirmwarePart>;

/** Retained. An empty payload cancels the job and makes the board forget it. */
export const OtaJob = z.object({
  v,
  id: asciiName,
  version: FirmwareVersion,
  from: VersionRange,
  hw: asciiName,
  size: z.int().check(z.gte(1), z.lte(2 ** 27)),
  /** Bytes of every chunk but the last. */
  chunk: z.int().check(z.gte(256), z.lte(MAX_CHUNK_BYTES)),
  parts: z.array(FirmwarePart).check(z.minLength(1), z.maxLength(5)),
  /** Over the canonical manifest (`packages/domain/src/firmware/manifest.ts`). */
  sig: z.string().check(z.regex(/^ed25519:[A-Za-z0-9+/]{86}==$/)),
  /** No board starts this job after it. */
  exp: ts,
});
export type OtaJob = z.infer<typeof OtaJob>;

/** States of ThingsBoard, and one for an image that failed its trial. */
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

/** Visible steps of an update, in order, by the board's clock. */
export const OtaEffect = z.object({ what: z.enum(['pump_stopped', 'board_restarted', 'pump_started']), ts });
export type OtaEffect = z.infer<typeof OtaEffect>;

/** The first ones are kept: a board in a restart loop repeats them. */
export const MAX_OTA_EFFECTS = 16;

export const OtaEffects = z.array(OtaEffect).check(z.maxLength(MAX_OTA_EFFECTS));

/** Retained: progress of the board with a job. */
export const OtaState = z.object({
  v,
  id: asciiName,
  st: OtaStep,
  /** Number of stored chunks, and their total. */
  n: z.int().check(z.gte(0)),
  of: z.int().check(z.gte(0)),
  /** The running version. */
  version: FirmwareVersion,
  err: z.optional(OtaError),
  did: z.optional(OtaEffects),
  ts,
});
export type OtaState = z.infer<typeof OtaState>;

/** Requests one chunk, counted from 0; the answer is raw bytes on `ota/chunk/{n}`. */
export const OtaReq = z.object({ v, id: asciiName, n: z.int().check(z.gte(0), z.lte(2 ** 20)) });
export type OtaReq = z.infer<typeof OtaReq>;

/** Raw bytes of the image. */
export const OtaChunk = z.instanceof(Uint8Array);
