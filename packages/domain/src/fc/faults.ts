import shownFacts from './converter-facts.json' with { type: 'json' };
import type { Fault } from './profile.ts';

interface ConverterFacts {
  readonly hasPressureSource: boolean;
  /** Code to short name, by kind. */
  readonly faults: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/** What every page shows of the shipped types; `npm run converters` takes it from their profiles, which are 7 kB. */
export const CONVERTER_FACTS = shownFacts as Readonly<Record<string, ConverterFacts>>;
const factsOf = (fcType: string | null) =>
  fcType !== null && Object.hasOwn(CONVERTER_FACTS, fcType) ? CONVERTER_FACTS[fcType] : undefined;

/** The fault of a code for this type of converter; `undefined` for 0 and for an unknown type or code. */
export function faultOf(fcType: string | null, code: number): Fault | undefined {
  for (const [kind, names] of Object.entries(factsOf(fcType)?.faults ?? {})) {
    const name = Object.hasOwn(names, code) ? names[code] : undefined;
    if (name !== undefined) return { name, kind: kind as Fault['kind'] };
  }
  return undefined;
}

/** Whether the source of the required pressure of this type can be switched between keypad and board. */
export const hasPressureSource = (fcType: string | null) => factsOf(fcType)?.hasPressureSource ?? false;
