import type { KeyObject } from 'node:crypto';
import type {
  DeviceChangelog,
  DeviceFirmware,
  FirmwareRelease,
  ListedRelease,
} from '@manoboard/contract/firmware/firmware-release';
import type { ProblemCode } from '@manoboard/contract/http/problem';
import { FirmwareVersion } from '@manoboard/contract/mqtt/firmware';
import { canonicalManifest, refuseManifest } from '@manoboard/domain/firmware/manifest';
import {
  decodeRelease,
  fitsMqttMessage,
  isIntact,
  type Release,
  signedTexts,
} from '@manoboard/domain/firmware/release';
import { compareVersions } from '@manoboard/domain/firmware/version';
import type { Core } from '../../core.ts';
import type { Db } from '../../db/db.ts';
import type { DeviceKey } from '../../db/device-key.ts';
import { ProblemError } from '../../http/problem-error.ts';
import type { AllowedDevice } from '../../http/rules.ts';
import type { SessionUser } from '../../http/session.ts';
import { isSignedBy, sha256 } from './maker-keys.ts';
import {
  deleteRelease,
  getRelease,
  hasSignature,
  insertRelease,
  listReleases,
  listReleasesFor,
  type StoredRelease,
  toRelease,
} from './release.repo.ts';
import { findLastUpdate, getBoardFacts } from './update.repo.ts';

interface Needs extends Pick<Core, 'db' | 'outbox' | 'now'> {
  /** R1.7: notifies holders of devices with an older version, in the transaction of the upload. */
  notifyFirmware: (tx: Db, release: { version: string; hw: string }) => Promise<void>;
  /** Keys of accepted makers; without any, no firmware is accepted. */
  keys: readonly KeyObject[];
}

function readFile(file: unknown, keys: readonly KeyObject[]): Release {
  const decoded = file instanceof Uint8Array ? decodeRelease(file) : undefined;
  if (!decoded || (!decoded.ok && decoded.reason === 'no_release'))
    throw new ProblemError('FILE_TYPE_INCORRECT');
  if (keys.length === 0) throw new ProblemError('FIRMWARE_KEYS_MISSING');
  if (!decoded.ok) throw new ProblemError('FIRMWARE_DAMAGED');
  return decoded;
}

function refuseRelease(release: Release, keys: readonly KeyObject[], nowS: number): ProblemCode | undefined {
  const { head } = release;
  if (!signedTexts(head).every(({ text, sig }) => isSignedBy(keys, text, sig)))
    return 'FIRMWARE_SIGNATURE_WRONG';
  if (!isIntact(release, sha256) || !fitsMqttMessage(head.manifest)) return 'FIRMWARE_DAMAGED';
  return nowS >= head.manifest.exp ? 'FIRMWARE_EXPIRED' : undefined;
}

/** Firmware releases: upload, list, and the releases that fit a board. */
export function createReleases({ db, outbox, notifyFirmware, now, keys }: Needs) {
  const nowS = () => Math.floor(now() / 1000);

  /** A release whose key was removed is hidden. */
  const isTrusted = ({ manifest }: StoredRelease) =>
    isSignedBy(keys, canonicalManifest(manifest), manifest.sig);

  /** The board, and the releases for its hardware, newest first. */
  async function readFitting(deviceKey: DeviceKey) {
    const { version, hw, capabilities } = await getBoardFacts(db, deviceKey);
    const isKnown = FirmwareVersion.safeParse(version).success;
    const running = isKnown && version !== null && hw !== null ? { version, hw } : undefined;
    const releases = running ? (await listReleasesFor(db, running.hw)).filter(isTrusted) : [];
    const canUpdate = capabilities?.includes('ota') ?? false;
    const refuseForBoard = ({ manifest }: StoredRelease) =>
      running && canUpdate ? refuseManifest(manifest, { ...running, nowS: nowS() }) : 'wrong_hw';
    return { version, hw, running, releases, refuseForBoard };
  }

  return {
    /** R4.14: stored only if signed by a known maker, undamaged, new and not expired. */
    async upload(user: SessionUser, file: unknown): Promise<FirmwareRelease> {
      const release = readFile(file, keys);
      const refusal = refuseRelease(release, keys, nowS());
      if (refusal) throw new ProblemError(refusal);
      const { manifest, changelog } = release.head;
      const { image } = release;
      await outbox.transaction(db, async (tx) => {
        const uploaded = { uploadedAt: new Date(now()), uploadedBy: user.id };
        if (!(await insertRelease(tx, { manifest, changelog, image, ...uploaded })))
          throw new ProblemError('FIRMWARE_EXISTS');
        await notifyFirmware(tx, manifest);
      });
      return toRelease(await getRelease(db, manifest.id));
    },

    /** Stores the demo's release, and replaces it when the demo's key has changed. */
    async storeDemoRelease({ head: { manifest, changelog }, image }: Release): Promise<void> {
      if (await hasSignature(db, manifest.sig)) return;
      await deleteRelease(db, manifest.id);
      const from = { uploadedAt: new Date(now()), uploadedBy: null };
      await insertRelease(db, { manifest, changelog, image, ...from });
    },

    list: async (): Promise<ListedRelease[]> =>
      (await listReleases(db)).map((row) => ({ ...toRelease(row), is_trusted: isTrusted(row) })),

    /** The newest version for each hardware. */
    async listNewest(): Promise<ReadonlyMap<string, string>> {
      const newest = new Map<string, string>();
      for (const { manifest, ...release } of await listReleases(db))
        if (!newest.has(manifest.hw) && isTrusted({ manifest, ...release }))
          newest.set(manifest.hw, manifest.version);
      return newest;
    },

    async ofDevice({ deviceKey, visibleFromS }: AllowedDevice): Promise<DeviceFirmware> {
      const { version, hw, releases, refuseForBoard } = await readFitting(deviceKey);
      const newest = releases.find((release) => !refuseForBoard(release));
      const update = await findLastUpdate(db, deviceKey, visibleFromS);
      return { version, hw, available: newest ? toRelease(newest) : null, update };
    },

    async changelog(deviceKey: DeviceKey): Promise<DeviceChangelog> {
      const { running, releases } = await readFitting(deviceKey);
      const newer = releases.filter(
        ({ manifest }) => running && compareVersions(manifest.version, running.version) > 0,
      );
      const entries = newer.map(toRelease).map(({ version, uploaded_at, changelog }) => ({
        version,
        released_at: uploaded_at,
        changelog,
      }));
      return { entries };
    },

    /** The release of this version, if this board can take it now. */
    async getFitting(deviceKey: DeviceKey, wanted: string) {
      const { version, releases, refuseForBoard } = await readFitting(deviceKey);
      const release = releases.find(({ manifest }) => manifest.version === wanted);
      if (!release) throw new ProblemError('FIRMWARE_DOES_NOT_FIT');
      const refusal = refuseForBoard(release);
      if (refusal === 'expired') throw new ProblemError('FIRMWARE_EXPIRED');
      if (refusal) throw new ProblemError('FIRMWARE_DOES_NOT_FIT');
      return { manifest: release.manifest, fromVersion: version };
    },
  };
}
export type Releases = ReturnType<typeof createReleases>;
