import type { ConverterFacts } from '@manoboard/contract/converter/converter-facts';
import shippedFacts from './converter-facts.json' with { type: 'json' };
import type { Fault, FcProfile } from './profile.ts';

export type ConverterFaults = ConverterFacts['faults'];

/** A converter as far as pages and rules know it. */
export interface Converter {
  fcType: string | null;
  /** Facts of the board's own profile; absent for a shipped type. */
  facts?: ConverterFacts | null | undefined;
}

/** What every page shows of the shipped types; `npm run cli -- documents converters` takes it from their profiles, which are 7 kB. */
export const CONVERTER_FACTS = shippedFacts as Readonly<Record<string, ConverterFacts>>;

export const factsOf = ({ fcType, facts }: Converter): ConverterFacts | undefined =>
  facts ?? (fcType !== null && Object.hasOwn(CONVERTER_FACTS, fcType) ? CONVERTER_FACTS[fcType] : undefined);

/** What pages show of a profile. */
export function factsOfProfile({ faults, capabilities }: FcProfile): ConverterFacts {
  const kinds: ConverterFaults = {};
  for (const [code, { name, kind }] of Object.entries(faults)) kinds[kind] = { ...kinds[kind], [code]: name };
  return { hasPressureSource: capabilities.hasPressureSource, faults: kinds };
}

/** The fault of a code; `undefined` for 0 and for an unknown converter or code. */
export function findFault(faults: ConverterFaults | null | undefined, code: number): Fault | undefined {
  for (const [kind, names] of Object.entries(faults ?? {})) {
    const name = Object.hasOwn(names, code) ? names[code] : undefined;
    if (name !== undefined) return { name, kind: kind as Fault['kind'] };
  }
  return undefined;
}

/** The fault of a code of this converter. */
export const faultOf = (converter: Converter, code: number) => findFault(factsOf(converter)?.faults, code);

/** Whether the source of the required pressure can be switched between keypad and board. */
export const hasPressureSource = (converter: Converter) => factsOf(converter)?.hasPressureSource ?? false;
