import type { PumpLook } from '@manoboard/contract/nouns/device';
import type { LockOut } from '@manoboard/contract/nouns/lock-out';
import { plain, searchWords } from '../../lib/search-text.ts';

/** What the chooser shows and searches of a device. */
export interface ChoosableDevice {
  id: string;
  name: string;
  fcId: string | null;
  owner: string | null;
  pump: PumpLook | null;
  lockOut?: LockOut | undefined;
  isOwn: boolean;
}

export interface Searchable {
  device: ChoosableDevice;
  text: string;
}

/** Once for each list: normalizing thousands of names on every key would stutter. */
export const toSearchable = (devices: readonly ChoosableDevice[]): Searchable[] =>
  devices.map((device) => ({
    device,
    text: plain([device.name, device.id, device.fcId ?? '', device.owner ?? ''].join(' ')),
  }));

/** Limit of drawn rows: a longer list is slow to draw and hard to search by eye. */
export const MOST_ROWS = 50;

/** R4.15: by alias, ID, FC ID or owner. All are counted, the first rows are given. */
export function findDevices(all: readonly Searchable[], wanted: string) {
  const words = searchWords(wanted);
  const found = all.filter(({ text }) => words.every((word) => text.includes(word)));
  return { count: found.length, devices: found.slice(0, MOST_ROWS).map(({ device }) => device) };
}
