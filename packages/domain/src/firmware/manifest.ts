import type { OtaError, OtaJob } from '@manoboard/contract/mqtt/firmware';
import { compareVersions, isInRange } from './version.ts';

/** Domain separation: no other text signed by the same key is a valid manifest. */
const PURPOSE = 'manoboard firmware manifest 1\n';

export type Manifest = Omit<OtaJob, 'sig'>;

/** The signed text: every field of the contract in a fixed order and spelling, independent of the wire's. */
export function canonicalManifest({ v, id, version, from, hw, size, chunk, parts, exp }: Manifest): string {
  const partRows = parts.map(({ name, size, sha256 }) => [name, size, sha256]);
  return PURPOSE + JSON.stringify([v, id, version, from, hw, size, chunk, partRows, exp]);
}

/** Part names are unique and the part sizes add up to the image size. */
export function isConsistent({ parts, size }: Manifest): boolean {
  const names = new Set(parts.map(({ name }) => name));
  return names.size === parts.length && parts.reduce((sum, part) => sum + part.size, 0) === size;
}

export const chunkCount = ({ size, chunk }: Pick<Manifest, 'size' | 'chunk'>) => Math.ceil(size / chunk);

/** Every chunk except the last has the full size. */
export const chunkBytes = ({ size, chunk }: Pick<Manifest, 'size' | 'chunk'>, n: number) =>
  Math.max(0, Math.min(chunk, size - n * chunk));

export interface Target {
  version: string;
  hw: string;
  /** `undefined` while the clock is unset. */
  nowS: number | undefined;
}

/** Why a board refuses a manifest with a valid signature; `undefined` if it accepts it. */
export function refuseManifest(manifest: Manifest, { version, hw, nowS }: Target): OtaError | undefined {
  if (!isConsistent(manifest)) return 'bad_manifest';
  if (manifest.hw !== hw) return 'wrong_hw';
  if (compareVersions(manifest.version, version) <= 0) return 'not_newer';
  if (!isInRange(version, manifest.from)) return 'wrong_version';
  if (nowS === undefined) return 'no_clock';
  return nowS >= manifest.exp ? 'expired' : undefined;
}
