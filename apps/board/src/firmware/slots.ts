import { createHash } from 'node:crypto';
import { type FirmwarePart, FirmwareVersion, OtaJob } from '@manoboard/contract/mqtt/firmware';
import {
  type BootRecord,
  chooseBoot,
  type Place,
  type Running,
  type Slot,
  type SlotContent,
  TRIAL_BOOTS,
  type Update,
} from '@manoboard/domain/firmware/update';
import { type Disk, isReplaced, readJson } from '../disk/disk.ts';

const BOOT_FILE = 'boot.json';
/** Description of the image. Its presence makes a slot bootable, so it is written last and removed first. */
const descriptionOf = (slot: Slot) => `slot-${slot}.json`;
export const imageOf = (slot: Slot) => `slot-${slot}.img`;

interface Image {
  version: string;
  parts: FirmwarePart[];
  isProven: boolean;
}

export interface Booted extends Running {
  version: string;
}

/** Every part is on disk with the size and hash of the manifest. */
export function isWhole(disk: Disk, slot: Slot, parts: readonly FirmwarePart[]): boolean {
  const bytes = disk.read(imageOf(slot));
  if (!bytes) return false;
  let offset = 0;
  for (const { size, sha256 } of parts) {
    const part = bytes.subarray(offset, offset + size);
    if (part.length !== size || createHash('sha256').update(part).digest('hex') !== sha256) return false;
    offset += size;
  }
  return offset === bytes.length;
}

function readImage(disk: Disk, slot: Slot): Image | undefined {
  const { version, parts, isProven } = Object(readJson(disk, descriptionOf(slot)));
  const known = { version: FirmwareVersion.safeParse(version), parts: OtaJob.shape.parts.safeParse(parts) };
  if (!known.version.success || !known.parts.success) return undefined;
  return isWhole(disk, slot, known.parts.data)
    ? { version: known.version.data, parts: known.parts.data, isProven: isProven === true }
    : undefined;
}

function contentOf(disk: Disk, slot: Slot): SlotContent {
  const image = readImage(disk, slot);
  if (!image) return 'nothing';
  return image.isProven ? 'proven' : 'unproven';
}

const isSlot = (value: unknown): value is Slot => value === 'a' || value === 'b';

function readBoot(disk: Disk): BootRecord {
  const { active, trial, failedJob } = Object(readJson(disk, BOOT_FILE));
  const { slot, job, bootsLeft } = Object(trial);
  const isTrial = isSlot(slot) && typeof job === 'string' && Number.isInteger(bootsLeft);
  return {
    active: isSlot(active) ? active : 'built_in',
    ...(isTrial && { trial: { slot, job, bootsLeft } }),
    ...(typeof failedJob === 'string' && { failedJob }),
  };
}

const isWritten = (disk: Disk, record: BootRecord) => isReplaced(disk, BOOT_FILE, record);

/**
 * The boot loader. Its choice is on disk before the image runs; if the disk fails, the confirmed image runs, since a
 * trial could otherwise repeat forever.
 */
export function boot(disk: Disk, builtInVersion: string): Booted {
  const before = readBoot(disk);
  let chosen = chooseBoot(before, (slot) => contentOf(disk, slot));
  const isChange = JSON.stringify(chosen.record) !== JSON.stringify(before);
  if (isChange && !isWritten(disk, chosen.record) && chosen.isTrial)
    chosen = chooseBoot({ active: before.active }, (slot) => contentOf(disk, slot));
  return { ...chosen, version: versionAt(disk, chosen.place) ?? builtInVersion };
}

const versionAt = (disk: Disk, place: Place) =>
  place === 'built_in' ? undefined : readImage(disk, place)?.version;

/** Makes the slot unbootable, so that a partial image never boots. */
export function emptySlot(disk: Disk, slot: Slot): void {
  if (readBoot(disk).active === slot) throw new Error(`slot ${slot} holds the proven image`);
  if (!disk.read(descriptionOf(slot)) && !disk.read(imageOf(slot))) return;
  disk.remove(descriptionOf(slot));
  disk.syncFolder();
  disk.remove(imageOf(slot));
  disk.syncFolder();
}

const describe = (disk: Disk, { slot, job }: Update, isProven: boolean) =>
  isReplaced(disk, descriptionOf(slot), { version: job.version, parts: job.parts, isProven });

export const describeImage = (disk: Disk, update: Update) => describe(disk, update, false);

/** The next start tries the new image; if the disk fails, the old one. */
export function armTrial(disk: Disk, { slot, job }: Update): boolean {
  const { active } = readBoot(disk);
  if (isWritten(disk, { active, trial: { slot, job: job.id, bootsLeft: TRIAL_BOOTS } })) return true;
  isWritten(disk, { active });
  return false;
}

export const confirmTrial = (disk: Disk, update: Update) =>
  describe(disk, update, true) && isWritten(disk, { active: update.slot });

/** The next start boots the old image again; if the disk fails, a later one. */
export function giveUpTrial(disk: Disk): void {
  const { active, trial } = readBoot(disk);
  isWritten(disk, { active, ...(trial && { failedJob: trial.job }) });
}
