import { ResettableMeter } from '@manoboard/contract/command/command';
import type { Clock } from '../clock.ts';
import { type Disk, readJson, replaceJson } from '../disk/disk.ts';
import type { DriveState } from '../drive/drive.ts';
import { type Counters, createCounters } from './measurement-counters.ts';

const FILE = 'meters.json';

/** The drive counter behind each meter. */
const meters: Record<ResettableMeter, 'energyKwh' | 'operatingH'> = {
  electro_meter: 'energyKwh',
  motor_operating_hours: 'operatingH',
};

/** Offsets of reset meters, since the drive's counters never reset. */
export interface MeterOffsets extends Pick<Counters, 'see' | 'save'> {
  /** Fails if the drive does not show this counter, or if the offset cannot be stored. */
  zero(name: ResettableMeter, state: DriveState): 'zeroed' | 'not_shown' | 'not_saved';
  /** The state with its counters minus their offsets. */
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
      // A counter set back by a power cut below its offset would show the full count.
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
        // Below its offset: another drive, or a reset one. Its number is used unchanged.
        if (shown !== undefined && shown >= offset) since[counter] = shown - offset;
      }
      return since;
    },
  };
}
