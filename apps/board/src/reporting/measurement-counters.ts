import { HOUR_MS } from '@manoboard/domain/time';
import type { Clock } from '../clock.ts';
import { type Disk, readJson, replaceJson } from '../disk/disk.ts';
import { type DriveState, isOn } from '../drive/drive.ts';

const FILE = 'counters.json';
/** Longer gaps between polls are not counted, since the state of the motor is unknown. */
const LONGEST_GAP_MS = 10_000;
/** A power cut loses at most this much; a shorter interval would wear the memory card. */
const SAVE_EVERY_MS = 600_000;

interface Counted {
  energyKwh: number;
  operatingH: number;
}

/** `domain.md` 1.6: the GD10's own counters are not confirmed, so the board counts what the drive does not show. */
export interface Counters {
  /** Called at every poll. */
  see(state: DriveState): void;
  /** The state with the board's own counters where the drive never shows them. */
  fill(state: DriveState): DriveState;
  save(): void;
}

const finite = (value: unknown) => (typeof value === 'number' && Number.isFinite(value) ? value : 0);

function load(disk: Disk): Counted {
  const saved = Object(readJson(disk, FILE)) as Record<string, unknown>;
  return { energyKwh: finite(saved.energyKwh), operatingH: finite(saved.operatingH) };
}

const isTurning = (state: DriveState) => isOn(state) && (state.frequencyHz ?? 1) > 0;

export function createCounters(clock: Clock, disk: Disk): Counters {
  const counted = load(disk);
  let seenMs: number | undefined;
  let savedMs = clock.elapsedMs();
  let isChanged = false;
  /** A counter once shown by the drive is always the drive's: mixing two counters would jump. */
  const isDrives = { energyKwh: false, operatingH: false };

  function save(): void {
    savedMs = clock.elapsedMs();
    if (!isChanged) return;
    isChanged = false;
    try {
      replaceJson(disk, FILE, counted);
    } catch {
      isChanged = true;
    }
  }

  function count(state: DriveState, hours: number): void {
    if (!isTurning(state)) return;
    if (!isDrives.operatingH) counted.operatingH += hours;
    if (!isDrives.energyKwh) counted.energyKwh += Math.max(0, state.motorPowerKw ?? 0) * hours;
    isChanged ||= !isDrives.operatingH || !isDrives.energyKwh;
  }

  return {
    see(state) {
      const nowMs = clock.elapsedMs();
      const gapMs = nowMs - (seenMs ?? nowMs);
      seenMs = nowMs;
      isDrives.operatingH ||= state.operatingH !== undefined;
      isDrives.energyKwh ||= state.energyKwh !== undefined;
      if (gapMs <= LONGEST_GAP_MS) count(state, gapMs / HOUR_MS);
      if (nowMs - savedMs >= SAVE_EVERY_MS) save();
    },
    // Without the drive's power its energy is unknown, and stays so.
    fill: (state) => ({
      ...(state.motorPowerKw === undefined || isDrives.energyKwh ? {} : { energyKwh: counted.energyKwh }),
      ...(isDrives.operatingH ? {} : { operatingH: counted.operatingH }),
      ...state,
    }),
    save,
  };
}
