import type { WallPump } from '@manoboard/contract/device/wall.calls';
import type { WaterTone } from '@manoboard/contract/device/water';

export const hasWater = ({ water: { kind } }: WallPump) => kind === 'there' || kind === 'flows';

/** What is wrong, the worst first; a pump that a person switched off is not. */
const BAD: readonly WaterTone[] = ['act', 'look', 'unknown'];

export const worstOf = (pumps: readonly WallPump[]) =>
  BAD.map((tone) => pumps.find(({ water }) => water.tone === tone)).find((pump) => pump !== undefined);

/** Columns for tiles that are wider than high. */
export function columnsOf(count: number, isUpright: boolean): number {
  if (isUpright) return count <= 4 ? 1 : 2;
  return count <= 2 ? count : count <= 4 ? 2 : count <= 9 ? 3 : 4;
}

/** Every minute the picture stands elsewhere by some pixels, so that nothing burns in. */
const SHIFTS = ['0 0', '4px 2px', '6px 5px', '2px 6px', '-3px 4px', '-6px 0', '-4px -4px', '2px -5px'];
export const shiftAt = (minute: number) => SHIFTS[minute % SHIFTS.length] ?? '0 0';

export const isNight = (hour: number) => hour >= 22 || hour < 6;
