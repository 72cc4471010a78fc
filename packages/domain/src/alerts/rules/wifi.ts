import type { RuleMemory, Wifi } from './memory.ts';

/** The signal is remembered in spans of five minutes, for an hour. */
const SPAN_MS = 300_000;
const SPANS = 12;
const DAY_MS = 86_400_000;
const KEPT_DROPS = 10;

/** Adds the signal of a frame. */
export function observeWifi(
  wifi: Wifi | undefined,
  atMs: number,
  rssi: number | undefined,
): Wifi | undefined {
  if (rssi === undefined) return wifi;
  const span = Math.floor(atMs / SPAN_MS);
  if (!wifi || span - wifi.span >= SPANS) return { span, sum: rssi, n: 1, means: [] };
  if (span === wifi.span) return { ...wifi, sum: wifi.sum + rssi, n: wifi.n + 1 };
  const mean = Math.round(wifi.sum / wifi.n);
  return { span, sum: rssi, n: 1, means: [...wifi.means, mean].slice(-SPANS) };
}

/** Means change every five minutes and are read at each frame. */
const medians = new WeakMap<readonly number[], number | undefined>();

/** Median signal of the last hour, dBm. */
export function hourlyDbm({ wifi }: RuleMemory): number | undefined {
  if (!wifi) return undefined;
  const { means } = wifi;
  if (!medians.has(means)) medians.set(means, [...means].sort((a, b) => a - b)[Math.floor(means.length / 2)]);
  return medians.get(means);
}

/** Times at which the connection was lost in the last day. */
export const addDrop = (drops: readonly number[] = [], atMs: number): number[] =>
  [...drops.filter((dropMs) => atMs - dropMs < DAY_MS), atMs].slice(-KEPT_DROPS);

export const dropsOfDay = ({ drops = [] }: RuleMemory, atMs: number): number =>
  drops.length === 0 ? 0 : drops.filter((dropMs) => atMs - dropMs < DAY_MS).length;
