import { ResettableMeter } from '@manoboard/contract/nouns/command';
import type { Clock } from '../clock.ts';
import { type Disk, readJson, replaceJson } from '../disk/disk.ts';
import type { DriveState } from '../drive/drive.ts';
import { type Counters, createCounters } from './measurement-counters.ts';

const FILE = 'meters.json';

/** Which counter of the drive a meter shows. */
const meters: Record<ResettableMeter, 'energyKwh' | 'operatingH'> = {
  electro_meter: 'energyKwh',
  motor_operating_hours: 'operatingH',
};

/** The drive's counters go on for ever; what a person set to zero is remembered here. */
export interface MeterOffsets extends Pick<Counters, 'see' | 'save'> {
  /** Nothing was set to zero if the drive does not show this counter, or if the zero would not outlive a restart. */
  zero(name: ResettableMeter, state: DriveState): 'zeroed' | 'not_shown' | 'not_saved';
  /** The same state, with its counters since they were set to zero. */
  apply(state: DriveState): DriveState;
}

function load(disk: Disk): Partial<Record<ResettableMeter, number>> {
  const saved = Object(readJson(disk, FILE)) as Record<string, unknown>;
  const known = ResettableMeter.options.filter((name) => Number.isFinite(saved[name]));
  return Object.fromEntries(known.map((name) => [name, Number(saved[name])]));
}

export function createMeterOffsets(clock: Clock, disk: Disk): MeterOffsets {
  let offsets = load(disk);
  const counters = createCounters(clock, disk);
  return {
    see: counters.see,
    save: counters.save,
    zero(name, state) {
      const shown = counters.fill(state)[meters[name]];
      if (shown === undefined) return 'not_shown';
      const next = { ...offsets, [name]: shown };
      // A count that a power cut sets back below its own zero would show all that was ever counted.
      counters.save();
      try {
        replaceJson(disk, FILE, next);
      } catch {
        return 'not_saved';
      }
      offsets = next;
      return 'zeroed';
    },
    apply(state) {
      const since = counters.fill(state);
      for (const name of ResettableMeter.options) {
        const counter = meters[name];
        const shown = since[counter];
        const offset = offsets[name] ?? 0;
        // Below its own offset, another drive counts, or this one was set back: its number stands as it is.
        if (shown !== undefined && shown >= offset) since[counter] = shown - offset;
      }
      return since;
    },
  };
}
