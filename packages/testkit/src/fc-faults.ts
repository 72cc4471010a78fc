import { CONVERTER_FACTS } from '@manoboard/domain/fc/faults';

/** Fault codes of every shipped type of converter, with the short name that the keypad shows. */
export const FC_FAULTS: Readonly<Record<string, Readonly<Record<number, string>>>> = Object.fromEntries(
  Object.entries(CONVERTER_FACTS).map(([fcType, { faults }]) => [
    fcType,
    Object.assign({}, ...Object.values(faults)),
  ]),
);
