import * as z from 'zod/mini';
import { FirmwarePart, FirmwareVersion, OtaError, OtaJob, OtaStep } from '../mqtt/firmware.ts';
import { word } from '../mqtt/wire.ts';
import { lines } from './text.ts';

const seconds = z.nullable(z.int());
/** What is new, for people. */
export const Changelog = z.strictObject({ sk: lines(1, 8000), gb: lines(1, 8000) });
export type Changelog = z.infer<typeof Changelog>;

/** The head of a release file: the maker's signed manifest, and what is new in it. */
export const ReleaseHead = z.strictObject({
  manifest: OtaJob,
  changelog: Changelog,
  /** Binds the changelog to the manifest (`domain/firmware-release`); the board needs to know nothing of it. */
  sig: OtaJob.shape.sig,
});
export type ReleaseHead = z.infer<typeof ReleaseHead>;

/** An image of a board takes no more. */
export const MOST_IMAGE_BYTES = 16 * 1024 * 1024;

export const FirmwareRelease = z.object({
  id: word,
  version: FirmwareVersion,
  hw: z.string(),
  /** Which versions may go to it. */
  from: z.string(),
  size: z.int(),
  parts: z.array(FirmwarePart),
  changelog: Changelog,
  /** No board begins it after that. */
  expires_at: z.int(),
  uploaded_at: z.int(),
  uploaded_by: z.nullable(z.string()),
});
export type FirmwareRelease = z.infer<typeof FirmwareRelease>;

/** What the board last said of the job, or what the server knows without it. */
export const UpdateStatus = z.enum(['waiting', ...OtaStep.options]);
export type UpdateStatus = z.infer<typeof UpdateStatus>;

export const FirmwareUpdate = z.object({
  id: z.int(),
  release_id: word,
  version: FirmwareVersion,
  from_version: z.nullable(z.string()),
  status: UpdateStatus,
  /** Of 100. */
  percent: z.int(),
  error: z.nullable(OtaError),
  /** Ended for good: `UPDATED` is success only when the board is back online, with the new version and its converter. */
  is_ended: z.boolean(),
  is_success: z.boolean(),
  started_at: z.int(),
  started_by: z.nullable(z.string()),
  changed_at: seconds,
  ended_at: seconds,
});
export type FirmwareUpdate = z.infer<typeof FirmwareUpdate>;

/** R4.2: what runs, and what could. */
export const DeviceFirmware = z.object({
  version: z.nullable(z.string()),
  hw: z.nullable(z.string()),
  /** The newest release that this board can take; its parts are what will be updated. */
  available: z.nullable(z.omit(FirmwareRelease, { changelog: true })),
  update: z.nullable(FirmwareUpdate),
});
export type DeviceFirmware = z.infer<typeof DeviceFirmware>;

/** All that is new since the version that runs, the newest first. */
export const DeviceChangelog = z.object({
  entries: z.array(z.object({ version: FirmwareVersion, released_at: z.int(), changelog: Changelog })),
});
export type DeviceChangelog = z.infer<typeof DeviceChangelog>;

export const NewUpdate = z.strictObject({ version: FirmwareVersion });
export type NewUpdate = z.infer<typeof NewUpdate>;
