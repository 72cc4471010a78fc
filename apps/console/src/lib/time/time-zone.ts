import { isTimeZone } from '@manoboard/contract/time-zone';
import { createAtom, useSelector } from '@tanstack/react-store';

let browserZone: string | undefined;

/** On first use: the first `Intl.DateTimeFormat` loads the tables of the language, over 100 ms on a slow phone. */
export function browserTimeZone(): string {
  browserZone ??= Intl.DateTimeFormat().resolvedOptions().timeZone;
  return browserZone;
}

/** `null`: the zone of the browser. */
const chosenZone = createAtom<string | null>(null);

/** The zone in which times are displayed and typed. */
export const currentTimeZone = () => chosenZone.get() ?? browserTimeZone();
export const useDisplayTimeZone = () => useSelector(chosenZone, () => currentTimeZone());

/** `undefined` for the zone of the browser, which `Intl` uses by itself. */
export const useChosenTimeZone = () => useSelector(chosenZone) ?? undefined;

/** `null`, and a zone that this browser does not know, is the zone of the browser. */
export function setTimeZone(name: string | null) {
  chosenZone.set(name !== null && isTimeZone(name) ? name : null);
}
