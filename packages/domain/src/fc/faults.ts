/** `domain.md` 1.7: code to the short name that the keypad shows. */
const gd10 = {
  4: 'OC1',
  5: 'OC2',
  6: 'OC3',
  7: 'OV1',
  8: 'OV2',
  9: 'OV3',
  10: 'UV',
  11: 'OL1',
  12: 'OL2',
  15: 'OH1',
  16: 'OH2',
  17: 'EF',
  18: 'CE',
  21: 'EEP',
  22: 'PIDE',
  24: 'END',
  25: 'OL3',
  35: 'STo',
  36: 'LL',
} as const;

const gd200a = {
  ...gd10,
  1: 'OUt1',
  2: 'OUt2',
  3: 'OUt3',
  13: 'SPI',
  14: 'SPO',
  19: 'ItE',
  20: 'tE',
  23: 'bCE',
  26: 'PCE',
  27: 'UPE',
  28: 'DNE',
  32: 'ETH1',
  33: 'ETH2',
} as const;

export type FaultName = (typeof gd200a)[keyof typeof gd200a];
type FaultNames = Readonly<Record<number, FaultName>>;

export const FC_FAULTS = {
  GD10: gd10,
  GD20: gd10,
  GD100: gd10,
  GD300: gd10,
  GD200A: gd200a,
} as const satisfies Record<string, FaultNames>;

/** Faults grouped by kind: one explanation and one advice for each kind. */
const KINDS = {
  overcurrent: ['OC1', 'OC2', 'OC3'],
  overvoltage: ['OV1', 'OV2', 'OV3'],
  undervoltage: ['UV'],
  motor_overload: ['OL1', 'OL3'],
  drive_overload: ['OL2'],
  overheat: ['OH1', 'OH2'],
  external: ['EF'],
  line: ['CE'],
  memory: ['EEP'],
  feedback: ['PIDE'],
  time_over: ['END'],
  setting: ['STo', 'tE', 'UPE', 'DNE'],
  underload: ['LL'],
  power_module: ['OUt1', 'OUt2', 'OUt3', 'ItE', 'bCE'],
  input_phase: ['SPI'],
  output_phase: ['SPO'],
  keypad: ['PCE'],
  earth: ['ETH1', 'ETH2'],
} as const satisfies Record<string, readonly FaultName[]>;
export type FaultKind = keyof typeof KINDS;
export const FAULT_KINDS = Object.keys(KINDS) as FaultKind[];

export interface Fault {
  name: FaultName;
  kind: FaultKind;
}

/** The fault of a code for this type of converter; `undefined` for 0 and for an unknown type or code. */
export function faultOf(fcType: string | null, code: number): Fault | undefined {
  const names: FaultNames | undefined =
    fcType !== null && Object.hasOwn(FC_FAULTS, fcType)
      ? FC_FAULTS[fcType as keyof typeof FC_FAULTS]
      : undefined;
  const name = names && Object.hasOwn(names, code) ? names[code] : undefined;
  const kind = FAULT_KINDS.find((kind) => KINDS[kind].some((member) => member === name));
  return name && kind && { name, kind };
}
