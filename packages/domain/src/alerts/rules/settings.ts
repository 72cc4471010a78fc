import type { RuleKind } from '@manoboard/contract/alert/kinds';
import type { PressureConfig } from '@manoboard/contract/device/device-config';
import type { PumpValues } from '@manoboard/contract/device/pump-card';
import type { ConverterFaults } from '../../fc/faults.ts';

/** An adjustable number of a rule; values outside its limits are moved to the nearest limit. */
export interface Threshold {
  initial: number;
  low: number;
  high: number;
  unit: string;
}
export type Thresholds = Readonly<Record<string, Threshold>>;

/** Numbers of one rule that apply to a device. */
export type RuleNumbers<T extends Thresholds = Thresholds> = { readonly [N in keyof T]: number };

export interface AlertSettings {
  /** Numbers that differ from the defaults, by kind and name. */
  thresholds?: Partial<Record<RuleKind, Readonly<Record<string, number>>>>;
  /** Kinds that are switched off for the device. */
  off?: readonly RuleKind[];
  /** Null: unknown, since the board has a config from elsewhere; what needs it is silent. */
  pressure?: PressureConfig | null;
  /** The pump card in force. An absent value is unknown, and rules that need it are silent. */
  card?: PumpValues;
  /** The faults of the profile of the converter; without them every fault is one of the drive. Null until the board names it. */
  faults?: ConverterFaults | null;
  /** Time zone of the place of the device, UTC by default; the night of the leak rule depends on it. */
  zone?: string;
}

const clamp = ({ low, high }: Threshold, value: number) => Math.min(high, Math.max(low, value));

type Numbers = Readonly<Record<string, number>>;

/** Frames are judged often: the numbers of a rule are computed once, by the object with the changed ones. */
const computed = new WeakMap<Numbers | Thresholds, Numbers>();

function computeNumbers(thresholds: Thresholds, changed: Numbers): Numbers {
  return Object.fromEntries(
    Object.entries(thresholds).map(([name, threshold]) => {
      const value = changed[name];
      const isSet = value !== undefined && Number.isFinite(value);
      return [name, isSet ? clamp(threshold, value) : threshold.initial];
    }),
  );
}

/** The numbers of a rule for a device. */
export function numbersOf<T extends Thresholds>(
  kind: RuleKind,
  thresholds: T,
  { thresholds: own }: AlertSettings,
): RuleNumbers<T> {
  const changed = own?.[kind];
  const key = changed ?? thresholds;
  const known = computed.get(key);
  if (known) return known as RuleNumbers<T>;
  const numbers = computeNumbers(thresholds, changed ?? {});
  computed.set(key, numbers);
  return numbers as RuleNumbers<T>;
}
