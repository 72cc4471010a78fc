import { isTimeZone } from '@manoboard/contract/time-zone';
import { createAtom, useSelector } from '@tanstack/react-store';

let browserZone: string | undefined;

/** On first use: the first `Intl.DateTimeFormat` loads the tables of the language, over 100 ms on a slow phone. */
export function browserTimeZone(): string {
  browserZone ??= Intl.DateTimeFormat().resolvedOptions().timeZone;
  return browserZone;
}

/** `chosen` null: the zone of the browser, which has a name only after a change of it. */
const zones = createAtom<{ chosen: string | null; changedTo?: string }>({ chosen: null });

/** The zone in which times are displayed and typed. */
export const currentTimeZone = () => zones.get().chosen ?? browserTimeZone();
export const useDisplayTimeZone = () => useSelector(zones, () => currentTimeZone());

/** `undefined` for the zone of the browser, which `Intl` uses by itself. */
export const useChosenTimeZone = () => useSelector(zones, ({ chosen, changedTo }) => chosen ?? changedTo);

/** `null`, and a zone that this browser does not know, is the zone of the browser. */
export function setTimeZone(name: string | null) {
  zones.set({ ...zones.get(), chosen: name !== null && isTimeZone(name) ? name : null });
}

const LOADED_MS = Date.now();
const readOffset = () => new Date(LOADED_MS).getTimezoneOffset();
let offset = readOffset();

/** The computer is in another zone now: formatters that exist keep the former one, so all get the name of the new one. */
export function noticeZoneChange(): void {
  if (readOffset() === offset) return;
  offset = readOffset();
  browserZone = undefined;
  zones.set({ ...zones.get(), changedTo: browserTimeZone() });
}
