import shownFacts from './converter-facts.json' with { type: 'json' };
import type { Fault } from './profile.ts';

/** Code to short name, by kind of fault. */
export type ConverterFaults = Readonly<Record<string, Readonly<Record<string, string>>>>;

interface ConverterFacts {
  readonly hasPressureSource: boolean;
  readonly faults: ConverterFaults;
}

/** What every page shows of the shipped types; `npm run converters` takes it from their profiles, which are 7 kB. */
export const CONVERTER_FACTS = shownFacts as Readonly<Record<string, ConverterFacts>>;
const factsOf = (fcType: string | null) =>
  fcType !== null && Object.hasOwn(CONVERTER_FACTS, fcType) ? CONVERTER_FACTS[fcType] : undefined;

/** The faults of a shipped type. */
export const faultsOf = (fcType: string | null): ConverterFaults | undefined => factsOf(fcType)?.faults;

/** The fault of a code; `undefined` for 0 and for an unknown converter or code. */
export function findFault(faults: ConverterFaults | undefined, code: number): Fault | undefined {
  for (const [kind, names] of Object.entries(faults ?? {})) {
    const name = Object.hasOwn(names, code) ? names[code] : undefined;
    if (name !== undefined) return { name, kind: kind as Fault['kind'] };
  }
  return undefined;
}

/** The fault of a code for this type of converter. */
export const faultOf = (fcType: string | null, code: number) => findFault(faultsOf(fcType), code);

/** Whether the source of the required pressure of this type can be switched between keypad and board. */
export const hasPressureSource = (fcType: string | null) => factsOf(fcType)?.hasPressureSource ?? false;
