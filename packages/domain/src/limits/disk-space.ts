import type { DiskSpace } from '@manoboard/contract/live';

export interface FreeSpace {
  freeBytes: number;
  totalBytes: number;
}

export interface DiskLimits {
  /** Below this share of the disk: low. */
  minPercent: number;
  /** Below this: full. The rest is for commands and their log. */
  minMb: number;
}

const MB = 1_000_000;
const ORDER: readonly DiskSpace[] = ['ok', 'low', 'full'];

/** `low` refuses exports and uploads; `full` also leaves the frames with the boards. */
export function diskSpace(
  { freeBytes, totalBytes }: FreeSpace,
  { minPercent, minMb }: DiskLimits,
): DiskSpace {
  if (freeBytes < minMb * MB) return 'full';
  return freeBytes * 100 < minPercent * totalBytes ? 'low' : 'ok';
}

export const worstSpace = (spaces: readonly DiskSpace[]): DiskSpace =>
  ORDER[Math.max(0, ...spaces.map((space) => ORDER.indexOf(space)))] ?? 'ok';
