import * as z from 'zod/mini';
import { FirmwarePart, FirmwareVersion, OtaError, OtaJob, OtaStep } from '../mqtt/firmware.ts';
import { asciiName } from '../mqtt/wire.ts';
import { lines } from './text.ts';

const seconds = z.nullable(z.int());
/** Changelog for users. */
export const Changelog = z.strictObject({ sk: lines(1, 8000), gb: lines(1, 8000) });
export type Changelog = z.infer<typeof Changelog>;

/** Header of a release file: the maker's signed manifest and its changelog. */
export const ReleaseHead = z.strictObject({
  manifest: OtaJob,
  changelog: Changelog,
  /** Binds the changelog to the manifest (`domain/firmware/release`); the board does not use it. */
  sig: OtaJob.shape.sig,
});
export type ReleaseHead = z.infer<typeof ReleaseHead>;

/** Largest image of a board. */
export const MAX_IMAGE_BYTES = 16 * 1024 * 1024;

export const FirmwareRelease = z.object({
  id: asciiName,
  version: FirmwareVersion,
  hw: z.string(),
  /** Versions that can be updated to it. */
  from: z.string(),
  size: z.int(),
  parts: z.array(FirmwarePart),
  changelog: Changelog,
  /** No board starts it after that. */
  expires_at: z.int(),
  uploaded_at: z.int(),
  uploaded_by: z.nullable(z.string()),
});
export type FirmwareRelease = z.infer<typeof FirmwareRelease>;

/** Last reported state of the job, or the state known to the server. */
export const UpdateStatus = z.enum(['waiting', ...OtaStep.options]);
export type UpdateStatus = z.infer<typeof UpdateStatus>;

export const FirmwareUpdate = z.object({
  id: z.int(),
  release_id: asciiName,
  version: FirmwareVersion,
  from_version: z.nullable(z.string()),
  status: UpdateStatus,
  /** Percent. */
  percent: z.int(),
  error: z.nullable(OtaError),
  /** Final states: `UPDATED` is success only when the board is online with the new version and its converter. */
  is_ended: z.boolean(),
  is_success: z.boolean(),
  started_at: z.int(),
  started_by: z.nullable(z.string()),
  changed_at: seconds,
  ended_at: seconds,
});
export type FirmwareUpdate = z.infer<typeof FirmwareUpdate>;

/** R4.2: the running version and available updates. */
export const DeviceFirmware = z.object({
  version: z.nullable(z.string()),
  hw: z.nullable(z.string()),
  /** The newest release that this board can install, with its parts. */
  available: z.nullable(z.omit(FirmwareRelease, { changelog: true })),
  update: z.nullable(FirmwareUpdate),
});
export type DeviceFirmware = z.infer<typeof DeviceFirmware>;

/** All changelogs since the running version, newest first. */
export const DeviceChangelog = z.object({
  entries: z.array(z.object({ version: FirmwareVersion, released_at: z.int(), changelog: Changelog })),
});
export type DeviceChangelog = z.infer<typeof DeviceChangelog>;

export const NewUpdate = z.strictObject({ version: FirmwareVersion });
export type NewUpdate = z.infer<typeof NewUpdate>;
