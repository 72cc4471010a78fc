import * as z from 'zod/mini';
import { page, pageQuery } from '../http/paging.ts';
import { byLocale } from '../locales.ts';
import { FirmwarePart, FirmwareVersion, OtaError, OtaJob, OtaStep } from '../mqtt/firmware.ts';
import { asciiName } from '../mqtt/wire.ts';
import { DeviceId, line, lines } from '../text.ts';

const seconds = z.nullable(z.int());
/** Changelog for users. */
export const Changelog = z.strictObject(byLocale(() => lines(1, 8000)));
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
/** Largest release file: the image and at most 64 kB of head. */
export const MAX_RELEASE_BYTES = MAX_IMAGE_BYTES + 64 * 1024;

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

/** A row of the release list. A release that no accepted maker has signed (their key was removed) is not offered. */
export const ListedRelease = z.extend(FirmwareRelease, { is_trusted: z.boolean() });
export type ListedRelease = z.infer<typeof ListedRelease>;

/** How many devices report this version and hardware; `null`: the board has never reported it. */
export const VersionCount = z.object({
  version: z.nullable(z.string()),
  hw: z.nullable(z.string()),
  devices: z.int(),
});
export type VersionCount = z.infer<typeof VersionCount>;

/** An empty version or hardware finds boards that have never reported it; without them all boards are listed. */
export const VersionDevicesQuery = z.strictObject({
  ...pageQuery,
  version: z.optional(line(0, 64)),
  hw: z.optional(line(0, 64)),
});
export type VersionDevicesQuery = z.infer<typeof VersionDevicesQuery>;

export const VersionDevices = page(
  z.object({ id_dev: DeviceId, alias: z.nullable(z.string()), owner: z.nullable(z.string()) }),
);
export type VersionDevices = z.infer<typeof VersionDevices>;

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

/** R4.14: an update of the fleet, with its device. */
export const FleetUpdate = z.extend(FirmwareUpdate, { id_dev: DeviceId, alias: z.nullable(z.string()) });
export type FleetUpdate = z.infer<typeof FleetUpdate>;

export const FleetUpdatesQuery = z.strictObject({
  ...pageQuery,
  is_ended: z.optional(z.enum(['true', 'false'])),
});
export type FleetUpdatesQuery = z.infer<typeof FleetUpdatesQuery>;

export const FleetUpdates = page(FleetUpdate);
export type FleetUpdates = z.infer<typeof FleetUpdates>;

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
