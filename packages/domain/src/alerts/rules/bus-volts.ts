/** The DC bus in blocks of five minutes: what lasted for ten minutes is no dip of a starting motor. */
export interface BusVolts {
  /** Number of the present block, counted from 1970. */
  block: number;
  low: number;
  high: number;
  /** Lowest and highest value of the last whole blocks. */
  past: [low: number, high: number][];
}

const BLOCK_MS = 300_000;
const WHOLE_BLOCKS = 2;

export function observeBus(
  bus: BusVolts | undefined,
  atMs: number,
  volts: number | undefined,
  isGap: boolean,
): BusVolts | undefined {
  if (volts === undefined) return undefined;
  const block = Math.floor(atMs / BLOCK_MS);
  if (!bus || isGap || block > bus.block + 1) return { block, low: volts, high: volts, past: [] };
  if (block > bus.block) {
    const past = [...bus.past, [bus.low, bus.high] as [number, number]].slice(-WHOLE_BLOCKS);
    return { block, low: volts, high: volts, past };
  }
  if (volts >= bus.low && volts <= bus.high) return bus;
  return { ...bus, low: Math.min(bus.low, volts), high: Math.max(bus.high, volts) };
}

/** The range of the last ten to fifteen minutes; unknown until so much was seen. */
export function steadyBus(bus: BusVolts | undefined): { low: number; high: number } | undefined {
  if (!bus || bus.past.length < WHOLE_BLOCKS) return undefined;
  return bus.past.reduce(
    (range, [low, high]) => ({ low: Math.min(range.low, low), high: Math.max(range.high, high) }),
    { low: bus.low, high: bus.high },
  );
}

/** Usual voltage of the DC bus: √2 · 230 V, and 1.35 · 400 V behind a rectifier of three phases. */
const USUAL_BUS = { 230: 325, 400: 540 } as const;

/** Limits are given for a mains of 230 V; unknown without the class of the mains. */
export const mainsScale = (volts: 230 | 400 | undefined): number | undefined =>
  volts === undefined ? undefined : USUAL_BUS[volts] / USUAL_BUS[230];
