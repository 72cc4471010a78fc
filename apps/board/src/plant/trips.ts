import { COOL_AGAIN_C } from '@manoboard/domain/commands/fault-reset';

/** Faults of the drive that the simulation can cause (`domain.md` 1.7). */
const TripCode = {
  none: 0,
  overvoltage: 9,
  undervoltage: 10,
  inverterOverheat: 16,
  feedbackLost: 22,
} as const;

/** Tuned: the GD10's own level is not known, others cut back at 95 °C or trip at 115 °C (`domain.md` 2.4). */
const OVERHEAT_C = 100;

/** Inputs of the trip logic. */
export interface TripFacts {
  isOn: boolean;
  driveC: number;
  hasBusPower: boolean;
  isBusHigh: boolean;
  /** A code that the simulation forces, 0 for none. */
  forcedCode: number;
  /** The feedback is at or below P09.11. */
  isFeedbackLow: boolean;
  /** The feedback has been low for longer than P09.12. */
  isFeedbackLost: boolean;
}

/** Code of the current trip, 0 for none. A drive that is off does not trip. */
export function tripCause(facts: TripFacts): number {
  const { isOn, driveC, hasBusPower, isFeedbackLost, isBusHigh, forcedCode } = facts;
  if (!isOn) return TripCode.none;
  if (forcedCode !== 0) return forcedCode;
  if (isBusHigh) return TripCode.overvoltage;
  if (!hasBusPower) return TripCode.undervoltage;
  if (driveC >= OVERHEAT_C) return TripCode.inverterOverheat;
  return isFeedbackLost ? TripCode.feedbackLost : TripCode.none;
}

/** R5.9: a fault whose cause persists is not reset. A failed fan shows only by its heat. */
export function doesTripPersist(
  code: number,
  { driveC, hasBusPower, isFeedbackLow, isBusHigh }: TripFacts,
): boolean {
  if (code === TripCode.overvoltage) return isBusHigh;
  if (code === TripCode.undervoltage) return !hasBusPower;
  if (code === TripCode.inverterOverheat) return driveC >= COOL_AGAIN_C;
  return code === TripCode.feedbackLost && isFeedbackLow;
}
