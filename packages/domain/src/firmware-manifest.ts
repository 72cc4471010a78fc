import type { OtaError, OtaJob } from '@manoboard/contract/firmware';
import { compareVersions, isInRange } from './firmware-version.ts';

/** Nothing else that the same key signs can pass for a manifest. */
const PURPOSE = 'manoboard firmware manifest 1\n';

export type Manifest = Omit<OtaJob, 'sig'>;

/** What is signed: every field that the contract names, in one order and one spelling, whatever the wire's was. */
export function canonicalManifest({ v, id, version, from, hw, size, chunk, parts, exp }: Manifest): string {
  const partRows = parts.map(({ name, size, sha256 }) => [name, size, sha256]);
  return PURPOSE + JSON.stringify([v, id, version, from, hw, size, chunk, partRows, exp]);
}

/** The parts are the image: their names differ, and together they have its size. */
export function isConsistent({ parts, size }: Manifest): boolean {
  const names = new Set(parts.map(({ name }) => name));
  return names.size === parts.length && parts.reduce((sum, part) => sum + part.size, 0) === size;
}

export const chunkCount = ({ size, chunk }: Pick<Manifest, 'size' | 'chunk'>) => Math.ceil(size / chunk);

/** Every chunk is full but the last. */
export const chunkBytes = ({ size, chunk }: Pick<Manifest, 'size' | 'chunk'>, n: number) =>
  Math.max(0, Math.min(chunk, size - n * chunk));

export interface Target {
  version: string;
  hw: string;
  /** Nothing while the clock is unset. */
  nowS: number | undefined;
}

/** Why a board does not take a manifest whose signature is good; nothing if it does. */
export function refusedManifest(manifest: Manifest, { version, hw, nowS }: Target): OtaError | undefined {
  if (!isConsistent(manifest)) return 'bad_manifest';
  if (manifest.hw !== hw) return 'wrong_hw';
  if (compareVersions(manifest.version, version) <= 0) return 'not_newer';
  if (!isInRange(version, manifest.from)) return 'wrong_version';
  if (nowS === undefined) return 'no_clock';
  return nowS >= manifest.exp ? 'expired' : undefined;
}
