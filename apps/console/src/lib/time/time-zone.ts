import { isTimeZone } from '@manoboard/contract/time-zone';
import { createAtom, useSelector } from '@tanstack/react-store';

/** Computed once: the first `Intl` object loads the tables of the language, 40 ms on a slow phone. */
export const BROWSER_TIME_ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone;

const timeZoneAtom = createAtom(BROWSER_TIME_ZONE);

/** The zone in which times are displayed and typed. */
export const currentTimeZone = () => timeZoneAtom.get();
export const useDisplayTimeZone = () => useSelector(timeZoneAtom, currentTimeZone);

/** `null`, and a zone that this browser does not know, is the zone of the browser. */
export function setTimeZone(name: string | null) {
  timeZoneAtom.set(name !== null && isTimeZone(name) ? name : BROWSER_TIME_ZONE);
}
