import { DAY_MS, HOUR_MS } from '../../time.ts';
import type { RuleMemory, Wifi } from './memory.ts';

/** The signal is remembered in spans of five minutes for an hour, and in medians of an hour for a day. */
const SPAN_MS = 300_000;
const SPANS = HOUR_MS / SPAN_MS;
const HOURS = 24;
/** Least hours that tell how a day was; behind a longer silence the day begins anew. */
const LEAST_HOURS = 12;
const KEPT_DROPS = 10;

const median = (values: readonly number[]) =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];

/** Medians of the hours, with the hour that has just ended. */
function closeHour({ span, means, hours = [] }: Wifi, passedSpans: number): number[] {
  const before = passedSpans > LEAST_HOURS * SPANS ? [] : hours;
  const last = median(means.slice(-1 - (span % SPANS)));
  return last === undefined ? before : [...before, last].slice(-HOURS);
}

/** Adds the signal of a frame. */
export function observeWifi(
  wifi: Wifi | undefined,
  atMs: number,
  rssi: number | undefined,
): Wifi | undefined {
  if (rssi === undefined) return wifi;
  const span = Math.floor(atMs / SPAN_MS);
  if (!wifi) return { span, sum: rssi, n: 1, means: [] };
  if (span === wifi.span) return { ...wifi, sum: wifi.sum + rssi, n: wifi.n + 1 };
  const passed = span - wifi.span;
  const means = [...wifi.means, Math.round(wifi.sum / wifi.n)].slice(-SPANS);
  const isSameHour = Math.floor(span / SPANS) === Math.floor(wifi.span / SPANS);
  const hours = isSameHour ? (wifi.hours ?? []) : closeHour({ ...wifi, means }, passed);
  return { span, sum: rssi, n: 1, means: passed >= SPANS ? [] : means, hours };
}

/** Medians change every hour and are read at each frame. */
const medians = new WeakMap<readonly number[], number | undefined>();

/** Median of the hours of the last day, dBm: single weak hours belong to the line of the week (`quiet-notices.ts`). */
export function dailyDbm({ wifi }: RuleMemory): number | undefined {
  const { hours } = wifi ?? {};
  if (!hours || hours.length < LEAST_HOURS) return undefined;
  if (!medians.has(hours)) medians.set(hours, median(hours));
  return medians.get(hours);
}

/** Times at which the connection was lost in the last day. */
export const addDrop = (drops: readonly number[] = [], atMs: number): number[] =>
  [...drops.filter((dropMs) => atMs - dropMs < DAY_MS), atMs].slice(-KEPT_DROPS);

export const dropsOfDay = ({ drops = [] }: RuleMemory, atMs: number): number =>
  drops.length === 0 ? 0 : drops.filter((dropMs) => atMs - dropMs < DAY_MS).length;
