import type { LockOut } from '@manoboard/contract/command/lock-out';
import type { PumpLook } from '@manoboard/contract/device/device';
import { foldText, searchWords } from '../../../lib/texts/search-text.ts';

/** The properties of a device that the chooser shows and searches. */
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

/** Computed once per list: normalizing thousands of names on every key press is slow. */
export const toSearchable = (devices: readonly ChoosableDevice[]): Searchable[] =>
  devices.map((device) => ({
    device,
    text: foldText([device.name, device.id, device.fcId ?? '', device.owner ?? ''].join(' ')),
  }));

/** Limit of rendered rows. */
export const MOST_ROWS = 50;

/** R4.15: searches alias, ID, FC ID and owner. Returns the total count and the first rows. */
export function findDevices(all: readonly Searchable[], wanted: string) {
  const words = searchWords(wanted);
  const found = all.filter(({ text }) => words.every((word) => text.includes(word)));
  return { count: found.length, devices: found.slice(0, MOST_ROWS).map(({ device }) => device) };
}
