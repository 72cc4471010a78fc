import type { Plant } from '../../plant/plant.ts';
import { MEASURED } from './gd10-values.ts';

/** P07.27 to P07.32: the present fault and five before it. */
const HISTORY = { from: 0x071b, length: 6 };
/** P07.33 to P07.38: values measured at the trip, each a copy of another register. */
const SNAPSHOT: readonly [number, number][] = [
  [0x0721, 0x3000],
  [0x0722, 0x3001],
  [0x0723, 0x3003],
  [0x0724, 0x3004],
  [0x0725, 0x3002],
  [0x0726, 0x070c],
];

export interface FaultLog {
  /** Records a fault that is new since the last call. */
  watch(plant: Plant): void;
  wordAt(address: number): number | undefined;
}

export function createFaultLog(): FaultLog {
  const codes: number[] = [];
  const snapshot = new Map<number, number>();
  let known = 0;
  return {
    watch(plant) {
      if (plant.faultCode === known) return;
      known = plant.faultCode;
      if (known === 0) return;
      codes.unshift(known);
      codes.length = Math.min(codes.length, HISTORY.length);
      // A tripped inverter has stopped: `atTrip` holds its last measurement.
      const measured = plant.atTrip ?? plant;
      for (const [copy, original] of SNAPSHOT) snapshot.set(copy, MEASURED.get(original)?.(measured, 0) ?? 0);
    },
    wordAt: (address) => codes[address - HISTORY.from] ?? snapshot.get(address),
  };
}
